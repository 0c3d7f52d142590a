import { bytesText } from '../../lib/shared/text/quantities.js';
import { RequestError } from '../errors.js';

/** This much is claimed at a time where the total size is unknown, and written between two looks at the disk. */
const STEP_BYTES = 16 * 1024 * 1024;

/**
 * The disk of the library: each write claims its space beforehand, so that several that would each fit do not fill
 * it together.
 */
export class DiskSpace {
  #freeBytes;
  #reserveBytes;
  /** Bytes claimed and not written yet, in total. */
  #claimedBytes = 0;

  /**
   * @param {{ freeBytes: () => Promise<number>, reserveBytes: number }} disk `reserveBytes`: left free, whatever is
   *   written
   */
  constructor({ freeBytes, reserveBytes }) {
    this.#freeBytes = freeBytes;
    this.#reserveBytes = reserveBytes;
  }

  /**
   * @param {number|null} bytes that will come; null: unknown
   * @returns {Promise<DiskClaim>} to be released
   * @throws {RequestError} 507
   */
  async claim(bytes) {
    const claim = new DiskClaim(this);
    await claim.add(bytes ?? 0);
    return claim;
  }

  /** Of a claim. @param {number} bytes */
  count(bytes) {
    this.#claimedBytes += bytes;
  }

  /** @throws {RequestError} 507 less space is left than is claimed */
  async check() {
    const left = (await this.#freeBytes()) - this.#reserveBytes;
    if (left >= this.#claimedBytes) return;
    const claimed = this.#claimedBytes > 0 ? `, and files being written need ${bytesText(this.#claimedBytes)}` : '';
    throw new RequestError(
      507,
      'disk_full',
      `The disk of the capture library has ${bytesText(Math.max(0, left))} left for captures${claimed}: ` +
        'too little; delete captures or other files.',
    );
  }
}

/** The space of one file that is being written. */
export class DiskClaim {
  #space;
  #leftBytes = 0;
  #uncheckedBytes = 0;

  /** @param {DiskSpace} space */
  constructor(space) {
    this.#space = space;
  }

  /** @param {number} bytes more @throws {RequestError} 507; the claim is as before */
  async add(bytes) {
    this.#count(bytes);
    try {
      await this.#space.check();
    } catch (error) {
      this.#count(-bytes);
      throw error;
    }
  }

  /** Before this many bytes are written. @param {number} bytes @throws {RequestError} 507 */
  async write(bytes) {
    if (bytes > this.#leftBytes) await this.add(Math.max(bytes, STEP_BYTES));
    else if (this.#uncheckedBytes >= STEP_BYTES) await this.#check();
    this.#uncheckedBytes += bytes;
    this.#count(-bytes);
  }

  /** @param {number} bytes that are still to come of what another program writes */
  expect(bytes) {
    this.#count(bytes - this.#leftBytes);
  }

  /** Releases the rest of the claim. */
  release() {
    this.expect(0);
  }

  /** Other programs fill the disk, too. */
  async #check() {
    this.#uncheckedBytes = 0;
    await this.#space.check();
  }

  /** @param {number} bytes */
  #count(bytes) {
    this.#leftBytes += bytes;
    this.#space.count(bytes);
  }
}
