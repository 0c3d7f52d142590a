/** SMB 2 as bytes, one character each. */
import { little } from '../support.js';
import { wide } from './tds.js';

/** @param {string} content */
export const framed = (content) => `\0${little(content.length, 3).split('').reverse().join('')}${content}`;
/**
 * @param {number} command @param {number} id @param {string} body
 * @param {{ status?: number, flags?: number, credits?: number, charge?: number, next?: number }} [more]
 */
export const message = (command, id, body, { status = 0, flags = 0, credits = 1, charge = 1, next = 0 } = {}) =>
  `\xfeSMB\x40\0${little(charge, 2)}${little(status, 4)}${little(command, 2)}${little(credits, 2)}${little(flags, 4)}${little(next, 4)}${little(id, 8)}${'\0'.repeat(32)}${body}`;
/** @param {number} command @param {number} id @param {number} status @param {string} [body] */
export const answer = (command, id, status, body = '\x09\0\0\0\0\0\0\0\0', more = {}) =>
  message(command, id, body, { status, flags: 1, ...more });

/** @param {string} name */
const named = (name) => `${little(64 + 56, 2)}${little(2 * name.length, 2)}`;
/** @param {string} name */
export const create = (name) => `\x39\0${'\0'.repeat(42)}${named(name)}${'\0'.repeat(8)}${wide(name)}`;
/** @param {string} path */
export const connect = (path) => `\x09\0\0\0${little(64 + 8, 2)}${little(2 * path.length, 2)}${wide(path)}`;
/** @param {string} id 16 characters */
export const created = (id) => `\x59\0${'\0'.repeat(62)}${id}${'\0'.repeat(8)}`;
/** @param {string} id @param {number} at @param {number} length */
export const read = (id, at, length) => `\x31\0\0\0${little(length, 4)}${little(at, 8)}${id}${'\0'.repeat(17)}`;
/** @param {string} id */
export const close = (id) => `\x18\0\0\0\0\0\0\0${id}`;

/** How a connection begins. */
export const FIRST = [`c ${framed(message(0, 0, '\x24\0'))}`, `s ${framed(answer(0, 0, 0, '\x41\0'))}`];

/** @type {import('../speaker.js').Speaker} */
export const SPEAKER = {
  first: FIRST,
  exchange: (n) => [
    framed(message(5, n, create(`n${n}`))),
    framed(answer(5, n, 0xc0000022, undefined, { credits: n })),
  ],
};

/** What costs most. */
export const COSTLY = /** @type {[string, string[], string]} */ (['smb', FIRST, framed('')]);

/** @type {import('../speaker.js').Canaries} */
export const canaries = (c) => [
  [
    [0, framed(message(0, 0, c()))],
    [1, framed(answer(0, 0, 0, c()))],
    [0, framed(message(1, 1, c()))],
    [1, framed(answer(1, 1, 0xc000006d, c()))],
    [0, framed(message(3, 2, connect(`\\\\${c()}\\${c()}`)))],
    [1, framed(answer(3, 2, 0))],
    [0, framed(message(5, 3, create(`${c()}.txt`)))],
    [1, framed(answer(5, 3, 0, created('0123456789abcdef')))],
    [0, framed(message(8, 4, read('0123456789abcdef', 0, 7)))],
    [1, framed(answer(8, 4, 0, c()))],
  ],
];
