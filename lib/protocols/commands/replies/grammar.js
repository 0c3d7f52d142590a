/**
 * SMTP (RFC 5321), LMTP (RFC 2033) and FTP (RFC 959): one command per line, and a reply with a three-digit code, of one
 * or several lines. TLS after STARTTLS or AUTH TLS is read elsewhere.
 */
import { FIRST_FAILURE } from '../../../shared/message-outcome.js';
import { SPACE } from '../../../shared/text/ascii.js';
import { WANT } from '../piece-reader.js';
import { indexOf, shownText, upperWord } from '../shown-text.js';

/** @typedef {import('../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../connection.js').Grammar} Grammar */

const HYPHEN = 0x2d;
const DOT = 0x2e;
const FIRST_FINAL = 200;
const START_MAIL_INPUT = 354;
/** Commands with secret arguments, and the one whose first word is not secret. */
const SECRET = new Set(['PASS', 'ACCT', 'ADAT']);
const LOGIN = 'AUTH';
/** Commands that a server need not know, and the codes that say so: a client tries them, and goes on. */
const PROBES = new Set([
  'EHLO',
  'LHLO',
  'FEAT',
  'OPTS',
  'CLNT',
  'HOST',
  'LANG',
  'SYST',
  'HELP',
  'AUTH',
  'EPSV',
  'EPRT',
  'MLST',
  'MLSD',
]);
const UNKNOWN = new Set([500, 502, 504]);
const MAIL_CONTENT = 'mail data';

/** Lines of the client. */
const COMMANDS = 0;
const MAIL_DATA = 1;
const CHUNK = 2;

/**
 * The code that a line begins with; 0: none.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
function codeOf(bytes, start, end) {
  if (end - start < 3) return 0;
  let code = 0;
  for (let i = start; i < start + 3; i++) {
    if (bytes[i] < 0x30 || bytes[i] > 0x39) return 0;
    code = code * 10 + bytes[i] - 0x30;
  }
  return code >= 100 && code < 600 ? code : 0;
}

/** @implements {Grammar} */
export class ReplyGrammar {
  first = /** @type {const} */ ([WANT.LINE, WANT.LINE]);
  #talk;
  #verbs;
  #sending = COMMANDS;
  /** Of a multi-line reply: its code, and its first line's text. */
  #code = 0;
  #text = '';
  /** What it answers; undefined: nothing, or that is not known. @type {string|undefined} */
  #asked;
  /** In LMTP each recipient that was accepted has a reply to the content: how many, and those that are to come. */
  #isLmtp = false;
  #recipients = 0;
  #left = 0;
  /** The worst of these. @type {import('../connection.js').Outcome|null} */
  #worst = null;
  /** Whether the server asked for a part of a login. */
  #isChallenged = false;

  /** @param {CommandConnection} talk @param {RegExp} verbs a line with a known command, escaped */
  constructor(talk, verbs) {
    this.#talk = talk;
    this.#verbs = verbs;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end, length) {
    if (!isClient) return this.#takeReply(bytes, start, end);
    if (this.#sending === MAIL_DATA) return this.#takeMail(bytes, start, length);
    if (this.#sending === CHUNK) return this.#endChunk();
    return this.#takeCommand(bytes, start, end);
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    if (isClient) {
      const isCommand = this.#sending === COMMANDS && this.#verbs.test(shownText(bytes, start, end, 20));
      return isCommand ? WANT.LINE : WANT.LOST;
    }
    this.#code = 0;
    return codeOf(bytes, start, end) > 0 && (bytes[start + 3] === SPACE || bytes[start + 3] === HYPHEN)
      ? WANT.LINE
      : WANT.LOST;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeCommand(bytes, start, end) {
    const space = indexOf(bytes, SPACE, start, end);
    const method = upperWord(bytes, start, space);
    if (this.#isChallenged) {
      this.#isChallenged = false;
      this.#talk.command(true, { method: LOGIN, target: '(continued)', data: LOGIN });
      this.#talk.finish(true);
      return WANT.LINE;
    }
    if (!/^[A-Z][A-Z0-9]*$/.test(method)) return this.#passOver(true);
    const argument = Math.min(space + 1, end);
    const shownEnd = method === LOGIN ? indexOf(bytes, SPACE, argument, end) : end;
    const target = SECRET.has(method) ? '' : shownText(bytes, argument, shownEnd);
    this.#isLmtp ||= method === 'LHLO';
    const chunk = method === 'BDAT' ? Number(/^\d{1,12}/.exec(target)?.[0] ?? 0) : 0;
    this.#talk.command(true, { method, target, data: method });
    if (chunk > 0) {
      this.#sending = CHUNK;
      return chunk;
    }
    this.#talk.finish(true);
    return WANT.LINE;
  }

  /** A line that does not belong to the protocol: the next one may. @param {boolean} isClient */
  #passOver(isClient) {
    this.#talk.drop(isClient);
    return WANT.LINE;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} length */
  #takeMail(bytes, start, length) {
    if (!this.#talk.isOpen(true)) this.#talk.command(true, { method: MAIL_CONTENT, data: MAIL_CONTENT });
    if (length !== 1 || bytes[start] !== DOT) return WANT.LINE;
    this.#sending = COMMANDS;
    this.#talk.finish(true);
    return WANT.LINE;
  }

  #endChunk() {
    this.#sending = COMMANDS;
    this.#talk.finish(true);
    return WANT.LINE;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeReply(bytes, start, end) {
    const code = codeOf(bytes, start, end);
    const isFirst = this.#code === 0;
    if (isFirst && code === 0) return this.#passOver(false);
    if (isFirst) this.#begin(code, shownText(bytes, Math.min(start + 4, end), end));
    const isLast = code === this.#code && bytes[start + 3] !== HYPHEN;
    if (isLast || end - start === 3) this.#endReply();
    return WANT.LINE;
  }

  /** @param {number} code @param {string} text */
  #begin(code, text) {
    this.#code = code;
    this.#text = text;
    // an opened reply goes on: 150 before a transfer, and 226 behind it
    if (!this.#talk.isOpen(false)) this.#open(code);
    if (code === START_MAIL_INPUT && (this.#asked ?? 'DATA') === 'DATA') this.#sending = MAIL_DATA;
    this.#isChallenged = code === 334;
  }

  /** @param {number} code */
  #open(code) {
    this.#worst = null;
    this.#asked = this.#talk.asked();
    if (!this.#talk.isAsked()) {
      this.#talk.tell(false);
      return;
    }
    const fits = (/** @type {string} */ asked) => fitsCommand(code, asked);
    this.#asked = this.#talk.answer(false, { fits }) ?? undefined;
    this.#left = this.#isLmtp && this.#asked === MAIL_CONTENT ? this.#recipients : 1;
  }

  #endReply() {
    const code = this.#code;
    this.#code = 0;
    if (code < FIRST_FINAL && this.#asked !== undefined) return; // the final reply follows
    if (this.#asked === 'RCPT' && code < FIRST_FAILURE) this.#recipients++;
    if (this.#asked === 'MAIL') this.#recipients = 0;
    const isProbe = UNKNOWN.has(code) && PROBES.has(this.#asked ?? '');
    const isFailed = code >= FIRST_FAILURE && !isProbe;
    if (this.#worst === null || code > (this.#worst.status ?? 0)) {
      this.#worst = { status: code, outcome: String(code), text: this.#text, isFailed };
    }
    if (--this.#left > 0) return;
    this.#talk.finish(false, this.#worst);
  }
}

/**
 * Whether a reply may answer a command: an intermediate one (RFC 959 section 4.2.1, RFC 5321 section 4.2.1) answers
 * only some.
 * @param {number} code @param {string} asked
 */
function fitsCommand(code, asked) {
  if (code === START_MAIL_INPUT) return asked === 'DATA';
  if (code === 334) return asked === LOGIN;
  if (code === 331) return asked === 'USER';
  return code !== 221 || asked === 'QUIT';
}
