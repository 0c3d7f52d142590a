/** What is read of each kind of message in both formats. */
import { muxStream } from '../../support/mux.js';
import { Reading } from './support/reading.js';

/** @typedef {import('../../support/mux.js').Message} Message */

const OPEN_1996 = { session: 3, syn: 80, filler: true };
const OPEN_1998 = { session: 2, syn: 80 };

/** @type {[string, '1996'|'1998', Message[], string[]][]} */
const KINDS = [
  [
    'Jigsaw opens a session: a short SYN and a zero word',
    '1996',
    [OPEN_1996, { session: 3, payload: 'GET /' }],
    ['c 0 s3 data syn 0 value 80', 'c 4 - filler 0', 'c 8 s3 data 5+3'],
  ],
  [
    'libwww opens a session: the request in a long SYN, padded to 8 with anything',
    '1996',
    [
      { session: 3, syn: 80, long: true, payload: 'GET /', padByte: 0xa5 },
      { session: 3, payload: 'more' },
    ],
    ['c 0 s3 data syn long 5+3 value 80', 'c 16 s3 data 4'],
  ],
  [
    'a long SYN without payload',
    '1996',
    [
      { session: 3, syn: 80, long: true },
      { session: 3, payload: 'GET /x' },
    ],
    ['c 0 s3 data syn long 0 value 80', 'c 8 s3 data 6+2'],
  ],
  [
    'an empty fragment ends nothing',
    '1996',
    [OPEN_1996, { session: 3 }, { session: 3, payload: 'abcd' }, { session: 3, fin: true }],
    ['c 0 s3 data syn 0 value 80', 'c 4 - filler 0', 'c 8 s3 data 0', 'c 12 s3 data 4', 'c 20 s3 data fin 0'],
  ],
  ["RST for session 0: Jigsaw's answer to the zero word", '1996', [{ session: 0, rst: true }], ['c 0 s0 data rst 0']],
  [
    'credit is in the second word',
    '1996',
    [OPEN_1996, { session: 3, credit: 2468 }, { session: 3, credit: 1 << 20 }],
    [
      'c 0 s3 data syn 0 value 80',
      'c 4 - filler 0',
      'c 8 s3 SendCredit long 0 credit 2468',
      'c 16 s3 SendCredit long 0 credit 1048576',
    ],
  ],
  [
    'the largest fragment of a session',
    '1996',
    [OPEN_1996, { session: 3, code: 2, value: 1024 }],
    ['c 0 s3 data syn 0 value 80', 'c 4 - filler 0', 'c 8 s3 MuxControl long 0 value 1024'],
  ],
  [
    'a string and a stack',
    '1996',
    [
      { code: 0, value: 1, payload: 'http://www.w3.org/Protocols/HTTP', padTo: 1 },
      { code: 1, value: 2, payload: '\x01\0\x50\0\x07\0\x09\0', padTo: 1 },
      OPEN_1996,
    ],
    [
      'c 0 - DefineString long 32 value 1 "http://www.w3.org/Protocols/HTTP"',
      'c 40 - DefineStack long 8 value 2 "1 80 7 9"',
      'c 56 s3 data syn 0 value 80',
      'c 60 - filler 0',
    ],
  ],
  [
    'a string that the writer did not pad',
    '1996',
    [{ code: 0, value: 1, payload: 'urn:x', padTo: 1 }, OPEN_1996, { session: 3, payload: 'abcd' }],
    ['c 0 - DefineString long 5 value 1 "urn:x"', 'c 13 s3 data syn 0 value 80', 'c 17 - filler 0', 'c 21 s3 data 4'],
  ],
  [
    'a string padded to 8',
    '1996',
    [{ code: 0, value: 1, payload: 'urn:x' }, OPEN_1996, { session: 3, payload: 'abcd' }],
    ['c 0 - DefineString long 5+3 value 1 "urn:x"', 'c 16 s3 data syn 0 value 80', 'c 20 - filler 0', 'c 24 s3 data 4'],
  ],
  [
    "libwww's credit without its code",
    '1996',
    [OPEN_1996, { session: 3, code: 0, length: 4096 }, { session: 3, payload: 'abcd' }],
    ['c 0 s3 data syn 0 value 80', 'c 4 - filler 0', 'c 8 s3 SendCredit long 0 credit 4096', 'c 16 s3 data 4'],
  ],
  [
    'a high session id',
    '1996',
    [
      { session: 253, syn: 80, filler: true },
      { session: 253, payload: 'x', fin: true },
    ],
    ['c 0 s253 data syn 0 value 80', 'c 4 - filler 0', 'c 8 s253 data fin 1+3'],
  ],
  [
    'a short SYN, PUSH and FIN',
    '1998',
    [OPEN_1998, { session: 2, push: true, payload: 'GET /a' }, { session: 2, fin: true }],
    ['c 0 s2 data syn 0 value 80', 'c 4 s2 data push 6+2', 'c 16 s2 data fin 0'],
  ],
  [
    'ILU opens a session: SYN, PUSH, long, padded to 8',
    '1998',
    [
      { session: 2, syn: 80, push: true, long: true, payload: 'GET', padTo: 8 },
      { session: 2, fin: true, push: true },
    ],
    ['c 0 s2 data syn push long 3+5 value 80', 'c 16 s2 data fin push 0'],
  ],
  [
    'a long SYN padded to 4',
    '1998',
    [
      { session: 2, syn: 80, push: true, long: true, payload: 'GET' },
      { session: 2, fin: true, push: true },
    ],
    ['c 0 s2 data syn push long 3+1 value 80', 'c 12 s2 data fin push 0'],
  ],
  [
    'a long SYN with which the stream ends, padded to 4',
    '1998',
    [{ session: 2, syn: 80, long: true, payload: 'GET' }],
    ['c 0 s2 data syn long 3+1 value 80'],
  ],
  [
    'a long SYN with which the stream ends, padded to 8',
    '1998',
    [{ session: 2, syn: 80, long: true, payload: 'GET', padTo: 8 }],
    ['c 0 s2 data syn long 3+5 value 80'],
  ],
  [
    'credit, and credit without limit',
    '1998',
    [OPEN_1998, { session: 2, credit: 32856 }, { session: 2, credit: 0 }],
    ['c 0 s2 data syn 0 value 80', 'c 4 s2 AddCredit 0 credit 32856', 'c 8 s2 AddCredit 0 credit 0'],
  ],
  [
    'credit of more than 18 bits',
    '1998',
    [OPEN_1998, { session: 2, credit: 300000, long: true }, { session: 2, fin: true }],
    ['c 0 s2 data syn 0 value 80', 'c 4 s2 AddCredit long 0 credit 300000', 'c 12 s2 data fin 0'],
  ],
  [
    'credit for a session that is not open',
    '1998',
    [{ session: 2, credit: 5000 }, OPEN_1998],
    ['c 0 s2 AddCredit 0 credit 5000', 'c 4 s2 data syn 0 value 80'],
  ],
  [
    'values have no payload',
    '1998',
    [{ code: 2, value: 1000 }, { code: 4, value: 40000 }, OPEN_1998],
    ['c 0 - SetMSS 0 value 1000', 'c 4 - SetDefaultCredit 0 value 40000', 'c 8 s2 data syn 0 value 80'],
  ],
  [
    'atoms, and a session to one',
    '1998',
    [
      { code: 0, payload: 'http' },
      { session: 1, code: 0, payload: 'urn:\xc3\xa9' },
      { session: 2, syn: 0x20001 },
    ],
    [
      'c 0 - InternString 4 value 0 "http"',
      'c 8 - InternString 6+2 value 1 "urn:é"',
      'c 20 s2 data syn 0 value 131073',
    ],
  ],
  [
    'an endpoint',
    '1998',
    [{ code: 1, payload: 'urn:client-one' }, OPEN_1998],
    ['c 0 - DefineEndpoint 14+2 "urn:client-one"', 'c 20 s2 data syn 0 value 80'],
  ],
  [
    'NoOp and an undefined code are skipped by their length',
    '1998',
    [
      { code: 5, payload: 'ignore me' },
      { code: 9, payload: 'from the future' },
      { code: 15, payload: 'abc', long: true, padTo: 4 },
      OPEN_1998,
    ],
    ['c 0 - NoOp 9+3', 'c 16 - code 9 15+1', 'c 36 - code 15 long 3+1', 'c 48 s2 data syn 0 value 80'],
  ],
  [
    'RST with a URI and a reason',
    '1998',
    [OPEN_1998, { session: 2, rst: true, payload: 'http://a/b\0no such thing\0' }],
    ['c 0 s2 data syn 0 value 80', 'c 4 s2 data rst 25+3 "http://a/b no such thing"'],
  ],
  [
    'a fragment of more than 18 bits',
    '1998',
    [OPEN_1998, { session: 2, push: true, long: true, payload: 'x'.repeat(262285) }, { session: 2, fin: true }],
    ['c 0 s2 data syn 0 value 80', 'c 4 s2 data push long 262285+3', 'c 262300 s2 data fin 0'],
  ],
];

/** @param {'1996'|'1998'} format @param {Message[]} messages */
const read = (format, messages) => new Reading(format).push(0, muxStream(format, ...messages)).end();

test.each(KINDS)('%s (%s)', (_name, format, messages, expected) => {
  const reading = read(format, messages);
  expect(reading.lines).toEqual(expected);
  expect(reading.record.losses).toEqual([]);
});

test.each(KINDS)('%s (%s): the same byte by byte', (_name, format, messages, expected) => {
  const reading = new Reading(format);
  const bytes = muxStream(format, ...messages);
  if (bytes.length > 1e5) return;
  for (const byte of bytes) reading.push(0, Uint8Array.of(byte));
  expect(reading.end().lines).toEqual(expected);
});

test('a fragment knows the frame in which its header ends and the one that brought its last byte', () => {
  const bytes = muxStream('1996', OPEN_1996, { session: 3, payload: 'abcdefgh' });
  const reading = new Reading('1996')
    .push(0, bytes.slice(0, 10))
    .push(0, bytes.slice(10, 14))
    .push(0, bytes.slice(14))
    .end();
  expect(reading.fragments.map(({ frame, lastFrame }) => [frame, lastFrame])).toEqual([
    [1, 1],
    [1, 1],
    [2, 3],
  ]);
});
