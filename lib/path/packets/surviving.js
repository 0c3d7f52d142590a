import { TCP } from '../../transport/tcp/header.js';

/** @typedef {import('../rows.js').Rows} Rows */
/** @typedef {import('./key-groups.js').Key} Key */

/** Share of packets in which a field must be the same, or differ by the same, to tell packets apart. */
const MIN_SHARE = 0.95;

/** A value that most samples share, found in one pass (Boyer and Moore 1981), and how many do. */
class Majority {
  #value = 0;
  #lead = 0;
  samples = 0;
  #same = 0;

  /** @param {number} value */
  add(value) {
    this.samples++;
    if (this.#lead === 0) {
      this.#value = value;
      this.#lead = 1;
      this.#same = 1;
    } else if (value === this.#value) {
      this.#lead++;
      this.#same++;
    } else this.#lead--;
  }

  /** The value that the samples share; null: they do not. */
  get shared() {
    return this.samples > 0 && this.#same >= MIN_SHARE * this.samples ? this.#value : null;
  }
}

/**
 * Fields of one direction's headers that survive between two captures, as they are or moved by a constant: timestamps,
 * echoes, the IP identification, the window. Found from packets that their place, length and acknowledgement show to be
 * the same; what does not survive says nothing about which packet is which.
 */
export class Surviving {
  #stamp = new Majority();
  #echo = new Majority();
  #identification = new Majority();
  #window = new Majority();

  /** @param {Rows} one @param {number} row @param {Rows} other @param {number} otherRow the same packet */
  add(one, row, other, otherRow) {
    this.#identification.add(movedId(one, row, other, otherRow));
    this.#window.add(other.window(otherRow) - one.window(row));
    if (!one.hasTimestamps(row) || !other.hasTimestamps(otherRow)) return;
    this.#stamp.add((other.tsValue(otherRow) - one.tsValue(row)) | 0);
    if (one.tsEcho(row) !== 0 && (one.flags(row) & TCP.ACK) !== 0) {
      this.#echo.add((other.tsEcho(otherRow) - one.tsEcho(row)) | 0);
    }
  }

  get samples() {
    return this.#window.samples;
  }

  /** What was added to each by the path; null: it was not kept. */
  get moved() {
    return {
      stamp: this.#stamp.shared,
      echo: this.#echo.shared,
      identification: this.#identification.shared,
      window: this.#window.shared === 0 ? 0 : null,
    };
  }
}

/**
 * What the path adds to the fields that survive it.
 * @typedef {Surviving['moved']} Moved
 */

/**
 * Adds the surviving fields of a packet to its key, as the first capture has them.
 * @param {Key} key @param {Moved} moved @param {Rows} rows @param {number} row
 * @param {0|1} isOther whether it is of the second capture
 */
export function addSurviving(key, moved, rows, row, isOther) {
  const { stamp, echo, identification, window } = moved;
  if (stamp !== null) key.add(rows.hasTimestamps(row) ? rows.tsValue(row) - isOther * stamp : 0);
  if (echo !== null) key.add(echoOf(rows, row, isOther * echo));
  if (identification !== null) key.add((rows.ipId(row) - isOther * identification) & 0xffff);
  if (window !== null) key.add(rows.window(row));
}

/** @param {Rows} rows @param {number} row @param {number} moved */
const echoOf = (rows, row, moved) =>
  rows.tsEcho(row) === 0 || (rows.flags(row) & TCP.ACK) === 0 ? 0 : rows.tsEcho(row) - moved;

/** What the path added to an identification. @param {Rows} one @param {number} row @param {Rows} other */
const movedId = (one, row, other, /** @type {number} */ otherRow) => (other.ipId(otherRow) - one.ipId(row)) & 0xffff;

/**
 * Whether the surviving fields of two packets agree, as far as both have them; an identification of 0 is none.
 * @param {Moved} moved @param {Rows} one @param {number} row @param {Rows} other @param {number} otherRow
 */
export function agree({ stamp, identification, window }, one, row, other, otherRow) {
  const hasBoth = one.hasTimestamps(row) && other.hasTimestamps(otherRow);
  if (stamp !== null && hasBoth && ((other.tsValue(otherRow) - one.tsValue(row) - stamp) | 0) !== 0) return false;
  const isNumbered = one.ipId(row) !== 0 && other.ipId(otherRow) !== 0;
  if (identification !== null && isNumbered && movedId(one, row, other, otherRow) !== identification) return false;
  return window === null || one.window(row) === other.window(otherRow);
}
