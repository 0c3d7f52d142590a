import { GunzipTarget } from './gunzip-target.js';

/** @typedef {import('./gunzip-target.js').CaptureTarget} CaptureTarget */

/** Passes a file's bytes to a target, unpacked where they begin like gzip. */
export class ContentTarget {
  #target;
  #maxExpandedBytes;
  #createGunzip;
  /** Set once the first two bytes were seen. @type {GunzipTarget|CaptureTarget|null} */
  #destination = null;
  /** @type {number|null} the first byte, when it came alone */
  #firstByte = null;

  /**
   * @param {CaptureTarget} target
   * @param {number} maxExpandedBytes
   * @param {import('./gunzip-target.js').CreateGunzip} createGunzip
   */
  constructor(target, maxExpandedBytes, createGunzip) {
    this.#target = target;
    this.#maxExpandedBytes = maxExpandedBytes;
    this.#createGunzip = createGunzip;
  }

  /** No more input is needed: the gzip is damaged, or the target has what it wants. */
  get finished() {
    return this.#target.finished === true || (this.#destination instanceof GunzipTarget && this.#destination.finished);
  }

  /** @param {Uint8Array} chunk may be reused as soon as the promise is settled */
  async push(chunk) {
    if (chunk.length === 0) return;
    if (this.#destination) return this.#bring(this.#destination, chunk);
    const whole = this.#firstByte === null ? chunk : Uint8Array.of(this.#firstByte, ...chunk);
    if (whole.length === 1) {
      this.#firstByte = whole[0];
      return;
    }
    const packed = whole[0] === 0x1f && whole[1] === 0x8b;
    this.#destination = packed
      ? new GunzipTarget(this.#target, this.#maxExpandedBytes, this.#createGunzip)
      : this.#target;
    return this.#bring(this.#destination, whole);
  }

  async #bring(/** @type {GunzipTarget|CaptureTarget} */ destination, /** @type {Uint8Array} */ chunk) {
    await destination.push(chunk);
    await this.#target.ready?.();
  }

  async end() {
    if (!this.#destination && this.#firstByte !== null) this.#target.push(Uint8Array.of(this.#firstByte));
    await (this.#destination ?? this.#target).end();
    await this.#target.ready?.();
  }

  close() {
    if (this.#destination instanceof GunzipTarget) this.#destination.close();
  }
}
