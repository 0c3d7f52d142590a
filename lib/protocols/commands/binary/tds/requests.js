/** What requests to SQL Server are about (MS-TDS 2.2.6). Passwords are not read. */
import { Fields, littleUint16, littleUint32, uint16 } from '../fields.js';
import { utf16Text } from './text.js';

/** Types of packets. */
export const PACKET = Object.freeze({
  BATCH: 1, RPC: 3, RESPONSE: 4, ATTENTION: 6, BULK: 7, TOKEN: 8, TRANSACTION: 14, LOGIN: 16, SSPI: 17, PRELOGIN: 18,
}); // prettier-ignore

/** @type {ReadonlyMap<number, string>} */
export const NAMES = new Map([
  [PACKET.BATCH, 'Batch'],
  [PACKET.RPC, 'RPC'],
  [PACKET.ATTENTION, 'Attention'],
  [PACKET.BULK, 'Bulk load'],
  [PACKET.TOKEN, 'Federated authentication'],
  [PACKET.TRANSACTION, 'Transaction'],
  [PACKET.LOGIN, 'Login'],
  [PACKET.SSPI, 'SSPI'],
  [PACKET.PRELOGIN, 'Prelogin'],
]);

const PROCEDURES = [
  '', 'sp_cursor', 'sp_cursoropen', 'sp_cursorprepare', 'sp_cursorexecute', 'sp_cursorprepexec', 'sp_cursorunprepare',
  'sp_cursorfetch', 'sp_cursoroption', 'sp_cursorclose', 'sp_executesql', 'sp_prepare', 'sp_execute', 'sp_prepexec',
  'sp_prepexecrpc', 'sp_unprepare',
]; // prettier-ignore
const BY_NUMBER = 0xffff;
/** Which parameter is the statement. */
const STATEMENT_AT = new Map([
  ['sp_executesql', 0],
  ['sp_prepare', 2],
  ['sp_prepexec', 2],
  ['sp_cursoropen', 1],
]);
/** Whose first parameter is a statement's handle. */
const HANDLED = new Set(['sp_execute', 'sp_unprepare']);
export const PREPARING = new Set(['sp_prepare', 'sp_prepexec']);
/** Types of parameters that are read. */
const TYPE = Object.freeze({ INTN: 0x26, NTEXT: 0x63, NVARCHAR: 0xe7 });
const COLLATION_BYTES = 5;
const IS_LONG = 0xffff;
/** Most of all headers before a request. */
const MAX_HEADERS_BYTES = 1000;
const HEADER_TYPES = 3;
/** Places of the user's and the database's offset and length in a login. */
const [USER_AT, DATABASE_AT, LOGIN_BYTES] = [40, 68, 72];
/** @type {Readonly<Record<number, string>>} */
const TRANSACTIONS = {
  0: 'DTC address',
  1: 'propagate',
  5: 'begin',
  6: 'promote',
  7: 'commit',
  8: 'rollback',
  9: 'save',
};
const ENCRYPTION = ['off', 'on', 'not supported', 'required'];

/**
 * Where a request begins behind its headers, which version 7.2 introduced.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {number} `start`: there are none
 */
export function behindHeaders(bytes, start, end) {
  const total = littleUint32(bytes, start);
  const fits =
    end - start >= 10 &&
    total >= 4 &&
    total <= MAX_HEADERS_BYTES &&
    littleUint32(bytes, start + 4) <= total - 4 &&
    littleUint16(bytes, start + 8) <= HEADER_TYPES;
  return fits ? Math.min(end, start + total) : start;
}

/**
 * @typedef {object} Request
 * @property {string} text
 * @property {string} [procedure]
 * @property {number|null} [handle] of a prepared statement
 */

/**
 * @param {number} type of packet @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {Request}
 */
export function requestOf(type, bytes, start, end) {
  switch (type) {
    case PACKET.BATCH:
      return { text: utf16Text(bytes, behindHeaders(bytes, start, end), end) };
    case PACKET.RPC:
      return procedureOf(bytes, behindHeaders(bytes, start, end), end);
    case PACKET.TRANSACTION:
      return { text: TRANSACTIONS[littleUint16(bytes, behindHeaders(bytes, start, end))] ?? '' };
    case PACKET.LOGIN: {
      if (end - start < LOGIN_BYTES) return { text: '' };
      const names = [USER_AT, DATABASE_AT].map((at) => {
        const textAt = start + littleUint16(bytes, start + at);
        return utf16Text(bytes, textAt, Math.min(end, textAt + 2 * littleUint16(bytes, start + at + 2)));
      });
      return { text: names.filter(Boolean).join(' ') };
    }
    default:
      return { text: '' };
  }
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {Request} */
function procedureOf(bytes, start, end) {
  const fields = new Fields(bytes, start, end);
  const length = fields.littleUint16();
  const nameAt = fields.at;
  const procedure =
    length === BY_NUMBER
      ? (PROCEDURES[fields.littleUint16()] ?? '')
      : utf16Text(bytes, nameAt, Math.min(end, fields.skip(2 * length).at));
  fields.skip(2);
  const sought = HANDLED.has(procedure) ? 0 : STATEMENT_AT.get(procedure);
  const value = sought === undefined ? null : parameterAt(fields, sought, bytes, end);
  return typeof value === 'number'
    ? { text: procedure, procedure, handle: value }
    : { text: value === null ? procedure : `${procedure} ${value}`, procedure };
}

/**
 * @param {Fields} fields at the first parameter @param {number} sought place of a parameter
 * @param {Uint8Array} bytes @param {number} end
 * @returns {string|number|null} null: not known
 */
function parameterAt(fields, sought, bytes, end) {
  for (let place = 0; place <= sought && fields.left > 0; place++) {
    fields.skip(2 * fields.uint8()); // its name
    fields.skip(1);
    const value = valueAt(fields, fields.uint8(), bytes, end);
    if (value === null) return null;
    if (place === sought) return value;
  }
  return null;
}

/**
 * @param {Fields} fields behind its type @param {number} type
 * @param {Uint8Array} bytes @param {number} end
 * @returns {string|number|null} null: not known
 */
function valueAt(fields, type, bytes, end) {
  if (type === TYPE.INTN) {
    fields.skip(1);
    const length = fields.uint8();
    if (length === 4) return fields.littleUint32();
    fields.skip(length);
    return 0;
  }
  if (type !== TYPE.NVARCHAR && type !== TYPE.NTEXT) return null;
  const length = textLength(fields, type);
  const start = fields.at;
  fields.skip(length);
  return utf16Text(bytes, start, Math.min(end, start + length));
}

/** Of the first part of a value, which begins there. @param {Fields} fields @param {number} type */
function textLength(fields, type) {
  if (type === TYPE.NTEXT) {
    fields.skip(4 + COLLATION_BYTES);
    return fields.littleUint32();
  }
  const most = fields.littleUint16();
  fields.skip(COLLATION_BYTES);
  if (most !== IS_LONG) return fields.littleUint16();
  fields.skip(8);
  return fields.littleUint32();
}

/**
 * The server's version and whether it encrypts, of a PRELOGIN.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
export function preloginOf(bytes, start, end) {
  let [version, encryption] = ['', ''];
  for (let at = start; at + 5 <= end && bytes[at] !== 0xff; at += 5) {
    const valueAt = start + uint16(bytes, at + 1);
    if (bytes[at] === 0 && valueAt + 4 <= end) {
      version = `${bytes[valueAt]}.${bytes[valueAt + 1]}.${uint16(bytes, valueAt + 2)}`;
    }
    if (bytes[at] === 1 && valueAt < end) encryption = ENCRYPTION[bytes[valueAt]] ?? '';
  }
  return { version, encryption };
}
