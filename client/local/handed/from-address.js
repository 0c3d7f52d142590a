/** `?url=ADDRESS&keylog=ADDRESS`: the page opens a capture from a web server. */
import { here } from '../../base/address.js';
import { formatBytes, formatNumber } from '../../base/format.js';
import { busy } from '../../base/idle.js';
import { sentenceOf } from '../../state/api-error.js';
import { capturePath } from '../../state/router.js';
import { keysIn } from '../keys.js';
import { askReader } from './ask-reader.js';
import { fetchable, fetchFile, MAX_FETCHED_BYTES, MAX_FETCHED_KEY_LOG_BYTES, nameOf } from './fetch.js';

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
   * @param {number} maxBytes
   * @param {(blob: Blob, name: string) => T|Promise<T>} take
   * @returns {Promise<Awaited<T>|null>} null: it could not be fetched, which its row says, or was cancelled
   */
  async fetch(address, maxBytes, take) {
    const id = ++this.#lastId;
    const abort = new AbortController();
    /** @type {Upload} */
    const upload = { id, name: address, sizeBytes: 0, sentBytes: 0, state: 'sending', error: null, words: 'Requested' };
    this.#jobs.set(id, { upload, abort });
    this.#changed();
    const done = busy();
    try {
      const url = fetchable(address);
      upload.name = nameOf(url);
      const onProgress = (/** @type {number} */ doneBytes, /** @type {number|null} */ sizeBytes) => {
        const share = sizeBytes === null ? null : doneBytes / sizeBytes;
        const of =
          share === null ? formatBytes(doneBytes) : `${formatNumber(share * 100)} % of ${formatBytes(sizeBytes ?? 0)}`;
        Object.assign(upload, { sentBytes: doneBytes, sizeBytes: sizeBytes ?? 0, words: `Fetching · ${of}` });
        this.#changed();
      };
      const taken = await take(await fetchFile(url, { maxBytes, signal: abort.signal, onProgress }), upload.name);
      this.#jobs.delete(id);
      return taken;
    } catch (error) {
      if (abort.signal.aborted) return null;
      Object.assign(upload, { state: 'failed', error: sentenceOf(error) });
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

/** @param {string} address @returns {boolean} */
function isFetchable(address) {
  try {
    fetchable(address);
    return true;
  } catch {
    return false;
  }
}

/** A link may have come from anybody. @param {string} address @param {string|null} keyLogAddress */
function askToFetch(address, keyLogAddress) {
  const { host } = fetchable(address);
  const keyHost = keyLogAddress === null ? null : fetchable(keyLogAddress).host;
  const keys = keyHost === null ? '' : ` and a key log${keyHost === host ? '' : ` from ${keyHost}`}`;
  return askReader({
    title: 'Fetch a capture from a web server?',
    name: nameOf(fetchable(address)),
    text: `The link asks for a capture from ${host}${keys}. A server that is asked learns your address.`,
    yes: 'Fetch',
  });
}

/**
 * Begun before the page is shown, as the place in the address has no capture yet.
 * @param {{ captures: import('../local-captures.js').LocalCaptures, fetches: Fetches }} parts
 * @returns {(navigate: (path: string) => void) => Promise<void>} asks the reader, fetches it, and goes to the place
 */
export function takeAddress({ captures, fetches }) {
  const given = new URLSearchParams(location.search);
  const [url, keyLogUrl] = [given.get('url'), given.get('keylog')];
  if (!url) return async () => undefined;
  const { pathname, search } = here();
  const isOfIt = pathname === capturePath(ID) || pathname.startsWith(`${capturePath(ID)}/`);
  history.replaceState(null, '', '#/');
  return async (navigate) => {
    const refused = [url, keyLogUrl ?? url].find((address) => !isFetchable(address));
    // Its row says why.
    if (refused !== undefined) return void fetches.fetch(refused, MAX_FETCHED_BYTES, () => null);
    if (!(await askToFetch(url, keyLogUrl))) return;
    const [file, keyLog] = await Promise.all([
      fetches.fetch(url, MAX_FETCHED_BYTES, (blob, name) => new File([blob], name)),
      keyLogUrl === null ? '' : fetches.fetch(keyLogUrl, MAX_FETCHED_KEY_LOG_BYTES, keysIn),
    ]);
    if (file === null) return;
    captures.open(file, file.name, { id: ID, keyLog: keyLog ?? '' });
    if (here().pathname === '/' && keyLog !== null) navigate(isOfIt ? pathname + search : capturePath(ID));
  };
}
