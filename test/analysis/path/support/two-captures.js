/** Two captures of one path: an upload whose packets overflow a queue between them. */
import { fileOf, simulated } from './captures.js';

/** @param {number} [bytes] of the upload @returns {{ name: string, bytes: Uint8Array }[]} */
export function pathCaptures(bytes = 150_000) {
  const link = { delayMs: 10, rateKbps: 8000, queueBytes: 20_000 };
  const captures = simulated({
    seed: 5,
    path: [{ name: 'link', clientToServer: link, serverToClient: link }],
    traffic: [{ kind: 'bulk', from: 'client', bytes }],
    taps: [{ at: 'client' }, { at: 'server' }],
  });
  return captures.map((frames, at) => ({ name: `upload.${['client', 'server'][at]}.pcap`, bytes: fileOf(frames) }));
}
