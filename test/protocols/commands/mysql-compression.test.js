/** Commands of MySQL in compressed packets, by zlib and zstd; what is missing, damaged, or made to be costly. */
import { deflateSync } from 'node:zlib';

import { MAX_COMPRESSED_PACKET_BYTES, MAX_PACKET_INFLATION } from '../../../lib/protocols/commands/limits.js';
import { little, said, saidInPieces } from './support.js';

const ZLIB = '\x20\0\0\0';
const ZSTD = '\0\0\0\x04';
/** A frame of one raw block, as zstd makes of what does not become shorter. @param {string} text */
const zstd = (text) => `\x28\xb5\x2f\xfd\xa0${little(text.length, 4)}${little((text.length << 3) | 1, 3)}${text}`;
/** @param {string} text */
const zlib = (text) => deflateSync(Buffer.from(text, 'latin1')).toString('latin1');

/** @param {number} number @param {string} body */
const my = (number, body) => `${little(body.length, 3)}${String.fromCharCode(number)}${body}`;
/** @param {number} number @param {string} text @param {(text: string) => string} [pack] */
const packed = (number, text, pack) => {
  const content = pack?.(text) ?? text;
  return `${little(content.length, 3)}${String.fromCharCode(number)}${little(pack ? text.length : 0, 3)}${content}`;
};
const OK = '\0\0\0\x02\0\0\0';
const EOF = '\xfe\0\0\x02\0';
const NULLS = '\0'.repeat(13);

/** Greeting and login, of ends that agree on a compression. @param {string} bits of their capabilities */
const login = (bits) => [
  `s ${my(0, `\n8.0.1\0${NULLS}${bits.slice(0, 2)}\0\0\0${bits.slice(2)}${'\0'.repeat(40)}`)}`,
  `c ${my(1, `${bits}${'\0'.repeat(28)}joe\0\0`)}`,
  `s ${my(2, `\xfeother\0`)}`,
  'c \x04\0\0\x03hush',
  `s ${my(4, OK)}`,
];
const LOGIN_LINES = ['< greeting 8.0.1', 'Login joe: switch other', 'Password : OK'];

const ROWS = [my(1, '\x01'), my(2, '\x03def a'), my(3, EOF), my(4, '\x01x'.repeat(200)), my(5, EOF)].join('');

describe.each([
  ['zlib', ZLIB, zlib],
  ['zstd', ZSTD, zstd],
])('%s', (_, bits, pack) => {
  const steps = [
    ...login(bits),
    `c ${packed(0, my(0, '\x03SELECT a FROM b'))}`,
    // a message that goes on in the next packet, and two in one
    `s ${packed(1, ROWS.slice(0, 100), pack)}${packed(2, ROWS.slice(100), pack)}`,
    `c ${packed(0, my(0, `\x03UPDATE ${'b'.repeat(100)}`) + my(0, '\x0e'), pack)}`,
    `s ${packed(1, my(1, '\xff\x28\x04#42000no') + my(1, OK), pack)}`,
  ];
  const lines = [
    ...LOGIN_LINES,
    'COM_QUERY SELECT a FROM b: OK 1 row',
    `COM_QUERY UPDATE ${'b'.repeat(100)}: 1064 no (failed)`,
    'COM_PING : OK',
  ];

  test('commands and their outcomes', () => expect(said(steps)).toEqual(lines));

  test('cut anywhere', () => {
    for (const size of [1, 2, 7]) expect(saidInPieces(steps, size).sort()).toEqual([...lines].sort());
  });
});

describe('missing bytes', () => {
  const ask = `c ${packed(0, my(0, '\x03SELECT 1'))}`;

  test('within the rows of an answer they cost nothing but a mark', () => {
    const [head, rest] = [packed(1, ROWS.slice(0, 60), zlib), packed(2, ROWS.slice(60, 400), zlib)];
    const last = packed(3, ROWS.slice(400), zlib);
    const lines = said([
      ...login(ZLIB),
      ask,
      `s ${head}${rest.slice(0, 7)}`,
      `s~${rest.length - 7}`,
      `s ${last}`,
      ask,
      `s ${packed(1, my(1, OK))}`,
    ]);
    expect(lines.slice(3)).toEqual(['COM_QUERY SELECT 1: OK 1 row (cut)', 'COM_QUERY SELECT 1: OK']);
  });

  test('a packet of which nothing is there: the next command is read on', () => {
    const lines = said([...login(ZLIB), ask, 's~90', ask, `s ${packed(1, my(1, OK))}`]);
    expect(lines.slice(3)).toEqual(['COM_QUERY SELECT 1: ?', 'COM_QUERY SELECT 1: OK']);
  });

  test('a packet that is no such, or damaged', () => {
    const broken = packed(1, my(1, OK.repeat(9)), zlib).replace(/^(.{12}).{3}/s, '$1xyz');
    const lines = said([...login(ZLIB), ask, `s ${broken}`, ask, `s ${packed(1, my(1, OK))}`, 'c garbage']);
    expect(lines.slice(3)).toEqual(['COM_QUERY SELECT 1: ?', 'COM_QUERY SELECT 1: OK']);
  });
});

test('a packet that says it comes to far more is not unpacked, and what it says it is is passed over', () => {
  const value = '\0'.repeat(MAX_PACKET_INFLATION * 2000);
  const rows = [my(1, '\x01'), my(2, '\x03def a'), my(3, EOF), my(4, value)].join('');
  const bomb = zlib(rows);
  expect(rows.length).toBeGreaterThan(bomb.length * MAX_PACKET_INFLATION);
  const inPieces = [rows.slice(0, 50), rows.slice(50)].map((part, i) => packed(i + 1, part, zlib)).join('');
  const long = `${little(MAX_COMPRESSED_PACKET_BYTES + 1, 3)}\x04${little(0, 3)}`;
  const lines = said([
    ...login(ZLIB),
    `c ${packed(0, my(0, '\x03SELECT 1'))}`,
    `s ${inPieces}${packed(3, my(5, EOF))}`,
    `c ${packed(0, my(0, '\x03SELECT 2'))}`,
    `s ${long}${'x'.repeat(MAX_COMPRESSED_PACKET_BYTES + 1)}`,
    `c ${packed(0, my(0, '\x0e'))}`,
    `s ${packed(1, my(1, OK))}`,
  ]);
  expect(lines.slice(3)).toEqual(['COM_QUERY SELECT 1: OK 1 row (cut)', 'COM_QUERY SELECT 2: ?', 'COM_PING : OK']);
});
