/**
 * Redis' serialization protocol, RESP 2 and 3 (redis.io/docs/reference/protocol-spec): arrays of bulk strings, or
 * lines, from the client; any type from the server.
 */
import { SPACE } from '../../../shared/text/ascii.js';
import { counted } from '../../../shared/text/quantities.js';
import { byteAt, greets, otherGreets } from '../../detect/first-bytes.js';
import { ofCommands } from '../of-commands.js';
import { WANT } from '../piece-reader.js';
import { indexOf, shownText, upperWord } from '../shown-text.js';
import { mayAnswer } from './reply-types.js';

/** @typedef {import('../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../connection.js').Grammar} Grammar */
/** @typedef {import('../connection.js').Outcome} Outcome */

const CRLF_BYTES = 2;
/** Most arguments of a command (`proto-max-bulk-len`, and an `int` of them). */
const MAX_ARGUMENTS = 2 ** 31;
const MAX_BULK_BYTES = 2 ** 40;

/** Commands with a subcommand as first argument; the second is the name. */
const CONTAINERS = new Set(
  'ACL BITOP CLIENT CLUSTER COMMAND CONFIG DEBUG FUNCTION LATENCY MEMORY MODULE OBJECT PUBSUB SCRIPT SLOWLOG XGROUP XINFO'.split(
    ' ',
  ),
);
/** Blocking commands; `XREAD` and `XREADGROUP` with BLOCK. */
const BLOCKING = new Set(
  'BLPOP BRPOP BLMOVE BRPOPLPUSH BZPOPMIN BZPOPMAX BLMPOP BZMPOP WAIT WAITAOF SUBSCRIBE PSUBSCRIBE SSUBSCRIBE'.split(
    ' ',
  ),
);
const SUBSCRIBING = new Set('SUBSCRIBE PSUBSCRIBE SSUBSCRIBE'.split(' '));
/** Messages pushed to a subscriber. */
const NEWS = new Set(['MESSAGE', 'PMESSAGE', 'SMESSAGE']);
/** Commands after which the connection is a replica's. */
const REPLICATION = new Set(['SYNC', 'PSYNC']);
/** Errors that redirect a client: no failures. */
const REDIRECTIONS = new Set(['MOVED', 'ASK']);
/** What clients tell a server that need not know it, and only then: whatever it answers, they go on. */
const PROBES = new Set(['CLIENT SETINFO', 'CLIENT MAINT_NOTIFICATIONS']);
/** The same of commands that an older server does not know. */
const UNKNOWN_BY_OLD = /^(?:HELLO|CLIENT .*|COMMAND .*)$/;
const IS_UNKNOWN = /unknown (?:sub)?command|unsupported protocol version|syntax error, try CLIENT/i;
const TURNING = 'CLIENT REPLY';
/** Answers to commands between MULTI and EXEC. */
const QUEUED = 'QUEUED';
/** Arguments that are read. */
const NAMING_ARGUMENTS = 3;

/**
 * The integer in a line after its first byte; null: none.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
function numberAt(bytes, start, end) {
  const digits = shownText(bytes, start, end, 20);
  return /^-?\d+$/.test(digits) ? Number(digits) : null;
}

/** @param {number} byte */
const code = (byte) => String.fromCharCode(byte);

/** @implements {Grammar} */
class RedisGrammar {
  first = /** @type {const} */ ([WANT.LINE, WANT.LINE]);
  #talk;
  #command = { left: 0, isBulk: false, words: /** @type {string[]} */ ([]), mayBlock: false };
  /** Values that the reply still lacks; its outcome. */
  #reply = {
    left: 0,
    bulk: 0,
    type: '',
    isNews: false,
    isHeld: false,
    isNamed: false,
    asked: '',
    /** @type {Outcome} */ outcome: {},
  };
  #isSubscribed = false;
  /** Which command the current reply answers. */
  #which = { fits: (/** @type {string} */ asked) => this.#fits(asked) };
  /** Whether the client has turned replies off; and how many commands it lets pass without one (CLIENT REPLY). */
  #isSilent = false;
  #skipped = 0;

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end, length) {
    return isClient ? this.#takeArgument(bytes, start, end, length) : this.#takeValue(bytes, start, end);
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    const text = shownText(bytes, start, end, 40);
    if (isClient) this.#command.left = 0;
    else this.#reply.left = 0;
    this.#command.isBulk &&= !isClient;
    if (!isClient) this.#reply.bulk = 0;
    const fits = isClient
      ? /^\*\d{1,9}\\r\\n\$\d{1,9}\\r\\n/
      : /^(?:\+[A-Z]{2,}\\r\\n|-[A-Z]+ |:-?\d+\\r\\n|[$*%~]-?\d+\\r\\n)/;
    return fits.test(text) ? WANT.LINE : WANT.LOST;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} length */
  #takeArgument(bytes, start, end, length) {
    const command = this.#command;
    if (command.isBulk) {
      this.#addArgument(bytes, start, Math.min(end, start + length - CRLF_BYTES));
      return WANT.LINE;
    }
    if (command.left === 0) return this.#beginCommand(bytes, start, end);
    const size = bytes[start] === 0x24 ? numberAt(bytes, start + 1, end) : null;
    if (size === null || size < 0 || size > MAX_BULK_BYTES) return WANT.LOST;
    command.isBulk = true;
    return size + CRLF_BYTES;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #beginCommand(bytes, start, end) {
    const command = this.#command;
    command.words = [];
    command.mayBlock = false;
    if (bytes[start] === 0x2a) {
      const count = numberAt(bytes, start + 1, end);
      if (count === null || count > MAX_ARGUMENTS) return WANT.LOST;
      command.left = Math.max(0, count);
      command.isBulk = false;
      if (command.left === 0) this.#talk.drop(true);
      return WANT.LINE;
    }
    return this.#inline(bytes, start, end);
  }

  /** A command as a line. @param {Uint8Array} bytes @param {number} start @param {number} end */
  #inline(bytes, start, end) {
    if (end === start) {
      this.#talk.drop(true);
      return WANT.LINE;
    }
    const space = indexOf(bytes, SPACE, start, end);
    if (!/^[A-Z]+$/.test(upperWord(bytes, start, space))) return WANT.LOST;
    const words = [upperWord(bytes, start, space)];
    for (let at = space + 1; at < end && words.length < NAMING_ARGUMENTS;) {
      const stop = indexOf(bytes, SPACE, at, end);
      if (stop > at) words.push(shownText(bytes, at, stop));
      at = stop + 1;
    }
    this.#command.words = words;
    return this.#endCommand();
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #addArgument(bytes, start, end) {
    const command = this.#command;
    command.isBulk = false;
    const place = command.words.length;
    if (place === 0) command.words.push(upperWord(bytes, start, end));
    else if (place < NAMING_ARGUMENTS) command.words.push(shownText(bytes, start, end));
    command.mayBlock ||= command.words[0].startsWith('XREAD') && upperWord(bytes, start, end) === 'BLOCK';
    if (--command.left === 0) this.#endCommand();
  }

  #endCommand() {
    const [name, one = '', two = ''] = this.#command.words;
    const isContainer = CONTAINERS.has(name);
    const method = isContainer && one !== '' ? `${name} ${one.toUpperCase()}` : name;
    const target = isContainer ? two : one;
    this.#isSubscribed ||= SUBSCRIBING.has(name);
    this.#talk.command(true, {
      method,
      target: name === 'AUTH' ? '' : target,
      isOneWay: this.#isUnanswered(method, target),
      mayHang: BLOCKING.has(name) || this.#command.mayBlock,
      data: method,
    });
    this.#talk.finish(true);
    return REPLICATION.has(name) ? WANT.OVER : WANT.LINE;
  }

  /** Whether a command gets no reply, by CLIENT REPLY. @param {string} method @param {string} target */
  #isUnanswered(method, target) {
    if (method === TURNING) this.#turn(target.toUpperCase());
    const isUnanswered = this.#isSilent || this.#skipped > 0;
    this.#skipped = Math.max(0, this.#skipped - 1);
    return isUnanswered;
  }

  /** @param {string} mode of replies */
  #turn(mode) {
    if (mode === 'ON') this.#skipped = 0;
    if (mode === 'ON' || mode === 'OFF') this.#isSilent = mode === 'OFF';
    if (mode === 'SKIP') this.#skipped = 2;
  }

  /** Whether the current reply may answer a command. @param {string} asked */
  #fits(asked) {
    const { type, outcome } = this.#reply;
    return this.#isSubscribed || outcome.outcome === QUEUED || mayAnswer(type, asked);
  }

  /**
   * A line of a reply, or the content of a string in it.
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeValue(bytes, start, end) {
    const reply = this.#reply;
    if (reply.bulk > 0) {
      if (reply.isHeld) this.#name(upperWord(bytes, start, Math.min(end, start + reply.bulk - CRLF_BYTES)));
      reply.bulk = 0;
      return this.#endValue();
    }
    if (end === start) return WANT.LOST;
    const isFirst = reply.left === 0;
    if (isFirst) this.#beginReply(code(bytes[start]));
    return this.#takeLine(bytes, start, end, isFirst);
  }

  /** @param {string} type */
  #beginReply(type) {
    const reply = this.#reply;
    reply.left = 1;
    reply.type = type;
    reply.outcome = {};
    reply.asked = '';
    reply.isNews = type === '>';
    // pushed messages are arrays, named by their first string
    reply.isHeld = this.#isSubscribed && (type === '*' || type === '>');
    reply.isNamed = false;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {boolean} isFirst */
  #takeLine(bytes, start, end, isFirst) {
    const reply = this.#reply;
    const type = code(bytes[start]);
    const outcome = outcomeOf(type, bytes, start + 1, end);
    if (outcome === null) return WANT.LOST;
    if (isFirst) reply.outcome = outcome;
    else if (outcome.isFailed && !reply.outcome.isFailed) reply.outcome = outcome; // in EXEC, or a script's result
    if (isFirst && !reply.isHeld) this.#name('');
    const size = '$*%~>=!|'.includes(type) ? (numberAt(bytes, start + 1, end) ?? -1) : -1;
    switch (type) {
      case '$':
      case '=':
      case '!':
        if (size < 0) return this.#endValue();
        if (size > MAX_BULK_BYTES) return WANT.LOST;
        reply.bulk = size + CRLF_BYTES;
        return reply.bulk;
      case '*':
      case '~':
      case '>':
        reply.left += Math.max(0, size);
        return this.#endValue();
      case '%':
        reply.left += 2 * Math.max(0, size);
        return this.#endValue();
      case '|': // attributes precede their value
        reply.left += 2 * Math.max(0, size) + 1;
        return this.#endValue();
      default:
        return this.#endValue();
    }
  }

  /** Pairs the reply, once that is possible. @param {string} name of a pushed message; '' */
  #name(name) {
    const reply = this.#reply;
    reply.isHeld = false;
    reply.isNamed = true;
    const isConfirmation = reply.isNews && name.endsWith('SUBSCRIBE') && this.#talk.asked() === name;
    if ((reply.isNews && !isConfirmation) || NEWS.has(name)) {
      this.#talk.tell(false);
      if (name !== '') reply.outcome = { outcome: name.toLowerCase() };
    } else if (this.#isSubscribed && !this.#talk.isAsked()) this.#talk.tell(false);
    else reply.asked = this.#talk.answer(false, this.#which) ?? '';
  }

  #endValue() {
    const reply = this.#reply;
    if (--reply.left > 0) return WANT.LINE;
    if (!reply.isNamed) this.#name('');
    if (reply.outcome.isFailed) reply.outcome.isFailed = !isProbing(reply.asked, reply.outcome.text ?? '');
    this.#talk.finish(false, reply.outcome);
    return WANT.LINE;
  }
}

/**
 * @param {string} type @param {Uint8Array} bytes @param {number} start after the type @param {number} end
 * @returns {Outcome|null} as shown by redis-cli; null: no such value
 */
function outcomeOf(type, bytes, start, end) {
  const number = '$*%~>=!|'.includes(type) ? numberAt(bytes, start, end) : 0;
  if (number === null) return null;
  switch (type) {
    case '+':
      return { outcome: shownText(bytes, start, end, 32) };
    case '-': {
      const space = indexOf(bytes, SPACE, start, end);
      const word = shownText(bytes, start, space, 32);
      return {
        outcome: word,
        text: shownText(bytes, Math.min(space + 1, end), end),
        isFailed: !REDIRECTIONS.has(word),
      };
    }
    case ':':
    case ',':
    case '(':
    case '#':
      return { outcome: shownText(bytes, start, end, 32) };
    case '_':
      return { outcome: 'nil' };
    case '$':
    case '=':
      return { outcome: number < 0 ? 'nil' : counted(number, 'byte') };
    case '!':
      return { outcome: 'error', isFailed: true };
    case '*':
    case '~':
    case '>':
    case '%':
    case '|':
      return { outcome: number < 0 ? 'nil' : counted(number, 'element') };
    default:
      return null;
  }
}

/** Whether an error is what a client reckons with. @param {string} asked @param {string} text of the error */
const isProbing = (asked, text) => PROBES.has(asked) || (UNKNOWN_BY_OLD.test(asked) && IS_UNKNOWN.test(text));

/** A command as a line, unless it is POP3's, and a reply to it. */
const INLINE = /^(?!(?:USER|CAPA|STLS|APOP|AUTH|QUIT|NOOP)\b)[a-z]{3,16}(?: [^\r\n]+)?\r?\n/i;
const REPLY = /^(?:\+[A-Z]+\r\n|-[A-Z]+ [^\r\n]+\r\n|:-?\d+\r\n|\$-?\d+\r\n|\*-?\d+\r\n)/;

/** @type {import('../../protocol.js').Protocol} */
export const REDIS = {
  names: ['redis'],
  signature: (first) =>
    (byteAt(first, 0) === 0x2a && greets(first, /^\*\d{1,4}\r\n\$\d{1,9}\r\n/)) ||
    (greets(first, INLINE) && otherGreets(first, REPLY)),
  isTurnBased: true,
  ...ofCommands('redis', (talk) => new RedisGrammar(talk)),
};
