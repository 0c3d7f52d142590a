/** Pseudonyms for addresses and names: consistent, and numbered in the order of first occurrence. */
import { formatAddress } from '../../tcpflow/tables/address.js';

/** 198.18.0.0/15, for benchmarks of devices (RFC 2544 appendix C.2.2), and unassigned addresses after it. */
const FIRST_IPV4 = 0xc6120001;
/** 2001:db8::/32, for documentation (RFC 3849). */
const FIRST_IPV6 = 0x20010db8;
/** For documentation, too (RFC 2606 section 3). */
const DOMAIN = '.example';
/** The least letters of such a name before its domain. */
const MIN_LETTERS = 4;

/** A percent-encoded character, a word of a name or address, or anything else. */
const WORD = /%[0-9a-f]{2}|[a-z0-9_.-]+/gi;
/** Of IPv6 in text. */
const IPV6_WORD = /[0-9a-f]*:[0-9a-f:.]+/gi;
/** Of a path. */
const SEGMENT = /[^/]+/g;
/** Known file extensions are kept; any other may be a private word. */
const EXTENSION =
  /\.(aspx?|avif|css|gif|gz|html?|ico|jpe?g|js|json|jsp|m3u8|map|mjs|mp[34]|pdf|php|png|svg|ttf|txt|wasm|web[mp]|woff2?|xml|zip)$/i;
/** More labels than any name has. */
const MAX_LABELS = 32;

export class StandIns {
  /** By the address as text. @type {Map<string, { words: Int32Array, text: string }>} */
  #addresses = new Map();
  /** By the name in lower case. @type {Map<string, string>} */
  #names = new Map();
  /** By a path's segment without its extension. @type {Map<string, number>} */
  #segments = new Map();
  #keepsPaths;

  /** @param {{ keepsPaths?: boolean }} [how] keepsPaths: paths are kept, except for names and addresses */
  constructor({ keepsPaths = false } = {}) {
    this.#keepsPaths = keepsPaths;
  }

  /** @param {Int32Array} words as headers have them @param {number} ipVersion @returns {Int32Array} */
  words(words, ipVersion) {
    const text = formatAddress(words, 0, ipVersion);
    const known = this.#addresses.get(text) ?? this.#add(text, ipVersion);
    return known.words;
  }

  /** @param {string} text an address @returns {string} */
  address(text) {
    return (this.#addresses.get(text) ?? this.#add(text, text.includes(':') ? 6 : 4)).text;
  }

  /** @param {string} text @param {number} ipVersion */
  #add(text, ipVersion) {
    const count = this.#addresses.size;
    const words =
      ipVersion === 4 ? Int32Array.of(0, 0, 0, FIRST_IPV4 + count) : Int32Array.of(FIRST_IPV6, 0, 0, count + 1);
    const standIn = { words, text: formatAddress(words, 0, ipVersion) };
    this.#addresses.set(text, standIn);
    return standIn;
  }

  /** @param {string} name of a host @returns {string} as long as the name, so that heads keep their lengths */
  name(name) {
    const key = name.toLowerCase();
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const domain = name.length >= MIN_LETTERS + DOMAIN.length ? DOMAIN : '';
    const digits = name.length - domain.length - 1;
    const number = String(this.#names.size + 1).padStart(digits, '0');
    const standIn = name === '' ? '' : `h${number.slice(number.length - digits)}${domain}`;
    this.#names.set(key, standIn);
    return standIn;
  }

  /** @param {string} text of a path @returns {string} as long, with its slashes and extensions */
  path(text) {
    return this.#keepsPaths ? this.masked(text) : text.replace(SEGMENT, (segment) => this.#segment(segment));
  }

  /** @param {string} segment @returns {string} consistent, if it is long enough */
  #segment(segment) {
    const extension = EXTENSION.exec(segment)?.[0] ?? '';
    const said = segment.slice(0, segment.length - extension.length);
    const number = this.#segments.get(said) ?? this.#segments.size + 1;
    this.#segments.set(said, number);
    return said === '' || said === '*'
      ? segment
      : String(number).slice(-said.length).padStart(said.length, 'p') + extension;
  }

  /**
   * Other text: known addresses and names are replaced by as many `x`.
   * @param {string} text
   */
  masked(text) {
    const isKnown = (/** @type {string} */ word) => this.#addresses.has(word) || this.#names.has(word.toLowerCase());
    return text
      .replace(IPV6_WORD, (word) => (isKnown(word) ? mask(word) : word))
      .replace(WORD, (word) => (word[0] === '%' ? word : maskedLabels(word, isKnown)));
  }
}

/** @param {string} text @returns {string} of the same length, without its content */
export const mask = (text) => text.replace(/[^\s\p{P}\p{S}]/gu, 'x');

/** @param {string} word @param {(word: string) => boolean} isKnown */
function maskedLabels(word, isKnown) {
  const labels = word.split('.');
  for (let from = 0; from < Math.min(labels.length, MAX_LABELS); from++) {
    for (let to = Math.min(labels.length, from + MAX_LABELS); to > from; to--) {
      if (isKnown(labels.slice(from, to).join('.'))) return mask(word);
    }
  }
  return word;
}
