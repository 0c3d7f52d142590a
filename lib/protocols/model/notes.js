import { NOTE, WARNING } from '../../engine/enums.js';

export { NOTE, WARNING };

/** Notes for exceeding a named limit. */
export const LIMIT_NOTES = NOTE.HEAD_TOO_LONG | NOTE.TOO_MANY_FIELDS | NOTE.CHUNK_LINE_TOO_LONG | NOTE.TRAILER_TOO_LONG;

const WARNING_MESSAGES = {
  LIMIT_EXCEEDED: 'A message exceeded a limit of the analysis; it is marked incomplete.',
  TOO_MANY_MESSAGES: 'The connection has more messages than are kept; the later ones are only counted.',
  TOO_MANY_OUTSTANDING: 'More requests are outstanding than are tracked; the later ones stay without their responses.',
  FRAMING_LOST: 'Bytes that belong to no message were skipped, up to the next start line.',
  BYTES_MISSING: 'Bytes are missing from the capture; the messages around them are incomplete or lost.',
  MUX_FRAMING_LOST:
    'WebMUX headers were not where the previous ones said; the bytes up to the next run of headers belong to no session.',
  MUX_LIMIT_EXCEEDED:
    'The WebMUX connection has more fragments or sessions than are kept; the later ones are only counted.',
  TLS_UNDECRYPTABLE:
    "After a gap, none of the record numbers tried opened a direction's TLS records; the rest of that direction stays encrypted.",
  HEADERS_TOO_LONG: "The connection's header fields decompress to more text than is kept; later messages lack theirs.",
};

/**
 * @param {Readonly<Record<string, number>>} names
 * @param {number} bits
 * @returns {string[]} the names of the bits that are set, in lower case
 */
function namesOf(names, bits) {
  if (bits === 0) return [];
  return Object.keys(names)
    .filter((name) => (bits & names[name]) !== 0)
    .map((name) => name.toLowerCase());
}

/** @param {number} bits of `NOTE` */
export const noteNames = (bits) => namesOf(NOTE, bits);

/** By their bits. @type {Map<number, { code: string, message: string }[]>} */
const described = new Map();

/**
 * @param {number} bits of `WARNING`
 * @returns {{ code: string, message: string }[]} the same array for the same bits; not to be changed
 */
export function describeWarnings(bits) {
  const known = described.get(bits);
  if (known) return known;
  const warnings = warningsOf(bits);
  described.set(bits, warnings);
  return warnings;
}

/** @param {number} bits */
function warningsOf(bits) {
  return namesOf(WARNING, bits).map((code) => ({
    code,
    message: WARNING_MESSAGES[/** @type {keyof typeof WARNING} */ (code.toUpperCase())],
  }));
}
