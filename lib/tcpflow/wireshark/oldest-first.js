const FIRST_CAPACITY = 16;

/**
 * The unacknowledged segment that was sent first, and the highest end of all. A segment that ends no higher than an
 * older one is acknowledged no later, so it can never be the oldest: those kept have ascending ends, and
 * acknowledgements remove from the front.
 *
 * ```
 *   row   7    9    12         push (15, 1800): not kept
 *   end  1000 2000 3000        acknowledge 2000: 12 is left
 * ```
 */
export class OldestFirst {
  #rows = new Int32Array(FIRST_CAPACITY);
  #ends = new Float64Array(FIRST_CAPACITY);
  #head = 0;
  #tail = 0;

  clear() {
    this.#head = this.#tail = 0;
  }

  /** Row of the oldest, −1 for none. */
  get row() {
    return this.#head < this.#tail ? this.#rows[this.#head] : -1;
  }

  /** Highest end; −Infinity for none. */
  get end() {
    return this.#head < this.#tail ? this.#ends[this.#tail - 1] : -Infinity;
  }

  /** @param {number} row above all before @param {number} end */
  push(row, end) {
    if (end <= this.end) return;
    if (this.#tail === this.#rows.length) this.#makeRoom();
    this.#rows[this.#tail] = row;
    this.#ends[this.#tail++] = end;
  }

  /** @param {number} ack removes what ends there or below */
  acknowledge(ack) {
    while (this.#head < this.#tail && this.#ends[this.#head] <= ack) this.#head++;
  }

  #makeRoom() {
    const count = this.#tail - this.#head;
    const grows = count * 2 > this.#rows.length;
    const rows = grows ? new Int32Array(count * 2) : this.#rows;
    const ends = grows ? new Float64Array(count * 2) : this.#ends;
    rows.set(this.#rows.subarray(this.#head, this.#tail));
    ends.set(this.#ends.subarray(this.#head, this.#tail));
    this.#rows = rows;
    this.#ends = ends;
    this.#head = 0;
    this.#tail = count;
  }
}
