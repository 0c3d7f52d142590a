/**
 * Apache Kafka's protocol (kafka.apache.org/protocol): each message follows four bytes with its length, a response has
 * its request's correlation ID. Topics or groups, and errors, are read where they are near the beginning.
 */
import { ofCommands } from '../of-commands.js';
import { WANT } from '../piece-reader.js';
import { shownText } from '../shown-text.js';
import { errorIn } from './answers.js';
import { Fields, int16, int32, isFlexible, isKnown } from './fields.js';
import { API, API_NAMES, errorName } from './names.js';

/** @typedef {import('../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../connection.js').Grammar} Grammar */
/** @typedef {import('../connection.js').Outcome} Outcome */

const LENGTH_BYTES = 4;
const MIN_REQUEST_BYTES = 8;
const MAX_MESSAGE_BYTES = 2 ** 30;
const MAX_VERSION = 30;

/** Requests that begin with a group's name, or another. @type {ReadonlySet<number>} */
const NAME_FIRST = new Set([
  API.OFFSET_COMMIT,
  API.OFFSET_FETCH,
  API.FIND_COORDINATOR,
  API.JOIN_GROUP,
  API.HEARTBEAT,
  API.LEAVE_GROUP,
  API.SYNC_GROUP,
  API.SASL_HANDSHAKE,
]);
/** Versions from which on there may be several of these. @type {ReadonlyMap<number, number>} */
const LISTS_FROM = new Map([
  [API.FIND_COORDINATOR, 4],
  [API.OFFSET_FETCH, 8],
]);
/** From this version on topics are identified by their IDs. */
const PRODUCE_BY_ID = 13;
/** Errors that redirect a client: no failures. */
const LESSONS = new Set(['UNSUPPORTED_VERSION', 'MEMBER_ID_REQUIRED']);

/** Requests that wait for records, or for other members of a group. @type {ReadonlySet<number>} */
const HANGING = new Set([API.FETCH, API.JOIN_GROUP, API.SYNC_GROUP]);

/** @implements {Grammar} */
class KafkaGrammar {
  first = /** @type {const} */ ([LENGTH_BYTES, LENGTH_BYTES]);
  #talk;
  /** By side: whether the length was read, and the message is next. */
  #isMessage = [false, false];

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end) {
    const side = isClient ? 0 : 1;
    this.#isMessage[side] = !this.#isMessage[side];
    const least = isClient ? MIN_REQUEST_BYTES : LENGTH_BYTES;
    if (this.#isMessage[side]) {
      const length = end - start < LENGTH_BYTES ? 0 : int32(bytes, start);
      return length < least || length > MAX_MESSAGE_BYTES ? WANT.LOST : length;
    }
    if (end - start < least) return WANT.LOST;
    if (!isClient) this.#takeAnswer(bytes, start, end);
    else if (!this.#takeRequest(bytes, start, end)) return WANT.LOST;
    return LENGTH_BYTES;
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#isMessage[isClient ? 0 : 1] = false;
    if (end - start < LENGTH_BYTES + MIN_REQUEST_BYTES) return WANT.LOST;
    const length = int32(bytes, start);
    const fits = isClient
      ? isKafkaRequest(bytes, start, end)
      : length > 0 && length <= MAX_MESSAGE_BYTES && this.#talk.isAsked(int32(bytes, start + LENGTH_BYTES));
    return fits ? LENGTH_BYTES : WANT.LOST;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {boolean} false: it is none */
  #takeRequest(bytes, start, end) {
    const api = int16(bytes, start);
    const version = int16(bytes, start + 2);
    if (api < 0 || version < 0 || version > MAX_VERSION) return false;
    const number = int32(bytes, start + 4);
    const { target, isOneWay } = namesOf(api, version, bytes, start + MIN_REQUEST_BYTES, end);
    this.#talk.command(true, {
      method: API_NAMES[api] ?? `API ${api}`,
      target,
      number,
      isOneWay,
      mayHang: HANGING.has(api),
      data: { api, version },
    });
    this.#talk.finish(true);
    return true;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeAnswer(bytes, start, end) {
    const asked = this.#talk.answer(false, { number: int32(bytes, start) });
    const error = asked === null ? null : errorIn(asked, bytes, start + LENGTH_BYTES, end);
    if (error === null) this.#talk.finish(false, {});
    else {
      const { code, text } = error;
      const outcome = code === 0 ? 'OK' : errorName(code);
      const isFailed = code !== 0 && !LESSONS.has(outcome);
      this.#talk.finish(false, { status: Math.max(0, code), outcome, text, isFailed });
    }
  }
}

/**
 * A request's topic or group, and whether it has no response (acks 0).
 * @param {number} api @param {number} version @param {Uint8Array} bytes @param {number} start @param {number} end
 */
function namesOf(api, version, bytes, start, end) {
  const none = { target: '', isOneWay: false };
  if (!isKnown(api)) return none;
  // the client's name in the header is never compact
  const header = new Fields(bytes, start, end, false);
  header.text();
  const fields = new Fields(bytes, header.at, end, isFlexible(api, version));
  fields.passTags();
  if (version >= (LISTS_FROM.get(api) ?? Infinity)) {
    if (api === API.FIND_COORDINATOR) fields.at++; // whose
    return fields.count() > 0 ? { target: fields.text(), isOneWay: false } : none;
  }
  if (NAME_FIRST.has(api)) return { target: fields.text(), isOneWay: false };
  if (api === API.METADATA) {
    if (fields.count() <= 0) return none;
    if (version >= 10) fields.at += 16;
    return { target: fields.text(), isOneWay: false };
  }
  if (api !== API.PRODUCE) return none;
  if (version >= 3) fields.text(); // the transaction
  const isOneWay = fields.at + 2 <= end && int16(bytes, fields.at) === 0;
  fields.at += 6;
  const isNamed = version < PRODUCE_BY_ID && fields.count() > 0;
  return { target: isNamed ? fields.text() : '', isOneWay };
}

/**
 * Whether a client's first bytes are a request: a known one, with a printable client ID.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
export function isKafkaRequest(bytes, start, end) {
  if (end - start < LENGTH_BYTES + MIN_REQUEST_BYTES + 2) return false;
  const api = int16(bytes, start + 4);
  const name = int16(bytes, start + 12);
  const length = int32(bytes, start);
  return (
    length >= MIN_REQUEST_BYTES + 2 + name &&
    length <= MAX_MESSAGE_BYTES &&
    api >= 0 &&
    api < API_NAMES.length &&
    bytes[start + 6] === 0 &&
    bytes[start + 7] <= MAX_VERSION &&
    name > 0 &&
    start + 14 + name <= end &&
    /^[\w.-]+$/.test(shownText(bytes, start + 14, start + 14 + name, 249))
  );
}

/** @type {import('../../protocol.js').Protocol} */
export const KAFKA = {
  names: ['kafka'],
  signature: ({ bytes, start, end }) => isKafkaRequest(bytes, start, end),
  isMultiplexed: true,
  hasOwnWords: true,
  ...ofCommands('kafka', (talk) => new KafkaGrammar(talk)),
};
