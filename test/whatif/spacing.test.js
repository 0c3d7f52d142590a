/** A sender that paces spaces its segments itself: their spacing is not the link's rate. */
import { whatIf } from '../../lib/whatif/predict.js';
import { workloadOf } from '../../lib/whatif/workload.js';
import { analysed, run } from '../simulator/support/run.js';

/** @param {{ pacing: boolean, rateKbps: number, bytes?: number, at?: string }} given */
function sent({ pacing, rateKbps, bytes = 100_000, at = 'server' }) {
  const { captures } = run({
    path: [{ name: 'path', clientToServer: { delayMs: 20 }, serverToClient: { delayMs: 20, rateKbps } }],
    hosts: { server: { tcp: { pacing } } },
    traffic: [{ kind: 'bulk', from: 'server', bytes }],
    taps: [{ at, snapLength: 100 }],
  });
  return workloadOf(analysed(captures[0].bytes).ingest, null);
}

test.each([100_000, 300_000])('%i paced bytes on a fast link: its rate is unknown, with a least', (bytes) => {
  const workload = sent({ pacing: true, rateKbps: 1_000_000, bytes });
  const { down, server, assumptions } = workload.conditions;
  expect([down.rateKbps, server.pacing]).toEqual([undefined, true]);
  expect(assumptions).toContainEqual(
    expect.stringMatching(/^The rate of the link server → client is unknown, [\d.]+ Mbit\/s at least, /),
  );
  expect(whatIf(workload, {}).replay.error).toBeLessThan(0.05);
});

test.each([true, false])('a burst that left closer than it came out shows the link’s rate (paced: %s)', (pacing) => {
  const { down } = sent({ pacing, rateKbps: 20_000 }).conditions;
  expect(Number(down.rateKbps)).toBeGreaterThan(16_000);
  expect(Number(down.rateKbps)).toBeLessThan(22_000);
});

test('where the sends are not seen, the rate is said to be the least', () => {
  const { assumptions } = sent({ pacing: true, rateKbps: 1_000_000, at: 'client' }).conditions;
  expect(assumptions.join()).toContain('the spacing of ACKs within trains, and more if the sender paces');
});
