const FIRST_CAPACITY = 16;
const NOTHING = new Float64Array(0);

/**
 * Answers: was anything below this byte sent later than then? Keeps only transmissions without a later one of lower
 * bytes, so that positions and times both rise, and below what is acknowledged only the latest.
 *
 * ```
 *   sent at   3   5   9        a sending of byte 400 at time 10 takes the place of
 *   byte    100 300 500        the one of 500 at 9: whatever lies above 500 lies above 400
 * ```
 *
 * Every transmission is added and removed once: linear in the packets.
 */
export class SendTimes {
  #first = NOTHING;
  #latest = NOTHING;
  #start = 0;
  #end = 0;

  /** @param {number} first lowest byte @param {number} timeUs */
  add(first, timeUs) {
    while (this.#end > this.#start && this.#first[this.#end - 1] >= first) this.#end--;
    if (this.#end === this.#first.length) this.#makeRoom();
    this.#first[this.#end] = first;
    this.#latest[this.#end] = this.#end > this.#start ? Math.max(this.#latest[this.#end - 1], timeUs) : timeUs;
    this.#end++;
  }

  /**
   * @param {number} first
   * @param {number} timeUs
   * @returns {boolean} whether a byte below `first` was sent after `timeUs`
   */
  sentBelowAfter(first, timeUs) {
    const below = this.#countBelow(first);
    return below > this.#start && this.#latest[below - 1] > timeUs;
  }

  /**
   * All below is acknowledged: later transmissions there have later times, so one time is enough.
   * @param {number} ack
   */
  acknowledge(ack) {
    this.#start = Math.max(this.#start, this.#countBelow(ack) - 1);
  }

  /** @param {number} first @returns {number} index of the first sending that is not below */
  #countBelow(first) {
    let low = this.#start;
    let high = this.#end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#first[middle] < first) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #makeRoom() {
    const kept = this.#end - this.#start;
    const { length } = this.#first;
    const capacity = kept * 2 > length ? length * 2 : Math.max(FIRST_CAPACITY, length);
    this.#first = moved(this.#first, this.#start, this.#end, capacity);
    this.#latest = moved(this.#latest, this.#start, this.#end, capacity);
    this.#start = 0;
    this.#end = kept;
  }
}

/** @param {Float64Array} column @param {number} start @param {number} end @param {number} capacity */
function moved(column, start, end, capacity) {
  const to = new Float64Array(capacity);
  to.set(column.subarray(start, end));
  return to;
}
