/**
 * PostgreSQL's protocol 3.0 (postgresql.org/docs/current/protocol.html). A simple query is a command; in the extended
 * protocol everything up to Sync or Flush, as the server answers that together.
 */
import { byteAt, has, isThere } from '../detect/first-bytes.js';
import { MAX_STATEMENTS } from './limits.js';
import { ofCommands } from './of-commands.js';
import { WANT } from './piece-reader.js';
import { indexOf, queryText, shownText } from './shown-text.js';

/** @typedef {import('./connection.js').CommandConnection} CommandConnection */
/** @typedef {import('./connection.js').Grammar} Grammar */
/** @typedef {import('./connection.js').Outcome} Outcome */
/**
 * A unit of messages: the number of replies, unless all up to Sync.
 * @typedef {{ replies: number, isFlushed: boolean }} Unit
 */

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
const HEADER_BYTES = 5;
const TLS_REQUEST = 80877103;
const CANCEL_REQUEST = 80877102;
const GSSAPI_REQUEST = 80877104;
const MAX_MESSAGE_BYTES = 2 ** 30;
const MAX_STARTUP_BYTES = 10_000;
/** Messages whose headers are checked to resynchronise a side. */
const MAX_LOOKED_AT = 64;
/** Message types of both sides. */
const CLIENT_TYPES = 'BCDEFHPQSXcdfp';
const SERVER_TYPES = '123ACDEGHIKNRSTVWZcdnstv';
/** The server's messages that answer a part of a unit. */
const PART_TYPES = '123CIsTn';
/** Asynchronous ones. */
const ASIDE_TYPES = 'NSK';

/** @param {Uint8Array} bytes @param {number} at */
const uint32 = (bytes, at) => ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;

/** Text up to a zero. @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} [most] */
const cString = (bytes, start, end, most) => shownText(bytes, start, indexOf(bytes, 0, start, end), most);

/** @implements {Grammar} */
class PostgresqlGrammar {
  first = /** @type {const} */ ([LENGTH_BYTES, TYPE_BYTES]);
  #talk;
  /** By side: the type of the message whose body is next; '' before its header. */
  #types = ['', ''];
  #isStarted = false;
  /** Whether the server's first byte is next; and its type. */
  #isFirstByte = true;
  #firstType = '';
  /** Texts of prepared statements by their names. @type {Map<string, string>} */
  #statements = new Map();
  /** The part of a unit that the client has sent. */
  #unit = { replies: 0, executions: 0, text: '', kind: '' };
  /** The latest bound statement. */
  #bound = '';
  #isCopying = false;
  /** Whether, after an error, the server skips everything up to Sync. */
  #isPassingOver = false;
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
    if (isClient) [this.#isStarted, this.#unit] = [true, newUnit()];
    else [this.#asked, this.#outcome, this.#isFirstByte, this.#firstType] = [null, null, false, ''];
    return HEADER_BYTES;
  }

  /** The length, then the body of a message without a type. @type {import('./piece-reader.js').Take} */
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
        data: ALL,
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
    const unit = this.#unit;
    switch (type) {
      case 'Q':
        this.#ask('Query', queryText(bytes, start, indexOf(bytes, 0, start, end)), false);
        return;
      case 'P':
        this.#prepare(bytes, start, end);
        return;
      case 'B':
        unit.replies++;
        unit.text ||= this.#statements.get(cString(bytes, indexOf(bytes, 0, start, end) + 1, end)) ?? '';
        this.#bound = unit.text;
        unit.kind ||= 'Bind';
        return;
      case 'E':
        unit.executions++;
        unit.replies++;
        unit.text ||= this.#bound;
        unit.kind = 'Execute';
        return;
      case 'D':
      case 'C':
        unit.replies++;
        unit.kind ||= type === 'D' ? 'Describe' : 'Close';
        if (bytes[start] === 0x53) unit.text ||= this.#statements.get(cString(bytes, start + 1, end)) ?? '';
        return;
      case 'H':
      case 'S':
        this.#endUnit(type === 'H');
        return;
      default:
        this.#takeOther(type);
    }
  }

  /** @param {string} type */
  #takeOther(type) {
    switch (type) {
      case 'p':
        this.#ask('Password', '', false);
        return;
      case 'F':
        this.#ask('FunctionCall', '', false);
        return;
      case 'X':
        this.#talk.command(true, { method: 'Terminate', isOneWay: true });
        this.#talk.finish(true);
        return;
      case 'd':
        if (!this.#isCopying) this.#talk.drop(true);
        else if (!this.#talk.isOpen(true)) this.#talk.command(true, COPY_DATA);
        return;
      default: // CopyDone, CopyFail
        if (!this.#isCopying) this.#talk.drop(true);
        else {
          if (!this.#talk.isOpen(true)) this.#talk.command(true, COPY_DATA);
          this.#talk.finish(true);
        }
        this.#isCopying = false;
    }
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #prepare(bytes, start, end) {
    const unit = this.#unit;
    const nameEnd = indexOf(bytes, 0, start, end);
    const text = queryText(bytes, nameEnd + 1, indexOf(bytes, 0, nameEnd + 1, end));
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(shownText(bytes, start, nameEnd), text);
    unit.replies++;
    unit.kind ||= 'Parse';
    unit.text ||= text;
  }

  /** @param {boolean} isFlushed by Flush, not by Sync */
  #endUnit(isFlushed) {
    const { kind, text, executions } = this.#unit;
    if (kind === '' && isFlushed) this.#talk.drop(true);
    else this.#ask(kind || 'Sync', executions > 1 ? `${text} (${executions} executions)` : text, isFlushed);
  }

  /** The client's message ends a unit. @param {string} method @param {string} target @param {boolean} isFlushed */
  #ask(method, target, isFlushed) {
    const { replies } = this.#unit;
    this.#talk.command(true, { method, target, data: { replies, isFlushed } });
    this.#talk.finish(true);
    this.#unit = newUnit();
  }

  /** @param {string} type @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeReply(type, bytes, start, end) {
    if (this.#asked === null && !this.#beginReply(type)) return;
    const asked = this.#asked;
    if (type === 'E') this.#outcome = errorOf(bytes, start, end);
    else if (type === 'C') this.#outcome ??= { outcome: 'OK', text: cString(bytes, start, end) };
    else if (type === 'R') this.#outcome = authentication(bytes, start, end);
    if (asked !== null && PART_TYPES.includes(type)) this.#answered++;
    const isFlushOver = asked !== null && asked.isFlushed && (this.#answered >= asked.replies || type === 'E');
    if (type === 'E' && asked?.isFlushed) this.#isPassingOver = true;
    const isChallenge = type === 'R' && this.#outcome?.outcome !== 'OK';
    if (type === 'G') [this.#isCopying, this.#outcome] = [true, { outcome: 'OK', text: 'COPY IN' }];
    if ('ZGW'.includes(type) || isChallenge || isFlushOver || this.#outcome?.isFatal) this.#endReply();
  }

  /** @param {string} type @returns {boolean} false: the message belongs to no answer */
  #beginReply(type) {
    if (type === 'A') this.#talk.tell(false);
    if (type === 'A') this.#talk.finish(false, { outcome: 'Notification' });
    else if (ASIDE_TYPES.includes(type) && !this.#talk.isAsked()) this.#talk.drop(false);
    else {
      if (type === 'Z') this.#passOver();
      if (type === 'E' && !this.#talk.isAsked()) this.#talk.tell(false);
      this.#asked = this.#talk.isOpen(false) ? ALL : (this.#talk.answer(false) ?? ALL);
      this.#answered = 0;
      this.#outcome = null;
      return true;
    }
    return false;
  }

  /** Requests after an error, up to Sync, are not answered. */
  #passOver() {
    while (this.#isPassingOver && this.#talk.asked()?.isFlushed) this.#talk.dismiss();
    this.#isPassingOver = false;
  }

  #endReply() {
    this.#talk.finish(false, this.#outcome ?? { outcome: 'OK' });
    this.#asked = this.#outcome = null;
  }
}

/** Marks a request for encryption, for its response. */
const ENCRYPTION = { replies: Infinity, isFlushed: false };
/** All up to ReadyForQuery. */
const ALL = { replies: Infinity, isFlushed: false };
const COPY_DATA = { method: 'CopyData', data: ALL };

const newUnit = () => ({ replies: 0, executions: 0, text: '', kind: '' });

/** `user@database` of a start-up message. @param {Uint8Array} bytes @param {number} start @param {number} end */
function startupNames(bytes, start, end) {
  /** @type {Record<string, string>} */
  const values = Object.create(null);
  for (let at = start; at < end && bytes[at] !== 0;) {
    const valueAt = indexOf(bytes, 0, at, end) + 1;
    const name = cString(bytes, at, end);
    if (name === 'user' || name === 'database') values[name] = cString(bytes, valueAt, end);
    at = indexOf(bytes, 0, valueAt, end) + 1;
  }
  return values.database === undefined ? (values.user ?? '') : `${values.user ?? ''}@${values.database}`;
}

/**
 * Fields of an error: SQLSTATE and message.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {Outcome & { isFatal: boolean }}
 */
function errorOf(bytes, start, end) {
  let [outcome, text, isFatal] = ['error', '', false];
  for (let at = start; at < end && bytes[at] !== 0;) {
    if (bytes[at] === 0x43) outcome = cString(bytes, at + 1, end, 5);
    else if (bytes[at] === 0x4d) text = cString(bytes, at + 1, end);
    else if (bytes[at] === 0x56) isFatal = /^(?:FATAL|PANIC)$/.test(cString(bytes, at + 1, end));
    at = indexOf(bytes, 0, at + 1, end) + 1;
  }
  return { outcome, text, isFailed: true, isFatal };
}

/** Authentication requests of a server, by number. @type {Readonly<Record<number, string>>} */
const AUTHENTICATION = {
  0: 'OK',
  2: 'Kerberos',
  3: 'password',
  5: 'MD5',
  7: 'GSSAPI',
  8: 'GSSAPI',
  9: 'SSPI',
  10: 'SASL',
  11: 'SASL',
  12: 'OK',
};

/** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {Outcome} */
function authentication(bytes, start, end) {
  const number = end - start < LENGTH_BYTES ? -1 : uint32(bytes, start);
  return { outcome: AUTHENTICATION[number] ?? 'authentication' };
}

/** A start-up message of version 3.0, or a request for encryption. @param {import('../protocol.js').First} first */
function isPostgresql(first) {
  const length = (byteAt(first, 2) << 8) | byteAt(first, 3);
  return (
    has(first, '\0\0') &&
    isThere(first, length) &&
    (has(first, '\0\x03\0\0user\0', 4) || has(first, '\x04\xd2\x16\x2f', 4))
  );
}

/** @type {import('../protocol.js').Protocol} */
export const POSTGRESQL = {
  names: ['postgresql'],
  signature: isPostgresql,
  isTurnBased: true,
  ...ofCommands('postgresql', (talk) => new PostgresqlGrammar(talk), { hasStartTls: true }),
};
