/** Operands of a filter: figures with their units, addresses, networks. */
import { flowOfText } from '../quic-flow.js';
import { FilterError } from './lex.js';

/** @typedef {import('./fields.js').FieldKind} FieldKind */

/**
 * Factors to the unit in which a field is kept: seconds, bytes, bits a second. A share in per cent is separate, it has
 * none.
 */
const UNITS = /** @type {Partial<Record<FieldKind, Record<string, number>>>} */ ({
  time: { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 },
  bytes: { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 },
  rate: { 'bit/s': 1, 'kbit/s': 1e3, 'mbit/s': 1e6, 'gbit/s': 1e9 },
  share: { '%': NaN },
});

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i;

/** @typedef {{ kind: 'number', number: number } | { kind: 'percent', number: number }} Figure */

/** @param {FieldKind} kind @param {string} text @returns {boolean} whether it is a unit of such a field */
export const isUnit = (kind, text) => Object.hasOwn(UNITS[kind] ?? {}, text.toLowerCase());

/**
 * @param {FieldKind} kind
 * @param {string} text "20ms", "1.5", "2%"; without a unit seconds, bytes, bits a second
 * @param {{ from: number, to: number }} place
 * @returns {Figure}
 * @throws {FilterError}
 */
export function figure(kind, text, { from, to }) {
  const flow = kind === 'flow' ? flowOfText(text) : null;
  if (flow !== null) return { kind: 'number', number: flow };
  const digits = NUMBER.exec(text)?.[0];
  const unit = digits === undefined ? '' : text.slice(digits.length).trim().toLowerCase();
  if (digits === undefined) throw new FilterError(`“${text}” is not a number.`, from, to);
  const number = Number(digits);
  if (unit === '') return { kind: 'number', number };
  const units = UNITS[kind] ?? {};
  if (!Object.hasOwn(units, unit)) throw new FilterError(unitError(unit, Object.keys(units)), from, to);
  return unit === '%' ? { kind: 'percent', number } : { kind: 'number', number: number * units[unit] };
}

/**
 * One figure, or two as `400..499`.
 * @param {FieldKind} kind
 * @param {{ text: string, from: number, to: number }} value
 * @returns {{ from: number, to: number }} both included
 * @throws {FilterError}
 */
export function rangeOf(kind, { text, ...place }) {
  const [first, last = first, ...more] = text.split('..');
  if (more.length > 0) throw new FilterError(`“${text}” is not a range; write it as 400..499.`, place.from, place.to);
  const [from, to] = [first, last].map((one) => figure(kind, one, place));
  if (from.kind === 'percent' || to.kind === 'percent') {
    throw new FilterError('A list cannot have percentages; compare with < and >.', place.from, place.to);
  }
  return { from: from.number, to: to.number };
}

/**
 * @param {{ text: string, from: number, to: number }} value
 * @returns {boolean}
 * @throws {FilterError}
 */
export function truthOf({ text, from, to }) {
  if (/^(?:1|true)$/i.test(text)) return true;
  if (/^(?:0|false)$/i.test(text)) return false;
  throw new FilterError(`“${text}” is neither 1 (true) nor 0 (false).`, from, to);
}

/** @param {string} unit @param {string[]} known */
function unitError(unit, known) {
  return known.length === 0
    ? `“${unit}” is not allowed here: this is a plain number.`
    : `“${unit}” is not a unit here; units are ${known.join(', ')}.`;
}

/**
 * An address or a network in CIDR's notation (RFC 4632, RFC 4291).
 * @param {string} text
 * @param {{ from: number, to: number }} place
 * @returns {(address: string) => boolean}
 * @throws {FilterError}
 */
export function addressTest(text, { from, to }) {
  const [base, length, ...more] = text.split('/');
  const words = addressWords(base);
  if (words === null || more.length > 0) {
    throw new FilterError(`“${text}” is not an IP address; write one, or a network such as 10.0.0.0/8.`, from, to);
  }
  const bits = words.length * WORD_BITS;
  const prefix = length === undefined ? bits : Number(length);
  if (length === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > bits) {
    throw new FilterError(`The prefix length is 0 to ${bits} bits.`, from, to);
  }
  const masks = words.map((_, i) => mask(prefix - i * WORD_BITS));
  const isVersion6 = words.length > 2;
  return (address) => {
    if (address.includes(':') !== isVersion6) return false;
    const given = addressWords(address);
    return given !== null && words.every((word, i) => ((word ^ given[i]) & masks[i]) === 0);
  };
}

const WORD_BITS = 16;

/** @param {number} bits that count, from the top @returns {number} of a word */
const mask = (bits) => 0xffff & ~(0xffff >>> Math.min(WORD_BITS, Math.max(0, bits)));

/** @param {string} text @returns {number[]|null} two or eight words of 16 bits; null: no address */
function addressWords(text) {
  return text.includes(':') ? ipv6Words(text) : ipv4Words(text);
}

const ZERO = 48;
const DOT = 46;

/** @param {string} text @returns {number[]|null} */
function ipv4Words(text) {
  let address = 0;
  let byte = -1;
  let dots = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) byte = Math.max(0, byte) * 10 + digit;
    else if (code !== DOT || byte < 0 || ++dots > 3) return null;
    else [address, byte] = [(address << 8) | byte, -1];
    if (byte > 255) return null;
  }
  if (dots !== 3 || byte < 0) return null;
  address = (address << 8) | byte;
  return [address >>> WORD_BITS, address & 0xffff];
}

/** @param {string} text `::` stands once for as many zeroes as are missing @returns {number[]|null} */
function ipv6Words(text) {
  const [head, tail, ...more] = text.split('::');
  const groups = (/** @type {string|undefined} */ side) => (side === undefined || side === '' ? [] : side.split(':'));
  const before = groups(head);
  const after = groups(tail);
  const missing = 8 - before.length - after.length;
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) return null;
  const all = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after];
  return all.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? all.map((group) => parseInt(group, 16)) : null;
}
