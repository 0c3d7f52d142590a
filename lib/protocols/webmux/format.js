/**
 * The two headers of W3C MUX on the wire. They share ideas, not bits (memory order, most significant bit of each byte
 * first):
 *
 * ```
 *  1998, big-endian        byte 0      byte 1                        byte 2    byte 3
 *  (draft-gettys-webmux)   session     C S F R P L  size 17-16       size 15-0
 *                                        └code──┘
 *  1996, little-endian     byte 0      byte 1      byte 2                       byte 3
 *  (Jigsaw, libwww)        size 0-7    size 8-15   session 5-0, size 17-16      L C S F R P  session 7-6
 *                                                                                   └code──┘
 * ```
 *
 * C control, S SYN, F FIN, R RST, P PUSH, L long length: a second word follows, in the same byte order. In a control
 * message the four flags are its code.
 */

export const FORMAT = Object.freeze({ W96: 1, W98: 2 });

/** Bits of a fragment's flags, and their names in that order. */
export const MUX_FLAG = Object.freeze({ SYN: 1, FIN: 2, RST: 4, PUSH: 8 });
export const MUX_FLAG_NAMES = /** @type {const} */ (['syn', 'fin', 'rst', 'push']);

/** Kinds of fragments; control messages are CONTROL plus their code. */
export const KIND = Object.freeze({
  DATA: 0,
  /** The second word that Jigsaw sends after a SYN whose header has no long-length bit. */
  FILLER: 1,
  CONTROL: 16,
});

/** Codes of control messages that both formats have, under one name. */
export const CODE = Object.freeze({
  STRING: 0,
  STACK_OR_ENDPOINT: 1,
  FRAGMENT_LIMIT: 2,
  CREDIT: 3,
  DEFAULT_CREDIT: 4,
  NO_OP: 5,
});

const NAMES_1996 = ['DefineString', 'DefineStack', 'MuxControl', 'SendCredit'];
const NAMES_1998 = ['InternString', 'DefineEndpoint', 'SetMSS', 'AddCredit', 'SetDefaultCredit', 'NoOp'];

/** HTTP's protocol id: a TCP port number. */
export const HTTP_PROTOCOL_ID = 80;
/** Protocol ids from here on are atoms, 256 of them. */
export const FIRST_ATOM_ID = 0x20000;
const FIRST_SERVER_CHOSEN_ID = 0x30000;

/** @param {number} format @param {number} kind @returns {string} as `analyze --mux` names it */
export function kindName(format, kind) {
  if (kind === KIND.DATA) return 'data';
  if (kind === KIND.FILLER) return 'filler';
  const code = kind - KIND.CONTROL;
  return (format === FORMAT.W96 ? NAMES_1996 : NAMES_1998)[code] ?? `code ${code}`;
}

/** @param {number} kind */
export const isCredit = (kind) => kind === KIND.CONTROL + CODE.CREDIT;

/** A header as it was read; one object is refilled for every header of a direction. */
export class MuxHeader {
  /** Of `KIND`. @type {number} */
  kind = KIND.DATA;
  /** The session field; of some control messages it is something else. */
  session = 0;
  /** Bits of `MUX_FLAG`; 0 in control messages. */
  flags = 0;
  isLong = false;
  /** 4 or 8. */
  bytes = 4;
  /** Payload bytes. */
  length = 0;
  /** A further value in the message: protocol id of a SYN, credit, largest fragment, number of a string; −1 none. */
  value = -1;

  get isControl() {
    return this.kind >= KIND.CONTROL;
  }
}

/**
 * @param {number} format
 * @param {Uint8Array} bytes
 * @param {number} at of the header
 * @returns {boolean} whether a second word belongs to it
 */
export function isLongHeader(format, bytes, at) {
  return format === FORMAT.W96 ? (bytes[at + 3] & 0x80) !== 0 : (bytes[at + 1] & 0x04) !== 0;
}

/**
 * Reads the header at `at`; its 4 bytes must be there, or 8 where `isLongHeader` says so.
 * @param {number} format of `FORMAT` @param {Uint8Array} bytes @param {number} at @param {MuxHeader} header filled
 */
export function readHeader(format, bytes, at, header) {
  if (format === FORMAT.W96) read1996(bytes, at, header);
  else read1998(bytes, at, header);
}

/** @param {Uint8Array} bytes @param {number} at @param {MuxHeader} header */
function read1996(bytes, at, header) {
  const top = bytes[at + 3];
  const low = bytes[at] | (bytes[at + 1] << 8) | ((bytes[at + 2] & 3) << 16);
  header.session = (bytes[at + 2] >> 2) | ((top & 3) << 6);
  header.isLong = (top & 0x80) !== 0;
  header.bytes = header.isLong ? 8 : 4;
  const second = header.isLong
    ? (bytes[at + 4] | (bytes[at + 5] << 8) | (bytes[at + 6] << 16) | (bytes[at + 7] << 24)) >>> 0
    : -1;
  if (top & 0x40) control1996(header, (top >> 2) & 15, low, second);
  else data(header, flagsOf(top >> 2), low, second);
}

/** @param {Uint8Array} bytes @param {number} at @param {MuxHeader} header */
function read1998(bytes, at, header) {
  const top = bytes[at + 1];
  const low = ((top & 3) << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  header.session = bytes[at];
  header.isLong = (top & 0x04) !== 0;
  header.bytes = header.isLong ? 8 : 4;
  const second = header.isLong
    ? ((bytes[at + 4] << 24) | (bytes[at + 5] << 16) | (bytes[at + 6] << 8) | bytes[at + 7]) >>> 0
    : -1;
  if (top & 0x80) control1998(header, (top >> 3) & 15, low, second);
  else data(header, flagsOf(top >> 3), low, second);
}

/** The four bits S F R P, as bits of `MUX_FLAG`. @param {number} bits */
const flagsOf = (bits) => ((bits & 8) >> 3) | ((bits & 4) >> 1) | ((bits & 2) << 1) | ((bits & 1) << 3);

/**
 * A short SYN has no payload: its low bits are the protocol id, as in a long one.
 * @param {MuxHeader} header @param {number} flags @param {number} low 18 bits @param {number} second word, −1 none
 */
function data(header, flags, low, second) {
  const isSyn = (flags & MUX_FLAG.SYN) !== 0;
  const shortLength = isSyn ? 0 : low;
  header.kind = KIND.DATA;
  header.flags = flags;
  header.length = second < 0 ? shortLength : second;
  header.value = isSyn ? low : -1;
}

/**
 * Strings and stacks have their length in the second word, credit is the second word, the largest fragment is in the
 * low bits. libwww leaves the code out (`HTMuxChannel_sendControl`): code 0 for a session is its credit where the
 * header is long, else its largest fragment.
 * @param {MuxHeader} header @param {number} code @param {number} low @param {number} second
 */
function control1996(header, code, low, second) {
  if (code === CODE.STRING && header.session !== 0) code = second < 0 ? CODE.FRAGMENT_LIMIT : CODE.CREDIT;
  const isCreditMessage = code === CODE.CREDIT;
  const hasPayload = !isCreditMessage && code !== CODE.FRAGMENT_LIMIT;
  header.kind = KIND.CONTROL + code;
  header.flags = 0;
  header.length = hasPayload ? Math.max(0, second) : 0;
  header.value = isCreditMessage && second >= 0 ? second : low;
}

/**
 * Of SetMSS, AddCredit and SetDefaultCredit the size field is the value (the second word where it is long), of all
 * others a length.
 * @param {MuxHeader} header @param {number} code @param {number} low @param {number} second
 */
function control1998(header, code, low, second) {
  const size = second > 0 ? second : low;
  const isValue = code >= CODE.FRAGMENT_LIMIT && code <= CODE.DEFAULT_CREDIT;
  header.kind = KIND.CONTROL + code;
  header.flags = 0;
  header.length = isValue ? 0 : size;
  if (isValue) header.value = size;
  else header.value = code === CODE.STRING ? header.session : -1;
}

/**
 * Whether a protocol id is in a range defined by draft-gettys-webmux-00 ("Protocol ID's").
 * @param {number} id
 */
export const isProtocolId = (id) => id < FIRST_ATOM_ID + 256 || id >= FIRST_SERVER_CHOSEN_ID;

/**
 * Possible alignments of payload: they are not in any header. The first is the default.
 * @param {number} format @param {MuxHeader} header
 * @returns {readonly number[]} alignments
 */
export function alignments(format, header) {
  if (!header.isLong) return TO_4;
  if (format === FORMAT.W98) return TO_4_OR_8;
  return header.isControl ? NONE_OR_TO_8 : TO_8_OR_4;
}
const TO_4 = [4];
const TO_4_OR_8 = [4, 8];
const TO_8_OR_4 = [8, 4];
const NONE_OR_TO_8 = [1, 8];

/** @param {number} length @param {number} alignment @returns {number} bytes of padding */
export const paddingFor = (length, alignment) => (alignment - (length % alignment)) % alignment;
