/**
 * Decoded batches between the reader thread and the analysis thread: a ring of slots in shared memory. The reader
 * decodes into the next free slot; the analysis processes the oldest batch completely, and frees its slot.
 *
 * ```
 *   batches   1  2  3 │ 4  5  6  7 │ 8 …
 *             analysed  decoded      being decoded
 * ```
 *
 * Both threads see all batches in order. Batch numbers never wrap; a batch's slot is the remainder.
 */

/**
 * Words of the control block. `WAKE_…`: how far the other counter must have come for the waiting thread to be woken.
 */
const WORD = Object.freeze({ DECODED: 0, ANALYSED: 1, WAKE_READER: 2, WAKE_ANALYSIS: 3, SENT: 4, FIRST_PLACE: 5 });
/** Words of a slot: number of segments, address of their bytes, messages sent before the batch. */
const PLACE = Object.freeze({ COUNT: 0, BYTES: 1, SENT: 2 });
const WORDS_PER_PLACE = 4;
/** `COUNT` of the end marker. */
const END = -1;
/** Batches that the analysis waits for at a time: a wake-up costs as much as a batch. */
const BATCHES_AT_ONCE = 8;
/** A waiting thread wakes this often, in case the other has died. */
const WAIT_MS = 100;

export class BatchQueue {
  #places;

  /**
   * @param {{ BATCHES: { value: number } }} core
   * @param {Int32Array} [words] the control block, if the other thread has made it
   */
  constructor(
    { BATCHES },
    words = new Int32Array(new SharedArrayBuffer(4 * (WORD.FIRST_PLACE + BATCHES.value * WORDS_PER_PLACE))),
  ) {
    this.#places = BATCHES.value;
    this.words = words;
  }

  /** Batches that the reader has added. */
  get decoded() {
    return Atomics.load(this.words, WORD.DECODED);
  }

  /** Batches that the analysis has finished: their slots and bytes are free. */
  get analysed() {
    return Atomics.load(this.words, WORD.ANALYSED);
  }

  /** Slot of a batch among those of the core. @param {number} batch */
  placeOf(batch) {
    return batch % this.#places;
  }

  /**
   * The reader: the next batch is decoded.
   * @param {number} count segments
   * @param {number} bytes where they are in memory
   */
  addDecoded(count, bytes) {
    const at = this.#wordsOf(this.decoded);
    this.words[at + PLACE.COUNT] = count;
    this.words[at + PLACE.BYTES] = bytes;
    this.words[at + PLACE.SENT] = Atomics.load(this.words, WORD.SENT);
    if (Atomics.add(this.words, WORD.DECODED, 1) + 1 === Atomics.load(this.words, WORD.WAKE_ANALYSIS)) {
      this.#wakeAnalysis();
    }
  }

  /** The reader: notes a message that belongs before the next batch. */
  addSent() {
    Atomics.add(this.words, WORD.SENT, 1);
  }

  /** The reader: waits for a free slot. */
  waitForPlace() {
    if (this.decoded - this.analysed >= this.#places) this.waitUntilAnalysed(this.analysed + 1);
  }

  /**
   * The reader: waits for that many batches to be analysed, and for half of the pending ones.
   * @param {number} batches
   */
  waitUntilAnalysed(batches) {
    if (this.analysed >= batches) return;
    const goal = Math.max(batches, this.analysed + ((this.decoded - this.analysed) >> 1));
    Atomics.store(this.words, WORD.WAKE_READER, goal);
    this.#wakeAnalysis();
    for (let seen = this.analysed; seen < goal; seen = this.analysed) {
      Atomics.wait(this.words, WORD.ANALYSED, seen, WAIT_MS);
    }
  }

  /** The reader: no more batches. */
  end() {
    this.waitForPlace();
    this.addDecoded(END, 0);
    this.#wakeAnalysis();
  }

  /**
   * The analysis: the oldest batch, once there is one.
   * @returns {{ place: number, count: number, bytes: number, sent: number } | null} null: none within a timeout; count
   *   −1: no more
   */
  next() {
    const batch = this.analysed;
    const { words } = this;
    if (batch === this.decoded) {
      Atomics.store(words, WORD.WAKE_ANALYSIS, batch + BATCHES_AT_ONCE);
      Atomics.wait(words, WORD.DECODED, batch, WAIT_MS);
      if (batch === this.decoded) return null;
    }
    const at = this.#wordsOf(batch);
    return {
      place: this.placeOf(batch),
      count: words[at + PLACE.COUNT],
      bytes: words[at + PLACE.BYTES] >>> 0,
      sent: words[at + PLACE.SENT],
    };
  }

  /** The analysis: frees the oldest batch. */
  addAnalysed() {
    const { words } = this;
    if (Atomics.add(words, WORD.ANALYSED, 1) + 1 === Atomics.load(words, WORD.WAKE_READER)) {
      Atomics.notify(words, WORD.ANALYSED);
    }
  }

  #wakeAnalysis() {
    Atomics.notify(this.words, WORD.DECODED);
  }

  #wordsOf(/** @type {number} */ batch) {
    return WORD.FIRST_PLACE + this.placeOf(batch) * WORDS_PER_PLACE;
  }
}
