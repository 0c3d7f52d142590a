import { once } from 'node:events';

const FLUSH_AT = 1 << 16;

/** Standard output in large pieces, waiting where the reader is slow. */
export class Output {
  #pending = '';

  /** @param {string} text @returns {Promise<void>|undefined} to be awaited when there is one */
  write(text) {
    this.#pending += text;
    return this.#pending.length >= FLUSH_AT ? this.flush() : undefined;
  }

  async flush() {
    const text = this.#pending;
    this.#pending = '';
    if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
  }
}
