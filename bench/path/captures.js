/** Two simulated captures of one path, for its benches. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runScenario } from '../../lib/simulator/scenario/run.js';

const CONNECTIONS = 8;
/** Payload bytes for each packet, acknowledgements included. */
const BYTES_A_PACKET = 948;

/**
 * @param {number} packets in each capture, about
 * @returns {{ files: string[], remove: () => void }}
 */
export function pathCaptures(packets) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-bench-path-'));
  const link = { delayMs: 10, rateKbps: 200_000, queueBytes: 400_000 };
  const { captures } = runScenario(
    {
      path: [{ name: 'link', clientToServer: { ...link, loss: 5e-4 }, serverToClient: link }],
      traffic: Array.from({ length: CONNECTIONS }, () => ({
        kind: 'bulk',
        from: 'client',
        bytes: Math.ceil((packets * BYTES_A_PACKET) / CONNECTIONS),
      })),
      taps: ['client', 'server'].map((at) => ({ at, snapLength: 80 })),
    },
    { withTruth: false },
  );
  const files = captures.map(({ at, bytes }) => {
    const file = join(folder, `${at}.pcap`);
    writeFileSync(file, bytes);
    return file;
  });
  return { files, remove: () => rmSync(folder, { recursive: true }) };
}
