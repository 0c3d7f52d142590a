/**
 * Finds a record's number after a gap: only decrypting it shows whether it is right, so the trials are bounded, and a
 * search that failed is not repeated.
 */
import { MAX_FAILED_SEARCHES, MAX_RECORDS_SKIPPED, MAX_TRIAL_BYTES, MAX_TRIAL_BYTES_IN_ALL } from './limits.js';

/**
 * The shortest sealed record: its header, a content type, the tag of AES-CCM-8. It bounds the number of records in a
 * gap.
 */
const MIN_RECORD_BYTES = 5 + 1 + 8;
/** A trial's set-up costs as much as decrypting so many bytes. */
const TRIAL_BYTES = 4096;

/** Budget borrowed by all connections of a capture for trials. */
export class TrialPool {
  borrowedBytes = 0;
}

/** A connection's trials: each decrypted record adds its size to the budget; further trials are borrowed. */
export class TrialBudget {
  #pool;
  #earnedBytes = 0;
  #borrowedBytes = 0;

  /** @param {TrialPool} pool */
  constructor(pool) {
    this.#pool = pool;
  }

  /** @param {number} length of a decrypted record */
  earn(length) {
    this.#earnedBytes += length + TRIAL_BYTES;
  }

  /** @param {number} length of the record to try @returns {boolean} whether it may be */
  spend(length) {
    const bytes = length + TRIAL_BYTES;
    const pool = this.#pool;
    if (this.#earnedBytes >= bytes) {
      this.#earnedBytes -= bytes;
      return true;
    }
    if (this.#borrowedBytes + bytes > MAX_TRIAL_BYTES || pool.borrowedBytes + bytes > MAX_TRIAL_BYTES_IN_ALL) {
      return false;
    }
    this.#borrowedBytes += bytes;
    pool.borrowedBytes += bytes;
    return true;
  }
}

/** The search of one direction. */
export class NumberSearch {
  #budget;
  /** Bytes since the last decrypted record, with an unknown number of records. */
  #unknownBytes = 0;
  /** Successive records that no number decrypted, without a gap between. */
  #failures = 0;
  #isOutOfBudget = false;

  /** @param {TrialBudget} budget */
  constructor(budget) {
    this.#budget = budget;
  }

  /** Records that may be missing before the next. */
  get mayMiss() {
    return Math.min(MAX_RECORDS_SKIPPED, Math.floor(this.#unknownBytes / MIN_RECORD_BYTES));
  }

  /** Whether further trials are pointless. */
  get hasFailed() {
    return this.#isOutOfBudget || this.#failures >= MAX_FAILED_SEARCHES;
  }

  /** A record came with a part of its body missing. */
  onBrokenRecord() {
    this.#unknownBytes = Math.max(this.#unknownBytes, MIN_RECORD_BYTES);
  }

  /** @param {number} length of bytes that are missing or belong to no record; Infinity: an unknown number is missing */
  onUnframed(length) {
    this.#unknownBytes += length;
    this.#failures = 0;
  }

  /** @param {number} length of the decrypted body */
  onOpened(length) {
    this.#unknownBytes = this.#failures = 0;
    this.#budget.earn(length);
  }

  /** @param {number} length of a body that no number decrypted */
  onFailed(length) {
    if (this.#unknownBytes > 0) this.#failures++;
    this.onPassedOver(length);
  }

  /**
   * A supposed record after a gap may have been the middle of others.
   * @param {number} length of a body that was not decrypted
   */
  onPassedOver(length) {
    if (this.#unknownBytes > 0) this.#unknownBytes += length;
  }

  /**
   * @param {import('./epochs.js').RecordKeys} keys
   * @param {number} first the next number if nothing is missing
   * @param {number} type @param {number} version @param {Uint8Array} body
   * @returns {{ opened: import('./record-keys.js').Opened, number: number }|null}
   */
  open(keys, first, type, version, body) {
    const last = first + this.mayMiss;
    for (let number = first; number <= last; number++) {
      if (number > first && !this.#maySpend(body.length)) return null;
      const opened = keys.open(number, type, version, body);
      if (opened !== null) return { opened, number };
    }
    return null;
  }

  /** @param {number} length */
  #maySpend(length) {
    this.#isOutOfBudget ||= !this.#budget.spend(length);
    return !this.#isOutOfBudget;
  }
}
