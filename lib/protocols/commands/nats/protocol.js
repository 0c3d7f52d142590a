/**
 * NATS (docs.nats.io/reference/reference-protocols/nats-protocol): lines with an operation, some with a payload. A
 * publish has no response, except where it names a subject at which its sender waits for one.
 */
import { fitOf } from '../../detect/first-bytes.js';
import { FIT } from '../../protocol.js';
import { ofCommands } from '../of-commands.js';
import { WANT } from '../piece-reader.js';
import { shownText } from '../shown-text.js';
import { errorOf, jetStreamOf, statusOf } from './errors.js';
import { Requests } from './requests.js';

/** @typedef {import('../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../connection.js').Grammar} Grammar */
/** @typedef {{ op: string, subject: string, reply: string, sid: string, headerBytes: number }} Payload its line */

const CRLF_BYTES = 2;
/** `max_payload` may be set up to this. */
const MAX_PAYLOAD_BYTES = 64 * 2 ** 20;
const LINE_CHARACTERS = 1024;
/** Acknowledgements of JetStream's messages are published (ADR-13): their payloads. */
const ACKNOWLEDGES = /^\$JS\.ACK\./;
const ACKS = /^(?:\+ACK|-NAK|\+WPI|\+TERM|\+NXT|)(?=\s|\{|$)/;
/** Requests that wait for messages. */
const WAITING = /^\$JS\.API\.CONSUMER\.MSG\.NEXT\./;
const FORMS = {
  client:
    /^(?:PUB \S+ (?:\S+ )?\d+|HPUB \S+ (?:\S+ )?\d+ \d+|SUB \S+ (?:\S+ )?\S+|UNSUB \S+(?: \d+)?|PING|PONG|CONNECT \{.*\}) *$/i,
  server: /^(?:MSG \S+ \S+ (?:\S+ )?\d+|HMSG \S+ \S+ (?:\S+ )?\d+ \d+|PING|PONG|\+OK|-ERR .*|INFO \{.*\}) *$/i,
};
const OWN = {
  client: new Set(['PUB', 'HPUB', 'SUB', 'UNSUB', 'PING', 'PONG', 'CONNECT']),
  server: new Set(['MSG', 'HMSG', 'PING', 'PONG', '+OK', '-ERR', 'INFO']),
};

/** @implements {Grammar} */
class NatsGrammar {
  first = /** @type {const} */ ([WANT.LINE, WANT.LINE]);
  #talk;
  #requests = new Requests();
  /** By side: the operation whose payload is next; null: a line is. @type {(Payload|null)[]} */
  #payloads = [null, null];
  /** Whether the server confirms each operation (CONNECT's `verbose`). */
  #isVerbose = false;
  /** Of each kind the latest operation: its subject and row. @type {Map<string, [string, number]>} */
  #latest = new Map();

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end, length) {
    const side = isClient ? 0 : 1;
    const payload = this.#payloads[side];
    if (payload === null) return this.#takeLine(isClient, shownText(bytes, start, end, LINE_CHARACTERS));
    this.#payloads[side] = null;
    if (end - start === length && (bytes[end - 2] !== 0x0d || bytes[end - 1] !== 0x0a)) return WANT.LOST;
    const stop = Math.min(end, start + length - CRLF_BYTES);
    if (isClient) this.#takePublish(payload, bytes, start, stop);
    else this.#takeMessage(payload, bytes, start, stop, length - CRLF_BYTES);
    return WANT.LINE;
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#payloads[isClient ? 0 : 1] = null;
    if (isClient) this.#latest.clear();
    const text = shownText(bytes, start, Math.min(end, start + LINE_CHARACTERS), LINE_CHARACTERS);
    const lineEnd = text.indexOf('\\r\\n');
    const form = isClient ? FORMS.client : FORMS.server;
    return lineEnd > 0 && form.test(text.slice(0, lineEnd)) ? WANT.LINE : WANT.LOST;
  }

  /** @param {boolean} isClient @param {string} line */
  #takeLine(isClient, line) {
    const space = line.search(/ |\\t|$/);
    const op = line.slice(0, space).toUpperCase();
    if (!(isClient ? OWN.client : OWN.server).has(op)) return WANT.LOST;
    const rest = line.slice(space + 1).trim();
    if (/^H?(?:PUB|MSG)$/.test(op)) return this.#takeHead(isClient, op, rest.split(/ +|\\t/));
    if (isClient) this.#takeOperation(op, rest);
    else this.#takeReply(op, rest);
    return WANT.LINE;
  }

  /** The line before a payload. @param {boolean} isClient @param {string} op @param {string[]} words */
  #takeHead(isClient, op, words) {
    const total = words.pop() ?? '';
    const header = op.startsWith('H') ? (words.pop() ?? '') : '0';
    const [subject, ...others] = words;
    const sid = isClient ? '' : (others.shift() ?? '');
    const reply = others[0] ?? '';
    const areFit = /^\d+$/.test(total) && /^\d+$/.test(header) && subject !== undefined && others.length <= 1;
    if (!areFit || Number(total) > MAX_PAYLOAD_BYTES || Number(header) > Number(total)) return WANT.LOST;
    this.#payloads[isClient ? 0 : 1] = { op, subject, reply, sid, headerBytes: Number(header) };
    return Number(total) + CRLF_BYTES;
  }

  /** @param {string} op @param {string} rest of its line */
  #takeOperation(op, rest) {
    if (op === 'PONG') {
      this.#talk.drop(true);
      return;
    }
    const [first, ...others] = rest.split(/ +/);
    if (op === 'SUB') this.#requests.subscribe(others.at(-1) ?? '', first);
    // credentials are in CONNECT
    if (op === 'CONNECT') this.#isVerbose = !/"verbose": *false/.test(rest);
    const isAnswered = op === 'PING' || this.#isVerbose;
    const target = op === 'CONNECT' || op === 'PING' ? '' : first;
    const row = this.#talk.command(true, { method: op, target, isOneWay: !isAnswered, data: op });
    if (!isAnswered) this.#latest.set(op, [target, row]);
    this.#talk.finish(true);
  }

  /** @param {Payload} payload @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takePublish({ op, subject, reply }, bytes, start, end) {
    const [acked] = ACKNOWLEDGES.test(subject) ? (ACKS.exec(shownText(bytes, start, end, 10)) ?? ['']) : [''];
    const isRequest = reply !== '' && !this.#isVerbose;
    const row = this.#talk.command(true, {
      method: acked === '' ? op : acked.slice(1),
      target: subject,
      number: isRequest ? this.#requests.add(reply) : null,
      isOneWay: !isRequest && !this.#isVerbose,
      mayHang: WAITING.test(subject),
      data: op,
    });
    if (!this.#isVerbose) this.#latest.set('PUB', [subject, row]);
    this.#talk.finish(true);
  }

  /** @param {string} op @param {string} rest of its line */
  #takeReply(op, rest) {
    switch (op) {
      case 'PONG':
        this.#talk.answer(false, { fits: (asked) => asked === 'PING' });
        this.#talk.finish(false, { outcome: 'PONG' });
        return;
      case '+OK':
        if (this.#isVerbose) this.#talk.answer(false, { fits: (asked) => asked !== 'PING' });
        else this.#talk.tell(false);
        this.#talk.finish(false, { outcome: 'OK' });
        return;
      case '-ERR':
        this.#takeError(rest);
        return;
      case 'INFO':
        this.#talk.tell(false);
        this.#talk.finish(false, { outcome: 'INFO', text: /"version": *"([^"]*)"/.exec(rest)?.[1] ?? '' });
        return;
      default:
        this.#talk.drop(false);
    }
  }

  /** @param {string} text */
  #takeError(text) {
    const outcome = errorOf(text);
    const [kind, subject] = subjectOf(outcome.outcome ?? '', outcome.text ?? '');
    const [about, row] = this.#latest.get(kind) ?? ['', -1];
    const isKnown = this.#latest.has(kind) && (subject === null || subject === about);
    if (this.#isVerbose) this.#talk.answer(false, { fits: (asked) => asked !== 'PING' });
    else if (isKnown) this.#talk.refuse(false, row);
    else this.#talk.tell(false);
    if (isKnown) this.#latest.delete(kind);
    this.#talk.finish(false, outcome);
  }

  /**
   * @param {Payload} payload @param {Uint8Array} bytes @param {number} start @param {number} end
   * @param {number} length of the payload
   */
  #takeMessage({ op, subject, sid, headerBytes }, bytes, start, end, length) {
    const status = headerBytes > 0 ? statusOf(shownText(bytes, start, Math.min(end, start + headerBytes))) : null;
    const number = this.#requests.answered(subject, sid, status?.isFinal ?? true);
    const isAsked = number !== null && this.#talk.isAsked(number);
    if (isAsked) this.#talk.answer(false, { number, isFinal: status?.isFinal ?? true });
    else this.#talk.tell(false);
    const stored = isAsked ? jetStreamOf(bytes, Math.min(end, start + headerBytes), end) : null;
    const plain = isAsked ? { outcome: op, text: `${length - headerBytes} bytes` } : { outcome: op, text: subject };
    this.#talk.finish(false, status?.outcome ?? stored ?? plain);
  }
}

/**
 * What an error is about: the kind of operation, and its subject, if it is named.
 * @param {string} outcome @param {string} text
 * @returns {[kind: string, subject: string|null]} "": not known
 */
function subjectOf(outcome, text) {
  const [, kind, subject] = /for (Publish|Subscription) to "([^"]*)"/i.exec(text) ?? [];
  if (kind !== undefined) return [kind.toLowerCase() === 'publish' ? 'PUB' : 'SUB', subject];
  if (/^(?:Authorization|Authentication|User Auth|Account Auth|Maximum (?:Account|Connections))/.test(outcome)) {
    return ['CONNECT', null];
  }
  if (/^(?:Maximum Payload|Invalid Publish)/.test(outcome)) return ['PUB', null];
  return [/^(?:Invalid Subject|Maximum Subscriptions)/.test(outcome) ? 'SUB' : '', null];
}

/** First bytes of either end; CONNECT is HTTP's otherwise. */
const BEGINNINGS = ['INFO {"', 'CONNECT {"'];

/** @type {NonNullable<import('../../protocol.js').Protocol['detect']>} */
const detect = (bytes, start, end) =>
  Math.max(
    ...BEGINNINGS.map((text) =>
      fitOf(bytes, start, end, text.length, (place, byte) => byte === text.charCodeAt(place)),
    ),
  );

/** @type {import('../../protocol.js').Protocol} */
export const NATS = {
  names: ['nats'],
  detect,
  signature: ({ bytes, start, end }) => detect(bytes, start, end, false) === FIT.FOUND,
  isMultiplexed: true,
  isUnmistakable: true,
  hasOwnWords: true,
  ...ofCommands('nats', (talk) => new NatsGrammar(talk), { hasStartTls: true }),
};
