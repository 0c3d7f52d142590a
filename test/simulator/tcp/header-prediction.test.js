/**
 * What most segments are is dealt with in a straight line, but not where somebody observes the ends: both ways must do
 * the same.
 */
import { runScenario } from '../../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../../lib/simulator/scenario/schema.js';
import fc from '../../support/properties.js';

const RUNS = 60;
const HOSTS = ['linux-2026', 'linux-2010', 'bsd-1998'];

const host = fc.record({
  profile: fc.constantFrom(...HOSTS),
  tcp: fc.constantFrom(
    {},
    { sack: false },
    { timestamps: false },
    { nagle: true },
    { pacing: true },
    { receiveWindowBytes: 8000, maxReceiveWindowBytes: 8000 },
  ),
});
const link = fc
  .record({
    delayMs: fc.constantFrom(1, 40),
    rateKbps: fc.constantFrom(2000, 20_000),
    rough: fc.constantFrom(
      {},
      { queuePackets: 8 },
      { loss: 0.03 },
      { burstLoss: { enter: 0.01, leave: 0.3 } },
      { reorder: { share: 0.05, delayMs: 8 } },
      { duplicate: 0.05 },
    ),
  })
  .map(({ rough, ...rest }) => ({ ...rest, ...rough }));
const bulk = fc.record({
  kind: fc.constant('bulk'),
  from: fc.constantFrom('client', 'server'),
  bytes: fc.integer({ min: 1, max: 150_000 }),
  reader: fc.option(fc.constant({ bytes: 5000, everyMs: 20 }), { nil: undefined }),
  reset: fc.option(fc.boolean(), { nil: undefined }),
});
const http = fc.record({
  kind: fc.constant('http'),
  connections: fc.constantFrom(1, 3),
  keepAlive: fc.boolean(),
  requests: fc.array(fc.record({ responseBytes: fc.integer({ min: 1, max: 20_000 }), serverMs: fc.nat(30) }), {
    minLength: 1,
    maxLength: 8,
  }),
});

test('whoever observes the ends sees the run that there is without', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.nat(1e6),
        client: host,
        server: host,
        there: link,
        back: link,
        traffic: fc.array(fc.oneof(bulk, http), { minLength: 1, maxLength: 2 }),
      }),
      (drawn) => {
        const { seed, client, server, there, back, traffic } = JSON.parse(JSON.stringify(drawn));
        const scenario = checkScenario({
          seed,
          durationSeconds: 60,
          hosts: { client, server },
          path: [{ name: 'path', clientToServer: there, serverToClient: back }],
          traffic,
        });
        let observed = 0;
        const observer = {
          observe: () => {
            observed++;
          },
          noteDropped: () => undefined,
        };
        const { summary } = runScenario(scenario, { withTruth: false });
        expect(runScenario(scenario, { observer }).summary).toEqual(summary);
        expect(observed).toBeGreaterThan(0);
      },
    ),
    { numRuns: RUNS, seed: 7 },
  );
});
