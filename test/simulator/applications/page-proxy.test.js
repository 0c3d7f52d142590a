/** Pages that go through two proxies. */
import { checkScenario } from '../../../lib/simulator/scenario/schema.js';
import { run } from '../support/run.js';

const link = (/** @type {string} */ name, /** @type {number} */ delayMs) => ({
  name,
  clientToServer: { delayMs, rateKbps: 10_000 },
  serverToClient: { delayMs, rateKbps: 10_000 },
});
const PATH = [link('between', 35), link('servers', 5)];
const OBJECTS = [
  { responseBytes: 20_000, serverMs: 30 },
  ...Array.from({ length: 20 }, (_, i) => ({
    responseBytes: 1 + i * 1500,
    serverMs: 10,
    origin: `s${i % 3}.example.net`,
    after: [{ object: 0, when: 'bytes', bytes: 500 * i + 1 }],
  })),
  { responseBytes: 3000, serverMs: 50, after: [{ object: 20 }], gapMs: 25 },
];

/** @param {object} page */
const loaded = (page) =>
  run({
    path: PATH,
    traffic: [
      { kind: 'page', protocol: 'http/1.1', objects: OBJECTS, proxy: { connections: 2 }, startMs: 200, ...page },
    ],
    taps: [{ at: 'client' }],
  }).summary;

test.each(['http/1.0', 'http/1.1', 'mux', 'http/2'])(
  'all objects of a page over %s come through them, none before it can',
  (protocol) => {
    const { complete, transfers } = loaded({ protocol });
    const byName = new Map(transfers.map((transfer) => [transfer.name, transfer]));
    expect([complete, transfers.length]).toEqual([true, OBJECTS.length]);
    OBJECTS.forEach(({ serverMs, responseBytes }, id) => {
      const { seconds, bytes } = /** @type {{ seconds: number, bytes: number }} */ (byName.get(`/${id}`));
      // The far proxy opens a connection to the server first: 10 ms more than the round trip.
      expect(seconds).toBeGreaterThanOrEqual((80 + 10 + serverMs) / 1e3 + (responseBytes * 8) / 10e6);
      expect(bytes).toBe(responseBytes);
    });
    expect(Number(byName.get('/21')?.start)).toBeCloseTo(Number(byName.get('/20')?.end) + 0.025, 9);
  },
);

test('a client has no more requests under way than its connections let it', () => {
  const most = (/** @type {object} */ page) => {
    const { transfers } = loaded({
      objects: Array.from({ length: 30 }, () => ({ responseBytes: 4000, serverMs: 10 })),
      ...page,
    });
    const ends = transfers.map(({ end }) => end).sort((a, b) => a - b);
    return ends[ends.length - 1];
  };
  expect(most({ connections: 1 })).toBeGreaterThan(30 * 0.1);
  expect(most({ connections: 6 })).toBeGreaterThan(5 * 0.1);
  expect(most({ connections: 1, pipelining: 30 })).toBeLessThan(0.5);
});

test('what stays open is opened once, and the same seed gives the same page', () => {
  const flows = new Set(loaded({}).transfers.map(({ flow }) => flow));
  expect([...flows].sort()).toEqual([0, 1]);
  expect(loaded({}).fingerprint).toBe(loaded({}).fingerprint);
});

test('a place that is not on the path is refused by name', () => {
  const scenario = (/** @type {object} */ proxy, path = PATH) => ({
    path,
    traffic: [{ kind: 'page', protocol: 'http/2', objects: [{ responseBytes: 1 }], proxy }],
  });
  expect(() => checkScenario(scenario({ connections: 1, at: 'servers' }))).toThrow('traffic[0].proxy.at');
  expect(() => checkScenario(scenario({ connections: 0 }))).toThrow('traffic[0].proxy.connections');
  expect(() => checkScenario(scenario({ connections: 1 }, [PATH[0]]))).toThrow('two links');
  expect(checkScenario(scenario({ connections: 1, at: 'between' })).traffic).toMatchObject([
    { proxy: { connections: 1, at: 'between' } },
  ]);
});
