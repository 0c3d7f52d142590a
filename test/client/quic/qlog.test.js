/** What an end logged itself, beside what is inferred: series, card, side column, table. */
import { panesCsv } from '../../../client/views/quic/csv.js';
import { senderFrom } from '../../../client/views/quic/data/sender.js';
import { legendOf } from '../../../client/views/quic/head.js';
import { qlogLines, qlogSentence } from '../../../client/views/quic/side/qlog-facts.js';
import { valueCard } from '../../../client/views/quic/value-card.js';
import { encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';

const time = [0.1, 0.2, 0.3];
const difference = { samples: 300, median: 0.0123, p95: 0.2 };
const qlog = {
  writtenBy: 'aioquic',
  isCut: true,
  samples: 3,
  clock: { offset: -0.0015, uncertainty: 0.00004, packets: 12 },
  lostPackets: null,
  cwnd: { time, bytes: [12_000, null, 9000] },
  ssthresh: { time, bytes: [null, null, 9000] },
  inFlight: { time, bytes: [1200, 2400, 3600] },
  srtt: { time, seconds: [null, 0.04, 0.041] },
  rtt: { time, seconds: [null, 0.04, 0.042] },
  difference: { cwnd: difference, inFlight: null, srtt: { ...difference, median: 0.005 } },
};

/** @param {object} [more] of its facts */
function sender(more = { qlog }) {
  const columns = {
    flightTime: Float64Array.of(1e8, 2e8),
    flightBytes: Float64Array.of(1000, 2000),
    cwndTime: Float64Array.of(1e8, 2.5e8),
    cwndBytes: Float64Array.of(11_000, 8000),
    cwndConfidence: Uint8Array.of(90, 20),
    spinTime: new Float64Array(),
    spinNs: new Float64Array(),
  };
  const meta = { direction: 1, phases: [], limits: [], ...more };
  return senderFrom(
    /** @type {ArrayBuffer} */ (encodeColumnFrame({ kind: 'quic-sender', rows: 0, meta, columns }).buffer),
  );
}

const plain = (/** @type {unknown} */ value) => JSON.parse(JSON.stringify(value).replace(/[\u00a0\u202f]/g, ' '));

test('what is not logged is no point of a line', () => {
  const { qlog: data } = sender();
  expect([data?.cwnd.count, data?.srtt.count, data?.inFlight.count]).toEqual([2, 2, 3]);
  expect([data?.srtt.times[0], data?.srtt.low[0]]).toEqual([0.2e9, 0.04e9]);
  expect(sender({}).qlog).toBeNull();
});

test('the card of a pane has both values, and says where the inferred one is a guess', () => {
  expect(plain(valueCard(sender(), 'window', 0.22e9).lines)).toEqual([
    ['In flight', '2.0 kB'],
    ['cwnd, inferred', '11.0 kB'],
    ['In flight, qlog', '2.4 kB'],
    ['cwnd, qlog', '12.0 kB'],
    ['ssthresh, qlog', '–'],
  ]);
  expect(plain(valueCard(sender(), 'window', 0.3e9).lines[1])).toEqual(['cwnd, inferred', '8.0 kB, a guess']);
  expect(plain(valueCard(sender(), 'rtt', 0.35e9).lines.slice(-2))).toEqual([
    ['Sample, qlog', '42.0 ms'],
    ['Smoothed, qlog', '41.0 ms'],
  ]);
  expect(valueCard(sender({}), 'window', 0.22e9).lines).toHaveLength(2);
});

test('the side column says in a sentence how far both differ, and on what it rests', () => {
  expect(plain(qlogSentence(qlog, 'server'))).toBe(
    'What the packets show differs from the server’s own log by 1.2 % in the congestion window and 0.5 % in the smoothed round trip, in the median.',
  );
  const nothing = { ...qlog, difference: { cwnd: null, inFlight: null, srtt: null } };
  expect(qlogSentence(nothing, 'client')).toMatch(/^The packets show too little of this sender/);
  expect(plain(qlogLines(qlog))).toEqual([
    ['Written by', 'aioquic; it is not whole'],
    ['Samples, qlog', '3'],
    ['Clock, qlog', '−1.50 ms ± 40.0 µs'],
    ['cwnd, difference to qlog', 'median 1.2 %, p95 20 % of 300 samples'],
    ['In flight, difference to qlog', '–'],
    ['SRTT, difference to qlog', 'median 0.5 %, p95 20 % of 300 samples'],
    ['Lost, qlog', '–'],
  ]);
});

test('legend and table name it where it is there', () => {
  expect(legendOf(0, true, true).at(-1)).toEqual(['is-own', 'the client’s own record (qlog)']);
  expect(legendOf(0, true, false).some(([sign]) => sign === 'is-own')).toBe(false);
  const shown = /** @type {any} */ ({ sender: sender() });
  expect(panesCsv(shown)).toContain('0.1,congestion window (qlog), bytes,12000\n');
  expect(panesCsv({ ...shown, sender: sender({}) })).not.toContain('qlog');
});
