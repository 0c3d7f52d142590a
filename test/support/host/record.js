/** Transfers, and what their sender's kernel would have recorded of them. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { HostLog } from '../../../lib/shared/hostlog/host-log.js';
import { runScenario } from '../../../lib/simulator/scenario/run.js';

/** Between two samples. */
const EVERY_NS = 20_000_000;

/**
 * One connection, captured at the server, which sends; the client's window never exceeds 32 KB, or does not matter.
 * @param {{ bytes?: number, isHeldByWindow?: boolean }} [how]
 */
export function download({ bytes = 1_500_000, isHeldByWindow = false } = {}) {
  const link = { delayMs: 20, rateKbps: 20_000, overheadBytes: 14 };
  const window = { receiveWindowBytes: 32_768, maxReceiveWindowBytes: 32_768, receiveAutotuning: false };
  const { captures } = runScenario(
    {
      path: [{ name: 'path', clientToServer: link, serverToClient: { ...link, queueBytes: 60_000 } }],
      ...(isHeldByWindow ? { hosts: { client: { tcp: window } } } : {}),
      traffic: [{ kind: 'bulk', from: 'server', bytes }],
      taps: [{ at: 'server' }],
    },
    { withTruth: false },
  );
  return captures[0].bytes;
}

/**
 * Output of `ss -tin` at the server, of a capture with one connection.
 * @param {Uint8Array} capture taken there
 * @param {object} [how]
 * @param {number} [how.offsetNs] of the host's clock, behind the capture's
 * @param {(at: { ms: number, share: number }) => string} [how.words] of a sample, besides what was acknowledged; `ms`
 *   since the capture's beginning, `share` of its duration
 * @returns {string}
 */
export function serverRecord(capture, { offsetNs = 0, words = () => 'cubic mss:1448 rtt:50/5 cwnd:20' } = {}) {
  const { ingest } = new OpenedAnalysis();
  ingest.push(capture);
  ingest.end();
  const { tcp } = ingest;
  const { timeNs, ackOffset, direction, count } = tcp.packetsOf(0);
  const startNs = tcp.startEpochNs() ?? 0n;
  const [server, client] = [1, 0].map((endpoint) => {
    const { address, port } = tcp.flows.endpoint(0, tcp.flows.clientEndpoint(0) ^ endpoint);
    return `${address}:${port}`;
  });
  const lines = [];
  const endNs = timeNs[count - 1];
  let [row, acked] = [0, 0];
  for (let ns = 0; ns < endNs; ns += EVERY_NS) {
    for (; row < count && timeNs[row] <= ns; row++) {
      if (direction[row] === 0) acked = Math.max(acked, ackOffset[row] - 1);
    }
    const stamp = startNs + BigInt(ns - offsetNs);
    lines.push(`@ ${stamp / 1_000_000_000n}.${String(stamp % 1_000_000_000n).padStart(9, '0')}`);
    const more = words({ ms: ns / 1e6, share: ns / endNs });
    lines.push(`ESTAB 0 0 ${server} ${client} ${more} bytes_acked:${acked}`);
  }
  return `${lines.join('\n')}\n`;
}

/** @param {string} text of a record */
export function hostLogOfText(text) {
  const log = new HostLog();
  log.push(new TextEncoder().encode(text));
  log.endFile();
  return log;
}
