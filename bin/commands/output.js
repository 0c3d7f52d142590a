import { OutputError } from './output-error.js';

export const FLUSH_AT = 1 << 16;

/** Standard output in large pieces, waiting for a slow reader. */
export class Output {
  #pending = '';

  constructor() {
    // Errors also reject the write's promise; without a listener, those of a closed pipe would end the process first.
    process.stdout.on('error', () => undefined);
  }

  /** @param {string} text @returns {Promise<void>|undefined} to be awaited when there is one */
  write(text) {
    this.#pending += text;
    return this.#pending.length >= FLUSH_AT ? this.flush() : undefined;
  }

  /** @param {Uint8Array} bytes not copied: must not change until the promise is settled */
  async writeBytes(bytes) {
    await this.flush();
    await written(bytes);
  }

  async flush() {
    const text = this.#pending;
    this.#pending = '';
    if (text !== '') await written(text);
  }
}

/** @param {string} text all that there is for standard output */
export async function print(text) {
  const output = new Output();
  output.write(text);
  await output.flush();
}

/**
 * @param {string|Uint8Array} piece
 * @returns {Promise<void>} settled when it is with the system
 * @throws {OutputError}
 */
function written(piece) {
  return new Promise((resolve, reject) => {
    process.stdout.write(piece, (error) => (error ? reject(new OutputError('standard output', error)) : resolve()));
  });
}
