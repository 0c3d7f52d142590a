/** Level 0 of the validation, on scenarios drawn by lot. */
import { Random } from '../../lib/simulator/engine/random.js';
import { runScenario } from '../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../lib/simulator/scenario/schema.js';
import { Invariants } from './support/invariants.js';

const SCENARIOS = 30;

/** @param {number} seed */
function drawn(seed) {
  const random = new Random(seed, 5);
  const one = (/** @type {any[]} */ values) => values[random.integer(0, values.length - 1)];
  const rateKbps = one([1000, 5000, 50_000]);
  const delayMs = one([1, 20, 125]);
  const queue = one([
    {},
    { queuePackets: random.integer(2, 50) },
    { queueBytes: 20_000 },
    { policer: { rateKbps: rateKbps / 2, burstBytes: 20_000 } },
  ]);
  const slow = {
    delayMs,
    rateKbps,
    overheadBytes: one([0, 18]),
    ...queue,
    ...one([{}, { loss: 0.02 }, { burstLoss: { enter: 0.01, leave: 0.3 } }]),
  };
  const fast = { delayMs: 2, rateKbps: 100_000 };
  const host = () => ({
    profile: one(['linux-2026', 'linux-2010', 'bsd-1998']),
    tcp: one([
      {},
      { congestionControl: 'reno' },
      { sack: false },
      { receiveWindowBytes: 8000, maxReceiveWindowBytes: 8000 },
    ]),
  });
  const requests = Array.from({ length: 12 }, () => ({
    responseBytes: random.integer(1, 30_000),
    serverMs: random.integer(0, 20),
  }));
  const bulk = { kind: 'bulk', from: one(['client', 'server']), bytes: one([2000, 200_000]) };
  const http = { kind: 'http', connections: one([1, 4]), keepAlive: one([true, false]), requests };
  return {
    seed,
    path: one([
      [{ name: 'a', clientToServer: slow, serverToClient: slow }],
      [
        { name: 'a', clientToServer: fast, serverToClient: fast },
        { name: 'b', clientToServer: slow, serverToClient: slow },
      ],
    ]),
    hosts: { client: host(), server: host() },
    traffic: one([[bulk], [http], [bulk, bulk, http]]),
  };
}

test('packets are neither made nor lost, come in order and not before their time, and windows are kept', () => {
  let events = 0;
  for (let seed = 1; seed <= SCENARIOS; seed++) {
    const scenario = checkScenario(drawn(seed));
    const observer = new Invariants(scenario.path);
    const { links } = runScenario(scenario, { observer }).summary;
    expect([seed, observer.broken]).toEqual([seed, []]);
    for (const { clientToServer, serverToClient } of links) {
      for (const { sent, lost, policed, queueDrops, delivered, onTheWay } of [clientToServer, serverToClient]) {
        expect([seed, delivered + onTheWay]).toEqual([seed, sent - lost - policed - queueDrops]);
      }
    }
    events += observer.events;
  }
  expect(events).toBeGreaterThan(10_000);
});
