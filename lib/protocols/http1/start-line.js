/** Start lines of HTTP/1.x by their bytes: RFC 9112 sections 3 and 4. */

/** Kinds of message; also the kind of message that an endpoint sends, once known. */
export const UNKNOWN = 0;
export const REQUEST = 1;
export const RESPONSE = 2;

/** @param {number} kind @returns {number} what the other endpoint sends */
export const oppositeKind = (kind) => (kind === REQUEST ? RESPONSE : REQUEST);

/** Methods that matter to framing. */
export const METHOD = Object.freeze({ OTHER: 0, HEAD: 1, CONNECT: 2 });

const bytesOf = (/** @type {string} */ text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** 1 for the characters of a token, RFC 9110 section 5.6.2. */
export const TOKEN = new Uint8Array(256);
for (const byte of bytesOf("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) TOKEN[byte] = 1;

const KNOWN_METHODS = ['GET ', 'HEAD ', 'POST ', 'PUT ', 'DELETE ', 'CONNECT ', 'OPTIONS ', 'TRACE ', 'PATCH ', 'PROPFIND ', 'REPORT '].map(bytesOf);

/** 1 for the first letters of the methods that are looked for within other bytes. */
export const METHOD_INITIAL = new Uint8Array(256);
for (const method of KNOWN_METHODS) METHOD_INITIAL[method[0]] = 1;

/**
 * How far the bytes go along with a common method and the space behind it.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} bytes of method and space where all is there; else −1 − the bytes that fit
 */
export function matchKnownMethod(bytes, start, end) {
  let best = 0;
  for (let m = 0; m < KNOWN_METHODS.length; m++) {
    const method = KNOWN_METHODS[m];
    let fit = 0;
    while (fit < method.length && start + fit < end && bytes[start + fit] === method[fit]) fit++;
    if (fit === method.length) return fit;
    if (fit > best) best = fit;
  }
  return -1 - best;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} length of the method
 * @returns {number} of `METHOD`
 */
export function methodAt(bytes, start, length) {
  if (length === 4 && bytes[start] === 0x48 && matchKnownMethod(bytes, start, start + 5) === 5) return METHOD.HEAD;
  if (length === 7 && bytes[start] === 0x43 && matchKnownMethod(bytes, start, start + 8) === 8) return METHOD.CONNECT;
  return METHOD.OTHER;
}

/** Bytes of `HTTP/1.1 200` and the space or line end behind it. */
export const STATUS_PREFIX_BYTES = 13;
const STATUS_PREFIX = bytesOf('HTTP/1.');

/**
 * Whether a byte may stand at a place of a status line's fixed part.
 * @param {number} place 0 to 12
 * @param {number} byte
 */
export function fitsStatusLine(place, byte) {
  if (place < 7) return byte === STATUS_PREFIX[place];
  if (place === 7) return byte === 0x30 || byte === 0x31;
  if (place === 8) return byte === 0x20;
  if (place === 9) return byte >= 0x31 && byte <= 0x39;
  if (place < 12) return byte >= 0x30 && byte <= 0x39;
  return byte === 0x20 || byte === 0x0d || byte === 0x0a;
}

/**
 * The minor version that ends a request line.
 * @param {Uint8Array} bytes
 * @param {number} end of the line, without its line end
 * @returns {number} 0 or 1, or −1 where the line does not end in ` HTTP/1.0` or ` HTTP/1.1`
 */
export function versionBefore(bytes, end) {
  if (bytes[end - 9] !== 0x20) return -1;
  for (let i = 0; i < 7; i++) if (bytes[end - 8 + i] !== STATUS_PREFIX[i]) return -1;
  const minor = bytes[end - 1] - 0x30;
  return minor === 0 || minor === 1 ? minor : -1;
}

/** What every start line holds. */
export const VERSION_PREFIX = Uint8Array.from(STATUS_PREFIX);

/**
 * Where a status line may start, or be cut by the end.
 * @param {Uint8Array} bytes
 * @param {number} i
 * @param {number} end
 */
export function statusLineAt(bytes, i, end) {
  for (let at = i; at < end; at++) {
    if (bytes[at] !== VERSION_PREFIX[0]) continue;
    let k = 1;
    while (k < VERSION_PREFIX.length && at + k < end && bytes[at + k] === VERSION_PREFIX[k]) k++;
    if (k === VERSION_PREFIX.length || at + k === end) return at;
  }
  return end;
}
