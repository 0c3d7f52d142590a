/** A load and link of one's own: what is planned, what runs show, what is answered. */
import { CARRIER_NAMES } from '../../lib/simulator/applications/proxy/carriers.js';
import { answerOf } from '../../lib/studies/own-load/answer.js';
import { executed, ownLink } from '../../lib/studies/own-load/execute.js';
import { OWN_LOAD } from '../../lib/studies/own-load/own-load.js';
import { copiesOf, MAX_RUN_REQUESTS, planOf, secondsOf } from '../../lib/studies/own-load/plan.js';
import { readOwnSettings } from '../../lib/studies/own-load/settings.js';
import { LoadBuilder } from '../../lib/studies/workload/load.js';

/** @param {number} count @param {{ everySeconds?: number, responseBytes?: number }} [options] */
function loadOf(count, { everySeconds = 0.1, responseBytes = 20_000 } = {}) {
  const builder = new LoadBuilder();
  for (let index = 0; index < count; index++) {
    builder.add({ startSeconds: index * everySeconds, requestBytes: 400, responseBytes, serverSeconds: 0.05 });
  }
  return builder.load('a test', []);
}

/** @param {string[]} set @param {ReturnType<typeof loadOf>} [load] */
const givenOf = (set, load = loadOf(300)) => ({ load, settings: readOwnSettings(set) });

test('settings are read with their units, and what cannot be is named', () => {
  expect(readOwnSettings(['rate=10Mbit', 'delay=0.1s', 'buffer=none', 'connections=20,1', 'loss=1%'])).toMatchObject({
    rateKbps: 10_000,
    delayMs: 100,
    delayBackMs: null,
    bufferBytes: null,
    connections: [1, 20],
    loss: 0.01,
  });
  expect(() => readOwnSettings(['rate=10'])).toThrow('rate must have a unit');
  expect(() => readOwnSettings(['protocols=spdy'])).toThrow('protocols must be one of');
  expect(() => readOwnSettings(['connections=0'])).toThrow('connections must be 1 to 1000');
  expect(() => readOwnSettings(['other=1'])).toThrow('there is no setting "other"');
});

test('a buffer holds what the link carries in a round trip, unless set', () => {
  const link = ownLink(readOwnSettings(['rate=8Mbit', 'rate-back=80Mbit', 'delay=60ms', 'delay-back=40ms']));
  expect(link.serverToClient).toMatchObject({ rateBps: 8e6, delayNs: 60e6, queueBytes: 100_000 });
  expect(link.clientToServer).toMatchObject({ rateBps: 80e6, delayNs: 40e6, queueBytes: 1_000_000 });
});

test('loads are the busiest stretch, and as many at once as make shares of the link', () => {
  const given = givenOf(['rate=10Mbit']);
  expect(secondsOf(given)).toBe(30);
  const [first, ...more] = copiesOf(given, false);
  expect(first).toBe(1);
  expect(more.length).toBe(5);
  expect(more.at(-1)).toBe(7); // 1.6 Mbit/s each
  const tiny = givenOf(['rate=1Gbit', 'seconds=30'], loadOf(100_000, { everySeconds: 0.0003, responseBytes: 100 }));
  expect(copiesOf(tiny, false)).toEqual([1, Math.floor(MAX_RUN_REQUESTS / 100_000)]);
  const plan = planOf({ ...{ seed: 1, draft: true }, given });
  expect(new Set(plan.map(({ name }) => name)).size).toBe(plan.length);
  expect(plan.filter(({ parameters: { side } }) => side === 'own').length).toBe((1 + 4 * 4) * 3);
});

describe('a run', () => {
  const given = givenOf(['rate=10Mbit', 'seconds=20']);
  const run = (
    /** @type {import('../../lib/simulator/applications/proxy/carriers.js').CarrierName|null} */ carrier,
    connections = 6,
    asked = given,
  ) =>
    executed(
      { name: 'x', parameters: { side: 'own', carrier, connections: carrier ? connections : 0, copies: 1 } },
      { seed: 1, given: asked },
    );

  test('each protocol answers all, sooner than a connection for each request', () => {
    const without = run(null);
    expect(without.unfinished).toBe(0);
    expect(without.sampled).toBeGreaterThan(150);
    for (const carrier of CARRIER_NAMES) {
      const measures = run(carrier);
      expect(measures.unfinished).toBe(0);
      expect(measures.sampled).toBe(without.sampled);
      expect(Number(measures.latencySeconds)).toBeLessThan(Number(without.latencySeconds) - 0.1);
      expect(Number(measures.latencySeconds)).toBeGreaterThan(0.05 + 0.12); // the server's time, a round trip
    }
  });

  test('HTTP/1.1 has a request at a time on a connection; the others share one', () => {
    expect(Number(run('http/1.1', 1).latencySeconds)).toBeGreaterThan(5 * Number(run('mux', 1).latencySeconds));
  });

  test('where packets are lost, HTTP/3 holds fewer responses up than HTTP/2 over one connection', () => {
    const load = loadOf(300, { everySeconds: 0.05, responseBytes: 4000 });
    const lossy = givenOf(['rate=10Mbit', 'seconds=15', 'loss=1%'], load);
    const [two, three] = [run('http/2', 1, lossy), run('http/3', 1, lossy)];
    expect([two.unfinished, three.unfinished]).toEqual([0, 0]);
    expect(Number(three.latencySeconds)).toBeLessThan(Number(two.latencySeconds));
  });

  test('only so many requests are measured as are asked for', () => {
    expect(run('mux', 6, givenOf(['rate=10Mbit', 'seconds=20', 'sample=42'])).sampled).toBe(42);
  });

  test('the answer says yes or no, and the tables have every run', () => {
    const asked = givenOf(['rate=10Mbit', 'seconds=20', 'protocols=mux', 'connections=1,6']);
    const options = { seed: 1, draft: true, given: asked };
    const plan = OWN_LOAD.plan(options).filter(({ parameters: { copies, side } }) => copies === 1 && side === 'own');
    const results = plan.map((one) => ({ run: one, values: executed(one, options) }));
    const { summary, tables, figures } = OWN_LOAD.conclude(results, options);
    expect(summary[0]).toMatch(/Yes, aggregate: .* with MUX, \d connections?, .* less/);
    expect(tables.map(({ rows }) => rows.length)).toEqual([3, 3]);
    expect(figures.map(({ id }) => id)).toContain('own-latency');
  });
});

test('a proxy that gains nothing is not recommended', () => {
  const point = {
    ...{ side: /** @type {const} */ ('own'), copies: 1, requests: 1, presentedPackets: 1, presentedBytes: 1 },
    ...{ toNzBps: 1, toUsBps: 1, queueToNzMean: 1, queueToNzPeak: 1, queueToUsMean: 1, queueToUsPeak: 1, open: 1 },
    ...{ latency95Seconds: 2, serverSeconds: 0.5, sampled: 5, unfinished: 0, packets: 1 },
    ...{ presentedMbps: 1, toClientsMbps: 1, backMbps: 1 },
  };
  const answer = (/** @type {number} */ latencySeconds) =>
    answerOf(
      [
        { ...point, carrier: null, connections: 0, latencySeconds: 1 },
        { ...point, carrier: 'http/1.1', connections: 6, latencySeconds },
        { ...point, carrier: 'mux', connections: 6, latencySeconds: latencySeconds + 0.001 },
      ],
      10,
    )[0];
  expect(answer(0.97)).toMatch(/No: .*gains next to nothing/);
  expect(answer(1.4)).toMatch(/40 % more/);
  expect(answer(0.5)).toMatch(/Yes, aggregate: .* with MUX, 6 connections/); // as good, and takes more load
});
