/**
 * What says nothing of TCP nor of its content changes nothing that is told of a connection: the link, tunnels, ports,
 * the file's format.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { Examiner } from '../../lib/insight/findings/examiner.js';
import { describePackets } from '../../lib/tcpflow/describe/describe-packets.js';
import { canRewrite, otherPorts, rewritten, shiftTime } from '../support/packets/rewrite-capture.js';
import { isPlain, wrapped, WRAPPINGS } from '../support/packets/wrap-capture.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));
/** Enough of each kind in a second or two. */
const MAX_BYTES = 12_000;
/** Seconds from 2023 to the last that a pcap can tell, in 2106. */
const TO_2106 = 2 ** 32 - 1_700_000_100;

const captures = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.pcap'))
  .map((name) => /** @type {const} */ ([name, new Uint8Array(readFileSync(FOLDER + name))]))
  .filter(([, capture]) => capture.length < MAX_BYTES && canRewrite(capture) && isPlain(capture));

/** All that is told of a capture's connections. @param {Uint8Array} capture */
function told(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  analysis.examiner = new Examiner(analysis.ingest.tcp, analysis.ingest.messages, undefined);
  const flows = Array.from({ length: analysis.connections.count }, (_, flow) => analysis.connections.describe(flow));
  const { mux } = analysis.ingest.messages;
  return {
    flows,
    packets: [...describePackets(analysis.ingest.tcp)],
    messages: [...analysis.messages.inOrder()],
    fragments: [...mux.rows()].map((row) => analysis.ingest.messages.describeFragment(row)),
    senders: flows.map((_, flow) => [...analysis.opened.describeSenders(flow)]),
    overall: analysis.findings.ofCapture(),
  };
}

/** The same without ports. @param {ReturnType<typeof told>} all */
const withoutPorts = (all) => JSON.parse(JSON.stringify(all, (key, value) => (key === 'port' ? undefined : value)));

test.each(captures)('%s', (_, capture) => {
  const before = told(capture);
  for (const [name, wrapping] of Object.entries(WRAPPINGS)) {
    expect({ name, ...told(wrapped(capture, wrapping)) }).toEqual({ name, ...before });
  }
  expect(told(rewritten(capture, (packet) => shiftTime(packet, TO_2106)))).toEqual(before);
  if (before.flows.some(({ roleGuessed }) => roleGuessed)) return; // a port is then all there is to go by
  expect(withoutPorts(told(rewritten(capture, otherPorts)))).toEqual(withoutPorts(before));
});
