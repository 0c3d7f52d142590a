import { writeFile } from 'node:fs/promises';

import { MessageBodies } from '../../../lib/analysis/message-bodies.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { FLOW_F } from '../../../lib/engine/flow-fields.js';
import { MAX_HAR_BODIES_BYTES, MAX_HAR_BODY_BYTES } from '../../../lib/export/har/content.js';
import { har } from '../../../lib/export/har/har.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { roundTripsOf, seconds } from '../../../lib/tcpflow/describe/flow-values.js';
import { print } from '../output.js';
import { writing } from '../output-error.js';
import { VERSION } from '../version.js';

/** @param {import('./export.js').Export & { hasText: boolean }} what a flow's exchanges, or all */
export async function exportHar({ source, analysis, flow, output, hasText }) {
  const flows = flow >= 0 ? [flow] : Array.from({ length: analysis.connections.count }, (_, index) => index);
  const connections = flows
    .filter((index) => analysis.ingest.messages.messagesOf(index).length > 0)
    .map((index) => connectionOf(analysis, index));
  const bodies = await readBodies(source, analysis, flow, hasText);
  const bodyOf = (/** @type {number} */ index) => bodies.get(index) ?? null;
  const whole = har(connections, analysis.ingest.reader.startEpochNs ?? 0n, VERSION, { bodyOf, hasText });
  const text = `${JSON.stringify(whole, null, 1)}\n`;
  return output === undefined ? print(text) : writing(output, () => writeFile(output, text));
}

/**
 * @param {string} source @param {import('./export.js').Export['analysis']} analysis @param {number} flow −1: all
 * @param {boolean} hasText whether more is wanted than how long they are
 */
async function readBodies(source, analysis, flow, hasText) {
  /** @type {Map<number, import('../../../lib/export/har/content.js').HarBody>} */
  const bodies = new Map();
  let left = MAX_HAR_BODIES_BYTES;
  const reading = new MessageBodies(analysis.ingest, {
    wants: (one) => flow < 0 || one === flow,
    decode: nodeDecoder,
    inflate: nodeCiphers.inflate,
    limit: hasText ? MAX_HAR_BODY_BYTES : 0,
    onBody(index, body) {
      const { length } = body.bytes ?? [];
      const isKept = length <= left;
      if (isKept) left -= length;
      bodies.set(index, isKept ? body : { ...body, bytes: null });
    },
  });
  await readCapture(source, reading);
  await reading.finish();
  return bodies;
}

/**
 * @param {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} analysis
 * @param {number} index
 * @returns {import('../../../lib/export/har/har.js').HarConnection}
 */
function connectionOf(analysis, index) {
  const { flows } = analysis.ingest.tcp;
  const tls = analysis.ingest.messages.tlsOf(index);
  const client = flows.clientEndpoint(index);
  const { address, port } = flows.endpoint(index, 1 - client);
  const messages = analysis.ingest.messages
    .messagesOf(index)
    .map((message) => analysis.ingest.messages.describe(message));
  // TLS in a tunnel comes behind the request that opens it
  const hasTls =
    tls !== null && tls.startNs !== null && tls.readyNs !== null && seconds(tls.startNs) <= messages[0].start;
  return {
    flow: flows.number(index),
    serverAddress: address,
    serverPort: port,
    start: seconds(flows.float(index, FLOW_F.START)),
    end: seconds(flows.float(index, FLOW_F.START) + flows.durationNs(index)),
    ...roundTripsOf(flows, index),
    tls: hasTls
      ? { start: seconds(/** @type {number} */ (tls.startNs)), end: seconds(/** @type {number} */ (tls.readyNs)) }
      : null,
    messages,
  };
}
