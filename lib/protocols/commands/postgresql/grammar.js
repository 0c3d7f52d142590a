/**
 * PostgreSQL's protocol 3 (postgresql.org/docs/current/protocol.html). A simple query is a command, and in the extended
 * protocol each statement: its parts up to Execute, and Sync, if nothing else is before it.
 */
import { WANT } from '../piece-reader.js';
import { indexOf, queryText, shownText } from '../shown-text.js';
import {
  authentication,
  CANCEL_REQUEST,
  cString,
  errorOf,
  GSSAPI_REQUEST,
  LENGTH_BYTES,
  MAX_STARTUP_BYTES,
  startupNames,
  TLS_REQUEST,
  uint32,
} from './fields.js';
import { Statements } from './statements.js';

/** @typedef {import('../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../connection.js').Grammar} Grammar */
/** @typedef {import('../connection.js').Outcome} Outcome */
/**
 * What a response must have: so many messages that answer a part, or all up to ReadyForQuery.
 * @typedef {object} Unit
 * @property {number} replies
 * @property {boolean} isToReady
 * @property {string} begins types that its response may begin with, besides an error
 * @property {boolean} isBegun whether its response has begun
 */

const TYPE_BYTES = 1;
const HEADER_BYTES = 5;
const MAX_MESSAGE_BYTES = 2 ** 30;
/** Messages whose headers are checked to resynchronise a side. */
const MAX_LOOKED_AT = 64;
/** Message types of both sides. */
const CLIENT_TYPES = 'BCDEFHPQSXcdfp';
const SERVER_TYPES = '123ACDEGHIKNRSTVWZcdnstv';
/** The server's messages that answer a part of a unit. */
const PART_TYPES = '123CIsTn';
/** Asynchronous ones. */
const ASIDE_TYPES = 'NSK';
/** How the response to each of the client's messages begins. @type {Readonly<Record<string, string>>} */
const BEGINNINGS = { P: '1', B: '2', D: 'tTn', C: '3', E: 'DCIsGHW' };
/** Of an execution. */
const COMPLETIONS = 'CIs';
const QUERY_BEGINS = 'TDCIGHW';
const LOGIN_BEGINS = 'Rv';

/** @implements {Grammar} */
export class PostgresqlGrammar {
  first = /** @type {const} */ ([LENGTH_BYTES, TYPE_BYTES]);
  #talk;
  /** By side: the type of the message whose body is next; '' before its header. */
  #types = ['', ''];
  #isStarted = false;
  /** Whether the server's first byte is next; and its type. */
  #isFirstByte = true;
  #firstType = '';
  #statements = new Statements();
  /** What the client has sent of a statement's parts. */
  #parts = noParts();
  /** The latest statement; null: something else was sent since. @type {Unit|null} */
  #latest = null;
  /** Whether the client sends rows of COPY; whether it is to send Sync behind them. */
  #isCopying = false;
  #copiesToSync = false;
  /** Whether both ends send a stream of replication. */
  #isStreaming = false;
  /** Whether, after an error, the server skips everything up to Sync. */
  #isPassingOver = false;
  /** Whether the latest response answered a statement that is not known. */
  #isUnknown = false;
  /** Of the current response; null without one. @type {Unit|null} */
  #asked = null;
  #answered = 0;
  /** `isFatal`: the connection ends. @type {(Outcome & { isFatal?: boolean })|null} */
  #outcome = null;

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end, length) {
    const side = isClient ? 0 : 1;
    if (isClient && !this.#isStarted) return this.#takeStartup(bytes, start, end, length);
    if (length === TYPE_BYTES && this.#isFirstByte && !isClient) return this.#takeFirstByte(bytes[start]);
    if (this.#types[side] === '') return this.#takeHeader(isClient, bytes, start, end);
    const type = this.#types[side];
    this.#types[side] = '';
    if (isClient) this.#takeRequest(type, bytes, start, end);
    else this.#takeReply(type, bytes, start, end);
    return HEADER_BYTES;
  }

  /**
   * Where several consecutive messages begin, or one is all of the available bytes.
   * @type {NonNullable<Grammar['resume']>}
   */
  resume(isClient, bytes, start, end) {
    this.#types[isClient ? 0 : 1] = '';
    const known = isClient ? CLIENT_TYPES : SERVER_TYPES;
    let at = start;
    let seen = 0;
    while (at + HEADER_BYTES <= end && seen < MAX_LOOKED_AT) {
      const length = uint32(bytes, at + 1);
      if (!known.includes(String.fromCharCode(bytes[at])) || length < LENGTH_BYTES || length > MAX_MESSAGE_BYTES) {
        return WANT.LOST;
      }
      at += 1 + length;
      seen++;
    }
    if (seen < 2 && at !== end) return WANT.LOST;
    if (isClient) [this.#isStarted, this.#parts, this.#latest] = [true, noParts(), null];
    else [this.#asked, this.#outcome, this.#isFirstByte, this.#firstType] = [null, null, false, ''];
    return HEADER_BYTES;
  }

  /** The length, then the body of a message without a type. @type {import('../piece-reader.js').Take} */
  #takeStartup(bytes, start, end, length) {
    if (this.#types[0] === '') {
      const size = end - start < LENGTH_BYTES ? 0 : uint32(bytes, start);
      if (size < LENGTH_BYTES + LENGTH_BYTES || size > MAX_STARTUP_BYTES) return WANT.LOST;
      this.#types[0] = 'startup';
      return size - LENGTH_BYTES;
    }
    this.#types[0] = '';
    if (end - start < Math.min(length, LENGTH_BYTES)) return WANT.LOST;
    const code = uint32(bytes, start);
    if (code === CANCEL_REQUEST) {
      this.#talk.command(true, { method: 'CancelRequest', isOneWay: true });
    } else if (code === TLS_REQUEST || code === GSSAPI_REQUEST) {
      this.#talk.command(true, { method: code === TLS_REQUEST ? 'SSLRequest' : 'GSSENCRequest', data: ENCRYPTION });
    } else {
      this.#isStarted = true;
      this.#talk.command(true, {
        method: 'Startup',
        target: startupNames(bytes, start + LENGTH_BYTES, end),
        data: unitOf(Infinity, true, LOGIN_BEGINS),
      });
    }
    this.#talk.finish(true);
    return this.#isStarted ? HEADER_BYTES : LENGTH_BYTES;
  }

  /**
   * A single S or N answers a request for encryption; otherwise it is the type of the server's first message.
   * @param {number} byte
   */
  #takeFirstByte(byte) {
    const type = String.fromCharCode(byte);
    if (this.#talk.asked() !== ENCRYPTION || !'SNG'.includes(type)) {
      this.#isFirstByte = false;
      this.#firstType = type;
      return LENGTH_BYTES;
    }
    this.#talk.answer(false);
    this.#talk.finish(false, { outcome: type === 'N' ? 'refused' : 'accepted' });
    return TYPE_BYTES;
  }

  /** @param {boolean} isClient @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeHeader(isClient, bytes, start, end) {
    const hasType = isClient || this.#firstType === '';
    const type = hasType ? String.fromCharCode(bytes[start]) : this.#firstType;
    if (!isClient) this.#firstType = '';
    const lengthAt = hasType ? start + TYPE_BYTES : start;
    const length = end - lengthAt < LENGTH_BYTES ? 0 : uint32(bytes, lengthAt);
    const known = isClient ? CLIENT_TYPES : SERVER_TYPES;
    if (!known.includes(type) || length < LENGTH_BYTES || length > MAX_MESSAGE_BYTES) return WANT.LOST;
    this.#types[isClient ? 0 : 1] = type;
    return length - LENGTH_BYTES;
  }

  /** @param {string} type @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeRequest(type, bytes, start, end) {
    switch (type) {
      case 'Q':
        this.#ask('Query', queryText(bytes, start, indexOf(bytes, 0, start, end)), true, QUERY_BEGINS);
        return;
      case 'P':
      case 'B':
      case 'D':
      case 'C':
      case 'E':
        this.#addPart(type, bytes, start, end);
        return;
      case 'H':
      case 'S':
        this.#endParts(type === 'S');
        return;
      default:
        this.#takeOther(type);
    }
  }

  /**
   * A part of a statement, which its execution completes.
   * @param {string} type @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #addPart(type, bytes, start, end) {
    const parts = this.#parts;
    parts.replies++;
    parts.begins ||= BEGINNINGS[type];
    const nameEnd = indexOf(bytes, 0, start, end);
    if (type === 'P') {
      parts.text = queryText(bytes, nameEnd + 1, indexOf(bytes, 0, nameEnd + 1, end));
      this.#statements.prepare(shownText(bytes, start, nameEnd), parts.text);
    } else if (type === 'B') {
      parts.text = this.#statements.bind(shownText(bytes, start, nameEnd), cString(bytes, nameEnd + 1, end));
    } else if (type === 'E') {
      const text = this.#statements.textOfPortal(shownText(bytes, start, nameEnd)) || parts.text;
      this.#ask('Execute', text, false, parts.begins);
      return;
    } else if (bytes[start] === 0x53) parts.text ||= this.#statements.textOf(cString(bytes, start + 1, end));
    parts.kind ||= PARTS[type];
  }

  /** @param {string} type */
  #takeOther(type) {
    switch (type) {
      case 'p':
        this.#ask('Password', '', true, LOGIN_BEGINS);
        return;
      case 'F':
        this.#ask('FunctionCall', '', true, 'V');
        return;
      case 'X':
        this.#talk.command(true, { method: 'Terminate', isOneWay: true });
        this.#talk.finish(true);
        return;
      default: // CopyData, CopyDone, CopyFail
        this.#takeCopy(type === 'd');
    }
  }

  /** @param {boolean} isData */
  #takeCopy(isData) {
    if (!this.#isCopying) {
      this.#talk.drop(true);
      return;
    }
    if (!this.#talk.isOpen(true)) {
      this.#latest = unitOf(1, !this.#copiesToSync, 'C');
      this.#talk.command(true, { method: 'CopyData', data: this.#latest });
    }
    if (isData) return;
    this.#talk.finish(true);
    this.#isCopying = false;
  }

  /** Flush, or Sync, which belongs to the statement before it. @param {boolean} isSync */
  #endParts(isSync) {
    const latest = this.#latest;
    const { kind, text, begins } = this.#parts;
    if (kind !== '') this.#ask(kind, text, isSync, begins);
    else if (latest !== null && !latest.isToReady && !latest.isBegun) {
      latest.isToReady = isSync;
      this.#talk.extend(true);
    } else if (isSync) this.#ask('Sync', '', true, 'Z');
    else this.#talk.drop(true);
  }

  /**
   * The client's message ends a statement.
   * @param {string} method @param {string} target @param {boolean} isToReady @param {string} begins
   */
  #ask(method, target, isToReady, begins) {
    this.#latest = unitOf(this.#parts.replies, isToReady, begins);
    this.#talk.command(true, { method, target, data: this.#latest });
    this.#talk.finish(true);
    this.#parts = noParts();
  }

  /** @param {string} type @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeReply(type, bytes, start, end) {
    if (this.#isStreaming && 'dc'.includes(type)) {
      this.#talk.drop(false);
      return;
    }
    if (this.#asked === null && !this.#beginReply(type)) return;
    const asked = this.#asked;
    if (type === 'E') this.#outcome = errorOf(bytes, start, end);
    else if (type === 'C') this.#outcome ??= { outcome: 'OK', text: cString(bytes, start, end) };
    else if (type === 'R') this.#outcome = authentication(bytes, start, end);
    if (PART_TYPES.includes(type)) this.#answered++;
    const isPartOver = asked !== null && this.#isPartOver(type, asked);
    const isChallenge = type === 'R' && this.#outcome?.outcome !== 'OK';
    if (type === 'G') this.#beginCopy(asked);
    if (type === 'W') this.#isStreaming = true;
    if ('ZGW'.includes(type) || isChallenge || isPartOver || this.#outcome?.isFatal) this.#endReply();
  }

  /** Whether a message ends the response to a statement that more follow. @param {string} type @param {Unit} asked */
  #isPartOver(type, asked) {
    if (asked.isToReady || (this.#answered < asked.replies && !isLast(type, asked))) return false;
    this.#isUnknown = asked.replies === Infinity;
    this.#isPassingOver ||= type === 'E' && !this.#isUnknown;
    return true;
  }

  /** @param {Unit|null} asked */
  #beginCopy(asked) {
    this.#isCopying = true;
    this.#copiesToSync = asked !== null && asked.begins !== QUERY_BEGINS;
    this.#outcome = { outcome: 'OK', text: 'COPY IN' };
  }

  /** @param {string} type @returns {boolean} false: the message belongs to no answer */
  #beginReply(type) {
    if (type === 'A') {
      this.#talk.tell(false);
      this.#talk.finish(false, { outcome: 'Notification' });
      return false;
    }
    const isAside = ASIDE_TYPES.includes(type) && !this.#talk.isAsked();
    const isSyncOfUnknown = type === 'Z' && this.#isUnknown;
    this.#isUnknown = false;
    if (isAside || isSyncOfUnknown || (type === 'Z' && this.#passOver())) {
      this.#talk.drop(false);
      return false;
    }
    this.#asked = this.#answeredUnit(type);
    this.#asked.isBegun = true;
    this.#answered = 0;
    this.#outcome = null;
    return true;
  }

  /** @param {string} type of the response's first message @returns {Unit} that it answers */
  #answeredUnit(type) {
    if ((type === 'E' || this.#isStreaming) && !this.#talk.isAsked()) this.#talk.tell(false);
    if (this.#talk.isOpen(false)) return allToReady();
    const isAnything = type === 'E' || ASIDE_TYPES.includes(type);
    const fits = (/** @type {Unit} */ { begins }) => isAnything || begins.includes(type);
    return this.#talk.answer(false, { fits }) ?? allOfOne();
  }

  /**
   * What was sent behind a failed statement, up to Sync, is not executed.
   * @returns {boolean} whether that Sync belongs to such a statement, which ReadyForQuery ends
   */
  #passOver() {
    if (!this.#isPassingOver) return false;
    this.#isPassingOver = false;
    while (this.#talk.isAsked() && !this.#talk.asked().isToReady) this.#talk.dismiss();
    const isStatements = this.#talk.isAsked() && !this.#talk.asked().begins.includes('Z');
    if (isStatements) this.#talk.dismiss();
    return isStatements;
  }

  #endReply() {
    this.#talk.finish(false, this.#outcome ?? { outcome: 'OK' });
    this.#asked = this.#outcome = null;
  }
}

/** Marks a request for encryption, for its response. */
const ENCRYPTION = unitOf(Infinity, false, '');

/** @param {number} replies @param {boolean} isToReady @param {string} begins @returns {Unit} */
function unitOf(replies, isToReady, begins) {
  return { replies, isToReady, begins, isBegun: false };
}

/** Of an unknown statement: all up to its completion. */
const allOfOne = () => unitOf(Infinity, false, '');

/** Whether a message ends a response. @param {string} type @param {Unit} unit */
const isLast = (type, { replies }) => type === 'E' || (replies === Infinity && COMPLETIONS.includes(type));

const allToReady = () => unitOf(Infinity, true, '');

/** Names of statements that are not executed. @type {Readonly<Record<string, string>>} */
const PARTS = { P: 'Parse', B: 'Bind', D: 'Describe', C: 'Close' };

const noParts = () => ({ replies: 0, text: '', kind: '', begins: '' });
