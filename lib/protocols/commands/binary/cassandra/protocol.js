/**
 * Cassandra's native protocol, versions 3 to 5 (cassandra/doc/native_protocol_v5.spec): envelopes, which version 5 puts
 * into frames once the connection is set up. A response has its request's stream.
 */
import { byteAt, isThere, uint16 } from '../../../detect/first-bytes.js';
import { cqlStatement } from '../../../statements/statement.js';
import { ofCommands } from '../../of-commands.js';
import { WANT } from '../../piece-reader.js';
import { unpackBeginning } from '../../unpack.js';
import { ENVELOPE_BYTES, envelopeAt, Envelopes, LAST_VERSION } from './envelopes.js';
import { FRAME_BYTES, frameAt, PACKED_FRAME_BYTES, TRAILER_BYTES } from './frames.js';
import { OPCODE } from './names.js';

/** @typedef {import('../../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../../connection.js').Grammar} Grammar */
/** @typedef {import('./envelopes.js').Envelope} Envelope */

/** What the next piece of a side is: of an envelope, or of a frame; REST: more of an envelope in its next frame. */
const NEXT = Object.freeze({ ENVELOPE: 0, BODY: 1, FRAME: 2, TRAILER: 3, REST: 4, PACKED: 5 });

class Side {
  next = /** @type {number} */ (NEXT.ENVELOPE);
  /** @type {Envelope|null} */
  envelope = null;
  /** Whether envelopes are in frames. */
  isFramed = false;
  /** Whether a frame has begun, and how long its payload is unpacked; 0: it is not packed. */
  isInFrame = false;
  unpacked = 0;
  /** Bytes of the frame, and of the envelope's body in later frames, that are still to come. */
  frameLeft = 0;
  bodyLeft = 0;
}

/** @implements {Grammar} */
class CassandraGrammar {
  first = /** @type {const} */ ([ENVELOPE_BYTES, ENVELOPE_BYTES]);
  #envelopes;
  #talk;
  #sides = [new Side(), new Side()];
  #frameBytes = FRAME_BYTES;

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
    this.#envelopes = new Envelopes(talk);
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end, length) {
    const side = this.#sides[isClient ? 0 : 1];
    if (side.isInFrame && side.next !== NEXT.TRAILER) side.frameLeft -= length;
    switch (side.next) {
      case NEXT.ENVELOPE:
        return this.#takeHeader(isClient, side, bytes, start, end);
      case NEXT.BODY:
        this.#takeBody(isClient, side, bytes, start, end);
        return this.#wantNext(side);
      case NEXT.FRAME:
        return this.#takeFrame(side, bytes, start, end);
      case NEXT.PACKED:
        this.#takePacked(isClient, side, bytes, start, end);
        return this.#wantNext(side);
      case NEXT.REST:
        side.bodyLeft -= length;
        this.#talk.extend(isClient);
        return this.#wantNext(side);
      default: // the trailer
        this.#talk.extend(isClient);
        side.isInFrame = false;
        return this.#wantNext(side);
    }
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    const side = (this.#sides[isClient ? 0 : 1] = new Side());
    for (const headerBytes of [FRAME_BYTES, PACKED_FRAME_BYTES]) {
      if (end - start < headerBytes || frameAt(bytes, start, headerBytes) === null) continue;
      this.#frameBytes = headerBytes;
      side.isFramed = true;
      side.next = NEXT.FRAME;
      return headerBytes;
    }
    if (end - start < ENVELOPE_BYTES || envelopeAt(isClient, bytes, start) === null) return WANT.LOST;
    return ENVELOPE_BYTES;
  }

  /**
   * @param {boolean} isClient @param {Side} side
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeHeader(isClient, side, bytes, start, end) {
    const envelope = end - start < ENVELOPE_BYTES ? null : envelopeAt(isClient, bytes, start);
    if (envelope === null) return WANT.LOST;
    const here = side.isFramed ? Math.min(envelope.length, side.frameLeft) : envelope.length;
    side.envelope = envelope;
    side.bodyLeft = envelope.length - here;
    side.next = NEXT.BODY;
    return here;
  }

  /**
   * @param {boolean} isClient @param {Side} side
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeBody(isClient, side, bytes, start, end) {
    const envelope = /** @type {Envelope} */ (side.envelope);
    this.#envelopes.take(isClient, envelope, bytes, start, end);
    if (envelope.version !== LAST_VERSION || side.isFramed) return;
    // from the server's answer to STARTUP on
    const { opcode } = envelope;
    if (opcode === OPCODE.STARTUP) {
      this.#frameBytes = this.#envelopes.isPacked ? PACKED_FRAME_BYTES : FRAME_BYTES;
      side.isFramed = true;
    }
    if (opcode === OPCODE.READY || opcode === OPCODE.AUTHENTICATE) side.isFramed = true;
  }

  /** @param {Side} side @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeFrame(side, bytes, start, end) {
    const frame = end - start < this.#frameBytes ? null : frameAt(bytes, start, this.#frameBytes);
    if (frame === null) return WANT.LOST;
    side.isInFrame = true;
    side.frameLeft = frame.length;
    side.unpacked = frame.unpacked;
    if (frame.unpacked > 0) side.next = NEXT.PACKED;
    else if (side.bodyLeft > 0) side.next = NEXT.REST;
    else return this.#wantNext(side);
    return side.next === NEXT.PACKED ? frame.length : Math.min(frame.length, side.bodyLeft);
  }

  /**
   * A payload packed by LZ4: the envelopes in its beginning.
   * @param {boolean} isClient @param {Side} side @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takePacked(isClient, side, bytes, start, end) {
    if (side.bodyLeft > 0) {
      side.bodyLeft = Math.max(0, side.bodyLeft - side.unpacked);
      this.#talk.extend(isClient);
      return;
    }
    const content = unpackBeginning('lz4', bytes.subarray(start, end), null) ?? new Uint8Array(0);
    let at = 0;
    while (at + ENVELOPE_BYTES <= content.length) {
      const envelope = envelopeAt(isClient, content, at);
      if (envelope === null) break;
      const bodyAt = at + ENVELOPE_BYTES;
      at = bodyAt + envelope.length;
      this.#envelopes.take(isClient, envelope, content, bodyAt, Math.min(content.length, at));
    }
    side.bodyLeft = Math.max(0, at - side.unpacked);
    if (at === 0) this.#talk.drop(isClient);
  }

  /** @param {Side} side @returns {number} wanted */
  #wantNext(side) {
    if (!side.isFramed || (side.isInFrame && side.frameLeft > 0)) {
      side.next = NEXT.ENVELOPE;
      return side.isFramed && side.frameLeft < ENVELOPE_BYTES ? WANT.LOST : ENVELOPE_BYTES;
    }
    side.next = side.isInFrame ? NEXT.TRAILER : NEXT.FRAME;
    return side.isInFrame ? TRAILER_BYTES : this.#frameBytes;
  }
}

/** OPTIONS or STARTUP of the native protocol. @param {import('../../../protocol.js').First} first */
function isCassandra(first) {
  const opcode = byteAt(first, 4);
  return (
    (opcode === OPCODE.STARTUP || opcode === OPCODE.OPTIONS) &&
    byteAt(first, 1) <= 0x10 &&
    isThere(first, ((uint16(first, 5) << 16) | uint16(first, 7)) + ENVELOPE_BYTES) &&
    envelopeAt(true, first.bytes, first.start) !== null
  );
}

/** @type {import('../../../protocol.js').Protocol} */
export const CASSANDRA = {
  names: ['cassandra'],
  aliases: ['cql'],
  signature: isCassandra,
  isMultiplexed: true,
  hasOwnWords: true,
  statement: cqlStatement,
  ...ofCommands('cassandra', (talk) => new CassandraGrammar(talk)),
};
