/** SQL Server's TDS 7 (MS-TDS): messages of one or more packets, each answered before the next, but for Attention. */
import { counted } from '../../../../shared/text/quantities.js';
import { WANT } from '../../piece-reader.js';
import { StatementTexts } from '../../statement-texts.js';
import { uint16 } from '../fields.js';
import { isRecord, PACKET_HEADER_BYTES, RECORD_HEADER_BYTES } from './packets.js';
import { behindHeaders, NAMES, PACKET, preloginOf, PREPARING, requestOf } from './requests.js';
import { beginsResponse, endOf, handleIn, TAIL_BYTES, tokensIn } from './tokens.js';

/** @typedef {import('../../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../../connection.js').Grammar} Grammar */
/** @typedef {import('../../connection.js').Outcome} Outcome */
/** @typedef {{ type: number, text: string, procedure?: string }} Asked */

const END_OF_MESSAGE = 1;
const MAX_STATUS = 0x1f;
/** A packet's body that is taken in one piece; of a longer one the end is another. */
const ONE_PIECE_BYTES = 1024;

/** What the next piece is. */
const NEXT = Object.freeze({ HEADER: 0, REST: 1, BODY: 2, TAIL: 3, RECORD: 4 });

class Side {
  next = /** @type {number} */ (NEXT.HEADER);
  type = 0;
  /** Whether the packet ends a message, and whether one has begun. */
  isLast = false;
  isBegun = false;
  bodyBytes = 0;
}

/** @implements {Grammar} */
class TdsGrammar {
  first = /** @type {const} */ ([RECORD_HEADER_BYTES, RECORD_HEADER_BYTES]);
  #talk;
  #sides = [new Side(), new Side()];
  /** Texts of prepared statements by handle. @type {StatementTexts<number>} */
  #statements = new StatementTexts();
  /** What the current response answers; its first error. @type {{ asked: Asked|null, error: Outcome|null }} */
  #response = { asked: null, error: null };

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end) {
    const side = this.#sides[isClient ? 0 : 1];
    switch (side.next) {
      case NEXT.HEADER:
        return this.#takeHeader(isClient, side, bytes, start, end);
      case NEXT.REST:
        side.next = NEXT.BODY;
        return side.bodyBytes > ONE_PIECE_BYTES ? side.bodyBytes - TAIL_BYTES : side.bodyBytes;
      case NEXT.BODY:
        return this.#takeBody(isClient, side, bytes, start, end);
      case NEXT.TAIL:
        this.#endPacket(isClient, side, bytes, start, end);
        break;
      default: // a record of TLS
        this.#talk.drop(isClient);
    }
    side.next = NEXT.HEADER;
    return RECORD_HEADER_BYTES;
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#sides[isClient ? 0 : 1] = new Side();
    return beginsTds(isClient, bytes, start, end) ? RECORD_HEADER_BYTES : WANT.LOST;
  }

  /**
   * @param {boolean} isClient @param {Side} side
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeHeader(isClient, side, bytes, start, end) {
    if (end - start < RECORD_HEADER_BYTES) return WANT.LOST;
    if (isRecord(bytes[start])) {
      side.next = NEXT.RECORD;
      return bytes[start + 1] === 3 ? uint16(bytes, start + 3) : WANT.LOST;
    }
    const length = uint16(bytes, start + 2);
    side.type = bytes[start];
    side.isLast = (bytes[start + 1] & END_OF_MESSAGE) !== 0;
    side.bodyBytes = length - PACKET_HEADER_BYTES;
    side.next = NEXT.REST;
    return side.bodyBytes >= 0 && isOfSide(isClient, side.type) ? PACKET_HEADER_BYTES - RECORD_HEADER_BYTES : WANT.LOST;
  }

  /**
   * @param {boolean} isClient @param {Side} side
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeBody(isClient, side, bytes, start, end) {
    const isTls = side.type === PACKET.PRELOGIN && end > start && isRecord(bytes[start]);
    if (isTls) {
      side.next = NEXT.HEADER;
      this.#talk.drop(isClient);
      return RECORD_HEADER_BYTES;
    }
    if (!side.isBegun) this.#begin(isClient, side, bytes, start, end);
    if (side.bodyBytes > ONE_PIECE_BYTES) {
      side.next = NEXT.TAIL;
      return TAIL_BYTES;
    }
    this.#endPacket(isClient, side, bytes, start, end);
    side.next = NEXT.HEADER;
    return RECORD_HEADER_BYTES;
  }

  /**
   * The first packet of a message.
   * @param {boolean} isClient @param {Side} side
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #begin(isClient, side, bytes, start, end) {
    side.isBegun = true;
    if (isClient) this.#beginRequest(side.type, bytes, start, end);
    else this.#beginResponse(bytes, start, end);
  }

  /** @param {number} type @param {Uint8Array} bytes @param {number} start @param {number} end */
  #beginRequest(type, bytes, start, end) {
    const { text, procedure, handle } = requestOf(type, bytes, start, end);
    const statement = handle === undefined || handle === null ? null : (this.#statements.get(handle) ?? 'statement');
    const isOneWay = type === PACKET.ATTENTION;
    this.#talk.command(true, {
      method: NAMES.get(type) ?? '',
      target: statement === null ? text : `${text} ${statement}`,
      isOneWay,
      isAlone: !isOneWay,
      data: { type, text: procedure === undefined ? text : text.slice(procedure.length + 1), procedure },
    });
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #beginResponse(bytes, start, end) {
    if (this.#talk.isAsked()) {
      const token = bytes[start];
      const asked = this.#talk.answer(false, { fits: ({ type }) => mayAnswer(type, token) });
      this.#response = { asked, error: null };
    } else {
      this.#talk.tell(false);
      this.#response = { asked: null, error: null };
    }
    if (this.#response.asked?.type !== PACKET.PRELOGIN) this.#response.error = tokensIn(bytes, start, end).error;
  }

  /**
   * @param {boolean} isClient @param {Side} side
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #endPacket(isClient, side, bytes, start, end) {
    if (!side.isLast) return;
    side.isBegun = false;
    if (isClient) this.#talk.finish(true);
    else this.#talk.finish(false, this.#outcomeOf(bytes, start, end));
  }

  /**
   * Of a response, by its end.
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {Outcome}
   */
  #outcomeOf(bytes, start, end) {
    const { asked, error } = this.#response;
    if (asked?.type === PACKET.PRELOGIN) {
      const { version, encryption } = preloginOf(bytes, start, end);
      return { outcome: encryption === '' ? 'OK' : `encryption ${encryption}`, text: version };
    }
    const handle = PREPARING.has(asked?.procedure ?? '') ? handleIn(bytes.subarray(start, end), end - start) : null;
    if (handle !== null) this.#statements.set(handle, asked?.text ?? '');
    const ending = endOf(bytes.subarray(start, end), end - start);
    if (error !== null) return error;
    if (ending?.isError) return { outcome: 'error', isFailed: true };
    if (ending?.isCancelled) return { outcome: 'cancelled' };
    return { outcome: 'OK', text: ending?.rows == null ? '' : counted(ending.rows, 'row') };
  }
}

/** @param {boolean} isClient @param {number} type */
const isOfSide = (isClient, type) =>
  isClient ? NAMES.has(type) : type === PACKET.RESPONSE || type === PACKET.PRELOGIN;

/**
 * Whether a response that begins with a token may answer a request of a type.
 * @param {number} type @param {number} token
 */
const mayAnswer = (type, token) =>
  type === PACKET.PRELOGIN ? token === 0 : token === undefined || beginsResponse(token);

/**
 * The first packet of a message.
 * @param {boolean} isClient @param {Uint8Array} bytes @param {number} start @param {number} end
 */
function beginsTds(isClient, bytes, start, end) {
  const bodyAt = start + PACKET_HEADER_BYTES;
  const [type, length, number] = [bytes[start], uint16(bytes, start + 2), bytes[start + 6]];
  const isPacket =
    end > bodyAt &&
    length >= PACKET_HEADER_BYTES &&
    bytes[start + 1] <= MAX_STATUS &&
    number <= 1 &&
    bytes[start + 7] === 0;
  if (!isPacket || !isOfSide(isClient, type) || type === PACKET.PRELOGIN) return false;
  if (!isClient) return beginsResponse(bytes[bodyAt]);
  const hasHeaders = type === PACKET.BATCH || type === PACKET.RPC || type === PACKET.TRANSACTION;
  return hasHeaders ? behindHeaders(bytes, bodyAt, end) > bodyAt : type === PACKET.LOGIN;
}

/** @type {import('../../connection.js').OpenGrammar} */
export const openTds = (talk) => new TdsGrammar(talk);
