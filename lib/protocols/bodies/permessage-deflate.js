/** Compressed messages of a WebSocket (RFC 7692): DEFLATE without its last four bytes, which may refer to the direction's messages before. */
import { MAX_BODY_BYTES } from './limits.js';

/** What a sender leaves away (section 7.2.1). */
const TAIL = Uint8Array.of(0, 0, 0xff, 0xff);

/** The compressed messages of a direction so far, as one stream. */
export class DeflateContext {
  #bytes = new Uint8Array(0);
  #length = 0;
  #row = -1;
  /** There are more than are kept: nothing can refer to them. */
  #isCut = false;

  /** @param {number} row of the message @param {Uint8Array} bytes the next of its payload */
  add(row, bytes) {
    if (this.#row >= 0 && row !== this.#row) this.#append(TAIL);
    this.#row = row;
    this.#append(bytes);
  }

  /** Whole messages, with what their sender left away. */
  get bytes() {
    return this.#isCut || this.#row < 0 ? new Uint8Array(0) : joined(this.#bytes.subarray(0, this.#length), TAIL);
  }

  /** @param {Uint8Array} bytes */
  #append(bytes) {
    const needed = this.#length + bytes.length;
    this.#isCut ||= needed > MAX_BODY_BYTES;
    if (this.#isCut) return;
    if (needed > this.#bytes.length) this.#bytes = joined(this.#bytes, new Uint8Array(Math.max(bytes.length, this.#bytes.length)));
    this.#bytes.set(bytes, this.#length);
    this.#length = needed;
  }
}

/**
 * A message that refers to none before needs no context, whatever was agreed on; and what it decodes to alone is right, for DEFLATE tells when it does refer.
 * @param {Uint8Array} bytes of the message @param {Uint8Array} context of a `DeflateContext`
 * @param {import('./codings.js').Decoder} decode @param {number} limit bytes
 * @returns {Promise<import('./codings.js').Body>}
 */
export async function inflateMessage(bytes, context, decode, limit) {
  const own = joined(bytes, TAIL), alone = await decode('deflate-raw', own, limit);
  if (alone === null) return { bytes, notes: ['coding_unknown'] };
  const before = alone.isBroken && context.length > 0 ? await decode('deflate-raw', context, limit) : null;
  if (before === null || before.isBroken || before.isCut) return { bytes: alone.bytes, notes: notesOf(alone) };
  const all = await decode('deflate-raw', joined(context, own), before.bytes.length + limit);
  return all === null ? { bytes, notes: ['coding_unknown'] } : { bytes: all.bytes.subarray(before.bytes.length), notes: notesOf(all) };
}

/** @param {{ isCut: boolean, isBroken: boolean }} decoded */
const notesOf = ({ isCut, isBroken }) => [...(isCut ? ['body_cut'] : []), ...(isBroken ? ['coding_broken'] : [])];

/** @param {Uint8Array} first @param {Uint8Array} second */
function joined(first, second) {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
