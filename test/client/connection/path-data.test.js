import { doubtAbout, halfShown, pathData, vantageWords } from '../../../client/views/connection/data/path-data.js';

const METHODS = ['sequence_ack', 'sack', 'timestamp', 'handshake'];
const atSender = {
  place: 'sender',
  confidence: 1,
  senderNs: 200_000,
  receiverNs: 59e6,
  meanings: [{ statistic: 'rtt', means: 'whole', words: 'w' }],
};
const atReceiver = {
  place: 'receiver',
  confidence: 1,
  senderNs: 59e6,
  receiverNs: 200_000,
  meanings: [{ statistic: 'rtt', means: 'nothing', words: 'n' }],
};

/**
 * @param {{ direction: number, method: string, at: number, rtt: number }[]} samples milliseconds
 * @param {{ direction: number, at: number, bytes: number, confidence: number }[]} [flights]
 */
function pathOf(samples, flights = []) {
  const meta = { methods: METHODS, vantages: [atReceiver, atSender], orders: ['echoes', 'captured'] };
  const column = (/** @type {any[]} */ rows, /** @type {string} */ name, factor = 1) =>
    Float64Array.from(rows, (row) => row[name] * factor);
  return pathData(
    /** @type {any} */ ({
      kind: 'rtt',
      rows: samples.length,
      meta,
      columns: {
        time: column(samples, 'at', 1e6),
        rtt: column(samples, 'rtt', 1e6),
        direction: column(samples, 'direction'),
        method: samples.map(({ method }) => METHODS.indexOf(method)),
        frame: samples.map((_, i) => i + 1),
      },
    }),
    /** @type {any} */ ({
      kind: 'flight',
      rows: flights.length,
      meta,
      columns: {
        time: column(flights, 'at', 1e6),
        bytes: column(flights, 'bytes'),
        direction: column(flights, 'direction'),
        confidence: column(flights, 'confidence', 255),
        frame: flights.map((_, i) => i + 1),
      },
    }),
  );
}

test('samples are parted by direction and method, and smoothed by an eighth', async () => {
  const {
    roundTrips: [first, second],
  } = await pathOf([
    { direction: 0, method: 'handshake', at: 1, rtt: 40 },
    { direction: 0, method: 'sequence_ack', at: 2, rtt: 80 },
    { direction: 1, method: 'timestamp', at: 3, rtt: 1 },
  ]);
  expect([
    first.byMethod.handshake.count,
    first.byMethod.sequence_ack.count,
    first.byMethod.sack.count,
    second.byMethod.timestamp.count,
  ]).toEqual([1, 1, 0, 1]);
  expect([first.minNs, first.smoothed.value.last]).toEqual([40e6, 45e6]);
});

test("where the receiver's half says nothing of the path, the other is shown, if it has samples", async () => {
  expect(halfShown(await pathOf([{ direction: 1, method: 'timestamp', at: 3, rtt: 60 }]), 0)).toBe(1);
  expect(halfShown(await pathOf([{ direction: 0, method: 'sequence_ack', at: 3, rtt: 60 }]), 0)).toBe(0);
  expect(halfShown(await pathOf([]), 1)).toBe(1);
});

test('doubtful stretches of bytes in flight are joined, and end where it is sure again', async () => {
  const at = (/** @type {number} */ ms, /** @type {number} */ confidence) => ({
    direction: 0,
    at: ms,
    bytes: 100,
    confidence,
  });
  const {
    flight: [{ doubts, isInferred }, { isInferred: otherInferred }],
  } = await pathOf([], [at(1, 0.9), at(2, 0.4), at(3, 0.5), at(4, 0.9), at(5, 0.1)]);
  expect([...doubts.start.values.slice(0, doubts.start.length)]).toEqual([2e6, 5e6]);
  expect([...doubts.end.values.slice(0, doubts.end.length)]).toEqual([4e6, Infinity]);
  expect([isInferred, otherInferred]).toEqual([true, false]);
});

test.each(
  /** @type {[any, number, string][]} */ ([
    [atSender, 1, 'near the sender (server), 0.200 ms from it; 59.0 ms to the receiver'],
    [atReceiver, 1, 'near the receiver (client), 0.200 ms from it; 59.0 ms to the sender'],
    [{ ...atSender, confidence: 0.4, senderNs: null }, 0, 'probably near the sender (client), 59.0 ms to the receiver'],
    [
      { ...atSender, place: 'middle', senderNs: 20e6 },
      0,
      'between both ends, 20.0 ms to the sender (client), 59.0 ms to the receiver (server)',
    ],
    [{ ...atSender, place: 'unknown' }, 0, 'These packets do not tell where.'],
  ]),
)('the capture point in words: %#', (vantage, direction, words) => {
  expect(vantageWords(vantage, direction)).toBe(words);
});

test('only what says less than its name is doubted', async () => {
  const path = await pathOf([]);
  expect(doubtAbout(path, 0, 'rtt')?.words).toBe('n');
  expect(doubtAbout(path, 1, 'rtt')).toBeNull();
  expect(doubtAbout(null, 0, 'rtt')).toBeNull();
});
