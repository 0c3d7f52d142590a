/**
 * The sequence map against a plain model of what tcptrace does: one list of segments for each quarter of the sequence
 * space, walked from its start.
 */
import { ACK_KIND } from '../../../lib/tcpflow/tcptrace/ack-kind.js';
import { RoundTrips } from '../../../lib/tcpflow/tcptrace/round-trips.js';
import { SequenceMap } from '../../../lib/tcpflow/tcptrace/sequence-map.js';
import fc from '../../support/properties.js';

const QUARTER = 2 ** 30;

/** @typedef {{ first: number, last: number, sent: number, resent: number, acked: number }} Entry */

/** Slow and plain. */
class Model {
  /** @type {(Entry[] | null)[]} */
  lists = [null, null, null, null];
  centre = -1;
  samples = /** @type {number[]} */ ([]);
  resendings = /** @type {number[]} */ ([]);
  ambiguous = 0;
  postLoss = 0;
  cumulative = 0;
  duplicates = 0;
  triples = 0;

  /** @param {number} index @returns {Entry[]} */
  enter(index) {
    if (index !== this.centre) {
      for (const near of [index, index + 1, index + 3]) this.lists[near & 3] ??= [];
      this.lists[(index + 2) & 3] = null;
      this.centre = index;
    }
    return /** @type {Entry[]} */ (this.lists[index]);
  }

  /** @param {number} seq @param {number} length @param {number} now */
  add(seq, length, now) {
    const index = Math.floor(seq / QUARTER);
    const room = (index + 1) * QUARTER - seq;
    const result = { repeated: 0, outOfOrder: false };
    this.#addTo(this.enter(index), seq, seq + Math.min(room, length) - 1, now, result);
    const above = (index + 1) & 3;
    if (length > room) {
      this.#addTo(
        /** @type {Entry[]} */ (this.lists[above]),
        above * QUARTER,
        above * QUARTER + length - room - 1,
        now,
        result,
      );
    }
    return result;
  }

  #addTo(
    /** @type {Entry[]} */ list,
    /** @type {number} */ first,
    /** @type {number} */ last,
    /** @type {number} */ now,
    /** @type {{ repeated: number, outOfOrder: boolean }} */ result,
  ) {
    let again = false;
    for (const entry of [...list]) {
      if (first > entry.last) continue;
      if (first < entry.first) {
        if (last < entry.last) result.outOfOrder = true;
        list.push({ first, last: Math.min(last, entry.first - 1), sent: now, resent: 0, acked: 0 });
        first = entry.first;
      }
      if (first > last) break;
      entry.resent++;
      if (!again) {
        if (!entry.acked) this.resendings.push(now - entry.sent);
        entry.sent = now;
      }
      again = true;
      result.repeated += Math.min(last, entry.last) - first + 1;
      first = entry.last + 1;
      if (first > last) break;
    }
    if (first <= last) list.push({ first, last, sent: now, resent: 0, acked: 0 });
    list.sort((a, b) => a.first - b.first);
  }

  /** @param {number} ack @param {boolean} repeats @param {number} now */
  acknowledge(ack, repeats, now) {
    const index = Math.floor(ack / QUARTER);
    const here = this.enter(index);
    const before = /** @type {Entry[]} */ (this.lists[(index + 3) & 3]);
    let latest = -1;
    let kind = /** @type {number} */ (ACK_KIND.NONE);
    let changed = false;
    for (const entry of before.filter(({ acked }) => !acked)) {
      entry.acked = 1;
      this.cumulative++;
      latest = Math.max(latest, entry.sent);
    }
    Model.#collapse(before);
    for (const entry of here) {
      if (ack <= entry.first) break;
      latest = Math.max(latest, entry.sent);
      if (entry.acked) {
        if (ack === entry.last + 1 && repeats) {
          this.duplicates++;
          kind = ++entry.acked === 4 ? ACK_KIND.TRIPLE : ACK_KIND.CUMULATIVE;
          if (kind === ACK_KIND.TRIPLE) this.triples++;
        } else entry.acked = 1;
        continue;
      }
      entry.acked = 1;
      changed = true;
      kind = ack === entry.last + 1 ? this.#specific(entry, latest, now) : ACK_KIND.CUMULATIVE;
      if (kind === ACK_KIND.CUMULATIVE) this.cumulative++;
    }
    if (changed) Model.#collapse(here);
    return kind;
  }

  #specific(/** @type {Entry} */ entry, /** @type {number} */ latest, /** @type {number} */ now) {
    if (latest > entry.sent) {
      this.postLoss++;
      return ACK_KIND.POST_LOSS;
    }
    if (entry.resent > 0) {
      this.ambiguous++;
      return ACK_KIND.AMBIGUOUS;
    }
    this.samples.push(now - entry.sent);
    return ACK_KIND.SAMPLE;
  }

  static #collapse(/** @type {Entry[]} */ list) {
    for (let i = 0; i + 1 < list.length && list[i].acked;) {
      const next = list[i + 1];
      if (next.acked && list[i].last + 1 === next.first) {
        list.splice(i, 2, { ...list[i], last: next.last, acked: next.acked, sent: Math.max(list[i].sent, next.sent) });
      } else i++;
    }
  }
}

/** @param {number} base @param {[isAck: boolean, at: number, length: number, repeats: boolean][]} steps */
function expectSame(base, steps) {
  const map = new SequenceMap();
  const times = new RoundTrips();
  const model = new Model();
  steps.forEach(([isAck, at, length, repeats], now) => {
    const number = (base + at) % 2 ** 32;
    if (isAck) {
      expect(map.acknowledge(number, repeats, now, times)).toBe(model.acknowledge(number, repeats, now));
      return;
    }
    const { repeatedBytes, outOfOrder } = map.add(number, length, now, times);
    const { repeated, outOfOrder: disorder } = model.add(number, length, now);
    expect([repeatedBytes, outOfOrder]).toEqual([repeated, disorder]);
  });
  expect([times.samples.count, times.samples.sum, times.resending.count, times.resending.sum]).toEqual([
    model.samples.length,
    sum(model.samples),
    model.resendings.length,
    sum(model.resendings),
  ]);
  expect([times.ambiguous.count, times.postLoss, times.cumulative, times.duplicates, times.triples]).toEqual([
    model.ambiguous,
    model.postLoss,
    model.cumulative,
    model.duplicates,
    model.triples,
  ]);
}

const sum = (/** @type {number[]} */ values) => values.reduce((a, b) => a + b, 0);

const step = (/** @type {number} */ span, /** @type {number} */ longest) =>
  fc.tuple(fc.boolean(), fc.nat(span), fc.integer({ min: 1, max: longest }), fc.boolean());

test.each([
  ['small', 40, 8, 1000],
  ['many', 2000, 12, 5],
  ['across quarters', 60, 30, QUARTER - 30],
  ['across 2^32', 60, 30, 2 ** 32 - 30],
  ['all over the sequence space', 2 ** 32 - 1, 1000, 0],
])('does what the model does: %s', (_, span, longest, base) => {
  fc.assert(
    fc.property(fc.array(step(span, longest), { maxLength: 120 }), (steps) => expectSame(base, steps)),
    { numRuns: 150 },
  );
});

test('with more segments than one stretch of its list holds', () => {
  fc.assert(
    fc.property(fc.array(step(3000, 2), { minLength: 1500, maxLength: 1500 }), (steps) => expectSame(7, steps)),
    { numRuns: 5 },
  );
});

/**
 * Seconds for so many segments above a hole, each acknowledged below it and sent in order but for every other one.
 * @param {number} count
 */
function secondsForHoles(count) {
  const map = new SequenceMap();
  const times = new RoundTrips();
  const started = performance.now();
  for (let i = 0; i < count; i++) {
    map.add(1000 + 20 * i, 10, i, times);
    map.acknowledge(1000, true, i, times);
  }
  for (let i = 0; i < count; i++) {
    map.add(1000 + 20 * ((i * 7919) % count) + 5, 3, i, times);
    map.acknowledge(1000 + 20 * i, false, i, times);
  }
  return (performance.now() - started) / 1000;
}

test('takes time in proportion to the packets, however many holes there are', () => {
  secondsForHoles(10_000);
  const best = (/** @type {number} */ count) => Math.min(secondsForHoles(count), secondsForHoles(count));
  const few = best(20_000);
  const many = best(200_000);
  expect(many / few).toBeLessThan(40);
});
