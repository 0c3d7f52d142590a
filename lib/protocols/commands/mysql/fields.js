/** Numbers and texts of MySQL's packets. */
import { indexOf, shownText } from '../shown-text.js';

/** @typedef {import('../connection.js').Outcome} Outcome */

/** Capabilities, the longest packet, a character set and reserved bytes: the start of a login, or a request for TLS. */
export const TLS_REQUEST_BYTES = 32;
/** A capability. */
const CONNECT_WITH_DB = 8;

/** @param {Uint8Array} bytes @param {number} at */
export const uint16 = (bytes, at) => bytes[at] | (bytes[at + 1] << 8);
/** @param {Uint8Array} bytes @param {number} at */
export const uint24 = (bytes, at) => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
/** @param {Uint8Array} bytes @param {number} at */
export const uint32 = (bytes, at) => (uint24(bytes, at) | (bytes[at + 3] << 24)) >>> 0;

/**
 * A number of one, three, four or nine bytes.
 * @param {Uint8Array} bytes @param {number} at
 * @returns {{ value: number, next: number }}
 */
export function lengthEncoded(bytes, at) {
  switch (bytes[at]) {
    case 0xfc:
      return { value: uint16(bytes, at + 1), next: at + 3 };
    case 0xfd:
      return { value: uint24(bytes, at + 1), next: at + 4 };
    case 0xfe:
      return { value: uint32(bytes, at + 1) + uint32(bytes, at + 5) * 2 ** 32, next: at + 9 };
    default:
      return { value: bytes[at], next: at + 1 };
  }
}

/**
 * A user's name, and the database, of a login.
 * @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} capabilities
 */
export function loginName(bytes, start, end, capabilities) {
  const userAt = start + TLS_REQUEST_BYTES;
  const user = cString(bytes, userAt, end);
  const passwordAt = indexOf(bytes, 0, userAt, end) + 1;
  const databaseAt = passwordAt + 1 + bytes[passwordAt];
  const hasDatabase = (capabilities & CONNECT_WITH_DB) !== 0 && databaseAt < end;
  const database = hasDatabase ? cString(bytes, databaseAt, end) : '';
  return database === '' ? user : `${user}@${database}`;
}

/**
 * After the version, a connection ID, eight random bytes and a zero.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
export function serverCapabilities(bytes, start, end) {
  const at = indexOf(bytes, 0, start, end) + 14;
  return at + 7 > end ? 0 : (uint16(bytes, at) | (uint16(bytes, at + 5) << 16)) >>> 0;
}

/** Text up to a zero. @param {Uint8Array} bytes @param {number} start @param {number} end */
export const cString = (bytes, start, end) => shownText(bytes, Math.min(start, end), indexOf(bytes, 0, start, end));

/** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {Outcome} */
export function errorOf(bytes, start, end) {
  const status = end - start < 3 ? 0 : uint16(bytes, start + 1);
  // the SQL state is between, after #
  const textAt = Math.min(end, start + (bytes[start + 3] === 0x23 ? 9 : 3));
  return { status, outcome: String(status), text: shownText(bytes, textAt, end), isFailed: true };
}
