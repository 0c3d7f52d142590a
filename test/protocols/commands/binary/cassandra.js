/** Cassandra's native protocol as bytes, one character each. */
import { big } from '../support.js';

/** @param {string} value after two bytes with its length */
export const short = (value) => `${big(value.length, 2)}${value}`;
/** @param {string} value after four bytes with its length */
const long = (value) => `${big(value.length, 4)}${value}`;
/**
 * @param {number} version with 0x80 of the server @param {number} stream @param {number} opcode @param {string} body
 */
export const envelope = (version, stream, opcode, body, flags = 0) =>
  `${String.fromCharCode(version, flags)}${big(stream, 2)}${String.fromCharCode(opcode)}${long(body)}`;

/** @param {Record<string, string>} options */
export const startup = (options, version = 4) => {
  const entries = Object.entries(options);
  const body = entries.map(([name, value]) => `${short(name)}${short(value)}`).join('');
  return envelope(version, 0, 1, `${big(entries.length, 2)}${body}`);
};
/** @param {number} stream @param {string} text */
export const query = (stream, text) => envelope(4, stream, 7, `${long(text)}\0\x01\0`);
/** @param {number} stream @param {string} text */
export const prepare = (stream, text) => envelope(4, stream, 9, long(text));
/** @param {number} stream @param {string} id */
export const execute = (stream, id) => envelope(4, stream, 10, `${short(id)}\0\x01\0`);
/** @param {number} stream @param {number} kind @param {string} [rest] */
export const result = (stream, kind, rest = '', version = 0x84) =>
  envelope(version, stream, 8, `${big(kind, 4)}${rest}`);
/** @param {number} stream @param {number} code @param {string} text */
export const failure = (stream, code, text, version = 0x84) =>
  envelope(version, stream, 0, `${big(code, 4)}${short(text)}`);
export const READY = envelope(0x84, 0, 2, '');

/** How a connection begins. */
export const FIRST = [`c ${startup({ CQL_VERSION: '3.4.5', DRIVER_NAME: 'py' })}`, `s ${READY}`];

/** @type {import('../speaker.js').Speaker} */
export const SPEAKER = {
  first: FIRST,
  // the driver takes a stream again when it was answered
  exchange: (n) => [query(n % 8, `n${n}`), failure(n % 8, 0x2200, `n${n}`)],
};

/** What costs most. */
export const COSTLY = /** @type {[string, string[], string]} */ (['cassandra', FIRST, envelope(4, 1, 5, '')]);

/** @type {import('../speaker.js').Canaries} */
export const canaries = (c) => [
  [
    [0, startup({ CQL_VERSION: c(), DRIVER_NAME: c(), [c()]: c() })],
    [1, envelope(0x84, 0, 3, short(c()))],
    [0, envelope(4, 1, 15, `${big(20, 4)}\0${c()}\0${c()}`)],
    [1, failure(1, 0x100, c())],
    [0, query(2, `SELECT ${c()} FROM ${c()}`) + prepare(3, `SELECT ${c()}`)],
    [1, failure(2, 0x2000, c()) + result(3, 4, short(c()))],
    [0, envelope(4, 4, 11, `\0\x01${short(c())}`) + envelope(4, 5, 13, `\0\0\x01\0${big(7, 4)}${c()}`)],
    [1, envelope(0x84, 65535, 12, `${short(c())}${short(c())}`) + result(4, 3, short(c()))],
  ],
];
