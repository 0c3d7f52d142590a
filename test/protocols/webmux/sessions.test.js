/** Which session a fragment belongs to, what each session's reader is given, and how its directions end. */
import { muxStream } from '../../support/mux.js';
import { Reading } from './support/reading.js';

/** @typedef {import('../../support/mux.js').Message} Message */

/** One step: who sends which messages. @typedef {[0|1, ...Message[]]} Step */

/** @param {'1996'|'1998'} format @param {Step[]} steps */
function converse(format, steps) {
  const reading = new Reading(format);
  for (const [endpoint, ...messages] of steps) reading.push(endpoint, muxStream(format, ...messages));
  return reading;
}

const SYN = { session: 3, syn: 80, filler: true };

/** @type {[string, '1996'|'1998', Step[], string[]][]} */
const CASES = [
  [
    'payload of several fragments is one stream, both ways',
    '1996',
    [
      [0, SYN, { session: 3, payload: 'GE' }, { session: 3, payload: 'T /' }, { session: 3, fin: true }],
      [1, { session: 3, payload: 'HTTP' }, { session: 3, fin: true, payload: '/1.1' }],
    ],
    ['3 "GET /" fin / "HTTP/1.1" fin'],
  ],
  [
    'two sessions at once',
    '1998',
    [
      [
        0,
        { session: 2, syn: 80 },
        { session: 4, syn: 80 },
        { session: 4, payload: 'four' },
        { session: 2, payload: 'two' },
      ],
    ],
    ['2 "two" capture_end / "" capture_end', '4 "four" capture_end / "" capture_end'],
  ],
  [
    'a SYN that answers opens nothing',
    '1998',
    [
      [0, { session: 2, syn: 80 }, { session: 2, payload: 'ask' }],
      [1, { session: 2, syn: 80 }, { session: 2, payload: 'answer', fin: true }],
    ],
    ['2 "ask" capture_end / "answer" fin'],
  ],
  [
    'an id is used again',
    '1996',
    [
      [0, SYN, { session: 3, payload: 'first' }, { session: 3, fin: true }],
      [1, { session: 3, payload: 'one' }, { session: 3, fin: true }],
      [0, SYN, { session: 3, payload: 'second', fin: true }],
      [1, { session: 3, payload: 'two' }],
    ],
    ['3 "first" fin / "one" fin', '3 "second" fin / "two" capture_end'],
  ],
  [
    'an id is used again although the peer never ended it',
    '1996',
    [
      [0, SYN, { session: 3, fin: true }],
      [1, { session: 3, payload: 'one' }],
      [0, SYN],
      [1, { session: 3, payload: 'two' }],
    ],
    ['3 "" fin / "one" fin', '3 "" capture_end / "two" capture_end'],
  ],
  [
    'a reset ends both; what the other end had under way is still its',
    '1996',
    [
      [0, SYN, { session: 3, payload: 'ask' }],
      [1, { session: 3, payload: 'answer' }],
      [0, { session: 3, rst: true }],
      [1, { session: 3, payload: ' under way' }, { session: 3, fin: true }, { session: 3, payload: 'late' }],
    ],
    ['3 "ask" rst / "answer under way" rst'],
  ],
  [
    "a storm of resets behind a session's end",
    '1996',
    [
      [0, SYN, { session: 3, fin: true }],
      [1, { session: 3, payload: 'abcd' }, { session: 3, fin: true }],
      [
        0,
        { session: 3, rst: true },
        { session: 3, rst: true },
        { session: 3, rst: true },
        SYN,
        { session: 3, payload: 'again' },
      ],
    ],
    ['3 "" fin / "abcd" fin', '3 "again" capture_end / "" capture_end'],
  ],
  [
    "the reason of a reset is not the session's",
    '1998',
    [
      [0, { session: 2, syn: 23 }],
      [1, { session: 2, rst: true, payload: 'urn:x\0no\0' }],
    ],
    ['2 "" rst / "" rst'],
  ],
  [
    'the other end opens one',
    '1998',
    [
      [0, { session: 2, syn: 80 }],
      [1, { session: 3, syn: 90, payload: '' }, { session: 3, payload: 'call back' }],
      [0, { session: 3, payload: 'yes' }],
    ],
    ['2 "" capture_end / "" capture_end', '3 "yes" capture_end / "call back" capture_end'],
  ],
];

test.each(CASES)('%s (%s)', (_name, format, steps, expected) => {
  const reading = converse(format, steps).end('capture_end');
  expect(reading.streams).toEqual(expected);
  expect(reading.record.losses).toEqual([]);
});

test('a session knows who opened it, and to what', () => {
  const { record, clients } = converse('1998', [
    [
      0,
      { code: 0, payload: 'http' },
      { session: 2, syn: 0x20000 },
      { code: 0, payload: 'other' },
      { session: 4, syn: 0x20000 },
    ],
    [1, { session: 3, syn: 8080 }],
  ]);
  expect(record.uses).toEqual([
    { id: 2, initiator: 0, protocolId: 0x20000, protocolName: 'http' },
    { id: 4, initiator: 0, protocolId: 0x20000, protocolName: 'other' },
    { id: 3, initiator: 1, protocolId: 8080, protocolName: null },
  ]);
  expect([record.opener, clients]).toEqual([0, [0]]);
});

test('ids tell who opened the connection', () => {
  expect(converse('1996', [[1, SYN]]).record.opener).toBe(1);
  expect(converse('1998', [[1, { session: 5, syn: 80 }]]).record.opener).toBe(0);
});

test('fragments name the session that they belong to', () => {
  const { table } = converse('1996', [
    [0, SYN, { session: 3, fin: true }, { session: 0, rst: true }],
    [1, { session: 3, fin: true }, { session: 3, credit: 10 }],
    [0, SYN, { session: 3, credit: 20 }, { session: 5, credit: 30 }],
  ]);
  expect(Array.from(table.use.subarray(0, table.count))).toEqual([0, -1, 0, -1, 0, 0, 1, -1, 1, -1]);
});
