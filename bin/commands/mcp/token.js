import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest();

/** Who knows it may ask: other users of this machine reach its loopback addresses too. */
export class Token {
  #digest;

  /** @param {string} [text] a new one without it */
  constructor(text = randomBytes(24).toString('base64url')) {
    this.text = text;
    this.#digest = digest(`Bearer ${text}`);
  }

  /** @param {string | undefined} header Authorization @returns {boolean} */
  isIn(header) {
    return header !== undefined && timingSafeEqual(digest(header), this.#digest);
  }
}
