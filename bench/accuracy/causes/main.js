/**
 * npm run accuracy:causes [-- --scenarios 200] [--first 1] [--family NAME] [--worst 20]
 * npm run accuracy:causes -- --show SEED [--out FOLDER]: one scenario, with its true ledger, and its captures
 *
 * Draws scenarios by lot, whose causes are known (hosts, links, middleboxes, faults of the capture), captures each at
 * the client, between and at the server, and holds the analysis to the truth: its first sentence, and who it says took
 * the time. The last line is for machines.
 */
import { parseArgs } from 'node:util';

import { drawn, FAMILIES } from './draw.js';
import { judged } from './judge.js';
import { report } from './report.js';
import { shown } from './show.js';

const { values: options } = parseArgs({
  options: {
    scenarios: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    family: { type: 'string' },
    worst: { type: 'string', default: '20' },
    show: { type: 'string' },
    out: { type: 'string' },
  },
});
if (options.family !== undefined && !Object.hasOwn(FAMILIES, options.family)) {
  process.stderr.write(`There is no family "${options.family}". There are: ${Object.keys(FAMILIES).join(', ')}\n`);
  process.exit(2);
}
if (options.show !== undefined) {
  process.stdout.write(`${shown(Number(options.show), options.out)}\n`);
  process.exit();
}
const first = Number(options.first);
/** @type {import('./judge.js').Judged[]} */
const all = [];
let scenarios = 0;
for (let seed = first; scenarios < Number(options.scenarios); seed++) {
  const one = drawn(seed);
  if (options.family !== undefined && one.family !== options.family) continue;
  scenarios++;
  all.push(...judged(one));
}
process.stdout.write(`${report(all, { scenarios, worst: Number(options.worst) })}\n`);
