/**
 * WebMUX detected from the first bytes of the end that opened the TCP connection. There is no greeting and no magic:
 * the first message is a header, so the first SYN decides. Ids are allocated in ascending order, 2, 4 … in the 1998
 * format and 3, 5 … in the 1996 one, which excludes text and other protocols.
 */
import {
  alignments,
  CODE,
  FORMAT,
  HTTP_PROTOCOL_ID,
  isLongHeader,
  KIND,
  MUX_FLAG,
  MuxHeader,
  paddingFor,
  readHeader,
} from './format.js';
import { MAX_MUX_SIGNATURE_BYTES } from './limits.js';
import { isPossible, isZeroWord, Knowledge, RUN, runAt } from './plausible.js';

/** Results of detection, other than a value of `FORMAT`. */
export const NO_MUX = -1;
export const MORE_NEEDED = 0;

/** The first session's id is below this. */
const FIRST_IDS_END = 16;
/** Payload of a long SYN: the first request. */
const MAX_FIRST_PAYLOAD = 64 * 1024;
/** Control messages that suffice without a SYN. */
const ENOUGH_CONTROLS = 4;
/** Bytes of a text that are examined. */
const LOOKED_AT_TEXT = 64;

/** Shared by all: only one runs at a time. */
const header = new MuxHeader();

/**
 * @param {Uint8Array} bytes @param {number} start of the opener's first byte @param {number} end
 * @returns {number} of `FORMAT`, NO_MUX, or MORE_NEEDED while the bytes fit but do not suffice
 */
export function muxFormatOf(bytes, start, end) {
  const old = fits(FORMAT.W96, bytes, start, end);
  const young = fits(FORMAT.W98, bytes, start, end);
  if (old > 0) return FORMAT.W96;
  if (young > 0) return FORMAT.W98;
  if (end - start >= MAX_MUX_SIGNATURE_BYTES) return NO_MUX;
  return old === MORE_NEEDED || young === MORE_NEEDED ? MORE_NEEDED : NO_MUX;
}

const NOTHING_KNOWN = new Knowledge();

/**
 * The same for bytes of either end from anywhere in a connection: they decide only where a run of fragments starts with
 * them.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {number} of `FORMAT`, NO_MUX, or MORE_NEEDED
 */
export function muxFormatInside(bytes, start, end) {
  let more = false;
  if (end - start < 4) return NO_MUX;
  for (const format of [FORMAT.W96, FORMAT.W98]) {
    const run = runAt(format, bytes, start, end, NOTHING_KNOWN, false);
    if (run === RUN.FOUND) return format;
    more ||= run === RUN.MORE;
  }
  return more && end - start < MAX_MUX_SIGNATURE_BYTES ? MORE_NEEDED : NO_MUX;
}

/**
 * @param {number} format @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {number} 1, NO_MUX or MORE_NEEDED
 */
function fits(format, bytes, start, end) {
  let at = start;
  for (let controls = 0; controls < ENOUGH_CONTROLS; controls++) {
    const early = fitsWord(format, bytes, at, end);
    if (early !== 1) return early;
    readHeader(format, bytes, at, header);
    if (header.kind === KIND.DATA) return fitsSyn(format, bytes, at, end);
    if (
      !isFirstControl(format) ||
      (controls === 0 && header.kind > KIND.CONTROL + CODE.NO_OP) ||
      !isText(bytes, at + header.bytes, Math.min(end, at + header.bytes + header.length))
    ) {
      return NO_MUX;
    }
    at = nextHeader(format, bytes, at, end);
    if (at - start >= MAX_MUX_SIGNATURE_BYTES) return NO_MUX;
  }
  return 1;
}

/**
 * Start of the message after the control message at `at`: the alignment that fits.
 * @param {number} format @param {Uint8Array} bytes @param {number} at @param {number} end
 */
function nextHeader(format, bytes, at, end) {
  const behind = at + header.bytes + header.length;
  const places = alignments(format, header).map((alignment) => behind + paddingFor(header.length, alignment));
  return places.find((place) => fitsWord(format, bytes, place, end) !== NO_MUX) ?? places[0];
}

/**
 * Whether there is a whole header; with less, whether its bytes so far may begin one.
 * @param {number} format @param {Uint8Array} bytes @param {number} at @param {number} end
 * @returns {number} 1, NO_MUX or MORE_NEEDED
 */
function fitsWord(format, bytes, at, end) {
  const there = end - at;
  if (there >= 4) {
    if (!isFirstWord(format, bytes, at)) return NO_MUX;
    return !isLongHeader(format, bytes, at) || there >= 8 ? 1 : MORE_NEEDED;
  }
  return isFirstOfWord(format, bytes, at, there) ? MORE_NEEDED : NO_MUX;
}

/**
 * Fewer than four bytes, which nearly no sender writes: HTTP's protocol id or a low number of a string, or a low
 * session.
 * @param {number} format @param {Uint8Array} bytes @param {number} at @param {number} there
 */
function isFirstOfWord(format, bytes, at, there) {
  if (there === 0) return true;
  const isOdd = there >= 2 && (format === FORMAT.W96 ? bytes[at + 1] !== 0 : (bytes[at + 1] & 0xc0) === 0);
  return !isOdd && (bytes[at] < FIRST_IDS_END || (format === FORMAT.W96 && bytes[at] === HTTP_PROTOCOL_ID));
}

/**
 * By its first four bytes: a control message, or a SYN of an early session of the opener.
 * @param {number} format
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function isFirstWord(format, bytes, at) {
  const [flags, session] =
    format === FORMAT.W96
      ? [bytes[at + 3] & 0x7c, (bytes[at + 2] >> 2) | ((bytes[at + 3] & 3) << 6)]
      : [(bytes[at + 1] & 0xf8) >> 1, bytes[at]];
  if (flags & 0x40) return format === FORMAT.W98 || ((flags >> 2) & 15) <= CODE.CREDIT;
  const isSynOnly = (flags & 0x38) === 0x20; // PUSH may be set
  return isSynOnly && session >= 2 && session < FIRST_IDS_END && (session & 1) === (format === FORMAT.W96 ? 1 : 0);
}

/**
 * Strings, endpoints and defaults are sent at the start; credit may come before its session's SYN (draft, "Control
 * Messages").
 * @param {number} format
 */
function isFirstControl(format) {
  if (!isPossible(format, header) || header.length > MAX_MUX_SIGNATURE_BYTES) return false;
  const code = header.kind - KIND.CONTROL;
  if (format === FORMAT.W96) {
    return header.isLong && code <= CODE.STACK_OR_ENDPOINT && header.session === 0 && header.length > 0;
  }
  return code === CODE.CREDIT ? header.session >= 2 : header.session === 0 || code === CODE.STRING;
}

/**
 * Strings, endpoints: no control characters (the ids of a stack are small).
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function isText(bytes, start, end) {
  if (header.kind === KIND.CONTROL + CODE.STACK_OR_ENDPOINT && header.isLong) return true;
  for (let i = start; i < end && i < start + LOOKED_AT_TEXT; i++) if (bytes[i] < 0x20 && bytes[i] !== 0) return false;
  return true;
}

/**
 * A SYN with the long-length bit suffices by itself: two bytes of its length are zero. After a short one another header
 * must fit.
 * @param {number} format @param {Uint8Array} bytes @param {number} at @param {number} end
 * @returns {number} 1, NO_MUX or MORE_NEEDED
 */
function fitsSyn(format, bytes, at, end) {
  if (!isPossible(format, header)) return NO_MUX;
  if (header.isLong) return header.length <= MAX_FIRST_PAYLOAD ? 1 : NO_MUX;
  if (format === FORMAT.W96 && header.flags !== MUX_FLAG.SYN) return NO_MUX;
  const { session, value } = header;
  const next = at + 4;
  if (end - next < 4) return MORE_NEEDED;
  if (format === FORMAT.W96 && isZeroWord(bytes, next)) return 1;
  if (isLongHeader(format, bytes, next) && end - next < 8) return MORE_NEEDED;
  readHeader(format, bytes, next, header);
  if (!isPossible(format, header)) return NO_MUX;
  if (header.kind !== KIND.DATA) return isControlBehind(format, session) ? 1 : NO_MUX;
  if (header.flags & MUX_FLAG.SYN) {
    return header.value === value && header.session !== session && header.session < FIRST_IDS_END ? 1 : NO_MUX;
  }
  return header.session === session && header.length <= MAX_FIRST_PAYLOAD ? 1 : NO_MUX;
}

/**
 * After a session's SYN: about the session, or about the connection.
 * @param {number} format
 * @param {number} session
 */
function isControlBehind(format, session) {
  const code = header.kind - KIND.CONTROL;
  if (code === CODE.CREDIT || (format === FORMAT.W96 && code === CODE.FRAGMENT_LIMIT)) {
    return header.session === session;
  }
  return isFirstControl(format);
}
