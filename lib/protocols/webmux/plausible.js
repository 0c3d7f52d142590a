/**
 * Plausibility of MUX headers: values that no sender writes, and runs of headers where their positions are not known.
 */
import { scrambled } from '../../shared/scrambled.js';
import {
  alignments,
  CODE,
  FORMAT,
  HTTP_PROTOCOL_ID,
  isLongHeader,
  isProtocolId,
  KIND,
  MUX_FLAG,
  MuxHeader,
  paddingFor,
  readHeader,
} from './format.js';
import { MAX_MUX_FRAGMENT_BYTES, MAX_MUX_SEARCH_BYTES } from './limits.js';

/** Below this ids are reserved in both formats. */
const FIRST_SESSION = 2;
const LAST_CODE_1996 = CODE.CREDIT;
const LAST_CODE_1998 = CODE.NO_OP;

/** Score that a run of headers must reach. */
const ENOUGH_POINTS = 6;
const ENOUGH_HEADERS = 3;
/** Score for a run that ends exactly with the stream. */
const ENOUGH_POINTS_AT_END = 2;
const POINTS_OF_KNOWN_SESSION = 2;
/** Longest string or endpoint accepted in a run. */
const BELIEVED_TEXT_BYTES = 4096;

/** Results of `runAt`. */
export const RUN = Object.freeze({ NONE: 0, MORE: 1, FOUND: 2 });

/**
 * Whether any sender may have written this header. An undefined code of the 1998 format is to be skipped by its length
 * (draft, "Control Messages"); the 1996 format has four codes.
 * @param {number} format @param {MuxHeader} header
 */
export function isPossible(format, header) {
  if (header.length > MAX_MUX_FRAGMENT_BYTES) return false;
  if (header.kind !== KIND.DATA) return format === FORMAT.W98 || header.kind <= KIND.CONTROL + LAST_CODE_1996;
  const { flags, session } = header;
  if (flags & MUX_FLAG.SYN) {
    return session >= FIRST_SESSION && (flags & MUX_FLAG.RST) === 0 && isProtocolId(header.value);
  }
  return session >= FIRST_SESSION || (flags & MUX_FLAG.RST) !== 0;
}

/**
 * The second word of a SYN that Jigsaw sends without the long-length bit (`MuxStream.connect`).
 * @param {Uint8Array} bytes @param {number} at
 */
export const isZeroWord = (bytes, at) => (bytes[at] | bytes[at + 1] | bytes[at + 2] | bytes[at + 3]) === 0;

/** Facts about the connection for the search of a run of headers. */
export class Knowledge {
  /** Sessions that were opened: 1 each. */
  sessions = new Uint8Array(256);
  /** Protocols that sessions were opened to, `scrambled`. @type {Set<number>} */
  protocols = new Set([scrambled(HTTP_PROTOCOL_ID)]);
  /** Alignment of the direction's payload after a long header; 0 not known. */
  alignment = 0;
}

/** Shared by all searches: only one runs at a time. */
const header = new MuxHeader();
const seen = new Uint8Array(256);

/**
 * Looks for a run of headers, each at the position given by the previous one, from `start` on.
 * @param {number} format @param {Uint8Array} bytes @param {number} start @param {number} end of the bytes there are
 * @param {Knowledge} known @param {boolean} isEnd whether the direction ends with them
 * @returns {number} of `RUN`; MORE: the bytes end before it is decided
 */
export function runAt(format, bytes, start, end, known, isEnd) {
  const limit = Math.min(end, start + MAX_MUX_SEARCH_BYTES);
  let at = start;
  let points = 0;
  let headers = 0;
  let isFillerAllowed = false;
  seen.set(known.sessions);
  while (points < ENOUGH_POINTS || headers < ENOUGH_HEADERS) {
    const isCut = at + 4 > limit || (isLongHeader(format, bytes, at) && at + 8 > limit);
    if (isCut || at > limit) return atCut(at - end, points, isEnd);
    if (isFillerAllowed && isZeroWord(bytes, at)) {
      isFillerAllowed = false;
      at += 4;
      continue;
    }
    readHeader(format, bytes, at, header);
    const worth = pointsOf(format, header, known);
    if (worth === 0) return RUN.NONE;
    points += worth;
    headers++;
    if (header.kind === KIND.DATA) seen[header.session] = 1;
    isFillerAllowed = format === FORMAT.W96 && !header.isLong && (header.flags & MUX_FLAG.SYN) !== 0;
    at +=
      header.bytes +
      header.length +
      paddingFor(header.length, (header.isLong && known.alignment) || alignments(format, header)[0]);
  }
  return RUN.FOUND;
}

/** @param {number} beyondEnd of the next header @param {number} points @param {boolean} isEnd */
function atCut(beyondEnd, points, isEnd) {
  if (!isEnd) return RUN.MORE;
  return beyondEnd === 0 && points >= ENOUGH_POINTS_AT_END ? RUN.FOUND : RUN.NONE;
}

/**
 * A header's score for a run; 0: evidence against it.
 * @param {number} format @param {MuxHeader} h @param {Knowledge} known
 */
function pointsOf(format, h, known) {
  if (!isPossible(format, h) || h.length > MAX_MUX_SEARCH_BYTES) return 0;
  if (h.kind !== KIND.DATA) return controlPoints(format, h);
  const isKnown = seen[h.session] === 1;
  if (h.flags & MUX_FLAG.SYN) return known.protocols.has(scrambled(h.value)) ? 1 : 0;
  if (h.length === 0 && h.flags === 0 && !isKnown) return 0;
  return isKnown ? POINTS_OF_KNOWN_SESSION : 1;
}

/** @param {number} format @param {MuxHeader} h */
function controlPoints(format, h) {
  const code = h.kind - KIND.CONTROL;
  if (code > LAST_CODE_1998 || h.length > BELIEVED_TEXT_BYTES || h.value > MAX_MUX_FRAGMENT_BYTES) return 0;
  if (format === FORMAT.W96 && !h.isLong) return 0;
  if (code === CODE.CREDIT || (format === FORMAT.W96 && code === CODE.FRAGMENT_LIMIT)) {
    if (h.session < FIRST_SESSION) return 0;
    const worth = seen[h.session] === 1 ? POINTS_OF_KNOWN_SESSION : 1;
    seen[h.session] = 1;
    return worth;
  }
  return 1;
}

/**
 * Whether there is a header at `at` that fits the connection, by its first word alone: this decides between two
 * alignments.
 * @param {number} format @param {Uint8Array} bytes @param {number} at @param {Knowledge} known
 */
export function isExpectedAt(format, bytes, at, known) {
  word.set(bytes.subarray(at, at + 4));
  readHeader(format, word, 0, header);
  return isPossible(format, header) && isOfKnownSession(format, header, known);
}
/** A long header's second half stays zero. */
const word = new Uint8Array(8);

/** @param {number} format @param {MuxHeader} h @param {Knowledge} known */
function isOfKnownSession(format, h, known) {
  if (h.kind !== KIND.DATA) {
    const code = h.kind - KIND.CONTROL;
    if (format === FORMAT.W96 && !h.isLong) return false;
    return code !== CODE.CREDIT ? code <= LAST_CODE_1998 : h.session >= FIRST_SESSION;
  }
  return (h.flags & (MUX_FLAG.SYN | MUX_FLAG.RST)) !== 0 || known.sessions[h.session] === 1;
}
