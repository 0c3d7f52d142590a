/** Pseudonyms for addresses and names: consistent, and numbered in the order of first occurrence. */
import { formatAddress } from '../../shared/text/address.js';

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
/** Of IPv6 in text, and more. */
const HEXADECIMAL_WORD = /[0-9a-f:.]+/gi;
const IPV4 = /\d{1,3}(?:\.\d{1,3}){3}/;
const TIME = /^\d{1,2}:\d\d:\d\d(?:\.\d*)?$/;
/** Of a path. */
const SEGMENT = /[^/]+/g;
/** Known file extensions are kept; any other may be a private word. */
const EXTENSION =
  /\.(aspx?|avif|css|gif|gz|html?|ico|jpe?g|js|json|jsp|m3u8|map|mjs|mp[34]|pdf|php|png|svg|ttf|txt|wasm|web[mp]|woff2?|xml|zip)$/i;
/** More than any name of a host has: a longer word is replaced unseen. */
const LONGEST_NAME = 255;
const MAX_LABELS = 16;

export class StandIns {
  /** By the address as text. @type {Map<string, { words: Int32Array, text: string }>} */
  #addresses = new Map();
  /** By the name in lower case. @type {Map<string, string>} */
  #names = new Map();
  /** By a path's segment without its extension. @type {Map<string, number>} */
  #segments = new Map();
  /** By a name of anything else, in lower case. @type {Map<string, number>} */
  #words = new Map();
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
    const stem = segment.slice(0, segment.length - extension.length);
    return stem === '' || stem === '*' ? segment : numbered(this.#segments, stem, stem, 'p') + extension;
  }

  /**
   * The name of a header field or a protocol.
   * @param {string} text @returns {string} as long, and consistent, if it is long enough
   */
  word(text) {
    return numbered(this.#words, text.toLowerCase(), text, 'x');
  }

  /** @param {string} text of a query, before `=` */
  key(text) {
    return this.#keepsPaths ? this.masked(text) : this.word(text);
  }

  /**
   * Other text: addresses, and words with a known name, are replaced by as many `x`.
   * @param {string} text
   */
  masked(text) {
    const isKnown = (/** @type {string} */ word) => this.#names.has(word.toLowerCase());
    return text
      .replace(HEXADECIMAL_WORD, maskedIpv6)
      .replace(WORD, (word) => (word[0] !== '%' && isPrivate(word, isKnown) ? mask(word) : word));
  }
}

/** @param {string} text @returns {string} of the same length, without its content */
export const mask = (text) => text.replace(/[^ \t\r\n]+/g, (run) => 'x'.repeat(run.length));

/**
 * @param {Map<string, number>} numbers by what has a number
 * @param {string} key @param {string} text @param {string} filler
 * @returns {string} the key's number, as long as the text
 */
function numbered(numbers, key, text, filler) {
  const number = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, number);
  return text === '' ? '' : String(number).slice(-text.length).padStart(text.length, filler);
}

/** An address of IPv6, or a word that looks like one. @param {string} word @returns {string} */
function maskedIpv6(word) {
  const colon = word.indexOf(':');
  return colon < 0 || word.indexOf(':', colon + 1) < 0 || TIME.test(word) ? word : mask(word);
}

/** @param {string} word @param {(word: string) => boolean} isKnown */
function isPrivate(word, isKnown) {
  const labels = word.split('.');
  if (word.length > LONGEST_NAME || labels.length > MAX_LABELS || IPV4.test(word)) return true;
  for (let from = 0; from < labels.length; from++) {
    for (let to = labels.length; to > from; to--) {
      if (isKnown(labels.slice(from, to).join('.'))) return true;
    }
  }
  return false;
}
