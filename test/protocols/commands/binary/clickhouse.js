/** ClickHouse's native protocol as text, in a revision with all fields that are known. */
import { little } from '../support.js';

export const REVISION = 54484;

/** @param {number} value @returns {string} seven bits a byte */
export const varint = (value) =>
  value < 128 ? String.fromCharCode(value) : String.fromCharCode(128 | (value % 128)) + varint(Math.floor(value / 128));
/** @param {string} value */
export const text = (value) => varint(value.length) + value;

/** @param {number} revision @param {string} [user] @param {string} [password] */
export const clientHello = (revision, user = 'default', password = '') =>
  `\0${text('ClickHouse client')}${varint(24)}${varint(8)}${varint(revision)}${text('shop')}${text(user)}${text(password)}`;
/** Of the newest revision. @param {string} [name] */
export const serverHello = (name = 'db') =>
  `\0${text('ClickHouse')}${varint(24)}${varint(8)}${varint(REVISION)}${varint(4)}${text('UTC')}${text(name)}${varint(7)}` +
  `${text('notchunked')}${text('notchunked')}${varint(1)}${text('.{12}')}${text(name)}${'n'.repeat(8)}` +
  `${text('max_threads')}\0${text('8')}\0${varint(0)}${varint(2)}`;
export const ADDENDUM = `\0${text('notchunked')}${text('notchunked')}${varint(4)}`;

/**
 * Block information, then columns.
 * @param {number} rows @param {[name: string, type: string, data: string][]} columns
 */
export const block = (rows, columns) =>
  `\x01\0\x02\xff\xff\xff\xff\x03\0\0${varint(columns.length)}${varint(rows)}` +
  columns.map(([name, type, data]) => `${text(name)}${text(type)}\0${data}`).join('');
/** @param {number} type @param {string} content */
export const data = (type, content) => `${varint(type)}\0${content}`;
export const EMPTY = data(2, block(0, []));

/** @param {string} sql @param {{ isCompressed?: boolean, user?: string }} [how] */
export const query = (sql, { isCompressed = false, user = 'joe' } = {}) =>
  `\x01${text('6d0c7b3e')}\x01${text(user)}${text('')}${text('0.0.0.0:0')}${'t'.repeat(8)}\x01${text(user)}${text('host')}` +
  `${text('client')}${varint(24)}${varint(8)}${varint(REVISION)}${text('')}${varint(0)}${varint(7)}\0${varint(0).repeat(5)}\0` +
  `${text('max_threads')}\x01${text('4')}\0${text('')}${text('')}${varint(2)}${varint(isCompressed ? 1 : 0)}${text(sql)}` +
  `${text('id')}\x02${text("'5'")}\0`;

/** @param {number} code @param {string} message */
export const exception = (code, message) =>
  `\x02${little(code, 4)}${text('DB::Exception')}${text(`DB::Exception: ${message}`)}${text('at 0x1')}\0`;
/** @param {number} rows @param {number} [written] */
export const progress = (rows, written = 0) =>
  `\x03${[rows, rows * 8, 0, 0, written, written * 8, 12_345].map(varint).join('')}`;
/** @param {number} rows */
export const profile = (rows) => `\x06${varint(rows)}${varint(1)}${varint(80)}\0${varint(0)}\x01\0${varint(0)}`;
export const END = '\x05';
/** A compressed block in a frame. @param {number} unpacked @param {string} packed */
export const frame = (unpacked, packed) =>
  `${'c'.repeat(16)}\x82${little(packed.length + 9, 4)}${little(unpacked, 4)}${packed}`;

/** How a connection begins. */
export const FIRST = [`c ${clientHello(REVISION)}`, `s ${serverHello()}`, `c ${ADDENDUM}`];

/** @type {import('../speaker.js').Speaker} */
export const SPEAKER = {
  first: FIRST,
  exchange: (n) => [`${query(`n${n}`)}${EMPTY}`, exception(60, `n${n}`)],
  isAlone: true,
};

/** What costs most. */
export const COSTLY = /** @type {[string, string[], string]} */ (['clickhouse', FIRST, '\x04']);

/** @type {import('../speaker.js').Canaries} */
export const canaries = (c) => [
  [
    [0, clientHello(REVISION, c(), c())],
    [1, serverHello(c())],
    [0, ADDENDUM],
    [0, `${query(`SELECT '${c()}' FROM ${c()}`, { user: c() })}${EMPTY}`],
    [1, `${data(1, block(1, [[c(), 'String', text(c())]]))}${profile(1)}${END}`],
    [0, `${query(c())}${EMPTY}`],
    [1, exception(62, c())],
    [0, `${query(`INSERT INTO ${c()} VALUES`)}${EMPTY}`],
    [1, `\x0b${text(c())}${text(c())}${data(1, block(0, [[c(), 'String', '']]))}`],
    [0, `${data(2, block(1, [[c(), 'String', text(c())]]))}${EMPTY}`],
    [1, `${progress(0, 1)}${END}`],
    [0, '\x04'],
    [1, '\x04'],
  ],
];
