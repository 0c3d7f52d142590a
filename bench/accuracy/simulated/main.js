/**
 * npm run accuracy:simulated [-- --scenarios 200] [--first 1]
 *
 * Holds the analyser to what the simulator knows, on scenarios drawn by lot and at three taps of each, and writes the
 * tables into docs/simulator.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { drawn } from './draw.js';
import { countLimits } from './limits.js';
import { PacketChecks } from './packet-checks.js';
import { countRoundTrips, noRoundTrips } from './round-trips.js';
import { simulated } from './run.js';
import { countVerdicts } from './verdicts.js';

const DOCUMENT = fileURLToPath(new URL('../../../docs/simulator.md', import.meta.url));
const BEGIN = '<!-- npm run accuracy:simulated -->';
const END = '<!-- end of npm run accuracy:simulated -->';
const PLACES = /** @type {const} */ (['sender', 'middle', 'receiver']);
const SCENARIOS = 200;

const { values: options } = parseArgs({
  options: { scenarios: { type: 'string', default: String(SCENARIOS) }, first: { type: 'string', default: '1' } },
});
const first = Number(options.first);
const scenarios = Number(options.scenarios);

/** @type {Record<string, import('./verdicts.js').VerdictCounts>} */
const verdicts = {};
/** @type {Record<string, import('./limits.js').LimitCounts>} */
const limits = {};
const roundTrips = noRoundTrips();
const checks = new PacketChecks();
let connections = 0;
let warnings = 0;
let incomplete = 0;

for (let seed = first; seed < first + scenarios; seed++) {
  const truth = simulated(drawn(seed));
  incomplete += truth.complete ? 0 : 1;
  for (const tap of truth.taps) {
    warnings += tap.analysis.ingest.describe().warnings.length;
    connections += tap.analysis.connections.count;
    checks.add(tap.at, tap.bytes, tap.passed.length);
    countVerdicts(truth, tap, verdicts);
    countRoundTrips(tap, roundTrips);
    countLimits(truth, tap, limits);
  }
}

/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole === 0 ? '–' : (part / whole).toFixed(4));
/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** @param {string} name @param {(place: typeof PLACES[number]) => string} of */
const row = (name, of) => [name, ...PLACES.map(of)];
/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const rows = [
  row('segments judged', (place) => String(verdicts[place].segments)),
  row('… verdict correct', (place) => share(verdicts[place].right, verdicts[place].segments)),
  row('retransmissions', (place) => String(verdicts[place].retransmissions)),
  row('… kind correct', (place) => share(verdicts[place].kindRight, verdicts[place].retransmissions)),
  row('… necessary or spurious: correct', (place) => share(verdicts[place].needRight, verdicts[place].needTold)),
  row('directions with data', (place) => String(limits[place].shares.length)),
  row("… limits correct, share of each direction's time, mean", (place) => mean(limits[place].shares).toFixed(3)),
  row('… share of their total time', (place) => share(limits[place].right, limits[place].seconds)),
];
const trueLimits = [...new Set(PLACES.flatMap((place) => Object.keys(limits[place].cells)))].map((limit) =>
  row(`… … for \`${limit}\``, (place) => {
    const cells = limits[place].cells[limit] ?? {};
    const seconds = Object.values(cells).reduce((sum, value) => sum + value, 0);
    const [[most, part]] = Object.entries(cells).sort(([, a], [, b]) => b - a);
    return `${share(part, seconds)} \`${most}\``;
  }),
);
const text = [
  `${scenarios} scenarios (seeds ${first} to ${first + scenarios - 1}), ${connections} connections at three taps each, ${incomplete} not finished in time. Warnings from Selfclock: ${warnings}. ${checks.verdict()}`,
  `Round trips at all taps: ${roundTrips.samples} samples, ${roundTrips.exact} exact to the nanosecond; ${share(roundTrips.taken, roundTrips.possible)} of the acknowledgements of segments sent once have a sample.`,
  table(['', 'at the sender', 'middle', 'receiver'], [...rows, ...trueLimits]),
].join('\n\n');
process.stdout.write(`${text}\n`);
if (scenarios === SCENARIOS && first === 1) writeDocument();

function writeDocument() {
  const before = readFileSync(DOCUMENT, 'utf8');
  const from = before.indexOf(BEGIN);
  const to = before.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/simulator.md lacks the lines "${BEGIN}" and "${END}"`);
  writeFileSync(DOCUMENT, `${before.slice(0, from)}${BEGIN}\n${text}\n${before.slice(to)}`);
}
