/** `?url=ADDRESS&keylog=ADDRESS`: the page opens a capture from a web server. */
import { here } from '../../base/address.js';
import { formatBytes, formatNumber } from '../../base/format.js';
import { busy } from '../../base/idle.js';
import { sentenceOf } from '../../state/api-error.js';
import { capturePath } from '../../state/router.js';
import { keysIn } from '../keys.js';
import { fetchFile, nameOf } from './fetch.js';

/** @typedef {import('../../state/uploads.js').Upload} Upload */

/** Always the same, so that a link to a connection of it holds. */
const ID = 'fetched';

/** Files being fetched from elsewhere; they have rows like uploads. */
export class Fetches {
  /** @type {Map<number, { upload: Upload, abort: AbortController }>} */
  #jobs = new Map();
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #lastId = 0;

  list = () => Array.from(this.#jobs.values(), ({ upload }) => upload);

  /** @param {() => void} listener */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Gives one up, or forgets one that failed. @param {number} id */
  cancel = (id) => {
    this.#jobs.get(id)?.abort.abort();
    this.#jobs.delete(id);
    this.#changed();
  };

  /**
   * @template T
   * @param {string} address
   * @param {(blob: Blob, name: string) => T|Promise<T>} take
   * @returns {Promise<Awaited<T>|null>} null: it could not be fetched, which its row says, or was cancelled
   */
  async fetch(address, take) {
    const id = ++this.#lastId;
    const abort = new AbortController();
    /** @type {Upload} */
    const upload = { id, name: address, sizeBytes: 0, sentBytes: 0, state: 'sending', error: null, words: 'Requested' };
    this.#jobs.set(id, { upload, abort });
    this.#changed();
    const done = busy();
    try {
      if (!URL.canParse(address, location.href)) throw new SyntaxError();
      const url = new URL(address, location.href);
      upload.name = nameOf(url);
      const onProgress = (/** @type {number} */ doneBytes, /** @type {number|null} */ sizeBytes) => {
        const share = sizeBytes === null ? null : doneBytes / sizeBytes;
        const of =
          share === null ? formatBytes(doneBytes) : `${formatNumber(share * 100)} % of ${formatBytes(sizeBytes ?? 0)}`;
        Object.assign(upload, { sentBytes: doneBytes, sizeBytes: sizeBytes ?? 0, words: `Fetching · ${of}` });
        this.#changed();
      };
      const taken = await take(await fetchFile(url, { signal: abort.signal, onProgress }), upload.name);
      this.#jobs.delete(id);
      return taken;
    } catch (error) {
      if (abort.signal.aborted) return null;
      const message = error instanceof SyntaxError ? 'This is not a URL.' : sentenceOf(error);
      Object.assign(upload, { state: 'failed', error: message });
      return null;
    } finally {
      this.#changed();
      done();
    }
  }

  #changed() {
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * Begun before the page is shown, as the place in the address has no capture yet.
 * @param {{ captures: import('../local-captures.js').LocalCaptures, fetches: Fetches }} parts
 * @returns {(navigate: (path: string) => void) => Promise<void>} fetches it, and goes to the place
 */
export function takeAddress({ captures, fetches }) {
  const given = new URLSearchParams(location.search);
  const [url, keyLogUrl] = [given.get('url'), given.get('keylog')];
  if (!url) return async () => undefined;
  const { pathname, search } = here();
  const isOfIt = pathname === capturePath(ID) || pathname.startsWith(`${capturePath(ID)}/`);
  history.replaceState(null, '', '#/');
  return async (navigate) => {
    const [file, keyLog] = await Promise.all([
      fetches.fetch(url, (blob, name) => new File([blob], name)),
      keyLogUrl === null ? '' : fetches.fetch(keyLogUrl, keysIn),
    ]);
    if (file === null) return;
    captures.open(file, file.name, { id: ID, keyLog: keyLog ?? '' });
    if (here().pathname === '/' && keyLog !== null) navigate(isOfIt ? pathname + search : capturePath(ID));
  };
}
