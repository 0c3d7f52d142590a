/** A search's filter as text (RFC 4515). */
import { shownText } from '../../shown-text.js';
import { MAX_LDAP_FILTER_DEPTH } from '../limits.js';
import { elementAt } from './ber.js';

/** Filters of filters. @type {Readonly<Record<number, string>>} */
const COMBINED = { 0xa0: '&', 0xa1: '|', 0xa2: '!' };
const SUBSTRINGS = 0xa4;
const PRESENT = 0x87;
/** @type {Readonly<Record<number, string>>} */
const COMPARISONS = { 0xa3: '=', 0xa5: '>=', 0xa6: '<=', 0xa8: '~=' };
/** Of a substring: at the beginning, within, at the end. */
const [INITIAL, , FINAL] = [0x80, 0x81, 0x82];
const MORE = '…';

/** @typedef {import('./ber.js').Element} Element */

/**
 * @param {Uint8Array} bytes @param {number} start @param {number} end of what is available
 * @returns {Element[]} as far as available
 */
function elementsIn(bytes, start, end) {
  const elements = [];
  for (let at = start; at < end;) {
    const element = elementAt(bytes, at, end);
    if (element === null) break;
    elements.push(element);
    at = element.next;
  }
  return elements;
}

/** @param {Uint8Array} bytes @param {Element|undefined} element */
const textOf = (bytes, element) => (element === undefined ? MORE : shownText(bytes, element.start, element.end));

/**
 * @param {Uint8Array} bytes @param {Element|null} element @param {number} [depth]
 * @returns {string} `(&(objectClass=person)(uid=a*))`; what is missing, or too deep, as …
 */
export function filterText(bytes, element, depth = 0) {
  if (element === null || depth > MAX_LDAP_FILTER_DEPTH) return MORE;
  const { tag, start, end } = element;
  if (tag === PRESENT) return `(${shownText(bytes, start, end)}=*)`;
  const parts = elementsIn(bytes, start, end);
  if (COMBINED[tag] !== undefined) {
    const inner = parts.map((part) => filterText(bytes, part, depth + 1)).join('');
    return `(${COMBINED[tag]}${inner || MORE})`;
  }
  if (tag === SUBSTRINGS) return `(${textOf(bytes, parts[0])}=${substrings(bytes, parts[1])})`;
  const comparison = COMPARISONS[tag];
  return comparison === undefined ? `(${MORE})` : `(${textOf(bytes, parts[0])}${comparison}${textOf(bytes, parts[1])})`;
}

/** @param {Uint8Array} bytes @param {Element|undefined} element */
function substrings(bytes, element) {
  if (element === undefined) return MORE;
  const parts = elementsIn(bytes, element.start, element.end);
  const texts = parts.map((part) => textOf(bytes, part));
  const first = parts[0]?.tag === INITIAL ? '' : '*';
  const last = parts.at(-1)?.tag === FINAL ? '' : '*';
  return `${first}${texts.join('*')}${last}`;
}
