/** Multipliers of multiplicative hashing: 2^32 divided by the golden ratio, and of MurmurHash3's finalizer. */
const GOLDEN = 0x9e3779b1 | 0;
const FINAL = 0x85ebca6b | 0;

/** Random, so that nobody can make captures whose keys all fall into one slot. */
const SEED = Math.floor(Math.random() * 2 ** 32) | 0;

/** A key of several numbers as two hashes, which no accident makes equal for different keys. */
export class Key {
  hash = 0;
  check = 0;

  clear() {
    this.hash = SEED;
    this.check = GOLDEN;
  }

  /** @param {number} word of 32 bits */
  add(word) {
    const h = Math.imul(this.hash ^ word, GOLDEN);
    this.hash = h ^ (h >>> 15);
    const c = Math.imul(this.check + word, FINAL);
    this.check = c ^ (c >>> 13);
  }

  /** @param {number} offset a whole number, beyond 32 bits too */
  addOffset(offset) {
    this.add(offset | 0);
    this.add(Math.floor(offset / 2 ** 32));
  }
}

/** Items, by number, in groups of the same key; those of a group in the order in which they were added. */
export class KeyGroups {
  /** Group of a slot + 1. */
  #slots;
  #mask;
  #hashes;
  #checks;
  #tails;
  count = 0;

  /** @param {number} items at the most */
  constructor(items) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, items * 1.5)));
    this.#mask = size - 1;
    this.#slots = new Int32Array(size);
    this.#hashes = new Int32Array(items);
    this.#checks = new Int32Array(items);
    this.#tails = new Int32Array(items);
    /** First item of a group. */
    this.head = new Int32Array(items);
    /** Items of a group. */
    this.size = new Int32Array(items);
    /** The item behind an item; −1: none. */
    this.next = new Int32Array(items).fill(-1);
  }

  /** @param {Key} key @returns {number} its group; −1: there is none */
  find(key) {
    return this.#slots[this.#slotOf(key)] - 1;
  }

  /** @param {number} item @param {Key} key @returns {number} its group */
  add(item, key) {
    const slot = this.#slotOf(key);
    const known = this.#slots[slot] - 1;
    if (known >= 0) {
      this.next[this.#tails[known]] = item;
      this.#tails[known] = item;
      this.size[known]++;
      return known;
    }
    const group = this.count++;
    this.#slots[slot] = group + 1;
    this.#hashes[group] = key.hash;
    this.#checks[group] = key.check;
    this.head[group] = this.#tails[group] = item;
    this.size[group] = 1;
    return group;
  }

  /** @param {Key} key */
  #slotOf({ hash, check }) {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const group = this.#slots[slot] - 1;
      if (group < 0 || (this.#hashes[group] === hash && this.#checks[group] === check)) return slot;
    }
  }
}
