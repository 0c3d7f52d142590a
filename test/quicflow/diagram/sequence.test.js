import { sequenceOf } from '../../../lib/quicflow/diagram/sequence.js';
import { recover } from '../../../lib/quicflow/recovery/recover.js';
import { script } from '../recovery/script.js';

const SERVER = 1;

/**
 * What the server sent.
 * @param {string} text @param {import('../../../lib/quicflow/diagram/sequence.js').Ordinate} by
 * @param {Record<string, number>} [allowed] by the client's transport parameters
 */
function serverSequence(text, by, allowed = {}) {
  const packets = script(text);
  const { directions } = recover(packets, { parameters: [allowed, {}] });
  return sequenceOf(packets, directions[SERVER], by);
}

/** @param {ReturnType<typeof sequenceOf>} sequence @returns {number[][]} row, low, high, kind */
const barsOf = ({ columns: { barRow, barLow, barHigh, barKind } }) =>
  Array.from(barRow, (row, i) => [row, barLow[i], barHigh[i], barKind[i]]);

const TWO_STREAMS = `
  0  s 1rtt 0 1200 stream:0:0:1000
  1  s 1rtt 1 1200 stream:4:0:500
  2  s 1rtt 2 1200 stream:0:1000:1000
  3  s 1rtt 3 1200 stream:4:0:500 stream:0:2000:100
  4  s 1rtt 4 40 ping
  5  s 1rtt 5 40 ack:0`;

test('data of all streams lies in the order in which it was first sent, and what is repeated where it was', () => {
  expect(barsOf(serverSequence(TWO_STREAMS, 'data'))).toEqual([
    [0, 0, 1000, 0],
    [1, 1000, 1500, 0],
    [2, 1500, 2500, 0],
    [3, 1000, 1500, 1],
    [3, 2500, 2600, 0],
    [4, 2600, 2600, 2],
  ]);
});

test('one stream lies at its offsets', () => {
  expect(barsOf(serverSequence(TWO_STREAMS, 4))).toEqual([
    [1, 0, 500, 0],
    [3, 0, 500, 1],
  ]);
});

test('numbers of handshake packets lie below those of the rest, however large these are', () => {
  const { origin, columns } = serverSequence(
    `0 s initial 7 1200 crypto:0:90
     1 s handshake 0 900 crypto:0:90
     2 s 1rtt 951194166 1200 stream:0:0:1000`,
    'numbers',
  );
  expect(Array.from(columns.barLow)).toEqual([0, 1, 2]);
  expect(origin + columns.barLow[2]).toBe(951194166);
});

const LOSS = `
  0   s 1rtt 0 1200 stream:0:0:1000
  1   s 1rtt 1 1200 stream:0:1000:1000
  2   s 1rtt 2 1200 stream:0:2000:1000
  3   s 1rtt 3 1200 stream:0:3000:1000
  4   s 1rtt 4 1200 stream:0:4000:1000
  40  c 1rtt 0 40 ack:0
  42  c 1rtt 1 40 ack:0+2
  43  c 1rtt 2 40 ack:0+2-3
  44  c 1rtt 3 40 ack:0+2-4
  45  s 1rtt 5 1200 stream:0:1000:1000
  85  c 1rtt 4 40 ack:0+2-5`;

test('the line of acknowledgements stays at a hole until it is filled; what is above it is marked', () => {
  const { columns } = serverSequence(LOSS, 'data');
  expect(Array.from(columns.ackRow, (row, i) => [row, columns.ackHeight[i]])).toEqual([
    [5, 1000],
    [10, 5000],
  ]);
  expect(Array.from(columns.sackRow, (row, i) => [row, columns.sackLow[i], columns.sackHigh[i]])).toEqual([
    [6, 2000, 3000],
    [7, 3000, 4000],
    [8, 4000, 5000],
  ]);
});

test('a loss has when it was declared, what it carried, and the packet that carries it again', () => {
  const { columns } = serverSequence(LOSS, 'data');
  const { lossTime, lossPn, lossLow, lossHigh, lossRow, lossResentRow, lossSpurious } = columns;
  expect([lossTime[0], lossPn[0], lossLow[0], lossHigh[0]]).toEqual([44e6, 1, 1000, 2000]);
  expect([lossRow[0], lossResentRow[0], lossSpurious[0], lossTime.length]).toEqual([1, 9, 0, 1]);
});

test('a line of numbers passes what was declared lost, since that number never comes again', () => {
  const { columns } = serverSequence(LOSS, 'numbers');
  expect(Array.from(columns.ackHeight)).toEqual([1, 5, 6]);
});

test('the limit begins with the transport parameter and follows MAX_DATA, or MAX_STREAM_DATA of the stream', () => {
  const text = `
    0 s 1rtt 0 1200 stream:0:0:1000
    1 c 1rtt 0 40 ping
    2 c 1rtt 1 40 max_data:9000
    3 c 1rtt 2 40 max_data:8000
    4 c 1rtt 3 40 max_stream_data:0:7000`;
  const allowed = { initial_max_data: 5000, initial_max_stream_data_bidi_local: 4000 };
  const limit = (/** @type {'data'|number} */ by) => Array.from(serverSequence(text, by, allowed).columns.limitHeight);
  expect([limit('data'), limit(0)]).toEqual([
    [5000, 9000],
    [4000, 7000],
  ]);
});

test('datagrams are counted once, however many packets they hold', () => {
  const { columns } = serverSequence(TWO_STREAMS, 'bytes');
  expect(Array.from(columns.barHigh)).toEqual([1200, 2400, 3600, 4800, 4840, 4880]);
  expect(columns.ackRow.length).toBe(0);
});
