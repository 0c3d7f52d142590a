import { EventQueue, Timer } from '../../../lib/simulator/engine/event-queue.js';
import { Link } from '../../../lib/simulator/engine/link.js';
import { needsQueueLink, QueueLink } from '../../../lib/simulator/engine/queue-link.js';
import { Random } from '../../../lib/simulator/engine/random.js';
import { RateTrace } from '../../../lib/simulator/engine/rate-trace.js';
import { StallingLink } from '../../../lib/simulator/engine/stalling-link.js';
import fc from '../../support/properties.js';

const MS = 1e6;
const ECT = 2;
const CE = 3;

/** @typedef {{ id: number, sizeBytes: number, length: number, ecn: number }} Packet */

/** @param {import('../../../lib/simulator/engine/queue-link.js').QueueLinkOptions} options */
function linkOf(options, seed = 7) {
  const events = new EventQueue();
  /** @type {{ id: number, atMs: number, ecn: number }[]} */
  const arrivals = [];
  /** @type {number[]} */
  const dropped = [];
  /** @type {QueueLink<Packet>} */
  const link = new QueueLink(
    events,
    new Random(seed),
    options,
    { pass: ({ id, ecn }) => arrivals.push({ id, atMs: events.nowNs / MS, ecn }) },
    ({ id }) => dropped.push(id),
    (packet) => ({ ...packet }),
  );
  const send = (/** @type {number} */ id, { sizeBytes = 1250, ecn = 0 } = {}) =>
    link.send({ id, sizeBytes, length: sizeBytes - 40, ecn });
  const sendAt = (
    /** @type {number} */ atMs,
    /** @type {number} */ id,
    /** @type {{ sizeBytes?: number, ecn?: number }} */ packet = {},
  ) => new Timer(events, () => send(id, packet)).set(Math.round(atMs * MS));
  return { events, link, arrivals, dropped, send, sendAt };
}

/** Accounts for every packet. @param {QueueLink<Packet>} link */
function expectBalance({ counts, onTheWay }) {
  const { sent, lost, policed, queueDrops, managedDrops, duplicated, delivered } = counts;
  expect(delivered + onTheWay).toBe(sent - lost - policed - queueDrops - managedDrops + duplicated);
}

test('it does what a plain link does, where it is asked for no more', () => {
  fc.assert(
    fc.property(
      fc.array(
        // So many ns besides that nothing comes while something else has just been sent: then the two differ.
        fc.record({ atMs: fc.nat(20).map((ms) => ms * (1 + 1 / MS)), sizeBytes: fc.integer({ min: 40, max: 1500 }) }),
        { maxLength: 60 },
      ),
      fc.constantFrom({ queueBytes: 3000 }, { queuePackets: 3 }, {}),
      (sendings, queue) => {
        const options = { rateBps: 10e6, delayNs: 5 * MS, overheadBytes: 14, ...queue };
        const mine = linkOf(options);
        expect(needsQueueLink(options)).toBe(false);
        const events = new EventQueue();
        /** @type {number[][]} */
        const plain = [];
        /** @type {Link<Packet>} */
        const link = new Link(events, new Random(7), options, {
          pass: ({ id }) => plain.push([id, events.nowNs / MS]),
        });
        sendings.forEach(({ atMs, sizeBytes }, id) => {
          mine.sendAt(atMs, id, { sizeBytes });
          new Timer(events, () => link.send({ id, sizeBytes, length: 1, ecn: 0 })).set(Math.round(atMs * MS));
        });
        mine.events.run(Infinity);
        events.run(Infinity);
        expect(mine.arrivals.map(({ id, atMs }) => [id, atMs])).toEqual(plain);
        expect(mine.link.counts.queueByteSeconds).toBeCloseTo(link.counts.queueByteSeconds, 9);
        expectBalance(mine.link);
      },
    ),
  );
});

test('a trace: each opportunity carries 1500 bytes, those that find nothing are lost, and the list begins anew', () => {
  const { events, arrivals, sendAt, link } = linkOf({ traceNs: [2, 5, 5, 10].map((ms) => ms * MS) });
  sendAt(0, 1, { sizeBytes: 1500 });
  for (const id of [2, 3]) sendAt(3, id, { sizeBytes: 1500 });
  for (const id of [4, 5, 6]) sendAt(6, id, { sizeBytes: 500 });
  sendAt(11, 7, { sizeBytes: 1000 });
  sendAt(11, 8, { sizeBytes: 1000 });
  sendAt(45, 9);
  events.run(Infinity);
  expect(arrivals.map(({ id, atMs }) => [id, atMs])).toEqual([
    [1, 2],
    [2, 5],
    [3, 5],
    [4, 10],
    [5, 10],
    [6, 10],
    [7, 12],
    [8, 15],
    [9, 50],
  ]);
  expectBalance(link);
});

test('an opportunity at the very moment at which a packet comes is lost to it', () => {
  const trace = new RateTrace([4 * MS, 9 * MS]);
  trace.skipTo(4 * MS);
  expect(trace.nextNs).toBe(9 * MS);
  trace.skipTo(1000 * 9 * MS);
  expect(trace.nextNs).toBe((9000 + 4) * MS);
});

test('nothing departs in a pause, and nothing is lost', () => {
  const { events, arrivals, sendAt } = linkOf({
    rateBps: 10e6,
    pauses: [
      { atNs: 2 * MS, forNs: 10 * MS },
      { atNs: 20 * MS, forNs: 5 * MS },
    ],
  });
  for (const [atMs, id] of [
    [0, 1],
    [1.5, 2],
    [3, 3],
    [3, 4],
    [21, 5],
  ]) {
    sendAt(atMs, id);
  }
  events.run(Infinity);
  expect(arrivals.map(({ id, atMs }) => [id, atMs])).toEqual([
    [1, 1],
    [2, 2.5],
    [3, 13],
    [4, 14],
    [5, 26],
  ]);
});

test('while the host before a link stands still, what comes and what would arrive waits for the end; the queue empties meanwhile', () => {
  const events = new EventQueue();
  /** @type {number[][]} */
  const arrivals = [];
  /** @type {number[]} */
  const dropped = [];
  const options = { rateBps: 10e6, delayNs: 4 * MS, queuePackets: 2 };
  const exit = { pass: (/** @type {Packet} */ { id }) => arrivals.push([id, events.nowNs / MS]) };
  const link = new StallingLink(
    events,
    [
      { atNs: 5 * MS, forNs: 10 * MS },
      { atNs: 30 * MS, forNs: MS },
    ],
    exit,
    (behind) => new Link(events, new Random(1), options, behind, (/** @type {Packet} */ { id }) => dropped.push(id)),
  );
  for (const [atMs, id] of [
    [0, 1],
    [3.5, 2],
    [5, 3],
    [8, 4],
    [12, 5],
    [15, 6],
    [26, 7],
    [29.5, 8],
  ]) {
    new Timer(events, () => link.send({ id, sizeBytes: 1250, length: 1210, ecn: 0 })).set(atMs * MS);
  }
  events.run(Infinity);
  expect(arrivals).toEqual([
    [1, 5 + 10],
    [2, 15],
    [3, 20],
    [4, 21],
    [7, 31],
    [8, 34.5],
  ]); // the first two would arrive at 5 and 8.5 ms; 5 and 6 find both places taken
  expect(dropped).toEqual([5, 6]);
  expect(link.counts.sent).toBe(8);
  expect(link.onTheWay).toBe(0);
});

test('a queue above its threshold marks what may be marked', () => {
  const { events, arrivals, send, link } = linkOf({ rateBps: 10e6, markBytes: 2500 });
  for (const [id, ecn] of [
    [1, ECT],
    [2, ECT],
    [3, ECT],
    [4, 0],
    [5, ECT],
  ]) {
    send(id, { ecn });
  }
  events.run(Infinity);
  expect(arrivals.map(({ ecn }) => ecn)).toEqual([ECT, ECT, ECT, 0, CE]);
  expect(link.counts.marked).toBe(1);
});

test('jitter keeps the order and its bounds', () => {
  const { events, arrivals, sendAt } = linkOf({ delayNs: 20 * MS, jitterNs: 8 * MS });
  for (let id = 0; id < 500; id++) sendAt(id, id);
  events.run(Infinity);
  const extra = arrivals.map(({ id, atMs }) => atMs - id - 20);
  expect(arrivals.map(({ id }) => id)).toEqual([...Array(500).keys()]);
  expect(Math.min(...extra)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...extra)).toBeLessThan(8);
  expect(Math.max(...extra)).toBeGreaterThan(7);
});

test('a share of packets is overtaken; a share comes twice', () => {
  const { events, arrivals, sendAt, link } = linkOf({
    delayNs: 20 * MS,
    reorder: { share: 0.1, delayNs: 3.5 * MS, spreadNs: 2 * MS },
    duplicate: 0.05,
  });
  for (let id = 0; id < 2000; id++) sendAt(id, id);
  events.run(Infinity);
  const late = arrivals.filter(({ id, atMs }) => atMs - id > 20.001);
  expect(late.length).toBe(link.counts.reordered);
  expect(Math.abs(late.length - 200)).toBeLessThan(50);
  for (const { id, atMs } of late) {
    expect(atMs - id - 20).toBeGreaterThanOrEqual(3.5);
    expect(atMs - id - 20).toBeLessThan(5.5);
  }
  expect(Math.abs(link.counts.duplicated - 100)).toBeLessThan(35);
  expectBalance(link);
});

describe('CoDel', () => {
  const RATE = { rateBps: 10e6 };

  test('leaves a queue alone that has not stood above the target for an interval', () => {
    const { events, sendAt, link } = linkOf({ ...RATE, codel: {} });
    for (let id = 0; id < 90; id++) sendAt(0, id);
    events.run(Infinity);
    expect(link.counts.managedDrops).toBe(0);
  });

  test('drops at the head after an interval, then at interval/√n, and stops when the queue is short', () => {
    const { events, sendAt, dropped, link, arrivals } = linkOf({ ...RATE, codel: {} });
    for (let id = 0; id < 20; id++) sendAt(0, id);
    // as many as the link carries, so the queue stays at 20 packets
    for (let id = 20; id < 620; id++) sendAt(id - 20, id);
    events.run(Infinity);
    const dropTimes = dropped
      .map((id) => arrivals.find((arrival) => arrival.id > id))
      .map((next) => Number(next?.atMs) - 1);
    // The sojourn first exceeds 5 ms at 5 ms; the first drop is at the first departure an interval later.
    const expected = [105, 205, 205 + 100 / Math.SQRT2, 205 + 100 / Math.SQRT2 + 100 / Math.sqrt(3)];
    for (const [index, time] of expected.entries()) expect(Math.abs(dropTimes[index] - time)).toBeLessThanOrEqual(1);
    expect(dropped.length).toBeLessThan(20);
    expect(arrivals[arrivals.length - 1].id).toBe(619);
    expectBalance(link);
  });

  test('marks in place of dropping, at the same times, where it may', () => {
    const { events, sendAt, link, arrivals } = linkOf({ ...RATE, codel: { marks: true } });
    for (let id = 0; id < 20; id++) sendAt(0, id, { ecn: ECT });
    for (let id = 20; id < 420; id++) sendAt(id - 20, id, { ecn: ECT });
    events.run(Infinity);
    const markTimes = arrivals.filter(({ ecn }) => ecn === CE).map(({ atMs }) => atMs - 1);
    expect(link.counts.managedDrops).toBe(0);
    for (const [index, time] of [105, 205, 205 + 100 / Math.SQRT2].entries()) {
      expect(Math.abs(markTimes[index] - time)).toBeLessThanOrEqual(1);
    }
  });

  test('a standing queue comes down to the target; drop-tail keeps it', () => {
    const waitOf = (/** @type {import('../../../lib/simulator/engine/queue-link.js').QueueLinkOptions} */ options) => {
      const { events, sendAt, arrivals } = linkOf({ ...RATE, queueBytes: 100_000, ...options });
      for (let id = 0; id < 5000; id++) sendAt(id * 0.98, id); // two in a hundred more than the link carries
      events.run(Infinity);
      const last = arrivals.filter(({ id }) => id > 4000);
      const waits = last.map(({ id, atMs }) => atMs - id * 0.98);
      return waits.reduce((sum, wait) => sum + wait) / waits.length;
    };
    expect(waitOf({ codel: {} })).toBeLessThan(15);
    expect(waitOf({ pauses: [] })).toBeGreaterThan(70);
  });
});
