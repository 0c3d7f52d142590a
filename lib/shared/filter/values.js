/** What a filter compares with: figures with their units, addresses, networks. */
import { FilterError } from './lex.js';

/** @typedef {import('./fields.js').FieldKind} FieldKind */

/**
 * Factors to the unit in which a field is kept: seconds, bytes, bits a second. A share in per cent is told apart, it
 * has none.
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
  const digits = NUMBER.exec(text)?.[0];
  const unit = digits === undefined ? '' : text.slice(digits.length).trim().toLowerCase();
  if (digits === undefined) throw new FilterError(`“${text}” is no number.`, from, to);
  const number = Number(digits);
  if (unit === '') return { kind: 'number', number };
  const units = UNITS[kind] ?? {};
  if (!Object.hasOwn(units, unit)) throw new FilterError(unitError(unit, Object.keys(units)), from, to);
  return unit === '%' ? { kind: 'percent', number } : { kind: 'number', number: number * units[unit] };
}

/** @param {string} unit @param {string[]} known */
function unitError(unit, known) {
  return known.length === 0
    ? `“${unit}” cannot stand here: this is a plain number.`
    : `“${unit}” is no unit here; there are ${known.join(', ')}.`;
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
  const wanted = addressBits(base);
  if (wanted === null || more.length > 0) {
    throw new FilterError(`“${text}” is no IP address; write one, or a network as 10.0.0.0/8.`, from, to);
  }
  const prefix = length === undefined ? wanted.length : Number(length);
  if (length === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > wanted.length) {
    throw new FilterError(`The network's length is 0 to ${wanted.length} bits.`, from, to);
  }
  const start = wanted.slice(0, prefix);
  return (address) => {
    const bits = addressBits(address);
    return bits !== null && bits.length === wanted.length && bits.startsWith(start);
  };
}

/** @param {string} text @returns {string|null} 32 or 128 times "0" or "1"; null: no address */
function addressBits(text) {
  return text.includes(':') ? ipv6Bits(text) : ipv4Bits(text);
}

/** @param {string} text */
function ipv4Bits(text) {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return null;
  return parts.map((part) => Number(part).toString(2).padStart(8, '0')).join('');
}

/** @param {string} text `::` stands once for as many zeroes as are missing */
function ipv6Bits(text) {
  const [head, tail, ...more] = text.split('::');
  const groups = (/** @type {string|undefined} */ side) => (side === undefined || side === '' ? [] : side.split(':'));
  const before = groups(head);
  const after = groups(tail);
  const missing = 8 - before.length - after.length;
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) return null;
  const all = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return all.map((group) => parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}
