const FIRST_CAPACITY = 16;

/** A binary heap of pairs, smallest key on top, in typed arrays that grow and are kept for the next use. */
export class KeyHeap {
  #keys = new Float64Array(FIRST_CAPACITY);
  #values = new Float64Array(FIRST_CAPACITY);
  size = 0;

  clear() {
    this.size = 0;
  }

  /** Smallest key; Infinity when empty. */
  get key() {
    return this.size > 0 ? this.#keys[0] : Infinity;
  }

  /** Its value. */
  get value() {
    return this.#values[0];
  }

  /** @param {number} key @param {number} value */
  push(key, value) {
    if (this.size === this.#keys.length) this.#grow();
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#keys[parent] <= key) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#keys[at] = key;
    this.#values[at] = value;
  }

  /** Takes the top off; there must be one. */
  pop() {
    const last = --this.size;
    const key = this.#keys[last];
    const value = this.#values[last];
    let at = 0;
    for (let child = 1; child < last; child = at * 2 + 1) {
      if (child + 1 < last && this.#keys[child + 1] < this.#keys[child]) child++;
      if (this.#keys[child] >= key) break;
      this.#move(child, at);
      at = child;
    }
    this.#keys[at] = key;
    this.#values[at] = value;
  }

  #move(/** @type {number} */ from, /** @type {number} */ to) {
    this.#keys[to] = this.#keys[from];
    this.#values[to] = this.#values[from];
  }

  #grow() {
    const keys = new Float64Array(this.size * 2);
    const values = new Float64Array(this.size * 2);
    keys.set(this.#keys);
    values.set(this.#values);
    this.#keys = keys;
    this.#values = values;
  }
}
