/**
 * node bench/path.js [--packets 1000000] [--rounds 3]
 *
 * Two simulated captures of one path: processor time of `path` against that of `analyze` on both, and how much more
 * memory it takes, a packet. See docs/path.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runScenario } from '../lib/simulator/scenario/run.js';
import { measure, median } from './measure.js';

const { values: options } = parseArgs({
  options: { packets: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' } },
});
const PROGRAM = fileURLToPath(new URL('../bin/selfclock.js', import.meta.url));
const GOAL = 1.6;
const CONNECTIONS = 8;
/** Payload bytes for each packet, acknowledgements included. */
const BYTES_A_PACKET = 948;
/** The packet tables' own row (lib/tcpflow/tables/packet-table.js): `path` holds those of both captures. */
const ROW_BYTES = 77;

const folder = mkdtempSync(join(tmpdir(), 'selfclock-bench-path-'));
try {
  const link = { delayMs: 10, rateKbps: 200_000, queueBytes: 400_000 };
  const packets = Number(options.packets);
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
  const ratios = [];
  const more = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    const alone = [];
    for (const file of files) alone.push(await measure([process.execPath, PROGRAM, 'analyze', file]));
    const both = await measure([process.execPath, PROGRAM, 'path', ...files]);
    ratios.push(both.cpuSeconds / alone.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0));
    const tables = alone[0].peakBytes + packets * ROW_BYTES;
    more.push((both.peakBytes - tables) / (2 * packets));
  }
  console.log(`path / analyze of both: ${median(ratios).toFixed(2)} times the processor time (goal ${GOAL})`);
  console.log(`${median(more).toFixed(0)} bytes a packet more than the tables`);
} finally {
  rmSync(folder, { recursive: true });
}
