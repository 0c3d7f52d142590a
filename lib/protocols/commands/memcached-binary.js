/** memcached's binary protocol (docs/protocol-binary.xml): a header of 24 bytes, then extras, key and value. */
import { ofCommands } from './of-commands.js';
import { WANT } from './piece-reader.js';
import { shownText } from './shown-text.js';

/** @typedef {import('./connection.js').CommandConnection} CommandConnection */
/** @typedef {import('./connection.js').Grammar} Grammar */

const HEADER_BYTES = 24;
const REQUEST = 0x80;
const RESPONSE = 0x81;
const MAX_BODY_BYTES = 2 ** 31;

const OPCODES = [
  'get', 'set', 'add', 'replace', 'delete', 'incr', 'decr', 'quit', 'flush_all', 'getq', 'noop', 'version', 'getk',
  'getkq', 'append', 'prepend', 'stat', 'setq', 'addq', 'replaceq', 'deleteq', 'incrq', 'decrq', 'quitq', 'flush_allq',
  'appendq', 'prependq', 'verbosity', 'touch', 'gat', 'gatq', '', 'sasl_list', 'sasl_auth', 'sasl_step',
]; // prettier-ignore
/** Commands that are only sometimes answered. */
const isQuiet = (/** @type {number} */ opcode) => OPCODES[opcode]?.endsWith('q') ?? false;
const STAT = 16;

/** @type {Readonly<Record<number, string>>} */
const STATUSES = {
  0: 'OK', 1: 'NOT_FOUND', 2: 'EXISTS', 3: 'TOO_LARGE', 4: 'INVALID_ARGUMENTS', 5: 'NOT_STORED', 6: 'NON_NUMERIC',
  7: 'WRONG_VBUCKET', 8: 'AUTH_ERROR', 9: 'AUTH_CONTINUE', 0x81: 'UNKNOWN_COMMAND', 0x82: 'OUT_OF_MEMORY',
  0x83: 'NOT_SUPPORTED', 0x84: 'INTERNAL_ERROR', 0x85: 'BUSY', 0x86: 'TEMPORARY_FAILURE',
}; // prettier-ignore
/** Statuses that are no failures. */
const ANSWERS = new Set([0, 1, 2, 5, 9]);

/** @param {Uint8Array} bytes @param {number} at */
const uint16 = (bytes, at) => (bytes[at] << 8) | bytes[at + 1];
/** @param {Uint8Array} bytes @param {number} at */
const uint32 = (bytes, at) => ((uint16(bytes, at) << 16) | uint16(bytes, at + 2)) >>> 0;

/** @implements {Grammar} */
class BinaryGrammar {
  first = /** @type {const} */ ([HEADER_BYTES, HEADER_BYTES]);
  #talk;
  /**
   * By side: the header of the message whose body is next.
   * @type {({ opcode: number, status: number, extras: number, key: number, body: number }|null)[]}
   */
  #headers = [null, null];

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end) {
    const side = isClient ? 0 : 1;
    const header = this.#headers[side];
    if (header === null) return this.#takeHeader(isClient, bytes, start, end);
    this.#headers[side] = null;
    const keyAt = Math.min(end, start + header.extras);
    const key = shownText(bytes, keyAt, Math.min(end, keyAt + header.key));
    if (isClient) this.#takeCommand(header.opcode, key);
    else this.#takeAnswer(header);
    return HEADER_BYTES;
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#headers[isClient ? 0 : 1] = null;
    const fits =
      end - start >= HEADER_BYTES &&
      bytes[start] === (isClient ? REQUEST : RESPONSE) &&
      bytes[start + 5] === 0 &&
      bytes[start + 1] < OPCODES.length &&
      uint32(bytes, start + 8) >= uint16(bytes, start + 2) + bytes[start + 4];
    return fits ? HEADER_BYTES : WANT.LOST;
  }

  /** @param {boolean} isClient @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeHeader(isClient, bytes, start, end) {
    if (end - start < HEADER_BYTES || bytes[start] !== (isClient ? REQUEST : RESPONSE)) return WANT.LOST;
    const header = {
      opcode: bytes[start + 1],
      key: uint16(bytes, start + 2),
      extras: bytes[start + 4],
      status: uint16(bytes, start + 6),
      body: uint32(bytes, start + 8),
    };
    if (header.body < header.key + header.extras || header.body > MAX_BODY_BYTES) return WANT.LOST;
    this.#headers[isClient ? 0 : 1] = header;
    return header.body;
  }

  /** @param {number} opcode @param {string} target */
  #takeCommand(opcode, target) {
    const method = OPCODES[opcode] || `opcode ${opcode}`;
    this.#talk.command(true, { method, target, isOneWay: isQuiet(opcode), data: opcode });
    this.#talk.finish(true);
  }

  /** @param {{ opcode: number, status: number, key: number }} header */
  #takeAnswer({ opcode, status, key }) {
    if (isQuiet(opcode) || this.#talk.asked() !== opcode) this.#talk.tell(false);
    // statistics come one by one, the last is empty
    else if (opcode !== STAT || key === 0) this.#talk.answer(false);
    else this.#talk.answer(false, { isFinal: false });
    this.#talk.finish(false, {
      status,
      outcome: STATUSES[status] ?? `status ${status}`,
      isFailed: !ANSWERS.has(status),
    });
  }
}

/** A complete request, of a known command. @param {import('../protocol.js').First} first */
const isRequest = ({ bytes, start, end }) =>
  end - start >= HEADER_BYTES &&
  bytes[start] === REQUEST &&
  bytes[start + 1] < OPCODES.length &&
  bytes[start + 5] === 0 &&
  uint16(bytes, start + 6) === 0 &&
  uint32(bytes, start + 8) === end - start - HEADER_BYTES &&
  uint32(bytes, start + 8) >= uint16(bytes, start + 2) + bytes[start + 4];

/** @type {import('../protocol.js').Protocol} */
export const MEMCACHED_BINARY = {
  names: ['memcached-binary'],
  signature: isRequest,
  isTurnBased: true,
  hasOwnWords: true,
  ...ofCommands('memcached-binary', (talk) => new BinaryGrammar(talk)),
};
