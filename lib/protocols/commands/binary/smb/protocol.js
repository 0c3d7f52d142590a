/**
 * SMB 2 and 3 (MS-SMB2): messages after four bytes with their length, several in one where they are compounded. A
 * response has its request's number, and grants credits for more requests. Encrypted messages are passed over.
 */
import { counted } from '../../../../shared/text/quantities.js';
import { byteAt, has } from '../../../detect/first-bytes.js';
import { verbStatement } from '../../../statements/statement.js';
import { ofCommands } from '../../of-commands.js';
import { WANT } from '../../piece-reader.js';
import { littleUint16, littleUint32, uint32 } from '../fields.js';
import { Files, HEADER_BYTES } from './files.js';
import { COMMAND, isFailure, NAMES, PENDING, statusName } from './names.js';

/** @typedef {import('../../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../../connection.js').Grammar} Grammar */
/**
 * @typedef {{ command: number, status: number, credits: number, charge: number, flags: number, next: number,
 *   id: number }} Header
 */

const LENGTH_BYTES = 4;
const MAX_MESSAGE_BYTES = 2 ** 24;
/** First bytes of a message: of SMB 2, of SMB 1; of encrypted and compressed ones. */
const [SMB_2, SMB_1] = [0xfe, 0xff];
const PROTOCOL = [0x53, 0x4d, 0x42];
const IS_RESPONSE = 1;
const NO_NUMBER = 2 ** 64;
/** Numbers of SMB 1 are apart, except of its Negotiate, which SMB 2 may answer. */
const OF_SMB_1 = 2 ** 53;
const NEGOTIATE_1 = 0x72;
const [FLAGS_1_AT, NUMBER_1_AT, SMB_1_BYTES] = [9, 30, 32];
const HANGING = new Set([COMMAND.CHANGE_NOTIFY, COMMAND.LOCK].map(Number));
/** Before the first response. */
const FIRST_CREDITS = 1;

/** What the next piece is. */
const NEXT = Object.freeze({ LENGTH: 0, HEADER: 1, BODY: 2 });

class Side {
  next = /** @type {number} */ (NEXT.LENGTH);
  /** Bytes of the message that are still to come. */
  left = 0;
  /** @type {Header|null} */
  header = null;
}

/** @param {Uint8Array} bytes @param {number} at @returns {Header} */
const headerAt = (bytes, at) => ({
  charge: littleUint16(bytes, at + 6),
  status: littleUint32(bytes, at + 8),
  command: littleUint16(bytes, at + 12),
  credits: littleUint16(bytes, at + 14),
  flags: littleUint32(bytes, at + 16),
  next: littleUint32(bytes, at + 20),
  id: littleUint32(bytes, at + 24) + littleUint32(bytes, at + 28) * 2 ** 32,
});

/** @param {Uint8Array} bytes @param {number} at */
const isSmb = (bytes, at) => PROTOCOL.every((byte, i) => bytes[at + 1 + i] === byte);

/** @implements {Grammar} */
class SmbGrammar {
  first = /** @type {const} */ ([LENGTH_BYTES, LENGTH_BYTES]);
  #talk;
  #sides = [new Side(), new Side()];
  #files = new Files();
  /** That the client may still use; null: not known. @type {number|null} */
  #credits = FIRST_CREDITS;

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end, length) {
    const side = this.#sides[isClient ? 0 : 1];
    if (side.next === NEXT.LENGTH) return this.#takeLength(isClient, side, bytes, start, end);
    side.left -= length;
    if (side.next === NEXT.HEADER) return this.#takeHeader(isClient, side, bytes, start, end);
    if (side.header === null) this.#talk.drop(isClient);
    else if (isClient) this.#takeRequest(side.header, bytes, start, end);
    else this.#takeResponse(side.header, bytes, start, end);
    return this.#wantNext(side);
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#sides[isClient ? 0 : 1] = new Side();
    this.#credits = null;
    const at = start + LENGTH_BYTES;
    const isMessage = bytes[start] === 0 && end - at >= HEADER_BYTES && bytes[at] === SMB_2 && isSmb(bytes, at);
    if (!isMessage) return WANT.LOST;
    const { flags, command } = headerAt(bytes, at);
    return (flags & IS_RESPONSE) === (isClient ? 0 : IS_RESPONSE) && NAMES[command] !== undefined
      ? LENGTH_BYTES
      : WANT.LOST;
  }

  /**
   * @param {boolean} isClient @param {Side} side
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeLength(isClient, side, bytes, start, end) {
    side.left = end - start < LENGTH_BYTES ? -1 : uint32(bytes, start);
    if (side.left < 0 || side.left >= MAX_MESSAGE_BYTES) return WANT.LOST;
    if (side.left > 0) return this.#wantNext(side);
    this.#talk.drop(isClient); // keeps the connection alive
    return LENGTH_BYTES;
  }

  /** @param {Side} side @returns {number} wanted */
  #wantNext(side) {
    side.next = side.left > 0 ? NEXT.HEADER : NEXT.LENGTH;
    return side.left > 0 ? Math.min(side.left, HEADER_BYTES) : LENGTH_BYTES;
  }

  /**
   * @param {boolean} isClient @param {Side} side
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeHeader(isClient, side, bytes, start, end) {
    if (end - start < 4 || !isSmb(bytes, start)) return WANT.LOST;
    const isWhole = bytes[start] === SMB_2 && end - start === HEADER_BYTES;
    side.header = isWhole ? headerAt(bytes, start) : null;
    if (bytes[start] === SMB_1 && end - start >= SMB_1_BYTES) this.#takeOld(isClient, bytes, start);
    const { next, flags } = side.header ?? { next: 0, flags: isClient ? 0 : IS_RESPONSE };
    const isOfSide = (flags & IS_RESPONSE) === (isClient ? 0 : IS_RESPONSE);
    if (!isOfSide || (next !== 0 && (next < HEADER_BYTES || next - HEADER_BYTES > side.left))) return WANT.LOST;
    side.next = NEXT.BODY;
    return next === 0 ? side.left : next - HEADER_BYTES;
  }

  /**
   * A message of SMB 1: its command by number.
   * @param {boolean} isClient @param {Uint8Array} bytes @param {number} at
   */
  #takeOld(isClient, bytes, at) {
    const command = bytes[at + 4];
    if (((bytes[at + FLAGS_1_AT] & 0x80) !== 0) === isClient) return;
    const number = command === NEGOTIATE_1 ? 0 : OF_SMB_1 + 2 * littleUint16(bytes, at + NUMBER_1_AT);
    const method = command === NEGOTIATE_1 ? 'Negotiate' : `SMB 1 command ${command}`;
    if (isClient) this.#talk.command(true, { method, number });
    else this.#talk.answer(false, { number });
    const status = littleUint32(bytes, at + 5);
    this.#talk.finish(isClient, isClient ? undefined : { outcome: statusName(status), isFailed: isFailure(status) });
  }

  /** @param {Header} header @param {Uint8Array} bytes @param {number} start of its body @param {number} end */
  #takeRequest({ command, id, charge }, bytes, start, end) {
    const isOneWay = command === COMMAND.CANCEL;
    const subject = this.#files.subjectOf(command, bytes, start, end);
    if (this.#credits !== null && !isOneWay) this.#credits = Math.max(0, this.#credits - Math.max(1, charge));
    this.#talk.command(true, {
      method: NAMES[command] ?? `command ${command}`,
      target: subject,
      number: id,
      isOneWay,
      mayHang: HANGING.has(command),
      data: { command, subject },
    });
    this.#talk.finish(true);
  }

  /** @param {Header} header @param {Uint8Array} bytes @param {number} start of its body @param {number} end */
  #takeResponse({ command, status, credits, id }, bytes, start, end) {
    if (this.#credits !== null) this.#credits += credits;
    if (id >= NO_NUMBER - 2048) {
      this.#talk.tell(false);
      this.#talk.finish(false, { outcome: NAMES[command] ?? '' });
      return;
    }
    const isFinal = status !== PENDING;
    const asked = this.#talk.answer(false, { number: id, isFinal });
    if (command === COMMAND.CREATE && status === 0 && asked !== null) {
      this.#files.open(asked.subject, bytes, start, end);
    }
    this.#talk.finish(false, {
      outcome: statusName(status),
      text: this.#creditsText(credits),
      isFailed: isFailure(status),
    });
  }

  /** @param {number} granted */
  #creditsText(granted) {
    return `${counted(granted, 'credit')}${this.#credits === null ? '' : `, ${this.#credits} left`}`;
  }
}

/** @type {import('../../../protocol.js').Protocol} */
export const SMB = {
  names: ['smb'],
  aliases: ['smb2', 'smb3'],
  signature: (first) => has(first, 'SMB', 5) && byteAt(first, 0) === 0 && byteAt(first, 4) >= 0xfc,
  isMultiplexed: true,
  hasOwnWords: true,
  statement: verbStatement,
  ...ofCommands('smb', (talk) => new SmbGrammar(talk)),
};
