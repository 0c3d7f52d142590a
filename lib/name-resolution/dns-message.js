/** Names that a DNS answer gives to addresses (RFC 1035; AAAA: RFC 3596; multicast DNS has the same form, RFC 6762). */
import { formatAddress } from '../shared/text/address.js';
import { MAX_DNS_ALIASES, MAX_DNS_RECORDS } from './limits.js';

const HEADER_BYTES = 12;
/** Type and class of a question; type, class, time to live, length of a record. */
const QUESTION_BYTES = 4;
const RECORD_BYTES = 10;
/** RFC 1035 section 2.3.4. */
const MAX_NAME_BYTES = 255;
const MAX_LABEL_BYTES = 63;
const TYPE = Object.freeze({ A: 1, CNAME: 5, PTR: 12, AAAA: 28 });
/** @type {ReadonlyMap<number, number>} */
const ADDRESS_BYTES = new Map([
  [TYPE.A, 4],
  [TYPE.AAAA, 16],
]);
/** Response, operation, and no error, of the header's third and fourth byte. */
const KIND_MASK = 0xf80f;
const GOOD_ANSWER = 0x8000;
const RESPONSE = 0x8000;
const OPERATION_MASK = 0x7800;

/** @typedef {{ address: string, name: string }} NamedAddress */

/** @param {Uint8Array} bytes @param {number} at */
const uint16 = (bytes, at) => (bytes[at] << 8) | bytes[at + 1];

class DnsReader {
  /** Offset of the next item; −1: malformed. */
  at;

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  constructor(bytes, start, end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.at = start + HEADER_BYTES;
  }

  /**
   * A name at `at`, which is then behind it. Compression (RFC 1035 section 4.1.4) may only point back, so that no name
   * loops.
   * @returns {string} in lower case, without the last dot; empty where it is malformed, or the root
   */
  name() {
    const { bytes, end } = this;
    const labels = [];
    let place = this.at;
    let behind = -1;
    let length = 0;
    let lowest = place;
    while (place < end && bytes[place] !== 0) {
      const size = bytes[place];
      if (size >= 0xc0) {
        const target = this.start + (uint16(bytes, place) & 0x3fff);
        if (target >= lowest) return this.#broken();
        if (behind < 0) behind = place + 2;
        place = lowest = target;
        continue;
      }
      length += 1 + size;
      if (size > MAX_LABEL_BYTES || length > MAX_NAME_BYTES || place + 1 + size > end) return this.#broken();
      labels.push(labelText(bytes, place + 1, place + 1 + size));
      place += 1 + size;
    }
    if (place >= end) return this.#broken();
    this.at = behind < 0 ? place + 1 : behind;
    return labels.join('.');
  }

  #broken() {
    this.at = -1;
    return '';
  }

  /** @param {number} count */
  skip(count) {
    if (this.at >= 0) this.at = this.at + count <= this.end ? this.at + count : -1;
  }
}

/**
 * Text of each byte of a label: names are case-insensitive (RFC 4343); ambiguous bytes are escaped as in RFC 1035
 * section 5.1.
 */
const WRITTEN = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return byte < 0x80 && /[\w*-]/.test(character) ? character.toLowerCase() : `\\${String(byte).padStart(3, '0')}`;
});

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function labelText(bytes, start, end) {
  let text = '';
  for (let i = start; i < end; i++) text += WRITTEN[bytes[i]];
  return text;
}

/**
 * Names of addresses: for an alias the queried name (or the first of the known chain), for a reverse lookup the answer.
 * Never throws.
 * @param {Uint8Array} bytes @param {number} start of the message @param {number} end
 * @returns {NamedAddress[]}
 */
export function namesInAnswer(bytes, start, end) {
  if (end - start < HEADER_BYTES || (uint16(bytes, start + 2) & KIND_MASK) !== GOOD_ANSWER) return [];
  const reader = new DnsReader(bytes, start, end);
  const records = uint16(bytes, start + 6) + uint16(bytes, start + 8) + uint16(bytes, start + 10);
  for (let left = Math.min(uint16(bytes, start + 4), MAX_DNS_RECORDS); left > 0 && reader.at >= 0; left--) {
    reader.name();
    reader.skip(QUESTION_BYTES);
  }
  /** @type {NamedAddress[]} */
  const found = [];
  /** The alias of each canonical name. @type {Map<string, string>} */
  const aliases = new Map();
  for (let left = Math.min(records, MAX_DNS_RECORDS); left > 0 && reader.at >= 0; left--) {
    readRecord(reader, found, aliases);
  }
  return found.map(({ address, name }) => ({ address, name: asked(name, aliases) }));
}

/**
 * A message's first question.
 * @typedef {{ isAnswer: boolean, name: string, type: number }} Question
 * @param {Uint8Array} bytes @param {number} start of the message @param {number} end
 * @returns {Question | null} null: neither a query for a name nor a response to one
 */
export function questionOf(bytes, start, end) {
  if (end - start < HEADER_BYTES || uint16(bytes, start + 4) !== 1) return null;
  const flags = uint16(bytes, start + 2);
  const reader = new DnsReader(bytes, start, end);
  const name = reader.name();
  const type = reader.at;
  reader.skip(QUESTION_BYTES);
  if (reader.at < 0 || name === '' || (flags & OPERATION_MASK) !== 0) return null;
  return { isAnswer: (flags & RESPONSE) !== 0, name, type: uint16(bytes, type) };
}

/** @param {DnsReader} reader @param {NamedAddress[]} found @param {Map<string, string>} aliases */
function readRecord(reader, found, aliases) {
  const { bytes } = reader;
  const owner = reader.name();
  const head = reader.at;
  reader.skip(RECORD_BYTES);
  if (reader.at < 0) return;
  const type = uint16(bytes, head);
  const length = uint16(bytes, head + 8);
  const data = reader.at;
  reader.skip(length);
  const behind = reader.at;
  if (behind < 0) return;
  if (ADDRESS_BYTES.get(type) === length && owner !== '') {
    found.push({ address: addressAt(bytes, data, length), name: owner });
  }
  if (type !== TYPE.CNAME && type !== TYPE.PTR) return;
  reader.at = data;
  const name = reader.name();
  const address = type === TYPE.PTR ? reversedAddress(owner) : null;
  reader.at = behind;
  if (type === TYPE.CNAME && name !== '' && !aliases.has(name)) aliases.set(name, owner);
  if (address !== null && name !== '') found.push({ address, name });
}

/** @param {string} name @param {Map<string, string>} aliases */
function asked(name, aliases) {
  for (let step = 0; step < MAX_DNS_ALIASES; step++) {
    const alias = aliases.get(name);
    if (alias === undefined) return name;
    name = alias;
  }
  return name;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} length 4 or 16
 * @returns {string} as connections write it
 */
export function addressAt(bytes, at, length) {
  const word = (/** @type {number} */ i) =>
    (bytes[at + i] << 24) | (bytes[at + i + 1] << 16) | (bytes[at + i + 2] << 8) | bytes[at + i + 3];
  return length === 4
    ? formatAddress([0, 0, 0, word(0)], 0, 4)
    : formatAddress([word(0), word(4), word(8), word(12)], 0, 6);
}

const REVERSE_4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.in-addr\.arpa$/;
const REVERSE_6 = /^((?:[\da-f]\.){32})ip6\.arpa$/;

/**
 * @param {string} name
 * @returns {string|null} the address that a reverse look-up asks for (RFC 1035 section 3.5, RFC 3596 section 2.5)
 */
function reversedAddress(name) {
  const four = REVERSE_4.exec(name);
  const six = REVERSE_6.exec(name);
  if (four !== null) {
    const bytes = four.slice(1).reverse().map(Number);
    return bytes.every((byte) => byte < 256) ? addressAt(Uint8Array.from(bytes), 0, 4) : null;
  }
  if (six === null) return null;
  const digits = six[1].replaceAll('.', '').split('').reverse().join('');
  return addressAt(
    Uint8Array.from({ length: 16 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16)),
    0,
    16,
  );
}
