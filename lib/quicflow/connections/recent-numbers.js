/** Numbers below the largest that are remembered; a copy that comes later is not recognised. */
const WINDOW = 512;

/** Which packet numbers of a space have come, near the largest. */
export class RecentNumbers {
  #seen = new Uint8Array(WINDOW);
  largest = -1;

  /** @param {number} number @returns {boolean} whether it came before */
  add(number) {
    if (number > this.largest) {
      this.#forget(number);
      this.largest = number;
    } else if (number <= this.largest - WINDOW) return false;
    const place = number % WINDOW;
    const isThere = this.#seen[place] === 1;
    this.#seen[place] = 1;
    return isThere;
  }

  /** Clears what the window leaves behind. @param {number} number the new largest */
  #forget(number) {
    if (number - this.largest >= WINDOW) {
      this.#seen.fill(0);
      return;
    }
    for (let one = this.largest + 1; one <= number; one++) this.#seen[one % WINDOW] = 0;
  }
}
