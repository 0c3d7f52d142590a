/**
 * What-if between captures of real programs: the same objects loaded in three ways over one link (fixtures/path), each
 * way predicted from another.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { whatIf } from '../../lib/whatif/predict.js';
import { workloadOf } from '../../lib/whatif/workload.js';
import { analysed } from '../simulator/support/run.js';

const recorded = (/** @type {string} */ name) =>
  workloadOf(
    analysed(readFileSync(fileURLToPath(new URL(`../../fixtures/pcaps/path-${name}.pcap`, import.meta.url)))).ingest,
    null,
  );
const WAYS = /** @type {const} */ ({
  'keep-alive': { connections: 1, pipelining: 1 },
  pipelined: { connections: 1, pipelining: 12 },
  six: { connections: 6, pipelining: 1 },
});
const loads = { 'keep-alive': recorded('keep-alive'), pipelined: recorded('pipelined'), six: recorded('six') };

test('the captures are of the same objects, loaded in three ways', () => {
  for (const [name, { page }] of Object.entries(loads)) {
    const { connections, pipelining } = WAYS[/** @type {keyof typeof WAYS} */ (name)];
    expect([page?.objects.length, page?.connections, page?.pipelining]).toEqual([12, connections, pipelining]);
  }
});

test.each(
  /** @type {const} */ ([
    ['keep-alive', 'pipelined'],
    ['pipelined', 'keep-alive'],
    ['keep-alive', 'six'],
    ['six', 'keep-alive'],
    ['six', 'pipelined'],
  ]),
)('from %s to %s within 15 %%', (from, to) => {
  const { prediction, replay } = whatIf(loads[from], WAYS[to]);
  expect(replay.error).toBeLessThan(0.1);
  expect(Math.abs(prediction.seconds / Number(loads[to].page?.seconds) - 1)).toBeLessThan(0.15);
});
