/**
 * MongoDB's wire protocol (mongodb.com/docs/manual/reference/mongodb-wire-protocol): OP_MSG, OP_QUERY and OP_REPLY,
 * compressed or not, and the older messages by their names. A command is the first element of a document.
 */
import { isThere, littleUint32 } from '../detect/first-bytes.js';
import { ofCommands } from './of-commands.js';
import { WANT } from './piece-reader.js';
import { indexOf, shownText } from './shown-text.js';
import { unpackBeginning } from './unpack.js';

/** @typedef {import('./connection.js').CommandConnection} CommandConnection */
/** @typedef {import('./connection.js').Grammar} Grammar */
/** @typedef {import('./connection.js').Outcome} Outcome */
/** @typedef {{ id: number, to: number, op: number }} Header */

const HEADER_BYTES = 16;
const MAX_MESSAGE_BYTES = 48_000_000;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_COMPRESSED = 2012;
const OP_MSG = 2013;
/** @type {Readonly<Record<number, string>>} */
const NAMES = {
  1: 'OP_REPLY', 2001: 'OP_UPDATE', 2002: 'OP_INSERT', 2004: 'OP_QUERY', 2005: 'OP_GET_MORE', 2006: 'OP_DELETE',
  2007: 'OP_KILL_CURSORS', 2012: 'OP_COMPRESSED', 2013: 'OP_MSG',
}; // prettier-ignore
const ONE_WAY = new Set([2001, 2002, 2006, 2007]);
/** By their numbers. */
const COMPRESSORS = /** @type {const} */ (['none', 'snappy', 'zlib', 'zstd']);
/** Before the compressed data. */
const COMPRESSION_BYTES = 9;
const MORE_TO_COME = 2;
/** In an OP_REPLY before its documents, in an OP_QUERY before its collection's name. */
const REPLY_FIELDS_BYTES = 20;
const QUERY_FAILURE = 2;
/** How clients greet a server, which need not know each of these. */
const GREETINGS = new Set(['hello', 'isMaster', 'ismaster']);
const COMMAND_NOT_FOUND = 59;
/** Elements of a document that are read. */
const MAX_ELEMENTS = 64;

const TYPE = Object.freeze({
  DOUBLE: 1,
  STRING: 2,
  DOCUMENT: 3,
  ARRAY: 4,
  BINARY: 5,
  BOOLEAN: 8,
  INT32: 16,
  INT64: 18,
});
/** Bytes of values of fixed size. @type {Readonly<Record<number, number>>} */
const SIZES = { 1: 8, 6: 0, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16, 127: 0, 255: 0 };

/** @param {Uint8Array} bytes @param {number} at */
const int32 = (bytes, at) => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);

/**
 * @param {Uint8Array} bytes @param {number} at of the value @param {number} type
 * @returns {number} its size; −1: not known
 */
function sizeOf(bytes, at, type) {
  const fixed = SIZES[type];
  if (fixed !== undefined) return fixed;
  const length = int32(bytes, at);
  if (length < 0) return -1;
  if (type === TYPE.STRING || type === 13 || type === 14) return 4 + length;
  if (type === TYPE.BINARY) return 5 + length;
  return type === TYPE.DOCUMENT || type === TYPE.ARRAY ? Math.max(4, length) : -1;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} end @param {number} type */
function valueAt(bytes, at, end, type) {
  if (type === TYPE.STRING && at + 4 <= end) {
    return shownText(bytes, at + 4, Math.max(at + 4, Math.min(end, at + 3 + Math.max(1, int32(bytes, at)))));
  }
  if (type === TYPE.INT32 && at + 4 <= end) return int32(bytes, at);
  if (type === TYPE.BOOLEAN && at < end) return bytes[at];
  if (at + 8 > end) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8);
  if (type === TYPE.DOUBLE) return view.getFloat64(0, true);
  return type === TYPE.INT64 ? Number(view.getBigInt64(0, true)) : null;
}

/**
 * The outer elements of a document, as far as available.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {[name: string, value: string|number|null][]} null: a value that is none of these
 */
function elementsOf(bytes, start, end) {
  /** @type {[string, string|number|null][]} */
  const elements = [];
  let at = start + 4;
  while (at < end && bytes[at] !== 0 && elements.length < MAX_ELEMENTS) {
    const type = bytes[at];
    const nameEnd = indexOf(bytes, 0, at + 1, end);
    if (nameEnd >= end) break;
    elements.push([shownText(bytes, at + 1, nameEnd, 64), valueAt(bytes, nameEnd + 1, end, type)]);
    const size = nameEnd + 5 > end && SIZES[type] === undefined ? -1 : sizeOf(bytes, nameEnd + 1, type);
    if (size < 0) break;
    at = nameEnd + 1 + size;
  }
  return elements;
}

/** @implements {Grammar} */
class MongoGrammar {
  first = /** @type {const} */ ([HEADER_BYTES, HEADER_BYTES]);
  #talk;
  /** By side: the message whose header was read; null before it. @type {(Header|null)[]} */
  #headers = [null, null];

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end) {
    const side = isClient ? 0 : 1;
    const header = this.#headers[side];
    if (header === null) {
      if (end - start < HEADER_BYTES) return WANT.LOST;
      const [length, id, to, op] = [0, 4, 8, 12].map((at) => int32(bytes, start + at));
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES || NAMES[op] === undefined) return WANT.LOST;
      this.#headers[side] = { id, to, op };
      return length - HEADER_BYTES;
    }
    this.#headers[side] = null;
    const packed = header.op === OP_COMPRESSED ? this.#unpacked(header, bytes, start, end) : null;
    const message = packed ?? /** @type {const} */ ([header, bytes, start, end]);
    if (isClient) this.#takeCommand(...message);
    else this.#takeReply(...message);
    return HEADER_BYTES;
  }

  /**
   * Contents of an OP_COMPRESSED: the message's opcode, length, compressor and data.
   * @param {Header} header @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {[header: Header, bytes: Uint8Array, start: number, end: number]|null} null: it could not be unpacked
   */
  #unpacked(header, bytes, start, end) {
    if (end - start <= COMPRESSION_BYTES) return null;
    const packed = bytes.subarray(start + COMPRESSION_BYTES, end);
    const coding = COMPRESSORS[bytes[start + COMPRESSION_BYTES - 1]];
    const content = coding === 'none' ? packed : coding && unpackBeginning(coding, packed, this.#talk.ciphers);
    const op = int32(bytes, start);
    const isKnown = op !== OP_COMPRESSED && NAMES[op] !== undefined;
    return content && isKnown ? [{ ...header, op }, content, 0, content.length] : null;
  }

  /** A message that begins there and has a possible length. @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#headers[isClient ? 0 : 1] = null;
    const length = end - start < HEADER_BYTES ? 0 : int32(bytes, start);
    const isStart =
      length >= HEADER_BYTES && length <= MAX_MESSAGE_BYTES && NAMES[int32(bytes, start + 12)] !== undefined;
    return isStart && (int32(bytes, start + 8) === 0) === isClient ? HEADER_BYTES : WANT.LOST;
  }

  /** @param {{ id: number, op: number }} header @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeCommand({ id, op }, bytes, start, end) {
    const { method, target, isOneWay, mayHang } = commandOf(op, bytes, start, end);
    this.#talk.command(true, { method, target, number: id, isOneWay, mayHang, data: method });
    this.#talk.finish(true);
  }

  /** @param {{ to: number, op: number }} header @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeReply({ to, op }, bytes, start, end) {
    // of an exhaust cursor's replies only the first is paired
    const asked = this.#talk.asked(to);
    if (this.#talk.isAsked(to)) this.#talk.answer(false, { number: to });
    else this.#talk.tell(false);
    const reply = replyOf(op, bytes, start, end);
    const isProbe = GREETINGS.has(asked) && reply.status === COMMAND_NOT_FOUND;
    this.#talk.finish(false, isProbe ? { ...reply, isFailed: false } : reply);
  }
}

/** @param {number} op @param {Uint8Array} bytes @param {number} start @param {number} end */
function commandOf(op, bytes, start, end) {
  const none = { method: NAMES[op], target: '', isOneWay: ONE_WAY.has(op), mayHang: false };
  if (op === OP_MSG && end - start > 9) {
    const isOneWay = (bytes[start] & MORE_TO_COME) !== 0;
    return bytes[start + 4] === 0
      ? { ...named(elementsOf(bytes, start + 5, end), ''), isOneWay }
      : { ...none, isOneWay };
  }
  if (op !== OP_QUERY) return none;
  const nameEnd = indexOf(bytes, 0, start + 4, end);
  const collection = shownText(bytes, Math.min(end, start + 4), nameEnd);
  const isCommand = collection.endsWith('.$cmd');
  if (!isCommand || nameEnd + 13 > end) return { ...none, target: collection };
  return { ...named(elementsOf(bytes, nameEnd + 9, end), collection.slice(0, -'.$cmd'.length)), isOneWay: false };
}

/** @param {ReturnType<typeof elementsOf>} elements @param {string} database */
function named(elements, database) {
  const [method, first] = elements[0] ?? ['', null];
  const has = (/** @type {string} */ name) => elements.some(([element]) => element === name);
  const named = elements.find(([name]) => name === '$db')?.[1] ?? database;
  const collection = typeof first === 'string' ? first : elements.find(([name]) => name === 'collection')?.[1];
  const target = typeof collection === 'string' ? [named, collection].filter(Boolean).join('.') : String(named);
  return { method, target, mayHang: has('maxAwaitTimeMS') || (method === 'getMore' && has('maxTimeMS')) };
}

/** @param {number} op @param {Uint8Array} bytes @param {number} start @param {number} end @returns {Outcome} */
function replyOf(op, bytes, start, end) {
  if (op === OP_COMPRESSED) return {};
  const isFailure = op === OP_REPLY && (bytes[start] & QUERY_FAILURE) !== 0;
  const elements = elementsOf(bytes, start + (op === OP_REPLY ? REPLY_FIELDS_BYTES : 5), end);
  const value = (/** @type {string} */ name) => elements.find(([element]) => element === name)?.[1];
  const hasWriteErrors =
    elements.some(([name]) => name === 'writeErrors' || name === 'writeConcernError') ||
    Number(value('nErrors') ?? 0) > 0;
  const isFailed = isFailure || value('ok') === 0 || hasWriteErrors;
  // a cursor with its documents comes before `ok`, which is far away then
  const isKnown = value('ok') !== undefined || elements.some(([name]) => name === 'cursor');
  if (!isFailed) return { outcome: isKnown ? 'OK' : '', text: countsOf(elements) };
  const code = Number(value('code') ?? 0);
  const name = hasWriteErrors ? 'writeErrors' : 'error';
  return {
    status: code > 0 && code < 65536 ? code : 0,
    outcome: String(value('codeName') ?? name),
    text: String(value('errmsg') ?? value('$err') ?? ''),
    isFailed: true,
  };
}

/** The number of documents affected, if the reply has it. @param {ReturnType<typeof elementsOf>} elements */
const countsOf = (elements) =>
  elements
    .filter(([name, value]) => (name === 'n' || name === 'nModified') && typeof value === 'number')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/**
 * A message in the form OP_MSG or OP_QUERY, or a compressed one, that answers none.
 * @param {import('../protocol.js').First} first
 */
const isMongo = (first) =>
  isThere(first, littleUint32(first, 0)) &&
  littleUint32(first, 8) === 0 &&
  [OP_MSG, OP_QUERY, OP_COMPRESSED].includes(littleUint32(first, 12));

/** @type {import('../protocol.js').Protocol} */
export const MONGODB = {
  names: ['mongodb'],
  signature: isMongo,
  isMultiplexed: true,
  rows: /\bn (\d+)/,
  ...ofCommands('mongodb', (talk) => new MongoGrammar(talk)),
};
