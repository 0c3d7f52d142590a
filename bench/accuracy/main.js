/**
 * npm run accuracy
 *
 * Holds what is inferred of senders and paths to what the sending kernel logged (../shared/pcaps/truth), and what other
 * stacks did (../shared/pcaps/stacks), and writes the tables into docs/metrics.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { limitRows, pathRows, senderRows } from './figures.js';
import { scoredDirections, SETS, whatIsMissing } from './scenarios.js';
import { HELD_OUT, STACK_COLUMNS, stackRows } from './stacks.js';

const METRICS = fileURLToPath(new URL('../../docs/metrics.md', import.meta.url));
const BEGIN = '<!-- npm run accuracy -->';
const END = '<!-- end of npm run accuracy -->';

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const missing = whatIsMissing();
if (missing === null) await renew();
else process.stderr.write(`${missing} The tables in docs/metrics.md are left as they are.\n`);

async function renew() {
  const all = await scoredOf(SETS.linux);
  const others = await scoredOf(SETS.others);
  const captures = new Set(all.map(({ path }) => path)).size;
  const text = [
    `${all.length} directions of ${captures} captures; away from the sender, the scorer allows a constant time offset.`,
    table(['the sender', 'at the sender', 'middle', 'receiver'], senderRows(all)),
    table(['true limit', 'seconds', 'share correct'], limitRows(all)),
    table(['the path', 'correct'], pathRows(all)),
    "By the sender's stack. The stacks define the window in recovery differently.",
    table(STACK_COLUMNS, stackRows(all, others)),
    HELD_OUT,
  ].join('\n\n');
  const before = readFileSync(METRICS, 'utf8');
  const from = before.indexOf(BEGIN);
  const to = before.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/metrics.md lacks the lines "${BEGIN}" and "${END}"`);
  writeFileSync(METRICS, `${before.slice(0, from)}${BEGIN}\n${text}\n${before.slice(to)}`);
  process.stdout.write(`${text}\n`);
}

/** @param {string} set */
async function scoredOf(set) {
  /** @type {import('./scenarios.js').Scored[]} */
  const all = [];
  for await (const scored of scoredDirections(set)) all.push(scored);
  return all;
}
