/**
 * The core's inference from bursts against the same in plain JavaScript (test/support/oracle/inference/), on any
 * bursts.
 */
import { inferredOf } from '../../../lib/insight/sender/inferred.js';
import { LIMITS } from '../../../lib/insight/sender/limits.js';
import { Bursts, STATE, TRIGGER } from '../../../lib/transport/bursts.js';
import { limitsBehind } from '../../support/oracle/inference/limits.js';
import { pacingOf } from '../../support/oracle/inference/pacing.js';
import { tellSendBuffer } from '../../support/oracle/inference/send-buffer.js';
import { starvedIn } from '../../support/oracle/inference/starved.js';
import { isRestart, windowBehind } from '../../support/oracle/inference/window.js';
import fc from '../../support/properties.js';

const MSS = 1000;
const gapNs = fc.oneof(
  { weight: 6, arbitrary: fc.nat(5e6) },
  { weight: 1, arbitrary: fc.nat(400e6) },
  { weight: 1, arbitrary: fc.constant(0) },
);
const burst = fc.record({
  gapNs,
  lastsNs: fc.nat(1e6),
  waitsNs: fc.constantFrom(0, 20e3, 200e3, 400e3, 900e3, 2e6),
  trigger: fc.constantFrom(TRIGGER.ACK, TRIGGER.ACK, TRIGGER.ACK, TRIGGER.NOTHING, TRIGGER.DATA),
  state: fc.constantFrom(STATE.OPEN, STATE.OPEN, STATE.OPEN, STATE.OPEN, STATE.RECOVERY, STATE.LOSS, STATE.REDUCED),
  before: fc.oneof(fc.constant(0), fc.nat(40)),
  after: fc.nat(40),
  waiting: fc.nat(2),
  sent: fc.nat(4),
  sentNew: fc.nat(3),
  short: fc.boolean(),
  closed: fc.boolean(),
  room: fc.constantFrom(0, 500, 1000, 50_000, Infinity),
  outstanding: fc.constantFrom(0, 1000, 30_000),
});
/** Many of a kind, as plateaus, pacing and pauses take. */
const stretch = fc
  .tuple(burst, fc.integer({ min: 1, max: 40 }))
  .map(([one, times]) => Array.from({ length: times }, () => one));
const any = fc
  .array(
    fc.oneof(
      burst.map((one) => [one]),
      stretch,
    ),
    { maxLength: 40 },
  )
  .map((rows) => rows.flat());

/** An answer to an acknowledgement, without anything special; and an acknowledgement that sets nothing off. */
const answer = {
  gapNs: 4e6,
  lastsNs: 0,
  waitsNs: 0,
  trigger: TRIGGER.ACK,
  state: STATE.OPEN,
  before: 29,
  after: 30,
  waiting: 0,
  sent: 0,
  sentNew: 1,
  short: false,
  closed: false,
  room: 50_000,
  outstanding: 30_000,
};
const unanswered = { ...answer, sentNew: 0, before: 15, after: 15 };
/** @param {number} times @param {(k: number) => any} rowOf */
const rowsOf = (times, rowOf) => Array.from({ length: times }, (_, k) => rowOf(k)).flat();
const some = fc.integer({ min: 20, max: 90 });
const plateau = some.map((times) => rowsOf(times, () => answer));
const pauses = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 4 }))
  .map(([times, length]) => [...rowsOf(times, () => [answer, ...rowsOf(length, () => unanswered)]), answer]);
const paced = fc
  .tuple(some, fc.nat(8))
  .map(([times, most]) => rowsOf(times, (k) => ({ ...answer, waitsNs: 0.9e6, after: 20 + (k % (most + 1)) })));
const starving = fc.constantFrom([answer, { ...unanswered, state: STATE.RECOVERY, after: 2 }, answer]);
const silence = fc.constantFrom([answer, { ...answer, gapNs: 300e6, trigger: TRIGGER.NOTHING, before: 0 }]);

const known = fc.record({
  rows: fc
    .tuple(fc.oneof({ weight: 4, arbitrary: any }, plateau, pauses, paced, starving, silence), any)
    .map((rows) => rows.flat()),
  rttNs: fc.constantFrom(1e6, 20e6, 100e6),
  baseRttNs: fc.constantFrom(1e6, 19e6, 95e6),
  clockedNs: fc.constantFrom(0.4e6, 2e6),
  method: fc.constantFrom('captured', 'shifted', 'echoes'),
  isSpaced: fc.boolean(),
});

/** @param {any[]} rows @param {number} clockedNs */
function burstsFrom(rows, clockedNs) {
  const bursts = new Bursts(rows.length, { clockedNs });
  let nowNs = 0;
  for (const row of rows) {
    const b = bursts.count++;
    bursts.startNs[b] = nowNs += row.gapNs;
    bursts.sendNs[b] = nowNs + row.waitsNs;
    bursts.endNs[b] = nowNs += Math.max(row.lastsNs, row.waitsNs);
    bursts.trigger[b] = row.trigger;
    bursts.state[b] = row.state;
    bursts.pipeBefore[b] = row.before;
    bursts.pipeAfter[b] = row.after;
    bursts.waiting[b] = row.waiting;
    bursts.sent[b] = row.sent + row.sentNew;
    bursts.sentNew[b] = row.sentNew;
    bursts.firstNew[b] = Math.min(row.sentNew, 1) * (row.short ? 300 : MSS);
    bursts.short[b] = bursts.pushed[b] = Number(row.short);
    bursts.closed[b] = Number(row.closed);
    bursts.sentEnd[b] = b * MSS;
    bursts.edge[b] = b * MSS + row.room;
    bursts.outstanding[b] = row.outstanding;
  }
  return bursts;
}

/** @param {Bursts} bursts @param {{ rttNs: number, baseRttNs: number, method: any, isSpaced: boolean }} given */
function plainly(bursts, { rttNs, baseRttNs, method, isSpaced }) {
  const starved = starvedIn(bursts);
  const cwnd = windowBehind(bursts, starved, { rttNs });
  const paced = pacingOf(bursts, method, () => isSpaced);
  const limits = limitsBehind(bursts, cwnd, { starved, mss: MSS, rttNs, ...paced });
  const limitNs = LIMITS.map(() => 0);
  let isFixed = false;
  if (paced.pacing === 'none' || paced.pacing === 'unknown') {
    const times = { isExact: method === 'captured', mayHide: paced.pacing === 'unknown' };
    isFixed = tellSendBuffer(bursts, limits, { rttNs, baseRttNs }, times);
  }
  for (let b = 0; b < bursts.count - 1; b++) limitNs[limits[b]] += bursts.startNs[b + 1] - bursts.startNs[b];
  const restarts = Array.from({ length: bursts.count }, (_, b) => b).filter((b) => b > 0 && isRestart(bursts, b));
  return { starved, cwnd, limits, limitNs, isFixed, restarts: Int32Array.from(restarts), paced };
}

test('windows, limits, restarts and pacing are those that plain JavaScript tells', () => {
  const seen = { pacings: new Set(), limits: new Set(), starved: 0, restarts: 0 };
  fc.assert(
    fc.property(known, ({ rows, clockedNs, ...given }) => {
      const bursts = burstsFrom(rows, clockedNs);
      const { limitNs, bursts: same, ...told } = inferredOf(bursts, { mss: MSS, ...given });
      const plain = plainly(bursts, given);
      expect({ ...told, limitNs: [...limitNs] }).toEqual(plain);
      expect(same).toBe(bursts);
      seen.pacings.add(told.paced.pacing);
      told.limits.forEach((limit) => seen.limits.add(LIMITS[limit]));
      seen.starved += told.starved.filter(Boolean).length;
      seen.restarts += told.restarts.length;
    }),
    { numRuns: 200 },
  );
  expect([...seen.pacings].sort()).toEqual(['bbr', 'fixed', 'none', 'unknown']);
  expect([...seen.limits].sort()).toEqual([
    'application',
    'congestion_window',
    'idle',
    'receive_window',
    'send_buffer',
  ]);
  expect(Math.min(seen.starved, seen.restarts)).toBeGreaterThan(0);
});

test('answers to what the other end asked are no plateau of a window', () => {
  const trips = Array.from({ length: 12 }, () => [answer, ...Array(4).fill({ ...unanswered, before: 15, after: 15 })]);
  const asked = { ...answer, gapNs: 3e6, trigger: TRIGGER.DATA, before: 0, after: 29, outstanding: 0, room: 0 };
  const given = { rttNs: 20e6, baseRttNs: 20e6, method: /** @type {const} */ ('captured'), isSpaced: false };
  const fixedOf = (/** @type {(typeof answer)[]} */ rows) => {
    const bursts = burstsFrom(rows, 0.4e6);
    const { limitNs, bursts: same, ...told } = inferredOf(bursts, { mss: MSS, ...given });
    expect({ ...told, limitNs: [...limitNs] }).toEqual(plainly(same, given));
    return told.isFixed;
  };
  expect(fixedOf(trips.flat())).toBe(true);
  expect(fixedOf([...trips.flat(), ...Array(2).fill(asked)])).toBe(true);
  expect(fixedOf([...trips.flat(), ...Array(40).fill(asked)])).toBe(false);
});

test('of as many bursts as have a memory of their own, and of none', () => {
  const rows = Array.from({ length: 140_000 }, (_, k) => ({
    gapNs: 1e6 + ((k * 7919) % 1e6),
    lastsNs: 1e5,
    waitsNs: (k * 104_729) % 6e5,
    trigger: k % 5 === 0 ? TRIGGER.NOTHING : TRIGGER.ACK,
    state: STATE.OPEN,
    before: (k * 31) % 40,
    after: (k * 37) % 40,
    waiting: 0,
    sent: 0,
    sentNew: 1,
    short: false,
    closed: false,
    room: 1e6,
    outstanding: 1000,
  }));
  const given = { rttNs: 20e6, baseRttNs: 20e6, method: /** @type {const} */ ('echoes'), isSpaced: false };
  for (const bursts of [burstsFrom(rows, 1e6), new Bursts(0)]) {
    const { limitNs, bursts: same, ...told } = inferredOf(bursts, { mss: MSS, ...given });
    expect({ ...told, limitNs: [...limitNs] }).toEqual(plainly(same, given));
  }
});
