/** ONC RPC and NFS as bytes, one character each. */
import { big } from '../support.js';

/** @param {string} content @param {boolean} [isLast] */
export const record = (content, isLast = true) => `${big(content.length + (isLast ? 2 ** 31 : 0), 4)}${content}`;
/** Opaque bytes, or a text. @param {string} value */
export const opaque = (value) => `${big(value.length, 4)}${value.padEnd(4 * Math.ceil(value.length / 4), '\0')}`;
const NO_AUTH = '\0\0\0\0\0\0\0\0';
/** Credentials with the name of a machine. @param {string} machine */
const unix = (machine) => {
  const body = `\0\0\0\x01${opaque(machine)}\0\0\0\0\0\0\0\0\0\0\0\0`;
  return `${big(1, 4)}${big(body.length, 4)}${body}`;
};

/**
 * @param {number} id @param {number} procedure @param {string} args
 * @param {number} [version] @param {number} [program]
 */
export const call = (id, procedure, args, version = 3, program = 100003, machine = 'host') =>
  record(
    `${big(id, 4)}\0\0\0\0\0\0\0\x02${big(program, 4)}${big(version, 4)}${big(procedure, 4)}${unix(machine)}${NO_AUTH}${args}`,
  );
/** @param {number} id @param {string} results @param {number} [accepted] */
export const reply = (id, results, accepted = 0) =>
  record(`${big(id, 4)}\0\0\0\x01\0\0\0\0${NO_AUTH}${big(accepted, 4)}${results}`);

const HANDLE = opaque('handle of 23 bytes long');
/** @param {number} id @param {string} name */
export const lookup = (id, name) => call(id, 3, HANDLE + opaque(name));
/** @param {number} id @param {number} procedure 6: read, 7: write @param {number} at @param {number} length */
export const transfer = (id, procedure, at, length) => call(id, procedure, `${HANDLE}${big(at, 8)}${big(length, 4)}`);
/** @param {number} status */
export const status = (status) => big(status, 4);

/** @param {number} id @param {...[number: number, args: string]} operations */
export const compound = (id, ...operations) =>
  call(
    id,
    1,
    `${opaque('')}\0\0\0\x01${big(operations.length, 4)}${operations.map(([number, args]) => big(number, 4) + args).join('')}`,
    4,
  );
/** @param {number} id @param {number} failed status @param {number} count of results */
export const compounded = (id, failed, count) => reply(id, `${big(failed, 4)}${opaque('')}${big(count, 4)}`);
export const SEQUENCE = /** @type {[number, string]} */ ([53, '\0'.repeat(32)]);
export const PUTFH = /** @type {[number, string]} */ ([22, HANDLE]);

/** How a connection begins. */
export const FIRST = [`c ${call(1, 0, '')}`, `s ${reply(1, '')}`];

/** @type {import('../speaker.js').Speaker} */
export const SPEAKER = {
  first: FIRST,
  exchange: (n) => [lookup(n, `n${n}`), record(`${big(n, 4)}\0\0\0\x01\0\0\0\x01\0\0\0\x01${big(n, 4)}`)],
};

/** What costs most. */
export const COSTLY = /** @type {[string, string[], string]} */ (['nfs', FIRST, call(2, 0, '')]);

/** @type {import('../speaker.js').Canaries} */
export const canaries = (c) => [
  [
    [0, call(1, 0, '', 3, 100003, c())],
    [1, reply(1, '')],
    [0, call(2, 3, opaque(c()) + opaque(c()), 3, 100003, c())],
    [1, reply(2, status(13))],
    [0, compound(3, PUTFH, [15, opaque(c())], [28, opaque(c())])],
    [1, compounded(3, 2, 2)],
    [0, call(4, 8, opaque(c()) + opaque(c()))],
    [1, reply(4, status(70))],
  ],
];

/** Of other programs. @type {import('../speaker.js').Canaries} */
export const otherCanaries = (c) => [
  [
    [0, call(1, 1, opaque(`/${c()}`), 3, 100005, c())],
    [1, reply(1, status(13) + opaque(c()))],
    [0, call(2, 4711, opaque(c()), 1, 100777)],
    [1, reply(2, opaque(c()))],
  ],
];
