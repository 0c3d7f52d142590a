/** Losses of a replay: a queue's own, or the same bytes again, never both. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { VERDICT } from '../../lib/transport/verdict.js';
import { countOf, lostBytes, MAX_REPEATED_LOSSES } from '../../lib/whatif/losses.js';
import { UnpredictableError, whatIf } from '../../lib/whatif/predict.js';
import { Replays } from '../../lib/whatif/replays.js';
import { workloadOf } from '../../lib/whatif/workload.js';
import { analysed, run } from '../simulator/support/run.js';
import { describeShared } from '../support/shared.js';

/**
 * A download over a path of the simulator's.
 * @param {{ link: object, bytes?: number, seed?: number, congestionControl?: string, client?: object }} given
 */
function downloaded({ link, bytes = 1_500_000, seed = 1, congestionControl = 'cubic', client = {} }) {
  const { captures, summary } = run({
    seed,
    path: [{ name: 'path', clientToServer: { delayMs: 20 }, serverToClient: { delayMs: 20, ...link } }],
    hosts: { client: { tcp: client }, server: { tcp: { congestionControl } } },
    traffic: [
      {
        kind: 'dialogue',
        turns: [
          { from: 'client', bytes: 200 },
          { from: 'server', bytes, after: 200 },
        ],
      },
    ],
    taps: [{ at: 'server', snapLength: 100 }],
  });
  return { workload: workloadOf(analysed(captures[0].bytes).ingest, null), link: summary.links[0].serverToClient };
}

/** @param {import('../../lib/whatif/workload.js').Workload} workload the account of losses that stands */
function chosen(workload) {
  const replays = new Replays(workload);
  const steps = replays.make({}, { isDraft: false });
  while (!steps.next().done);
  return replays.workload.conditions.down;
}

describe.each(['cubic', 'reno'])('%s', (congestionControl) => {
  test.each([20_000, 40_000, 64_000])('a drop-tail queue of %i bytes loses by itself in the replay', (queueBytes) => {
    const { workload, link } = downloaded({ link: { rateKbps: 10_000, queueBytes }, congestionControl });
    expect(link.queueDrops).toBeGreaterThan(0);
    expect(whatIf(workload, {}).replay.error).toBeLessThan(0.15);
    const { dropBytes, loss, queueBytes: modelled } = chosen(workload);
    expect([loss, dropBytes === undefined || modelled === undefined]).toEqual([undefined, true]);
  });

  test.each([1, 2, 3, 4])('losses by chance are lost again, bytes and all (draw %i)', (seed) => {
    const { workload, link } = downloaded({ link: { rateKbps: 10_000, loss: 0.01 }, seed, congestionControl });
    expect(link.lost).toBeGreaterThan(3);
    expect(whatIf(workload, {}).replay.error).toBeLessThan(0.15);
    expect(whatIf(workload, {}).prediction.low).toBe(whatIf(workload, {}).prediction.high);
  });
});

test('where the likelier account replays too far off, the other one stands if it is nearer', () => {
  const { workload } = downloaded({ link: { rateKbps: 10_000, queueBytes: 20_000 } });
  const [queued, repeated] = [workload.conditions, workload.conditions.otherwise];
  expect([queued.down.queueBytes, repeated?.down.dropBytes]).toEqual([expect.any(Number), expect.any(Map)]);
  const misjudged = {
    ...workload,
    conditions: { ...queued, down: { ...queued.down, loss: 0.05 }, otherwise: { ...queued, otherwise: null } },
  };
  expect(chosen(misjudged)).toEqual(queued.down);
  expect(chosen(workload)).toEqual(queued.down);
});

test('what was set to be lost takes the place of what was', () => {
  const { workload } = downloaded({ link: { rateKbps: 10_000, loss: 0.01 } });
  const none = whatIf(workload, { loss: 0 }).prediction;
  const many = whatIf(workload, { loss: 0.05 }).prediction;
  expect(none.seconds).toBeLessThan(whatIf(workload, {}).prediction.seconds);
  expect([none.low === none.high, many.low < many.high]).toEqual([true, true]);
});

test('of very many losses the first are repeated', () => {
  const count = MAX_REPEATED_LOSSES + 5;
  const packets = /** @type {any} */ ({
    count,
    direction: new Uint8Array(count).fill(1),
    length: new Uint32Array(count).fill(1),
    seqOffset: Float64Array.from({ length: count }, (_, i) => count - i),
    endOffset: Float64Array.from({ length: count }, (_, i) => count - i + 1),
    verdict: new Uint8Array(count).fill(VERDICT.RETRANSMISSION),
    judgement: new Uint8Array(count),
  });
  const lost = lostBytes([packets, packets], 1, 1448);
  expect([countOf(lost), [...lost.keys()]]).toEqual([2 * MAX_REPEATED_LOSSES, [0, 1]]);
  expect(lost.get(0)?.slice(0, 2)).toEqual([6, 7]);
  expect(lostBytes([packets], 0, 1448).size).toBe(0);
});

describeShared('recorded Linux, short queues and random loss', 'pcaps/truth', (folder) => {
  const names = readdirSync(folder).filter((name) =>
    /^bulk-(cubic|reno)-\d+ms-(q025bdp|rand1)-(up|down)\.pcap\.gz$/.test(name),
  );

  test('at least ten of twelve replay within 15 %, and the others predict nothing', () => {
    const errors = names.map((name) => {
      try {
        return whatIf(workloadOf(analysed(gunzipSync(readFileSync(`${folder}/${name}`))).ingest, null), {}).replay
          .error;
      } catch (error) {
        expect(error).toBeInstanceOf(UnpredictableError);
        return Infinity;
      }
    });
    expect(errors).toHaveLength(12);
    expect(errors.filter((error) => error <= 0.15).length).toBeGreaterThanOrEqual(10);
  });
});

test.each([1, 2])(
  'a receiver that acknowledges every %i segments is known as such though segments are lost',
  (every) => {
    for (const loss of [0, 0.01, 0.03]) {
      const { workload } = downloaded({
        link: { rateKbps: 10_000, loss },
        seed: 3,
        client: { delayedAckSegments: every },
      });
      expect([loss, workload.conditions.client.delayedAckSegments]).toEqual([loss, every]);
    }
  },
);
