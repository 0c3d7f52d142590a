import { exportName } from '../lib/shared/captures/export-name.js';
import { RequestError } from './errors.js';
import { send, write } from './routes/send.js';

/** What a response counts for while it is being made and its size is unknown. */
const UNMADE_BYTES = 1 << 20;

/**
 * Responses being sent to clients, bounded in total however slowly they read:
 *
 * - responses being made, or made and not yet read: while they are `answerBytes` or more, no further one is made;
 * - column frames, which can be large: of one capture they are made one after the other, so that it overshoots by one;
 * - exports of connections, and bodies: `downloads` at a time, each holding the pieces being sent.
 *
 * A request that finds no room waits for `busyMs`, and is then refused with 503.
 */
export class Deliveries {
  #limits;
  #heldBytes = 0;
  #files = 0;
  /** Called when there may be room, first come first served. @type {Set<() => void>} */
  #waiting = new Set();
  /** The last frame being made, or waiting to be made, of each capture. @type {Map<string, Promise<void>>} */
  #frames = new Map();

  /** @param {Pick<import('./limits.js').Limits, 'answerBytes'|'downloads'|'busyMs'|'readerIdleMs'>} limits */
  constructor(limits) {
    this.#limits = limits;
  }

  /** Bytes of responses that are being made, or not read yet. */
  get heldBytes() {
    return this.#heldBytes;
  }

  /**
   * @param {import('express').Response} response
   * @param {() => Promise<Uint8Array>} make
   */
  async json(response, make) {
    await this.#send(response, 'application/json', await this.#made(response, make));
  }

  /**
   * @param {import('express').Response} response
   * @param {string} capture id
   * @param {() => Promise<Uint8Array>} make a column frame of it
   */
  async frame(response, capture, make) {
    const bytes = await this.#inTurn(capture, () => this.#made(response, make));
    await this.#send(response, 'application/octet-stream', bytes);
  }

  /**
   * A file, as attachment.
   * @param {import('express').Response} response
   * @param {string} name as `exportName` completes it
   * @param {(take: (piece: Uint8Array) => Promise<void>) => Promise<void>} make hands on its pieces; an empty one:
   *   there will be more
   */
  async file(response, name, make) {
    await this.#room(response, () => this.#takeFile());
    try {
      await make(async (piece) => {
        if (response.destroyed) throw gone();
        if (piece.length === 0) return;
        if (!response.headersSent) asFile(response, exportName(name, piece));
        await write(response, piece, this.#limits.readerIdleMs);
      });
      if (!response.headersSent) asFile(response, name);
      response.end();
    } finally {
      this.#files--;
      this.#wake();
    }
  }

  /** @returns {boolean} whether there was a place for one more file */
  #takeFile() {
    if (this.#files >= this.#limits.downloads) return false;
    this.#files++;
    return true;
  }

  /** @returns {boolean} whether there was room for one more answer */
  #takeAnswer() {
    if (this.#heldBytes >= this.#limits.answerBytes) return false;
    this.#heldBytes += UNMADE_BYTES;
    return true;
  }

  /**
   * @param {import('express').Response} response
   * @param {() => Promise<Uint8Array>} make
   * @returns {Promise<Uint8Array>} held until `response` is closed
   */
  async #made(response, make) {
    await this.#room(response, () => this.#takeAnswer());
    let ownBytes = UNMADE_BYTES;
    const release = () => {
      this.#heldBytes -= ownBytes;
      this.#wake();
    };
    try {
      const bytes = await make();
      this.#heldBytes += bytes.byteLength - ownBytes;
      ownBytes = bytes.byteLength;
      if (response.destroyed) throw gone();
      response.once('close', release);
      return bytes;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** @param {import('express').Response} response @param {string} type @param {Uint8Array} bytes */
  async #send(response, type, bytes) {
    this.#wake(); // it may be smaller than it was taken for
    await send(response, type, bytes, this.#limits.readerIdleMs);
  }

  /**
   * @template T
   * @param {string} capture
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  async #inTurn(capture, task) {
    const result = (this.#frames.get(capture) ?? Promise.resolve()).then(task);
    const done = result.then(
      () => undefined,
      () => undefined,
    );
    this.#frames.set(capture, done);
    try {
      return await result;
    } finally {
      if (this.#frames.get(capture) === done) this.#frames.delete(capture);
    }
  }

  /**
   * @param {import('express').Response} response
   * @param {() => boolean} take takes the room at once, where there is some: who is woken with others finds what they
   *   left
   * @throws {RequestError} 503, or the caller no longer waits
   */
  async #room(response, take) {
    const endMs = performance.now() + this.#limits.busyMs;
    for (;;) {
      if (response.destroyed) throw gone();
      if (take()) return;
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) throw busy(response);
      await this.#change(response, leftMs);
    }
  }

  /**
   * @param {import('express').Response} response
   * @param {number} waitMs
   * @returns {Promise<void>} when there may be room, or `response` is closed
   */
  #change(response, waitMs) {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(late);
        this.#waiting.delete(go);
        response.off('close', go);
        resolve();
      };
      const late = setTimeout(go, waitMs);
      this.#waiting.add(go);
      response.once('close', go);
    });
  }

  #wake() {
    for (const go of [...this.#waiting]) go();
  }
}

/** @param {import('express').Response} response @param {string} name */
function asFile(response, name) {
  response.attachment(name);
  response.type('application/octet-stream');
}

/** @param {import('express').Response} response */
function busy(response) {
  response.setHeader('Retry-After', 1);
  const message = 'Too many responses to slow clients are still being sent; try again in a moment.';
  return new RequestError(503, 'busy', message);
}

const gone = () => new RequestError(499, 'gone', 'The client is no longer waiting for the response.');
