import { bottleneckRate, queuedRows } from '../../../lib/insight/path/bottleneck.js';
import { bufferSize, lossPattern } from '../../../lib/insight/path/losses.js';
import { policer } from '../../../lib/insight/path/policer.js';
import { queueOf } from '../../../lib/insight/path/queue.js';
import { rateChange } from '../../../lib/insight/path/rate-changes.js';
import { inferred, notObservable } from '../../../lib/insight/sender/inferred-value.js';
import { LIMIT } from '../../../lib/insight/sender/limits.js';
import { ratesOf } from '../../../lib/insight/sender/rates.js';
import { ConnectionPackets } from '../../../lib/tcpflow/connection/connection-packets.js';
import { Bursts, TRIGGER } from '../../../lib/transport/bursts.js';
import { judgement, KIND, VERDICT } from '../../../lib/transport/verdict.js';

const MS = 1e6;
const MSS = 1460;
const RTT_NS = 40 * MS;

/** @param {number} count @param {(k: number) => number} rttMs one each millisecond */
const samples = (count, rttMs) => ({
  count,
  timeNs: Float64Array.from({ length: count }, (_, k) => k * MS),
  rttNs: Float64Array.from({ length: count }, (_, k) => rttMs(k) * MS),
});

/**
 * Acknowledgements of one segment each, every `stepMs(k)`.
 * @param {number} count
 * @param {(k: number) => number} stepMs
 */
function clocked(count, stepMs) {
  const bursts = new Bursts(count);
  for (let k = 0, atMs = 0; k < count; k++, atMs += stepMs(k)) {
    const b = bursts.count++;
    bursts.startNs[b] = bursts.endNs[b] = atMs * MS;
    bursts.trigger[b] = TRIGGER.ACK;
    bursts.delivered[b] = bursts.sent[b] = bursts.sentNew[b] = 1;
    bursts.pipeAfter[b] = 20;
  }
  return bursts;
}

test('the shortest round trip is the path, what is above it the queue; few samples, or a queue that never drains, make it less sure', () => {
  const { baseRttNs, delaySummary, delay } = queueOf(samples(100, (k) => 40 + (k % 20)));
  expect([baseRttNs, delaySummary.value?.mostNs, delay.delayNs[5]]).toEqual([
    { value: 40 * MS, confidence: 0.9, reason: null },
    19 * MS,
    5 * MS,
  ]);
  expect(queueOf(samples(3, () => 40)).baseRttNs).toMatchObject({ confidence: 0.5, reason: 'few round trips' });
  expect(queueOf(samples(100, (k) => (k === 0 ? 40 : 200))).baseRttNs.reason).toMatch(/stood nearly all the time/);
  expect(queueOf(samples(0, () => 40)).baseRttNs).toEqual(notObservable('no RTT sample'));
});

/** @param {Bursts} bursts @param {ReturnType<typeof samples>} of @param {number} [limit] */
function bottleneck(bursts, of, limit = LIMIT.CONGESTION_WINDOW) {
  const rates = ratesOf(bursts, MSS, RTT_NS);
  const queue = queueOf(of);
  const queued = queuedRows(bursts, new Uint8Array(bursts.count).fill(limit), rates, queue, MSS);
  return { rates, queued, rate: bottleneckRate(bursts, rates, queued, { mss: MSS, rttNs: RTT_NS }) };
}

test("while a queue stands, what comes out is the bottleneck's rate", () => {
  const { rate, queued } = bottleneck(
    clocked(1000, () => 1),
    samples(1000, (k) => (k === 0 ? 40 : 80)),
  );
  expect(queued.subarray(1).every((value) => value === 1)).toBe(true);
  expect(rate.confidence).toBe(0.9);
  expect(Number(rate.value) / (MSS * 1000)).toBeCloseTo(1, 1);
});

test('a delayed acknowledgement is no queue: where the application holds the sender back, nothing is told of it', () => {
  const { queued } = bottleneck(
    clocked(1000, () => 1),
    samples(1000, (k) => (k === 0 ? 40 : 80)),
    LIMIT.APPLICATION,
  );
  expect(queued.every((value) => value === 0)).toBe(true);
});

test('the time that two segments take to be sent is no queue: one is on its way, and the other is acknowledged with it', () => {
  const slow = clocked(250, () => 4);
  const with6 = bottleneck(
    slow,
    samples(1000, (k) => (k === 0 ? 40 : 46)),
  );
  const with12 = bottleneck(
    slow,
    samples(1000, (k) => (k === 0 ? 40 : 52)),
  );
  expect(with6.queued.every((value) => value === 0)).toBe(true);
  expect(with12.queued.subarray(1).every((value) => value === 1)).toBe(true);
});

test('without a queue the spacing within trains tells; without trains nothing does', () => {
  const { rate } = bottleneck(
    clocked(100, (k) => (k % 10 === 9 ? 30 : 0.5)),
    samples(100, () => 40),
  );
  expect(Number(rate.value) / (MSS * 2000)).toBeCloseTo(1, 5);
  expect([rate.confidence, rate.reason]).toEqual([0.5, expect.stringContaining('no standing queue')]);
  expect(
    bottleneck(
      clocked(20, () => 30),
      samples(20, () => 40),
    ).rate.value,
  ).toBeNull();
});

test('the rate changes for good, or not', () => {
  const queue = samples(2000, (k) => (k === 0 ? 40 : 80));
  const changed = bottleneck(
    clocked(1000, (k) => (k < 500 ? 1 : 3)),
    queue,
  );
  const same = bottleneck(
    clocked(1000, () => 1),
    queue,
  );
  expect(rateChange(changed.rates, changed.queued).value).toMatchObject({
    before: expect.closeTo(MSS * 1000, -5),
    after: expect.closeTo((MSS * 1000) / 3, -5),
  });
  expect(rateChange(same.rates, same.queued).value).toBe('none');
  expect(rateChange(same.rates, new Uint8Array(same.rates.count)).value).toBeNull();
});

const QUEUE = queueOf(samples(100, (k) => 40 + (k % 50)));
/** @param {(number | null)[]} queuesMs @param {number} [segments] */
const events = (queuesMs, segments = 1) =>
  queuesMs.map((ms, k) => ({
    startNs: k * 100 * MS,
    segments,
    longestRun: segments,
    queueNs: ms === null ? null : ms * MS,
  }));

test.each(
  /** @type {[string, ReturnType<typeof events>, string][]} */ ([
    ['nothing lost', events([]), 'none'],
    ['lost when the queue was long', events([48, 49, 47, 3]), 'tail_drop'],
    ['lost whatever the queue', events([3, 20, 0, 48]), 'random'],
    ['many in a row without a queue', events([3, 2, 1], 8), 'burst'],
  ]),
)('%s: %s', (_name, lost, pattern) => {
  expect(lossPattern(lost, QUEUE, 1000).value?.pattern).toBe(pattern);
});

test('two losses tell less than ten', () => {
  expect(lossPattern(events([3, 4]), QUEUE, 1000).confidence).toBeLessThan(
    lossPattern(events([3, 4, 3, 4, 3, 4, 3, 4, 3, 4]), QUEUE, 1000).confidence,
  );
});

test('the buffer is as long as the last that went through waited; without loss at least as long as any did', () => {
  const rate = inferred(1e6, 0.9);
  expect(bufferSize(events([48, 48, 48]), QUEUE, rate).value).toEqual({ bytes: 48000, atLeast: false });
  expect(bufferSize([], QUEUE, rate).value).toEqual({ bytes: 49000, atLeast: true });
  expect(bufferSize([], QUEUE, notObservable('no train')).value).toBeNull();
});

/**
 * Segments by turns for 60 ms twice as fast as a bucket of `burst` segments is filled (one each millisecond), and for
 * 60 ms at a quarter of that; what is lost is retransmitted at the end.
 * @param {number} burst @param {(tokens: number, k: number) => boolean} isLost
 */
function through(burst, isLost) {
  const count = 600;
  const packets = new ConnectionPackets(count * 2, { sackLeft: new Float64Array(0), sackRight: new Float64Array(0) });
  const lost = [];
  let tokens = burst * MSS;
  let atMs = 0;
  for (let k = 0; k < count; k++) {
    const stepMs = atMs % 120 < 60 ? 0.5 : 4;
    atMs += stepMs;
    packets.timeNs[k] = atMs * MS;
    packets.seqOffset[k] = 1 + k * MSS;
    packets.length[k] = MSS;
    packets.verdict[k] = VERDICT.ORIGINAL;
    tokens = Math.min(burst * MSS, tokens + MSS * stepMs);
    if (isLost(tokens, k)) lost.push(k);
    else tokens -= MSS;
  }
  lost.forEach((k, n) => {
    const i = count + n;
    packets.timeNs[i] = (atMs + n) * MS;
    packets.seqOffset[i] = 1 + k * MSS;
    packets.length[i] = MSS;
    packets.verdict[i] = VERDICT.RETRANSMISSION;
    packets.judgement[i] = judgement(KIND.FAST, false);
  });
  return packets;
}

test('a policer drops what finds its bucket empty, and nothing else', () => {
  const known = { rttNs: 2 * MS, baseRttNs: 40 * MS, lossQueuesNs: [0] };
  const policed = policer(
    through(60, (tokens) => tokens < MSS),
    0,
    known,
  );
  expect(policed.value).toMatchObject({ rate: expect.any(Number) });
  expect(/** @type {any} */ (policed.value).rate / (MSS * 1000)).toBeCloseTo(1, 0);
  const random = through(1e6, (_tokens, k) => (k * 7919) % 13 === 0);
  expect(policer(random, 0, known).value).toBe('none');
  expect(
    policer(
      through(1e6, () => false),
      0,
      known,
    ).value,
  ).toBe('none');
  expect(
    policer(
      through(1e6, (_tokens, k) => k === 50),
      0,
      known,
    ).value,
  ).toBeNull();
});

test('a policer whose bucket overflows between losses, also behind a queue, but not that queue', () => {
  const packets = through(20, (tokens) => tokens < MSS);
  const rateWith = (/** @type {number} */ queueMs) => {
    const { value } = policer(packets, 0, { rttNs: 2 * MS, baseRttNs: 40 * MS, lossQueuesNs: [queueMs * MS] });
    return value === 'none' ? 0 : /** @type {any} */ (value).rate / (MSS * 1000);
  };
  expect(rateWith(0)).toBeCloseTo(1, 1);
  expect(rateWith(9)).toBeCloseTo(1, 1);
  expect(rateWith(20)).toBe(0);
});
