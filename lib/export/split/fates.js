/**
 * The part for fragments of an IP datagram: that of the frame that completes it, which is known only then.
 *
 * Until then they are held, with everything after them, so that every part keeps the capture's order.
 */
import { ALL_PARTS } from './part-buffers.js';

/** Most bytes held; beyond, the fragments that block others go into every part. */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** @typedef {{ place: number|null, next: Fate|null }} Fate of a datagram's frames; `next`: the same as another's */

export class Fates {
  /** Of incomplete datagrams. @type {Map<object, Fate>} */
  #open = new Map();
  /** By entry of the current batch. @type {Map<number, Fate>} */
  #waiting = new Map();
  /** Fates decided by the current batch, and by which entry; −1: end of input. @type {[Fate, number][]} */
  #decided = [];

  /** @type {NonNullable<import('../../packet/network/fragments.js').Fragments['onFragment']>} */
  take = (datagram, state, entry) => {
    const fate = this.#open.get(datagram) ?? { place: null, next: null };
    if (state === 'waits') {
      this.#open.set(datagram, fate);
      this.#waiting.set(entry, fate);
      return;
    }
    this.#open.delete(datagram);
    this.#decided.push([fate, entry]);
  };

  /**
   * The batch is decoded.
   * @param {(entry: number) => number} placeOf where a frame goes that completed a datagram
   */
  decide(placeOf) {
    for (const [fate, entry] of this.#decided) {
      const inner = this.#waiting.get(entry);
      if (inner !== undefined && inner !== fate) fate.next = inner;
      else fate.place = entry < 0 ? ALL_PARTS : placeOf(entry);
    }
    this.#decided.length = 0;
  }

  /** @param {number} entry @returns {Fate|undefined} of a frame that waits */
  of(entry) {
    return this.#waiting.get(entry);
  }

  /** The batch is finished. */
  leaveBatch() {
    this.#waiting.clear();
  }

  /** End of input: incomplete datagrams go into every part. */
  end() {
    for (const fate of this.#open.values()) fate.place = ALL_PARTS;
    this.#open.clear();
  }
}

/** @param {Fate} fate @returns {number|null} null: not known yet */
function placeOfFate(fate) {
  let last = fate;
  while (last.next !== null) last = last.next;
  return last.place;
}

/** Bytes on their way to the parts, in order. */
export class HeldBack {
  #put;
  /** @type {{ fate: Fate, bytes: Uint8Array }[]} */
  #queue = [];
  #bytes = 0;

  /** @param {import('./part-buffers.js').PartBuffers} buffers */
  constructor(buffers) {
    this.#put = (/** @type {number} */ place, /** @type {Uint8Array} */ bytes) =>
      buffers.put(place, bytes, 0, bytes.length);
  }

  get isEmpty() {
    return this.#queue.length === 0;
  }

  /** @param {Fate} fate @param {Uint8Array} bytes copied */
  add(fate, bytes) {
    this.#queue.push({ fate, bytes: bytes.slice() });
    this.#bytes += bytes.length;
  }

  /** Writes what is decided, from the front. */
  release() {
    let count = 0;
    for (const { fate, bytes } of this.#queue) {
      const place = placeOfFate(fate) ?? (this.#bytes > MAX_HELD_BYTES ? ALL_PARTS : null);
      if (place === null) break;
      this.#put(place, bytes);
      this.#bytes -= bytes.length;
      count++;
    }
    this.#queue.splice(0, count);
  }
}
