import { writeFile } from 'node:fs/promises';

import { FLOW_F } from '../../../lib/engine/flow-fields.js';
import { har } from '../../../lib/export/har.js';
import { roundTripsOf, seconds } from '../../../lib/tcpflow/describe/flow-values.js';
import { print } from '../output.js';
import { writing } from '../output-error.js';
import { VERSION } from '../version.js';

/** @param {import('./export.js').Export} what a flow's exchanges, or all */
export async function exportHar({ analysis, flow, output }) {
  const flows = flow >= 0 ? [flow] : Array.from({ length: analysis.connections.count }, (_, index) => index);
  const connections = flows
    .filter((index) => analysis.ingest.messages.messagesOf(index).length > 0)
    .map((index) => connectionOf(analysis, index));
  const text = `${JSON.stringify(har(connections, analysis.ingest.reader.startEpochNs ?? 0n, VERSION), null, 1)}\n`;
  return output === undefined ? print(text) : writing(output, () => writeFile(output, text));
}

/**
 * @param {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} analysis
 * @param {number} index
 * @returns {import('../../../lib/export/har.js').HarConnection}
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
