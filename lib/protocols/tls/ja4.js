/** JA4, a fingerprint of TLS clients (https://github.com/FoxIO-LLC/ja4, technical details of JA4). */
import { sha256 } from './sha256.js';

/**
 * Fields of a ClientHello in it.
 * @typedef {object} HelloShape
 * @property {number} version the highest that is offered
 * @property {number[]} ciphers in their order
 * @property {number[]} extensions types, in their order
 * @property {number[]} signatureAlgorithms in their order
 * @property {boolean} hasServerName
 * @property {Uint8Array|null} alpn the first protocol that is offered
 */

const VERSIONS = new Map([
  [0x0304, '13'],
  [0x0303, '12'],
  [0x0302, '11'],
  [0x0301, '10'],
  [0x0300, 's3'],
  [0x0002, 's2'],
]);
/** Server name and ALPN, which are not hashed: they describe the server, not the client. */
const OF_SERVER = new Set([0, 16]);
const HASH_DIGITS = 12;
const MAX_COUNTED = 99;

/** GREASE values (RFC 8701). @param {number} value */
export const isGrease = (value) => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);

/** @param {number} value */
const hex4 = (value) => value.toString(16).padStart(4, '0');

/** @param {number[]} values */
const counted = (values) => String(Math.min(MAX_COUNTED, values.length)).padStart(2, '0');

/** @param {string} text */
const hashed = (text) => (text === '' ? '0'.repeat(HASH_DIGITS) : sha256(text).slice(0, HASH_DIGITS));

/** @param {number} byte */
const isAlphanumeric = (byte) => /[0-9A-Za-z]/.test(String.fromCharCode(byte));

/** First and last character of the first protocol; if these are not letters or digits, of its hexadecimal form. */
function alpnCharacters(/** @type {Uint8Array|null} */ alpn) {
  if (alpn === null || alpn.length === 0) return '00';
  const first = alpn[0];
  const last = alpn[alpn.length - 1];
  if (isAlphanumeric(first) && isAlphanumeric(last)) return String.fromCharCode(first, last);
  return `${first.toString(16).padStart(2, '0')[0]}${last.toString(16).padStart(2, '0')[1]}`;
}

/** @param {HelloShape} shape of a ClientHello over TCP @returns {string} */
export function ja4(shape) {
  const ciphers = shape.ciphers.filter((code) => !isGrease(code));
  const extensions = shape.extensions.filter((type) => !isGrease(type));
  const algorithms = shape.signatureAlgorithms.filter((code) => !isGrease(code));
  const version = VERSIONS.get(shape.version) ?? '00';
  const first = `t${version}${shape.hasServerName ? 'd' : 'i'}${counted(ciphers)}${counted(extensions)}${alpnCharacters(shape.alpn)}`;
  const types = extensions
    .filter((type) => !OF_SERVER.has(type))
    .map(hex4)
    .sort();
  const signatures = algorithms.length === 0 ? '' : `_${algorithms.map(hex4).join(',')}`;
  return [
    first,
    hashed(ciphers.map(hex4).sort().join(',')),
    hashed(types.length === 0 ? '' : `${types.join(',')}${signatures}`),
  ].join('_');
}
