/**
 * The analyser against what the simulator knows, on scenarios drawn by lot, at both ends and between:
 * `npm run accuracy:simulated` does more of them.
 */
import { drawn } from '../../bench/accuracy/simulated/draw.js';
import { countLimits } from '../../bench/accuracy/simulated/limits.js';
import { countRoundTrips, noRoundTrips } from '../../bench/accuracy/simulated/round-trips.js';
import { simulated } from '../../bench/accuracy/simulated/run.js';
import { countVerdicts } from '../../bench/accuracy/simulated/verdicts.js';

const SCENARIOS = 25;
const PLACES = ['sender', 'middle', 'receiver'];

test('verdicts, round trips and limits are what the senders did and knew', () => {
  /** @type {Record<string, import('../../bench/accuracy/simulated/verdicts.js').VerdictCounts>} */
  const verdicts = {};
  /** @type {Record<string, import('../../bench/accuracy/simulated/limits.js').LimitCounts>} */
  const limits = {};
  const roundTrips = noRoundTrips();
  for (let seed = 1; seed <= SCENARIOS; seed++) {
    const truth = simulated(drawn(seed));
    expect([seed, truth.complete]).toEqual([seed, true]);
    for (const tap of truth.taps) {
      expect(tap.analysis.ingest.describe().warnings).toEqual([]);
      expect(tap.passed.length).toBe(tap.analysis.ingest.describe().packets);
      countVerdicts(truth, tap, verdicts);
      countRoundTrips(tap, roundTrips);
      countLimits(truth, tap, limits);
    }
  }
  for (const place of PLACES) {
    const { segments, right, retransmissions, kindRight, needTold, needRight } = verdicts[place];
    const { shares } = limits[place];
    expect(retransmissions).toBeGreaterThan(100);
    expect(right / segments).toBeGreaterThanOrEqual(0.99);
    expect(kindRight / retransmissions).toBeGreaterThanOrEqual(place === 'sender' ? 0.98 : 0.85);
    expect(needRight).toBe(needTold);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.9);
  }
  expect(roundTrips.samples).toBeGreaterThan(4000);
  expect(roundTrips.exact).toBe(roundTrips.samples);
  expect(roundTrips.taken / roundTrips.possible).toBeGreaterThan(0.95);
}, 120_000);
