/** Standard input and pipes can be read only once: what may have to be read twice is copied. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onInterruption } from '../../../lib/files/on-interruption.js';

/** Largest stream that is copied; a longer one is not kept. */
export const MAX_COPY_BYTES = 4 * 1024 * 1024 * 1024;

/** Only pcapng may contain secrets; gzip may contain a pcapng. @param {Uint8Array} start */
const mayBringSecrets = ([first, second]) => first === 0x0a || (first === 0x1f && second === 0x8b);

/**
 * A capture that the user named.
 * @typedef {object} Input
 * @property {string} source a path, or `-` for standard input
 * @property {string|null} again from where it can be read again, once it has been read; null: from nowhere
 * @property {Error|null} failure why there is no copy that should be there
 * @property {(chunk: Uint8Array) => void} [onBytes] receives all that is read the first time
 */

/**
 * @template T
 * @param {string} source a path, or `-` for standard input
 * @param {(input: Input) => Promise<T>} use
 * @param {{ isReadTwice?: boolean }} [options] whether it will be read twice for sure; else that depends on the secrets
 *   which it may bring
 * @returns {Promise<T>}
 */
export async function withInput(source, use, { isReadTwice = false } = {}) {
  // Reading it will fail with a better message.
  const isFile =
    source !== '-' &&
    (await stat(source).then(
      (found) => found.isFile(),
      () => true,
    ));
  if (isFile) return use({ source, again: source, failure: null });
  const copy = new InputCopy(source, isReadTwice ? () => true : mayBringSecrets);
  try {
    return await use(copy);
  } finally {
    copy.remove();
  }
}

/** @implements {Input} */
class InputCopy {
  /** @type {string|null} */
  again = null;
  /** @type {Error|null} */
  failure = null;
  #isCopied;
  #folder = '';
  #descriptor = -1;
  #bytes = 0;
  #isOver = false;
  #forget = () => {};

  /** @param {string} source @param {(start: Uint8Array) => boolean} isCopied as its first bytes are */
  constructor(source, isCopied) {
    this.source = source;
    this.#isCopied = isCopied;
  }

  /** @param {Uint8Array} chunk the next bytes */
  onBytes = (chunk) => {
    if (this.#isOver || chunk.length === 0) return;
    try {
      if (this.#bytes === 0) this.#begin(chunk);
      else this.#add(chunk);
    } catch (error) {
      this.failure = /** @type {Error} */ (error);
      this.remove();
    }
  };

  /** @param {Uint8Array} chunk the first one */
  #begin(chunk) {
    this.#isOver = !this.#isCopied(chunk);
    if (this.#isOver) return;
    this.#folder = mkdtempSync(join(tmpdir(), 'selfclock-'));
    this.#forget = onInterruption(() => this.remove());
    this.again = join(this.#folder, 'input');
    this.#descriptor = openSync(this.again, 'wx', 0o600);
    this.#add(chunk);
  }

  /** @param {Uint8Array} chunk */
  #add(chunk) {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_COPY_BYTES) throw new Error(`It is longer than ${MAX_COPY_BYTES / 2 ** 30} GiB.`);
    for (let at = 0; at < chunk.length;) at += writeSync(this.#descriptor, chunk, at);
  }

  /** No copy is needed any more. */
  remove() {
    this.#isOver = true;
    this.again = null;
    this.#forget();
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    if (this.#folder !== '') rmSync(this.#folder, { recursive: true });
    this.#descriptor = -1;
    this.#folder = '';
  }
}
