/**
 * LDAP (RFC 4511): messages in BER, each with a number, which its responses have too. The entries that a search finds
 * and its end are one response, unless another comes between them.
 */
import { byteAt, isThere } from '../../../detect/first-bytes.js';
import { verbStatement } from '../../../statements/statement.js';
import { ofCommands } from '../../of-commands.js';
import { WANT } from '../../piece-reader.js';
import { shownText } from '../../shown-text.js';
import { elementAt, LENGTH_OCTETS, numberIn } from './ber.js';
import { ANSWERED, codeName, isFailure, operationName, REQUEST, REQUEST_NAMES, RESPONSE } from './names.js';
import { Elements, subjectOf } from './requests.js';

/** @typedef {import('../../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../../connection.js').Grammar} Grammar */
/** @typedef {import('./ber.js').Element} Element */

/** Tag and first octet of the length. */
const HEAD_BYTES = 2;
const SEQUENCE = 0x30;
const INTEGER = 0x02;
const MAX_MESSAGE_BYTES = 2 ** 28;
const MAX_ID_BYTES = 4;
const NOTHING = -1;
const SASL_BOUND = 0;
const OBJECT_NAME = 0x8a;
/** Tag of what may follow an operation. */
const CONTROLS = 0xa0;
/** @type {ReadonlySet<number>} */
const FIRST_REQUESTS = new Set([REQUEST.BIND, REQUEST.SEARCH, REQUEST.EXTENDED]);

/** What the next piece is. */
const NEXT = Object.freeze({ HEAD: 0, LENGTH: 1, MESSAGE: 2 });

/**
 * The operation in a message.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {{ id: number, op: Element }|null} null: it is none
 */
function operationIn(bytes, start, end) {
  const id = elementAt(bytes, start, end);
  if (id === null || id.tag !== INTEGER || id.next - id.start > MAX_ID_BYTES || id.next > end) return null;
  const op = elementAt(bytes, id.next, end);
  return op === null ? null : { id: numberIn(bytes, id.start, id.end), op };
}

/** @param {boolean} isClient @param {number} tag */
const maySend = (isClient, tag) =>
  isClient
    ? REQUEST_NAMES.has(tag)
    : ANSWERED.has(tag) || tag === RESPONSE.ENTRY || tag === RESPONSE.REFERENCE || tag === RESPONSE.INTERMEDIATE;

/** @implements {Grammar} */
class LdapGrammar {
  first = /** @type {const} */ ([HEAD_BYTES, HEAD_BYTES]);
  #talk;
  #next = [NEXT.HEAD, NEXT.HEAD].map(Number);
  /** The search whose entries come, −1: none; and how many have come. */
  #found = { id: NOTHING, entries: 0 };
  /** Bytes of the server's current message before its content. */
  #headBytes = HEAD_BYTES;
  /** Whether messages may be wrapped: a SASL mechanism was agreed on. */
  #mayBeWrapped = false;

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end, length) {
    const side = isClient ? 0 : 1;
    if (this.#next[side] === NEXT.MESSAGE) {
      this.#next[side] = NEXT.HEAD;
      return this.#takeMessage(isClient, bytes, start, end, length) ? HEAD_BYTES : WANT.LOST;
    }
    if (this.#next[side] === NEXT.LENGTH) return this.#wantMessage(side, numberIn(bytes, start, end));
    if (end - start < HEAD_BYTES || bytes[start] !== SEQUENCE) return this.#mayBeWrapped ? WANT.OVER : WANT.LOST;
    const first = bytes[start + 1];
    const octets = first < 0x80 ? 0 : first & 0x7f;
    if (!isClient) this.#headBytes = HEAD_BYTES + octets;
    if (first < 0x80) return this.#wantMessage(side, first);
    this.#next[side] = NEXT.LENGTH;
    return octets > 0 && octets <= LENGTH_OCTETS ? octets : WANT.LOST;
  }

  /** @param {number} side @param {number} length */
  #wantMessage(side, length) {
    this.#next[side] = NEXT.MESSAGE;
    return length > 0 && length <= MAX_MESSAGE_BYTES ? length : WANT.LOST;
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#next[isClient ? 0 : 1] = NEXT.HEAD;
    if (!isClient) this.#found.id = NOTHING;
    return beginsLdap(isClient, bytes, start, end) ? HEAD_BYTES : WANT.LOST;
  }

  /**
   * @param {boolean} isClient @param {Uint8Array} bytes @param {number} start @param {number} end
   * @param {number} length
   */
  #takeMessage(isClient, bytes, start, end, length) {
    const message = operationIn(bytes, start, end);
    if (message === null || !maySend(isClient, message.op.tag)) return false;
    if (isClient) this.#takeRequest(message.id, message.op, bytes);
    else this.#takeResponse(message.id, message.op, bytes, this.#headBytes + length);
    return true;
  }

  /** @param {number} id @param {Element} op @param {Uint8Array} bytes */
  #takeRequest(id, { tag, start, end }, bytes) {
    this.#talk.command(true, {
      method: REQUEST_NAMES.get(tag) ?? '',
      target: subjectOf(tag, bytes, start, end),
      number: id,
      isOneWay: tag === REQUEST.UNBIND || tag === REQUEST.ABANDON,
      data: tag,
    });
    this.#talk.finish(true);
  }

  /** @param {number} id @param {Element} op @param {Uint8Array} bytes @param {number} length of the message */
  #takeResponse(id, { tag, start, end }, bytes, length) {
    const isFinal = ANSWERED.has(tag);
    const isOpen = this.#found.id === id && id !== 0;
    if (!isOpen) this.#endFound(length);
    if (!isFinal) {
      if (!isOpen) this.#beginFound(id);
      if (tag === RESPONSE.ENTRY) this.#found.entries++;
      return;
    }
    if (isOpen) this.#talk.answerToo(false, id);
    else if (id === 0) this.#talk.tell(false);
    else this.#talk.answer(false, { number: id });
    const elements = new Elements(bytes, start, end);
    const code = elements.number();
    elements.text(); // the part of the name that was found
    const text = elements.text();
    if (tag === RESPONSE.BIND && code === SASL_BOUND) this.#mayBeWrapped = true;
    this.#talk.finish(false, {
      status: code,
      outcome: codeName(code),
      text: text || (isOpen ? countedEntries(this.#found.entries) : noticeIn(elements, bytes)),
      isFailed: isFailure(code),
    });
    this.#found = { id: NOTHING, entries: 0 };
  }

  /** The first entry of a search. @param {number} id */
  #beginFound(id) {
    this.#talk.answer(false, { number: id, isFinal: false });
    this.#found = { id, entries: 0 };
  }

  /** What the search has found so far is a response of its own. @param {number} length of the current message */
  #endFound(length) {
    if (this.#found.id === NOTHING) return;
    this.#talk.split(false, length, { outcome: 'entries', text: countedEntries(this.#found.entries) });
    this.#found = { id: NOTHING, entries: 0 };
  }
}

/** The name of an extended response. @param {Elements} elements @param {Uint8Array} bytes */
function noticeIn(elements, bytes) {
  const element = elements.next();
  return element?.tag === OBJECT_NAME ? operationName(shownText(bytes, element.start, element.end)) : '';
}

/**
 * @param {boolean} isClient @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {boolean} whether a message begins there whose parts have lengths that fit
 */
function beginsLdap(isClient, bytes, start, end) {
  const message = elementAt(bytes, start, end);
  if (message === null || message.tag !== SEQUENCE) return false;
  const parts = operationIn(bytes, message.start, message.end);
  return parts !== null && maySend(isClient, parts.op.tag) && parts.op.next <= message.next;
}

/** @param {number} count */
const countedEntries = (count) => `${count} ${count === 1 ? 'entry' : 'entries'}`;

/** A bind, a search or an extended request as the first message. @param {import('../../../protocol.js').First} first */
function isLdap(first) {
  const { bytes, start, end } = first;
  if (byteAt(first, 0) !== SEQUENCE || !beginsLdap(true, bytes, start, end)) return false;
  const message = elementAt(bytes, start, end);
  const parts = message && operationIn(bytes, message.start, message.end);
  if (message === null || !parts || !isThere(first, message.next - start)) return false;
  const isAll = parts.op.next === message.next || bytes[parts.op.next] === CONTROLS;
  return isAll && FIRST_REQUESTS.has(parts.op.tag);
}

/** @type {import('../../../protocol.js').Protocol} */
export const LDAP = {
  names: ['ldap'],
  signature: isLdap,
  isMultiplexed: true,
  hasOwnWords: true,
  statement: verbStatement,
  rows: /^(\d+) (?:entry|entries)$/,
  ...ofCommands('ldap', (talk) => new LdapGrammar(talk), { hasStartTls: true }),
};
