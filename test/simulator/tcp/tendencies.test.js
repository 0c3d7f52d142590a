/**
 * Level 8 of the validation: what was published of one multiplexed connection against six (Wang et al., How speedy is
 * SPDY?, NSDI 2014), by sign: it wins without loss where round trips are long, and loses to six under loss, the more so
 * the larger the objects.
 */
import { runScenario } from '../../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../../lib/simulator/scenario/schema.js';

const SMALL = { count: 40, bytes: 12_000 };
const LARGE = { count: 12, bytes: 300_000 };
const SEEDS = 7;

/** @typedef {{ rttMs: number, loss: number, objects: { count: number, bytes: number } }} Conditions */

/**
 * @param {object} how
 * @param {Conditions} conditions
 * @param {number} seed
 * @returns {number} seconds to the last object's end
 */
function pageSeconds(how, { rttMs, loss, objects: { count, bytes } }, seed) {
  const way = { delayMs: rttMs / 2, rateKbps: 20_000 };
  const objects = Array.from({ length: count }, () => ({ requestBytes: 400, responseBytes: bytes, serverMs: 5 }));
  const { summary } = runScenario(
    checkScenario({
      seed,
      path: [{ name: 'path', clientToServer: way, serverToClient: { ...way, loss } }],
      traffic: [{ kind: 'page', ...how, objects }],
    }),
    { withTruth: false },
  );
  return Math.max(...summary.transfers.map(({ end }) => end));
}

/** Medians over seeds: the time over one connection by that over six. @param {Conditions} conditions */
function oneBySix(conditions) {
  const seeds = Array.from({ length: conditions.loss > 0 ? SEEDS : 1 }, (_, index) => index + 1);
  const median = (/** @type {object} */ how) =>
    seeds.map((seed) => pageSeconds(how, conditions, seed)).sort((a, b) => a - b)[seeds.length >> 1];
  return (
    median({ protocol: 'http/2', http2: { streamWindowBytes: 2 ** 20 } }) /
    median({ protocol: 'http/1.1', connections: 6 })
  );
}

test.each([[50], [250]])('small objects, %i ms, no loss: one multiplexed connection is faster', (rttMs) => {
  expect(oneBySix({ rttMs, loss: 0, objects: SMALL })).toBeLessThan(0.95);
});

test.each([[50], [250]])(
  'large objects, %i ms: one connection keeps up without loss, and is slower under it',
  (rttMs) => {
    expect(oneBySix({ rttMs, loss: 0, objects: LARGE })).toBeLessThan(1.1);
    expect(oneBySix({ rttMs, loss: 0.01, objects: LARGE })).toBeGreaterThan(2);
  },
);

test('the more is lost, the less one connection is worth', () => {
  const ratios = [0, 0.01, 0.02].map((loss) => oneBySix({ rttMs: 250, loss, objects: SMALL }));
  expect(ratios[1]).toBeGreaterThan(ratios[0]);
  expect(ratios[2]).toBeGreaterThan(Math.max(ratios[1], 1));
});
