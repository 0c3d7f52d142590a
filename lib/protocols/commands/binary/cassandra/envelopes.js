/** Messages of Cassandra's native protocol, each in an envelope with a header: what is asked, and what it came to. */
import { queryText } from '../../shown-text.js';
import { StatementTexts } from '../../statement-texts.js';
import { unpackBeginning } from '../../unpack.js';
import { Fields, uint16, uint32 } from '../fields.js';
import { errorName, NAMES, OPCODE, PREPARED, PROTOCOL_ERROR, REQUESTS, RESULTS, UNPREPARED } from './names.js';

/** @typedef {import('../../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../../connection.js').Outcome} Outcome */
/** @typedef {{ version: number, flags: number, stream: number, opcode: number, length: number }} Envelope */

export const ENVELOPE_BYTES = 9;
const MAX_BODY_BYTES = 2 ** 28;
const FIRST_VERSION = 3;
export const LAST_VERSION = 5;
/** DataStax's versions 1 and 2. */
const DSE_VERSIONS = new Set([0x41, 0x42]);
const IS_RESPONSE = 0x80;
const FLAG = Object.freeze({ COMPRESSED: 1, TRACING: 2, CUSTOM_PAYLOAD: 4, WARNING: 8 });
const MAX_FLAGS = 0x1f;
const TRACING_BYTES = 16;
/** Before the block of LZ4. */
const LENGTH_BYTES = 4;
const MAX_ENTRIES = 100;

/**
 * @param {boolean} isClient who sends it @param {Uint8Array} bytes @param {number} at
 * @returns {Envelope|null} null: there is none
 */
export function envelopeAt(isClient, bytes, at) {
  const version = bytes[at] & ~IS_RESPONSE;
  const opcode = bytes[at + 4];
  const length = uint32(bytes, at + 5);
  const isKnown = (version >= FIRST_VERSION && version <= LAST_VERSION) || DSE_VERSIONS.has(version);
  const isOfSide = (bytes[at] & IS_RESPONSE) === (isClient ? 0 : IS_RESPONSE) && REQUESTS.has(opcode) === isClient;
  if (!isKnown || !isOfSide || !NAMES.has(opcode) || bytes[at + 1] > MAX_FLAGS || length > MAX_BODY_BYTES) return null;
  return { version, flags: bytes[at + 1], stream: uint16(bytes, at + 2), opcode, length };
}

export class Envelopes {
  #talk;
  /** @type {StatementTexts<string>} */
  #statements = new StatementTexts();
  /** @type {'lz4'|'snappy'} */
  #compression = 'lz4';
  /** Whether the client asks for compression. */
  isPacked = false;

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /**
   * @param {boolean} isClient @param {Envelope} envelope
   * @param {Uint8Array} bytes @param {number} start of its body @param {number} end
   */
  take(isClient, envelope, bytes, start, end) {
    const isPacked = (envelope.flags & FLAG.COMPRESSED) !== 0 && envelope.version < LAST_VERSION;
    const body = isPacked ? this.#unpacked(bytes.subarray(start, end)) : bytes.subarray(start, end);
    const fields = new Fields(body, 0, body.length);
    skipPrefixes(envelope, isClient, fields);
    if (isClient) this.#takeRequest(envelope, body, fields);
    else this.#takeResponse(envelope, fields);
  }

  /** The beginning. @param {Uint8Array} packed */
  #unpacked(packed) {
    const block = this.#compression === 'lz4' ? packed.subarray(LENGTH_BYTES) : packed;
    return unpackBeginning(this.#compression, block, null) ?? block.subarray(0, 0);
  }

  /** @param {Envelope} envelope @param {Uint8Array} body @param {Fields} fields */
  #takeRequest({ opcode, stream }, body, fields) {
    const text = this.#textOf(opcode, body, fields);
    this.#talk.command(true, { method: NAMES.get(opcode) ?? '', target: text, number: stream, data: { opcode, text } });
    this.#talk.finish(true);
  }

  /** What a request is about. @param {number} opcode @param {Uint8Array} body @param {Fields} fields */
  #textOf(opcode, body, fields) {
    switch (opcode) {
      case OPCODE.QUERY:
      case OPCODE.PREPARE:
        return longText(body, fields);
      case OPCODE.EXECUTE:
        return this.#statements.get(idAt(fields)) ?? 'statement';
      case OPCODE.BATCH: {
        fields.skip(1);
        const count = fields.uint16();
        const first =
          fields.uint8() === 0 ? longText(body, fields) : (this.#statements.get(idAt(fields)) ?? 'statement');
        return count > 1 ? `${first} (${count} statements)` : first;
      }
      case OPCODE.STARTUP: {
        const options = optionsOf(fields);
        this.isPacked = options.has('COMPRESSION');
        if (options.get('COMPRESSION')?.toLowerCase() === 'snappy') this.#compression = 'snappy';
        return [options.get('DRIVER_NAME'), options.get('DRIVER_VERSION')].filter(Boolean).join(' ');
      }
      case OPCODE.REGISTER: {
        const count = Math.min(fields.uint16(), MAX_ENTRIES);
        return Array.from({ length: count }, () => fields.text(fields.uint16()))
          .filter(Boolean)
          .join(', ');
      }
      default:
        return '';
    }
  }

  /** @param {Envelope} envelope @param {Fields} fields */
  #takeResponse({ opcode, stream }, fields) {
    if (opcode === OPCODE.EVENT) {
      this.#talk.tell(false);
      const kind = fields.text(fields.uint16());
      this.#talk.finish(false, { outcome: 'EVENT', text: `${kind} ${fields.text(fields.uint16())}` });
      return;
    }
    const asked = this.#talk.answer(false, { number: stream });
    this.#talk.finish(
      false,
      opcode === OPCODE.ERROR ? errorOf(fields, asked?.opcode) : this.#resultOf(opcode, fields, asked),
    );
  }

  /** @param {number} opcode @param {Fields} fields @param {{ text: string }|null} asked @returns {Outcome} */
  #resultOf(opcode, fields, asked) {
    if (opcode !== OPCODE.RESULT) return { outcome: NAMES.get(opcode) };
    const kind = fields.uint32();
    if (kind === PREPARED && asked !== null) this.#statements.set(idAt(fields), asked.text);
    return { outcome: RESULTS[kind] || 'RESULT' };
  }
}

/** @param {Fields} fields @param {number} [asked] opcode @returns {Outcome} */
function errorOf(fields, asked) {
  const code = fields.uint32();
  const text = fields.text(fields.uint16());
  // drivers begin with the newest version, and take an older one
  const isProbe = code === PROTOCOL_ERROR && (asked === OPCODE.OPTIONS || asked === OPCODE.STARTUP);
  return { status: code % 65536, outcome: errorName(code), text, isFailed: !isProbe && code !== UNPREPARED };
}

/** What may come before a body. @param {Envelope} envelope @param {boolean} isClient @param {Fields} fields */
function skipPrefixes({ flags }, isClient, fields) {
  if (!isClient && (flags & FLAG.TRACING) !== 0) fields.skip(TRACING_BYTES);
  if (!isClient && (flags & FLAG.WARNING) !== 0) {
    for (let left = fields.uint16(); left > 0 && fields.isThere; left--) fields.skip(fields.uint16());
  }
  if ((flags & FLAG.CUSTOM_PAYLOAD) !== 0) {
    for (let left = fields.uint16(); left > 0 && fields.isThere; left--) {
      fields.skip(fields.uint16());
      fields.skip(Math.max(0, fields.uint32() | 0));
    }
  }
}

/** A statement after four bytes with its length. @param {Uint8Array} body @param {Fields} fields */
function longText(body, fields) {
  const length = fields.uint32();
  const start = fields.at;
  fields.skip(length);
  return start >= body.length ? '' : queryText(body, start, Math.min(fields.at, body.length));
}

/** The identifier of a prepared statement. @param {Fields} fields */
const idAt = (fields) => fields.text(fields.uint16());

/** @param {Fields} fields @returns {Map<string, string>} */
function optionsOf(fields) {
  const options = new Map();
  for (let left = Math.min(fields.uint16(), MAX_ENTRIES); left > 0 && fields.isThere; left--) {
    options.set(fields.text(fields.uint16()), fields.text(fields.uint16()));
  }
  return options;
}
