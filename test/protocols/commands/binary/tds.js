/** SQL Server's TDS as bytes, one character each. */
import { big, little } from '../support.js';

/** @param {string} value in UTF-16LE */
export const wide = (value) => Buffer.from(value, 'utf16le').toString('latin1');
/** @param {number} type @param {string} body @param {number} [status] 1: the last packet @param {number} [number] */
export const packet = (type, body, status = 1, number = 1) =>
  `${String.fromCharCode(type, status)}${big(body.length + 8, 2)}\0\0${String.fromCharCode(number)}\0${body}`;

/** Before a request: the transaction. */
const HEADERS = `${little(22, 4)}${little(18, 4)}\x02\0${'\0'.repeat(8)}\x01\0\0\0`;
/** @param {string} sql */
export const batch = (sql) => packet(1, HEADERS + wide(sql));
/** @param {string|number} procedure by its name or number @param {string} [parameters] */
export const rpc = (procedure, parameters = '') => {
  const name =
    typeof procedure === 'number' ? `\xff\xff${little(procedure, 2)}` : little(procedure.length, 2) + wide(procedure);
  return packet(3, `${HEADERS}${name}\0\0${parameters}`);
};
/** @param {string} value */
export const nvarchar = (value) => `\0\0\xe7\x40\x1f${'\0'.repeat(5)}${little(2 * value.length, 2)}${wide(value)}`;
/** @param {string} value a long one, in parts */
export const nvarcharMax = (value) =>
  `\0\0\xe7\xff\xff${'\0'.repeat(5)}${little(2 * value.length, 8)}${little(2 * value.length, 4)}${wide(value)}\0\0\0\0`;
/** @param {number} value */
export const int = (value) => `\0\0\x26\x04\x04${little(value, 4)}`;

/** @param {number} status @param {number} [rows] @param {number} [token] */
export const done = (status, rows = 0, token = 0xfd) =>
  `${String.fromCharCode(token)}${little(status, 2)}\xc1\0${little(rows, 8)}`;
/** @param {number} number @param {string} text @param {number} [severity] */
export const error = (number, text, severity = 16, token = 0xaa) => {
  const rest = `${little(number, 4)}\x01${String.fromCharCode(severity)}${little(text.length, 2)}${wide(text)}\0\0${little(1, 4)}`;
  return `${String.fromCharCode(token)}${little(rest.length, 2)}${rest}`;
};
/** The value that sp_prepare returns. @param {number} handle */
export const handle = (handle) => `\xac\0\0\0\x01\0\0\0\0\0\0\x26\x04\x04${little(handle, 4)}`;
/** @param {...string} tokens */
export const response = (...tokens) => packet(4, tokens.join(''));

/** @param {number} encryption @param {string} [version] */
export const prelogin = (encryption, version = '\x10\0\x03\xe8\0\0') =>
  `\0${big(11, 2)}${big(6, 2)}\x01${big(17, 2)}\0\x01\xff${version}${String.fromCharCode(encryption)}`;
/** @param {string} user @param {string} password @param {string} database */
export const login = (user, password, database) => {
  const values = ['', user, password, '', '', '', '', '', database];
  let at = 94;
  const places = values.map((value) => {
    const place = little(at, 2) + little(value.length, 2);
    at += 2 * value.length;
    return place;
  });
  const body = `\x04\0\0\x74${'\0'.repeat(28)}${places.join('')}`.padEnd(90, '\0') + wide(values.join(''));
  return packet(16, little(body.length + 4, 4) + body);
};
const LOGIN_ACK = `\xad${little(10, 2)}\x01\x74\0\0\x04\0\x10\0\x03\xe8`;

/** How a connection begins. */
export const FIRST = [
  `c ${packet(18, prelogin(2))}`,
  `s ${packet(4, prelogin(2))}`,
  `c ${login('sa', 'secret', 'shop')}`,
  `s ${response(LOGIN_ACK, done(0))}`,
];

/** @type {import('../speaker.js').Speaker} */
export const SPEAKER = {
  first: FIRST,
  exchange: (n) => [batch(`n${n}`), response(error(208, `n${n}`), done(2))],
  isAlone: true,
};

/** What costs most. */
export const COSTLY = /** @type {[string, string[], string]} */ (['tds', FIRST, packet(6, '')]);

/** @type {import('../speaker.js').Canaries} */
export const canaries = (c) => [
  [
    [0, packet(18, prelogin(2))],
    [1, packet(4, prelogin(2))],
    [0, login(c(), c(), c())],
    [1, response(error(18456, `Login failed for ${c()}`, 14), done(2))],
    [0, batch(`SELECT ${c()} FROM ${c()}`)],
    [1, response(error(208, c()), done(2))],
    [0, rpc(10, nvarchar(`SELECT ${c()}`))],
    [1, response(done(0x10, 1))],
    [0, rpc(c(), nvarchar(c()))],
    [1, response(error(5701, c(), 10, 0xab), done(0))],
  ],
];
