/**
 * DNS over TCP (RFC 1035, RFC 7766): each message follows two bytes with its length; responses may come in any order.
 */
import { counted } from '../../shared/text/quantities.js';
import { HEADER_BYTES, LENGTH_BYTES } from '../dns/signature.js';
import { WANT } from './piece-reader.js';
import { shownText } from './shown-text.js';

/** @typedef {import('./connection.js').CommandConnection} CommandConnection */
/** @typedef {import('./connection.js').Grammar} Grammar */

const MAX_LABELS = 128;
const DOT = '.';

/** @type {Readonly<Record<number, string>>} */
const TYPES = {
  1: 'A', 2: 'NS', 5: 'CNAME', 6: 'SOA', 12: 'PTR', 15: 'MX', 16: 'TXT', 28: 'AAAA', 33: 'SRV', 35: 'NAPTR',
  41: 'OPT', 43: 'DS', 46: 'RRSIG', 47: 'NSEC', 48: 'DNSKEY', 52: 'TLSA', 64: 'SVCB', 65: 'HTTPS', 251: 'IXFR',
  252: 'AXFR', 255: 'ANY', 257: 'CAA',
}; // prettier-ignore
const TRANSFERS = new Set([251, 252]);
const OPCODES = ['QUERY', 'IQUERY', 'STATUS', '', 'NOTIFY', 'UPDATE', 'DSO'];
const RCODES = [
  'NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED', 'YXDOMAIN', 'YXRRSET', 'NXRRSET', 'NOTAUTH',
  'NOTZONE', 'DSOTYPENI',
]; // prettier-ignore
const NXDOMAIN = 3;

/**
 * The name of the first question, and its type.
 * @param {Uint8Array} bytes @param {number} start @param {number} end of the available bytes
 */
function questionOf(bytes, start, end) {
  const labels = [];
  let at = start;
  while (at < end && bytes[at] > 0 && bytes[at] < 64 && labels.length < MAX_LABELS) {
    labels.push(shownText(bytes, at + 1, Math.min(end, at + 1 + bytes[at])));
    at += 1 + bytes[at];
  }
  const type = at + 2 < end && bytes[at] === 0 ? (bytes[at + 1] << 8) | bytes[at + 2] : 0;
  return { name: labels.length === 0 ? DOT : labels.join(DOT), type };
}

/** @implements {Grammar} */
class DnsGrammar {
  first = /** @type {const} */ ([LENGTH_BYTES, LENGTH_BYTES]);
  #talk;
  /** By side: whether the length was read, and its message is next. */
  #isMessage = [false, false];
  /** Of a zone transfer, whose response is many messages. */
  #transfer = -1;

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end) {
    const side = isClient ? 0 : 1;
    this.#isMessage[side] = !this.#isMessage[side];
    if (this.#isMessage[side]) {
      const length = (bytes[start] << 8) | bytes[start + 1];
      return end - start < LENGTH_BYTES || length < HEADER_BYTES ? WANT.LOST : length;
    }
    if (end - start < HEADER_BYTES) return WANT.LOST;
    this.#takeMessage(isClient, bytes, start, end);
    return LENGTH_BYTES;
  }

  /** A message begins where its length matches the available bytes. @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#isMessage[isClient ? 0 : 1] = false;
    const isWhole =
      end - start > LENGTH_BYTES + HEADER_BYTES &&
      ((bytes[start] << 8) | bytes[start + 1]) === end - start - LENGTH_BYTES;
    return isWhole ? LENGTH_BYTES : WANT.LOST;
  }

  /** @param {boolean} isClient @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeMessage(isClient, bytes, start, end) {
    const number = (bytes[start] << 8) | bytes[start + 1];
    if ((bytes[start + 2] & 0x80) !== 0) this.#takeAnswer(isClient, number, bytes, start);
    else {
      const { name, type } = questionOf(bytes, start + HEADER_BYTES, end);
      const opcode = (bytes[start + 2] >> 3) & 15;
      const method = opcode === 0 ? (TYPES[type] ?? `TYPE${type}`) : OPCODES[opcode] || `OPCODE${opcode}`;
      this.#talk.command(isClient, { method, target: name, number, data: TRANSFERS.has(type) });
      this.#talk.finish(isClient);
    }
  }

  /** @param {boolean} isClient @param {number} number @param {Uint8Array} bytes @param {number} start */
  #takeAnswer(isClient, number, bytes, start) {
    const rcode = bytes[start + 3] & 15;
    const answers = (bytes[start + 6] << 8) | bytes[start + 7];
    const isTransfer = this.#talk.asked(number) === true;
    if (!this.#talk.isAsked(number) && this.#transfer === number) this.#talk.tell(isClient);
    else this.#talk.answer(isClient, { number });
    if (isTransfer) this.#transfer = number;
    this.#talk.finish(isClient, {
      status: rcode,
      outcome: RCODES[rcode] ?? `RCODE${rcode}`,
      text: answers === 0 ? '' : counted(answers, 'answer'),
      // NXDOMAIN is an answer, not a failure
      isFailed: rcode !== 0 && rcode !== NXDOMAIN,
    });
  }
}

/** @type {import('./connection.js').OpenGrammar} */
export const openDns = (talk) => new DnsGrammar(talk);
