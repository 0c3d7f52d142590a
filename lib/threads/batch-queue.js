/**
 * Batches on their way between two threads. Each goes through three stages, in order; the stages of different batches overlap.
 *
 * ```
 *   decode, lay        follow                hand on
 *   the reader's    →  who has less to do →  the analysis' thread
 *   thread             (one at a time)
 *
 *   [ 5 ][ 6 ]         [ 3 ][ 4 ]            [ 1 ][ 2 ]      places of the core's batches, used in turn
 * ```
 *
 * Connections' state goes from one processor's cache to the other's where the threads take turns in following, and so do the batches: that
 * takes longer than following itself. So the thread whose own stage took less time so far follows, the reader's right behind decoding; the
 * other helps where it can do nothing else.
 *
 * What is found does not depend on who does what: each stage sees all batches in order, and writes what no other stage writes. Numbers of batches
 * count on for ever; a batch's place is the remainder.
 */

/** Words of the control block. */
const WORD = Object.freeze({
  DECODED: 0, FOLLOWED: 1, HANDED_ON: 2, FOLLOWING: 3, NEWS: 4, ENDED: 5, SAID: 6, WAITING: 7, DECODING_US: 8, HANDING_US: 9,
  FIRST_PLACE: 10,
});
/** Words of a place: segments, where their bytes are, what was said beside before, and how much the tables held when they had been followed. */
const PLACE = Object.freeze({ COUNT: 0, BYTES: 1, FLOWS: 2, ROWS: 3, SACK_BLOCKS: 4, SAID: 5 });
const WORDS_PER_PLACE = 8;
/** A thread that waits is woken when so many steps were taken, or when the other has nothing to do: waking takes longer than a step. */
const STEPS_TO_WAKE = 6;
/** A thread that waits looks up this often, should the other have died. */
const WAIT_MS = 100;

/** @typedef {import('../engine/engine.js').Core} Core */

export class BatchQueue {
  #core;
  #places;
  /** Steps since the other thread was woken. */
  #untold = 0;

  /** @param {Core} core this thread's instance @param {Int32Array} [words] the control block, where another thread has made it */
  constructor(core, words = new Int32Array(new SharedArrayBuffer(4 * (WORD.FIRST_PLACE + core.BATCHES.value * WORDS_PER_PLACE)))) {
    this.#core = core;
    this.#places = core.BATCHES.value;
    this.words = words;
  }

  /** How many batches went through each stage. */
  get decoded() { return Atomics.load(this.words, WORD.DECODED); }
  get followed() { return Atomics.load(this.words, WORD.FOLLOWED); }
  get handedOn() { return Atomics.load(this.words, WORD.HANDED_ON); }

  /** Whether the reader's own stage took less time so far than the other's: it is then for it to follow. */
  get isReaderLessBusy() { return Atomics.load(this.words, WORD.DECODING_US) < Atomics.load(this.words, WORD.HANDING_US); }

  /** The reader's thread: it has read and decoded for so long. @param {number} ms */
  addDecodingTime(ms) { Atomics.add(this.words, WORD.DECODING_US, ms * 1000); }

  /** The analysis' thread: it has handed on for so long. @param {number} ms */
  addHandingTime(ms) { Atomics.add(this.words, WORD.HANDING_US, ms * 1000); }

  /** Changes with every step that either thread takes. */
  get news() { return Atomics.load(this.words, WORD.NEWS); }

  /** Messages that the reader's thread has sent beside the batches. */
  get said() { return Atomics.load(this.words, WORD.SAID); }

  /** No batch will be added. */
  get hasEnded() { return Atomics.load(this.words, WORD.ENDED) === 1; }

  /** Whether the reader's thread can do nothing but follow. */
  get isFull() { return this.decoded - this.handedOn === this.#places; }

  /** Place of a batch among those of the core. @param {number} batch */
  placeOf(batch) { return batch % this.#places; }

  /** @param {number} batch that has been followed */
  find(batch) {
    const at = this.#wordsOf(batch), { words } = this, word = (/** @type {number} */ place) => words[at + place];
    return {
      count: word(PLACE.COUNT), bytes: word(PLACE.BYTES) >>> 0, said: word(PLACE.SAID), flows: word(PLACE.FLOWS), rows: word(PLACE.ROWS),
      sackBlocks: word(PLACE.SACK_BLOCKS),
    };
  }

  /** The reader's thread: the next batch is decoded. @param {number} count segments @param {number} bytes where they are in memory */
  addDecoded(count, bytes) {
    const at = this.#wordsOf(this.decoded);
    this.words[at + PLACE.COUNT] = count;
    this.words[at + PLACE.BYTES] = bytes;
    this.words[at + PLACE.SAID] = this.said;
    this.#step(WORD.DECODED);
  }

  /** The reader's thread: a message is sent that belongs before the next batch. */
  addSaid() { Atomics.add(this.words, WORD.SAID, 1); }

  /** The reader's thread: no batch will come. */
  end() {
    Atomics.store(this.words, WORD.ENDED, 1);
    this.#tell();
    this.wake();
  }

  /** The analysis' thread: the oldest batch is done with, and its place and bytes are free. */
  addHandedOn() { this.#step(WORD.HANDED_ON); }

  /** Follows the next batch, if there is one and the other thread is not at it. @returns {boolean} whether it did */
  follow() {
    const { words } = this;
    if (this.followed === this.decoded || Atomics.compareExchange(words, WORD.FOLLOWING, 0, 1) !== 0) return false;
    const batch = this.followed, isThere = batch < this.decoded;
    if (isThere) this.#follow(batch);
    Atomics.store(words, WORD.FOLLOWING, 0);
    if (isThere) this.#tell();
    return isThere;
  }

  #follow(/** @type {number} */ batch) {
    const at = this.#wordsOf(batch), { words } = this, core = this.#core;
    core.track(this.placeOf(batch), words[at + PLACE.COUNT]);
    words[at + PLACE.FLOWS] = core.flowCount();
    words[at + PLACE.ROWS] = core.rowCount();
    words[at + PLACE.SACK_BLOCKS] = core.sackBlockCount();
    Atomics.add(words, WORD.FOLLOWED, 1);
  }

  /** Helps following until the condition holds. @param {() => boolean} holds */
  helpUntil(holds) {
    for (;;) {
      const seen = this.news;
      if (holds()) return;
      if (!this.follow()) this.wait(seen);
    }
  }

  /** @param {number} seen news; returns when there is more, or after a while */
  wait(seen) {
    this.wake();
    Atomics.add(this.words, WORD.WAITING, 1);
    Atomics.wait(this.words, WORD.NEWS, seen, WAIT_MS);
    Atomics.sub(this.words, WORD.WAITING, 1);
  }

  #wordsOf(/** @type {number} */ batch) { return WORD.FIRST_PLACE + this.placeOf(batch) * WORDS_PER_PLACE; }

  #step(/** @type {number} */ stage) {
    Atomics.add(this.words, stage, 1);
    this.#tell();
  }

  #tell() {
    Atomics.add(this.words, WORD.NEWS, 1);
    if (++this.#untold >= STEPS_TO_WAKE) this.wake();
  }

  /** The other thread, should it wait, looks what there is to do. */
  wake() {
    this.#untold = 0;
    if (Atomics.load(this.words, WORD.WAITING) > 0) Atomics.notify(this.words, WORD.NEWS);
  }
}
