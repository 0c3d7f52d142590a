/**
 * Connections on their way to the output, written as JSON by two threads: in blocks of `FLOWS_PER_BLOCK`, which either thread takes in order, into slots
 * that are used in turn.
 *
 * ```
 *   block     0    1    2    3    4    5    6
 *            out  out  there ...  there ...           two of them are being written
 *                      ^ emitted            ^ claimed
 * ```
 *
 * The bytes of a block go where the first room is free, so that memory is touched for as many blocks only as are on their way at once: few,
 * unless the analysis' thread has findings to make, for which the other need not wait.
 *
 * What only the analysis' thread can say is left out, and the place noted: a hole.
 */

import { grownBuffer } from '../engine/engine.js';

/** Words of the control block. */
const WORD = Object.freeze({ CLAIMED: 0, EMITTED: 1, NEWS: 2, FIRST_SLOT: 3 });
/** Words of a slot: the number of the block that is there, plus one; its bytes; the connection that it goes up to; its holes; the room where its bytes are. */
const SLOT = Object.freeze({ READY: 0, BYTES: 1, TO: 2, HOLES: 3, ROOM: 4, FIRST_HOLE: 5 });

const FLOWS_PER_BLOCK = 256;
const WORDS_PER_SLOT = SLOT.FIRST_HOLE + 2 * FLOWS_PER_BLOCK;
/** Room of a block: a connection's JSON takes 1.2 KB, as a rule. */
const ROOM_BYTES = 2 ** 19;
const SLOTS = 48;
/** One more, should a thread die with its own. */
const ROOMS = SLOTS + 1;
/** Behind the slots a word for each room: whether it is taken. */
const FIRST_ROOM = WORD.FIRST_SLOT + SLOTS * WORDS_PER_SLOT;
/** A thread that waits looks up this often, should the other have died. */
const WAIT_MS = 50;

/** @typedef {{ words: Int32Array, bytes: number, flowCount: number }} BlockPlace `bytes`: where in the core's memory the slots lie */

export class WrittenBlocks {
  #words;
  #rooms;

  /** @param {import('../engine/engine.js').Core} core @param {BlockPlace} place */
  constructor(core, { words, bytes, flowCount }) {
    this.#words = words;
    this.flowCount = flowCount;
    this.count = Math.ceil(flowCount / FLOWS_PER_BLOCK);
    const buffer = grownBuffer(core);
    this.#rooms = Array.from({ length: ROOMS }, (_, room) => new Uint8Array(buffer, bytes + room * ROOM_BYTES, ROOM_BYTES));
  }

  /** By one thread, while no other takes memory. @param {import('../engine/engine.js').Core} core @param {number} flowCount @returns {BlockPlace} */
  static place(core, flowCount) {
    return { words: new Int32Array(new SharedArrayBuffer(4 * (FIRST_ROOM + ROOMS))), bytes: core.allocate(ROOMS * ROOM_BYTES) >>> 0, flowCount };
  }

  get emitted() { return Atomics.load(this.#words, WORD.EMITTED); }

  /** Changes with every step that either thread takes. */
  get news() { return Atomics.load(this.#words, WORD.NEWS); }

  /** Whether all blocks are taken. */
  get areClaimed() { return Atomics.load(this.#words, WORD.CLAIMED) >= this.count; }

  /** Takes the next block, where there is a slot for it. @returns {number} −1: none at this moment */
  claim() {
    for (;;) {
      const block = Atomics.load(this.#words, WORD.CLAIMED);
      if (block >= this.count || block >= this.emitted + SLOTS) return -1;
      if (Atomics.compareExchange(this.#words, WORD.CLAIMED, block, block + 1) === block) return block;
    }
  }

  /** Takes the first free room for a block that is claimed. @param {number} block @returns {Uint8Array} */
  open(block) {
    let room = 0;
    while (Atomics.compareExchange(this.#words, FIRST_ROOM + room, 0, 1) !== 0) room = (room + 1) % ROOMS;
    this.#words[this.#slotAt(block) + SLOT.ROOM] = room;
    return this.#rooms[room];
  }

  /** The connections of a block. @param {number} block @returns {{ from: number, to: number }} */
  flowsOf(block) { return { from: block * FLOWS_PER_BLOCK, to: Math.min(this.flowCount, (block + 1) * FLOWS_PER_BLOCK) }; }

  /** Whether a block is written. @param {number} block */
  isReady(block) { return Atomics.load(this.#words, this.#slotAt(block) + SLOT.READY) === block + 1; }

  /**
   * Notes a place that is left to the analysis' thread.
   * @param {number} block
   * @param {number} index of the hole
   * @param {number} flow
   * @param {number} at byte of the block
   */
  addHole(block, index, flow, at) {
    const hole = this.#slotAt(block) + SLOT.FIRST_HOLE + 2 * index;
    this.#words[hole] = flow;
    this.#words[hole + 1] = at;
  }

  /** @param {number} block @param {number} index */
  hole(block, index) {
    const hole = this.#slotAt(block) + SLOT.FIRST_HOLE + 2 * index;
    return { flow: this.#words[hole], at: this.#words[hole + 1] };
  }

  /**
   * A block is written.
   * @param {number} block
   * @param {number} bytes
   * @param {number} to the connection up to which it goes: what is behind had no room
   * @param {number} holes
   */
  finish(block, bytes, to, holes) {
    const at = this.#slotAt(block);
    this.#words[at + SLOT.BYTES] = bytes;
    this.#words[at + SLOT.TO] = to;
    this.#words[at + SLOT.HOLES] = holes;
    Atomics.store(this.#words, at + SLOT.READY, block + 1);
    this.#tell();
  }

  /** @param {number} block that is ready */
  find(block) {
    const at = this.#slotAt(block);
    return {
      bytes: this.#rooms[this.#words[at + SLOT.ROOM]].subarray(0, this.#words[at + SLOT.BYTES]), to: this.#words[at + SLOT.TO],
      holes: this.#words[at + SLOT.HOLES],
    };
  }

  /** The oldest block is out, and its slot and room are free. */
  addEmitted() {
    Atomics.store(this.#words, FIRST_ROOM + this.#words[this.#slotAt(this.emitted) + SLOT.ROOM], 0);
    Atomics.add(this.#words, WORD.EMITTED, 1);
    this.#tell();
  }

  /** @param {number} seen news; returns when there is more, or after a while */
  wait(seen) { Atomics.wait(this.#words, WORD.NEWS, seen, WAIT_MS); }

  #slotAt(/** @type {number} */ block) { return WORD.FIRST_SLOT + (block % SLOTS) * WORDS_PER_SLOT; }

  #tell() {
    Atomics.add(this.#words, WORD.NEWS, 1);
    Atomics.notify(this.#words, WORD.NEWS);
  }
}
