/** When requests were made and answered, as replays have it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { InOrder } from '../../lib/whatif/in-order.js';
import { whatIfCapture, whatIfDrawn } from '../../lib/whatif/predict.js';
import { workloadOf } from '../../lib/whatif/workload.js';
import { analysed, run } from '../simulator/support/run.js';
import fc from '../support/properties.js';

const SCENARIO = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../fixtures/scenarios/page-http11.json', import.meta.url)), 'utf8'),
);
const [{ objects }] = SCENARIO.traffic;
const way = { delayMs: 40, rateKbps: 10_000 };

/** @param {object} page @param {object} [link] @param {'client'|'server'} [at] */
function loaded(page, link = {}, at = 'client') {
  return run({
    ...SCENARIO,
    path: [{ name: 'path', clientToServer: way, serverToClient: { ...way, ...link } }],
    traffic: [{ kind: 'page', objects, ...page }],
    taps: [{ at }],
  });
}

test.each(['http/1.0', 'http/1.1', 'mux', 'http/2'])(
  'a replay of a page over %s says what it said at the times that were observed',
  (protocol) => {
    const {
      captures,
      summary: { transfers },
    } = loaded({ protocol });
    const { waterfall } = whatIfDrawn(workloadOf(analysed(captures[0].bytes).ingest, null), {});
    const start = Math.min(...transfers.map(({ asked = 0 }) => asked));
    expect(waterfall?.names.sort()).toEqual(
      objects.map((/** @type {any} */ _, /** @type {number} */ id) => `/${id}`).sort(),
    );
    const ends = transfers.map(({ end }) => end).sort((a, b) => a - b);
    waterfall?.replayed
      .map((times) => Number(times[3]))
      .sort((a, b) => a - b)
      .forEach((end, i) => {
        // The client may open a connection first: the capture's time 0 is its first byte of data.
        expect(Math.abs(end - (ends[i] - start - 0.08))).toBeLessThan(0.05);
      });
  },
);

test('asked anew, no answer begins before a round trip, and requests wait for connections', () => {
  const workload = workloadOf(analysed(loaded({ protocol: 'http/1.1' }).captures[0].bytes).ingest, null);
  const { waterfall } = whatIfDrawn(workload, { protocol: 'http/1.1', connections: 1 });
  const rows = waterfall?.predicted ?? [];
  for (const [ready, asked, first, end] of rows.map((times) => times.map(Number))) {
    expect(asked).toBeGreaterThanOrEqual(ready);
    expect(first - asked).toBeGreaterThan(0.0795);
    expect(end).toBeGreaterThanOrEqual(first);
  }
  expect(rows.some(([ready, asked]) => Number(asked) > Number(ready) + 0.2)).toBe(true);
});

test('with another round trip each request that was made as it was takes that much longer', () => {
  const workload = workloadOf(analysed(loaded({ protocol: 'http/2' }).captures[0].bytes).ingest, null);
  const { waterfall } = whatIfDrawn(workload, { rttMs: 180 });
  waterfall?.predicted.forEach((times, row) =>
    expect(Number(times[2]) - Number(times[1])).toBeGreaterThan(
      Number(waterfall.replayed[row][2]) - Number(waterfall.replayed[row][1]) + 0.09,
    ),
  );
});

test('what is lost comes when it has been retransmitted', () => {
  const { captures } = loaded({ protocol: 'http/1.1' }, { dropData: [3] });
  const { waterfall, replay } = whatIfDrawn(workloadOf(analysed(captures[0].bytes).ingest, null), {});
  expect(replay.error).toBeLessThan(0.05);
  expect(waterfall?.replayed.flat().every((seconds) => seconds !== null && seconds >= 0)).toBe(true);
});

test('a capture without requests has no waterfall', () => {
  const { captures } = run({
    path: [{ name: 'path', clientToServer: way, serverToClient: way }],
    traffic: [{ kind: 'bulk', from: 'server', bytes: 50_000 }],
    taps: [{ at: 'client' }],
  });
  expect(whatIfDrawn(workloadOf(analysed(captures[0].bytes).ingest, null), { rttMs: 100 }).waterfall).toBeNull();
});

test.each(/** @type {const} */ (['client', 'server']))(
  'the replay as a capture, taken at the %s as the first was, takes as long as was said',
  (at) => {
    const workload = workloadOf(analysed(loaded({ protocol: 'http/1.1' }, {}, at).captures[0].bytes).ingest, null);
    const settings = { rttMs: 150 };
    const again = workloadOf(analysed(whatIfCapture(workload, settings)).ingest, null);
    expect(again.seconds).toBeCloseTo(whatIfDrawn(workload, settings).prediction.seconds, 5);
    expect(again.conditions.rttMs).toBeCloseTo(150, 0);
    const asked = workloadOf(analysed(whatIfCapture(workload, { protocol: 'http/2' })).ingest, null);
    expect([asked.page?.protocol, asked.page?.objects.length]).toEqual(['http/2', objects.length]);
  },
);

test('bytes count up to the first gap, whatever order they come in', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 10 })), { maxLength: 40 }), (stretches) => {
      const order = new InOrder();
      const has = new Set();
      for (const [from, length] of stretches) {
        for (let at = from; at < from + length; at++) has.add(1 + at);
        let next = 1;
        while (has.has(next)) next++;
        expect(order.add(1 + from, 1 + from + length)).toBe(next);
      }
    }),
  );
});
