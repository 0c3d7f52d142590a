import { inferredOf } from '../../../lib/insight/sender/inferred.js';
import { LIMIT } from '../../../lib/insight/sender/limits.js';
import { Bursts, STATE, TRIGGER } from '../../../lib/transport/bursts.js';

const MS = 1e6;
const RTT_NS = 40 * MS;
const MSS = 1460;

/** @param {{ atMs: number, trigger: number, sentNew: number, before: number, after: number }[]} rows */
function burstsOf(rows) {
  const bursts = new Bursts(rows.length);
  bursts.clockedNs = 2 * MS;
  for (const { atMs, trigger, sentNew, before, after } of rows) {
    const b = bursts.count++;
    bursts.startNs[b] = bursts.sendNs[b] = bursts.endNs[b] = atMs * MS;
    bursts.trigger[b] = trigger;
    bursts.sentNew[b] = sentNew;
    bursts.pipeBefore[b] = before;
    bursts.pipeAfter[b] = after;
    bursts.outstanding[b] = after;
    bursts.firstNew[b] = sentNew * MSS;
    bursts.edge[b] = 1e6 + b;
  }
  return bursts;
}

/** @param {Bursts} bursts captured at their sender */
const limitsOf = (bursts) =>
  inferredOf(bursts, { mss: MSS, rttNs: RTT_NS, baseRttNs: RTT_NS, method: 'captured', isSpaced: false }).limits;

/**
 * Four times, 50 ms apart: full at 40, acknowledgements without an answer, then filled up again; by the last one, or
 * `lateMs` behind it.
 * @param {number} lateMs
 * @param {number[]} [stepsMs] of the acknowledgements
 */
function pausing(lateMs, stepsMs = [30, 35]) {
  const rows = [];
  for (let trip = 0; trip < 4; trip++) {
    const atMs = trip * 50;
    rows.push({
      atMs: atMs + (trip > 0 ? lateMs : 0),
      trigger: lateMs > 0 ? TRIGGER.NOTHING : TRIGGER.ACK,
      sentNew: 16,
      before: 24,
      after: 40,
    });
    for (const step of stepsMs) {
      rows.push({ atMs: atMs + step, trigger: TRIGGER.ACK, sentNew: 0, before: 24, after: 24 });
    }
  }
  return burstsOf(rows);
}

test.each([
  ['whenever acknowledgements have come: a full send buffer', 0, LIMIT.SEND_BUFFER],
  ['by a clock of its own: an application', 9, LIMIT.APPLICATION],
])('the application goes on %s', (_name, lateMs, expected) => {
  expect([...new Set(limitsOf(pausing(lateMs)).subarray(0, 9))]).toEqual([expected]);
});

test('where a buffer has shown, a write that the next acknowledgement goes on from ended for want of room too', () => {
  const bursts = pausing(0);
  const last = bursts.count - 1;
  bursts.sentNew[last] = 2;
  bursts.short[last - 1] = bursts.sentNew[last - 1] = 1;
  bursts.pushed.fill(1);
  expect(limitsOf(bursts)[last - 1]).toBe(LIMIT.SEND_BUFFER);
  expect(limitsOf(pausing(9))[last - 1]).toBe(LIMIT.APPLICATION);
});

test('chance alone does not make a send buffer: where acknowledgements come all the time, any write follows one', () => {
  const bursts = pausing(0, [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46]);
  bursts.clockedNs = 4 * MS;
  expect([...new Set(limitsOf(bursts))]).toEqual([LIMIT.APPLICATION]);
});

/** Answered acknowledgements, four a round trip. @param {number} trips @param {(k: number) => number} pipe */
const clocked = (trips, pipe) =>
  burstsOf(
    Array.from({ length: trips * 4 }, (_, k) => ({
      atMs: k * 10,
      trigger: TRIGGER.ACK,
      sentNew: 1,
      before: pipe(k) - 1,
      after: pipe(k),
    })),
  );

test.each(
  /** @type {[string, number, (k: number) => number, boolean, number][]} */ ([
    ['a window that never grows is none: a full send buffer', 20, () => 30, false, LIMIT.SEND_BUFFER],
    ['unless it does so for a few round trips only', 8, () => 30, false, LIMIT.CONGESTION_WINDOW],
    ['nor one that grows slowly', 20, (k) => 30 + Math.floor(k / 4), false, LIMIT.CONGESTION_WINDOW],
    ['where the receive window kept it now and then, it did all the time', 20, () => 30, true, LIMIT.RECEIVE_WINDOW],
  ]),
)('%s', (_name, trips, pipe, isFull, expected) => {
  const bursts = clocked(trips, pipe);
  if (isFull) for (let b = 0; b < bursts.count; b += 3) bursts.sentEnd[b] = bursts.edge[b];
  expect([...new Set(limitsOf(bursts).subarray(0, bursts.count - 1))]).toEqual([expected]);
});

const KNOWN = {
  mss: MSS,
  rttNs: RTT_NS,
  baseRttNs: RTT_NS,
  method: /** @type {const} */ ('captured'),
  isSpaced: false,
};

describe('a fixed window', () => {
  /** A window of so many segments, with two bursts of recovery in the middle. @param {(k: number) => number} pipe */
  const withLoss = (pipe) => {
    const bursts = clocked(40, pipe);
    bursts.state.fill(STATE.RECOVERY, 80, 82);
    return bursts;
  };

  it('is the send buffer or the stack, unless segments end a full buffer with PSH', () => {
    const bursts = clocked(20, () => 4);
    expect(inferredOf(bursts, KNOWN).isFixed).toBe(true);
    bursts.pushed.fill(1);
    expect(inferredOf(bursts, KNOWN).isFixed).toBe(false);
    expect(limitsOf(bursts)[40]).toBe(LIMIT.SEND_BUFFER);
  });

  it('of one segment is one, too', () => {
    const { limits, isFixed } = inferredOf(
      clocked(20, () => 1),
      KNOWN,
    );
    expect([limits[40], isFixed]).toEqual([LIMIT.SEND_BUFFER, true]);
  });

  it('holds behind a loss that lowers nothing', () => {
    const { limits, isFixed } = inferredOf(
      withLoss(() => 8),
      KNOWN,
    );
    expect([limits[40], limits[120], isFixed]).toEqual([LIMIT.SEND_BUFFER, LIMIT.SEND_BUFFER, true]);
  });

  it('leaves what a loss has lowered to the congestion window until that is back', () => {
    const { limits, isFixed } = inferredOf(
      withLoss((k) => (k < 80 ? 8 : Math.min(8, 4 + (k - 80) / 16))),
      KNOWN,
    );
    expect([limits[100], limits[150], isFixed]).toEqual([LIMIT.CONGESTION_WINDOW, LIMIT.CONGESTION_WINDOW, true]);
  });

  it('is none that grows behind a loss', () => {
    const { limits, isFixed } = inferredOf(
      withLoss((k) => (k < 120 ? 8 : 12)),
      KNOWN,
    );
    expect([limits[40], isFixed]).toEqual([LIMIT.SEND_BUFFER, false]);
  });
});

test('on such a plateau a write that an acknowledgement goes on from is the buffer too', () => {
  const bursts = clocked(20, () => 30);
  bursts.short[40] = bursts.pushed[40] = bursts.short[60] = bursts.pushed[60] = 1;
  bursts.trigger[61] = TRIGGER.NOTHING;
  const limits = limitsOf(bursts);
  expect([limits[40], limits[60]]).toEqual([LIMIT.SEND_BUFFER, LIMIT.APPLICATION]);
});

test.each([
  ['no queue: the buffer', RTT_NS, LIMIT.SEND_BUFFER],
  ['a standing queue: the congestion control', RTT_NS * 0.8, LIMIT.CONGESTION_WINDOW],
])('in flight that stays the same, and %s', (_name, baseRttNs, expected) => {
  const steady = burstsOf(
    Array.from({ length: 400 }, (_, k) => ({
      atMs: k * 4,
      trigger: TRIGGER.ACK,
      sentNew: 2,
      before: Math.min(k, 20) + 8,
      after: Math.min(k, 20) + 10,
    })),
  );
  const { limits } = inferredOf(steady, { mss: MSS, rttNs: RTT_NS, baseRttNs, method: 'captured', isSpaced: false });
  expect(limits[200]).toBe(expected);
});

test.each([
  ['that stops coming in each round trip: the buffer', 1, LIMIT.SEND_BUFFER],
  ['that comes all the time: a queue may hide a window that grows', 4, LIMIT.CONGESTION_WINDOW],
])('behind a bottleneck, without timestamps, in flight that stays the same and %s', (_name, gapMs, expected) => {
  const flights = burstsOf(
    Array.from({ length: 200 }, (_, k) => ({
      atMs: Math.floor(k / 10) * 40 + (k % 10) * gapMs,
      trigger: TRIGGER.ACK,
      sentNew: 2,
      before: 28,
      after: 30,
    })),
  );
  flights.sent.set(flights.sentNew);
  const known = { mss: MSS, rttNs: RTT_NS, baseRttNs: RTT_NS, isSpaced: true };
  expect(inferredOf(flights, { ...known, method: 'shifted' }).limits[100]).toBe(expected);
});

test.each([
  ['what fits', 500, 500],
  ['a byte beyond a shut window', 0, 1],
])('a timer that has a sender with too little room send %s: the receive window', (_name, room, firstNew) => {
  const bursts = burstsOf([
    { atMs: 0, trigger: TRIGGER.ACK, sentNew: 1, before: 0, after: 1 },
    { atMs: 40, trigger: TRIGGER.ACK, sentNew: 0, before: 0, after: 0 },
    { atMs: 5040, trigger: TRIGGER.NOTHING, sentNew: 1, before: 0, after: 1 },
    { atMs: 5080, trigger: TRIGGER.ACK, sentNew: 0, before: 0, after: 0 },
  ]);
  bursts.edge.fill(1e6);
  bursts.sentEnd.fill(1e6 - room);
  bursts.firstNew[2] = firstNew;
  expect(limitsOf(bursts)[1]).toBe(LIMIT.RECEIVE_WINDOW);
});
