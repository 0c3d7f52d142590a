/** Names and validity of certificates (RFC 5280), from a Certificate message (RFC 5246, RFC 8446). */
import { unpackAll } from '../commands/unpack.js';
import { MAX_CERTIFICATES_KEPT, MAX_HANDSHAKE_BYTES, MAX_NAME_CHARACTERS, MAX_NAMES_KEPT } from './limits.js';

/**
 * @typedef {object} Certificate
 * @property {string} subject as `C=…, O=…, CN=…`
 * @property {string} issuer
 * @property {string[]} names hosts, addresses or people (subjectAltName)
 * @property {string|null} notBefore ISO 8601; null: unreadable
 * @property {string|null} notAfter
 */

/** A value of DER: `[from, to)` are its content. @typedef {{ tag: number, from: number, to: number }} Value */

const TAG = Object.freeze({
  BIT_STRING: 0x03,
  OCTET_STRING: 0x04,
  OBJECT_IDENTIFIER: 0x06,
  UTF8_STRING: 0x0c,
  UTC_TIME: 0x17,
  GENERALIZED_TIME: 0x18,
  BMP_STRING: 0x1e,
  SEQUENCE: 0x30,
  SET: 0x31,
  VERSION: 0xa0,
  EXTENSIONS: 0xa3,
});
/** Kinds of a GeneralName. */
const NAME = Object.freeze({ EMAIL: 0x81, DNS: 0x82, URI: 0x86, ADDRESS: 0x87 });

/** Attributes of names, by their object identifiers. */
const ATTRIBUTES = new Map([
  ['550403', 'CN'],
  ['550406', 'C'],
  ['550407', 'L'],
  ['550408', 'ST'],
  ['55040a', 'O'],
  ['55040b', 'OU'],
]);
/** Of an object identifier that is shown. */
const MAX_IDENTIFIER_BYTES = 32;
const SUBJECT_ALT_NAME = '551d11';

/** @param {Uint8Array} bytes @param {Value} value */
const contentOf = (bytes, { from, to }) => bytes.subarray(from, to);

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * @param {Uint8Array} bytes @param {number} at @param {number} end
 * @returns {Value|null} null: none, or longer than its container
 */
function readValue(bytes, at, end) {
  if (at + 2 > end) return null;
  let length = bytes[at + 1];
  let from = at + 2;
  if (length >= 0x80) {
    const digits = length & 0x7f;
    if (digits === 0 || digits > 4 || from + digits > end) return null;
    length = 0;
    for (let i = 0; i < digits; i++) length = length * 256 + bytes[from + i];
    from += digits;
  }
  return from + length > end ? null : { tag: bytes[at], from, to: from + length };
}

/** Values one after the other. @param {Uint8Array} bytes @param {Value} within @returns {Iterable<Value>} */
function* valuesIn(bytes, { from, to }) {
  for (let at = from; at < to;) {
    const value = readValue(bytes, at, to);
    if (value === null) return;
    yield value;
    at = value.to;
  }
}

/** @param {Uint8Array} bytes @param {Value} value */
function textOf(bytes, value) {
  const content = contentOf(bytes, value).slice(0, 2 * MAX_NAME_CHARACTERS);
  const charset = { [TAG.UTF8_STRING]: 'utf-8', [TAG.BMP_STRING]: 'utf-16be' }[value.tag] ?? 'latin1';
  return new TextDecoder(charset).decode(content).slice(0, MAX_NAME_CHARACTERS);
}

/** @param {Uint8Array} bytes @param {Value|undefined} name */
function nameOf(bytes, name) {
  if (name === undefined) return '';
  /** @type {string[]} */
  const parts = [];
  for (const set of valuesIn(bytes, name)) {
    for (const pair of valuesIn(bytes, set)) {
      const [type, value] = valuesIn(bytes, pair);
      const attribute = type && ATTRIBUTES.get(hexOf(contentOf(bytes, type).subarray(0, 8)));
      if (attribute && value && parts.length < MAX_NAMES_KEPT) parts.push(`${attribute}=${textOf(bytes, value)}`);
    }
  }
  return parts.join(', ');
}

/** @param {Uint8Array} bytes @param {Value|undefined} value @returns {string|null} */
function timeOf(bytes, value) {
  if (value?.tag !== TAG.UTC_TIME && value?.tag !== TAG.GENERALIZED_TIME) return null;
  const digits = textOf(bytes, value);
  const found = /^(\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits);
  if (found === null || (value.tag === TAG.GENERALIZED_TIME) !== (found[1] !== undefined)) return null;
  const [, century, year, ...rest] = found;
  const [month, day, hour, minute, second] = rest;
  const full = `${century ?? (Number(year) < 50 ? '20' : '19')}${year}`;
  const date = new Date(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace('.000', '');
}

/** @param {Uint8Array} address 4 or 16 bytes */
function addressOf(address) {
  if (address.length === 4) return address.join('.');
  const words = Array.from({ length: 8 }, (_, i) => ((address[2 * i] << 8) | address[2 * i + 1]).toString(16));
  return words.join(':');
}

/** @param {Uint8Array} bytes @param {Value|undefined} extensions @returns {string[]} */
function alternativeNames(bytes, extensions) {
  const [list] = extensions === undefined ? [] : valuesIn(bytes, extensions);
  /** @type {string[]} */
  const names = [];
  if (list === undefined) return names;
  for (const extension of valuesIn(bytes, list)) {
    const parts = [...valuesIn(bytes, extension)];
    const octets = parts.find(({ tag }) => tag === TAG.OCTET_STRING);
    if (octets === undefined || hexOf(contentOf(bytes, parts[0]).subarray(0, 8)) !== SUBJECT_ALT_NAME) continue;
    const [sequence] = valuesIn(bytes, octets);
    for (const name of sequence === undefined ? [] : valuesIn(bytes, sequence)) {
      if (names.length === MAX_NAMES_KEPT) break;
      if (name.tag === NAME.DNS || name.tag === NAME.URI || name.tag === NAME.EMAIL) names.push(textOf(bytes, name));
      const length = name.to - name.from;
      if (name.tag === NAME.ADDRESS && (length === 4 || length === 16)) names.push(addressOf(contentOf(bytes, name)));
    }
  }
  return names;
}

/** @param {Uint8Array} bytes of a certificate in DER @returns {Certificate|null} null: it is none */
export function readCertificate(bytes) {
  const certificate = readValue(bytes, 0, bytes.length);
  const [signed] = certificate === null ? [] : valuesIn(bytes, certificate);
  if (signed?.tag !== TAG.SEQUENCE) return null;
  const fields = [...valuesIn(bytes, signed)];
  const [, , issuer, validity, subject] = fields[0]?.tag === TAG.VERSION ? fields.slice(1) : fields;
  if (validity?.tag !== TAG.SEQUENCE || subject === undefined) return null;
  const [notBefore, notAfter] = valuesIn(bytes, validity);
  return {
    subject: nameOf(bytes, subject),
    issuer: nameOf(bytes, issuer),
    names: alternativeNames(
      bytes,
      fields.find(({ tag }) => tag === TAG.EXTENSIONS),
    ),
    notBefore: timeOf(bytes, notBefore),
    notAfter: timeOf(bytes, notAfter),
  };
}

/**
 * @param {Uint8Array} body of a Certificate message @param {boolean} isTls13
 * @returns {Certificate[]} that of the end first
 */
export function readCertificates(body, isTls13) {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const uint24 = (/** @type {number} */ at) =>
    at + 3 > body.length ? -1 : (view.getUint8(at) << 16) | view.getUint16(at + 1);
  /** @type {Certificate[]} */
  const certificates = [];
  let at = (isTls13 ? 1 + (body[0] ?? 0) : 0) + 3;
  while (certificates.length < MAX_CERTIFICATES_KEPT) {
    const length = uint24(at);
    if (length <= 0 || at + 3 + length > body.length) break;
    const certificate = readCertificate(body.subarray(at + 3, at + 3 + length));
    if (certificate === null) break;
    certificates.push(certificate);
    at += 3 + length;
    if (isTls13) at += at + 2 > body.length ? body.length : 2 + view.getUint16(at);
  }
  return certificates;
}

/** Algorithms of public keys, by their object identifiers (RFC 8410 section 3, RFC 5480 section 2.1.1, RFC 8017). */
const KEY_ALGORITHMS = new Map([
  ['2b6570', 'Ed25519'],
  ['2b6571', 'Ed448'],
  ['2a8648ce3d0201', 'EC'],
  ['2a864886f70d010101', 'RSA'],
]);

/**
 * An end may show its bare public key instead of a certificate (RFC 7250).
 * @param {Uint8Array} body of a Certificate message @param {boolean} isTls13
 * @returns {string|null} the key's algorithm, by its object identifier in hex where that has no name here; null: it is
 *   no bare key
 */
export function rawKeyAlgorithm(body, isTls13) {
  const at = (isTls13 ? 1 + (body[0] ?? 0) + 3 : 0) + 3;
  const info = readValue(body, at, body.length);
  if (info?.tag !== TAG.SEQUENCE) return null;
  const [algorithm, key, ...others] = valuesIn(body, info);
  if (algorithm?.tag !== TAG.SEQUENCE || key?.tag !== TAG.BIT_STRING || others.length > 0) return null;
  const [identifier] = valuesIn(body, algorithm);
  if (identifier?.tag !== TAG.OBJECT_IDENTIFIER) return null;
  const hex = hexOf(contentOf(body, identifier).subarray(0, MAX_IDENTIFIER_BYTES));
  return KEY_ALGORITHMS.get(hex) ?? hex;
}

/** Codings by their numbers (RFC 8879 section 7.3). */
const CODINGS = /** @type {const} */ ([null, 'zlib', 'brotli', 'zstd']);
const COMPRESSED_HEAD_BYTES = 8;

/**
 * @param {Uint8Array} body of a CompressedCertificate message (RFC 8879)
 * @param {import('./ciphers.js').Ciphers|null} ciphers
 * @returns {Uint8Array|null} that of the Certificate message; null: it cannot be unpacked
 */
export function uncompressedCertificate(body, ciphers) {
  if (body.length < COMPRESSED_HEAD_BYTES) return null;
  const coding = CODINGS[(body[0] << 8) | body[1]];
  const length = (body[2] << 16) | (body[3] << 8) | body[4];
  const packed = body.subarray(COMPRESSED_HEAD_BYTES);
  if (!coding || length > MAX_HANDSHAKE_BYTES) return null;
  if (coding === 'brotli') return ciphers?.unbrotli(packed, length) ?? null;
  return unpackAll(coding, packed, ciphers, length);
}
