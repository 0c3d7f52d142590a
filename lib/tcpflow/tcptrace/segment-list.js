/** Words of an entry. */
export const FIRST = 0;
/** Last byte, not the one after it. */
export const LAST = 1;
/** Time of the latest sending, µs. */
export const SENT = 2;
/** How often bytes of it were sent again, modulo 256. */
export const RESENT = 3;
/** 1 once an acknowledgement covered it. */
const ACKED = 4;
const WORDS = 5;

const FIRST_CAPACITY = 8;
/** Entries of a stretch before it is cut in two: so many are moved at the most to make room for one. */
const LARGEST_STRETCH = 256;

/** Neighbouring entries, in order. */
class Stretch {
  count = 0;
  /** How many of them no acknowledgement has covered. */
  unacked = 0;
  words = new Float64Array(FIRST_CAPACITY * WORDS);

  get last() {
    return this.words[(this.count - 1) * WORDS + LAST];
  }

  /** @param {number} index entries from there on move on by one */
  open(index) {
    if ((this.count + 1) * WORDS > this.words.length) this.#grow();
    this.words.copyWithin((index + 1) * WORDS, index * WORDS, this.count * WORDS);
    this.count++;
  }

  /** @param {number} index */
  close(index) {
    this.words.copyWithin(index * WORDS, (index + 1) * WORDS, this.count * WORDS);
    this.count--;
  }

  /** Moves the upper half to a stretch of its own. */
  split() {
    const upper = new Stretch();
    const half = this.count >> 1;
    upper.count = this.count - half;
    upper.words = this.words.slice(half * WORDS, (half + LARGEST_STRETCH) * WORDS);
    for (let i = 0; i < upper.count; i++) upper.unacked += 1 - upper.words[i * WORDS + ACKED];
    this.count = half;
    this.unacked -= upper.unacked;
    return upper;
  }

  #grow() {
    const words = new Float64Array(this.words.length * 2);
    words.set(this.words);
    this.words = words;
  }
}

/**
 * Stretches of sequence space in order, none overlapping, each with when it was sent. Read and changed at a cursor:
 * between `seek` and the next change there is one current entry.
 *
 * ```
 *   stretches  [ 1–1000 · 1001–2000 · 3001–4000 ] [ 4001–5000 · … ] …
 *                          ▲ cursor
 * ```
 *
 * Finding takes a binary search; inserting and removing move fewer than `LARGEST_STRETCH` entries.
 */
export class SegmentList {
  /** None is empty. @type {Stretch[]} */
  #stretches = [];
  #stretch = 0;
  #index = 0;
  /** No entry that begins below is unacknowledged. */
  #unackedFrom = Infinity;

  /** Moves to the first entry that ends at `seq` or above. @param {number} seq */
  seek(seq) {
    const stretches = this.#stretches;
    const final = stretches.length - 1;
    this.#index = 0;
    if (final < 0 || seq > stretches[final].last) {
      this.#stretch = final + 1;
      return;
    }
    let low = 0;
    let high = final;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stretches[middle].last < seq) low = middle + 1;
      else high = middle;
    }
    this.#stretch = low;
    this.#index = indexEndingFrom(stretches[low], seq);
  }

  /** Moves to the lowest entry that is not acknowledged. */
  seekUnacknowledged() {
    this.seek(this.#unackedFrom);
    this.skipAcknowledged();
    this.#unackedFrom = this.atEnd ? Infinity : this.get(FIRST);
  }

  /** True after the highest entry. */
  get atEnd() {
    return this.#stretch === this.#stretches.length;
  }

  next() {
    if (++this.#index < this.#stretches[this.#stretch].count) return;
    this.#stretch++;
    this.#index = 0;
  }

  /** Moves to the next entry that is not acknowledged, which may be the one that it is at. */
  skipAcknowledged() {
    while (!this.atEnd) {
      if (this.#stretches[this.#stretch].unacked === 0) {
        this.#stretch++;
        this.#index = 0;
      } else if (!this.isAcknowledged) return;
      else this.next();
    }
  }

  /** @param {number} word of the entry at the cursor */
  get(word) {
    return this.#stretches[this.#stretch].words[this.#index * WORDS + word];
  }

  /** @param {number} word FIRST, LAST, SENT or RESENT of the entry at the cursor @param {number} value */
  set(word, value) {
    this.#stretches[this.#stretch].words[this.#index * WORDS + word] = value;
  }

  /** Of the entry at the cursor. */
  get isAcknowledged() {
    return this.get(ACKED) === 1;
  }

  /** The entry at the cursor is acknowledged from now on; it must not have been before. */
  acknowledge() {
    this.set(ACKED, 1);
    this.#stretches[this.#stretch].unacked--;
  }

  /**
   * Inserts an entry at the cursor, which then is at the next one.
   * @param {number} first
   * @param {number} last
   * @param {number} sent
   */
  insert(first, last, sent) {
    const stretches = this.#stretches;
    if (stretches.length === 0) stretches.push(new Stretch());
    if (this.atEnd) {
      this.#stretch = stretches.length - 1;
      this.#index = stretches[this.#stretch].count;
    }
    this.#makeRoom();
    const stretch = stretches[this.#stretch];
    const at = this.#index * WORDS;
    stretch.open(this.#index);
    stretch.unacked++;
    stretch.words[at + FIRST] = first;
    stretch.words[at + LAST] = last;
    stretch.words[at + SENT] = sent;
    stretch.words[at + RESENT] = 0;
    stretch.words[at + ACKED] = 0;
    if (first < this.#unackedFrom) this.#unackedFrom = first;
    this.next();
  }

  /**
   * Joins the entry at the cursor and the one before it where both are acknowledged and no byte is between them. The
   * joined one has the later sending of both and the lower one's repetitions. The cursor is at it then.
   */
  joinBefore() {
    const stretch = this.#stretches[this.#stretch];
    if (this.#index === 0 && this.#stretch === 0) return;
    const before = this.#index > 0 ? stretch : this.#stretches[this.#stretch - 1];
    const at = (this.#index > 0 ? this.#index - 1 : before.count - 1) * WORDS;
    const { words } = before;
    if (words[at + ACKED] === 0 || !this.isAcknowledged || words[at + LAST] + 1 !== this.get(FIRST)) return;
    words[at + LAST] = this.get(LAST);
    words[at + SENT] = Math.max(words[at + SENT], this.get(SENT));
    stretch.close(this.#index);
    if (stretch.count === 0) this.#stretches.splice(this.#stretch, 1);
    if (before !== stretch) this.#stretch--;
    this.#index = at / WORDS;
  }

  #makeRoom() {
    const stretch = this.#stretches[this.#stretch];
    if (stretch.count < LARGEST_STRETCH) return;
    this.#stretches.splice(this.#stretch + 1, 0, stretch.split());
    if (this.#index <= stretch.count) return;
    this.#index -= stretch.count;
    this.#stretch++;
  }
}

/** @param {Stretch} stretch one that ends at `seq` or above @param {number} seq */
function indexEndingFrom({ words, count }, seq) {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle * WORDS + LAST] < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
