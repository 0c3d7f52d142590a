/**
 * node bench/path/cost.js [--packets 1000000] [--rounds 3]
 *
 * Two simulated captures of one path: processor time of `path` against that of `analyze` on both, and how much more
 * memory it takes, a packet. See docs/path.md.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { measure, median } from '../measure.js';
import { pathCaptures } from './captures.js';

const { values: options } = parseArgs({
  options: { packets: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' } },
});
const PROGRAM = fileURLToPath(new URL('../../bin/selfclock.js', import.meta.url));
const GOAL = 1.6;
/** The packet tables' own row (lib/tcpflow/tables/packet-table.js): `path` holds those of both captures. */
const ROW_BYTES = 77;

const packets = Number(options.packets);
const { files, remove } = pathCaptures(packets);
try {
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
  remove();
}
