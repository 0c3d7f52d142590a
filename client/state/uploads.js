import { bytesText } from '../../lib/shared/text/quantities.js';
import { formatBytes } from '../base/format.js';
import { busy } from '../base/idle.js';
import { errorFrom } from './api-error.js';

/**
 * Files on their way to the server. A file is streamed as it is (never read into the page), a few at a time; the server
 * analyses while it arrives, so each upload soon has a capture of its own in the library.
 */

/** @typedef {import('./types.js').Capture} Capture */
/**
 * @typedef {{
 *   id: number, name: string, sizeBytes: number, sentBytes: number,
 *   state: 'waiting' | 'sending' | 'failed', error: string | null, words?: string,
 * }} Upload `words`: how far it is, where it is not being sent
 */

/**
 * @typedef {{ upload: Upload, file: File, request: XMLHttpRequest | null, arrived: (capture: Capture | null) => void }}
 *   Job `arrived`: null where it did not
 */

const atOnce = 3;

/**
 * @param {import('./captures.js').CaptureStore} store
 */
export function createUploads(store) {
  /** @type {Map<number, Job>} */
  const jobs = new Map();
  /** @type {Set<() => void>} */
  const listeners = new Set();
  let lastId = 0;

  function changed() {
    for (const listener of [...listeners]) listener();
  }

  /** @param {number} id @param {string} message */
  function fail(id, message) {
    const job = jobs.get(id);
    if (!job) return;
    job.request = null;
    job.upload = { ...job.upload, state: 'failed', error: message };
    job.arrived(null);
    startNext();
  }

  /** @param {number} id @param {Capture | null} capture */
  function finish(id, capture) {
    jobs.get(id)?.arrived(capture);
    jobs.delete(id);
    startNext();
  }

  function startNext() {
    const all = [...jobs.values()];
    let running = all.filter((job) => job.upload.state === 'sending').length;
    for (const job of all) {
      if (running >= atOnce) break;
      if (job.upload.state !== 'waiting') continue;
      send(job);
      running += 1;
    }
    changed();
  }

  /** @param {Job} job */
  function send(job) {
    const { id, name } = job.upload;
    const done = busy();
    const request = new XMLHttpRequest();
    job.request = request;
    job.upload = { ...job.upload, state: 'sending' };
    request.open('POST', `/api/captures?${new URLSearchParams({ name })}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => {
      job.upload = { ...job.upload, sentBytes: loaded };
      changed();
    };
    request.onload = () => {
      if (request.status !== 201) return fail(id, errorFrom(request.status, request.responseText).message);
      const { capture } = JSON.parse(request.responseText);
      finish(id, capture);
      store.put(capture);
    };
    request.onerror = () =>
      fail(
        id,
        'It could not be sent: the server closed the connection, or the file cannot be read any more. Try it again.',
      );
    request.onabort = () => finish(id, null);
    request.onloadend = done;
    request.send(job.file);
  }

  /** @param {File} file @returns {string | null} why it need not even be sent */
  function refusal(file) {
    const limit = store.storage()?.uploadLimitBytes;
    if (!limit || file.size <= limit) return null;
    return `It is ${formatBytes(file.size)}; this server accepts up to ${bytesText(limit)}. Split it (editcap -c), or open it from the server's command line.`;
  }

  return {
    /**
     * @param {File[]} files
     * @returns {Promise<Capture[]>} those of which all bytes arrived
     */
    async add(files) {
      const arriving = files.map((file) => {
        const id = ++lastId;
        const error = refusal(file);
        /** @type {Upload} */
        const upload = {
          id,
          name: file.name,
          sizeBytes: file.size,
          sentBytes: 0,
          state: error ? 'failed' : 'waiting',
          error,
        };
        return /** @type {Promise<Capture|null>} */ (
          new Promise((arrived) => {
            jobs.set(id, { upload, file, request: null, arrived });
            if (error) arrived(null);
          })
        );
      });
      startNext();
      return (await Promise.all(arriving)).flatMap((capture) => capture ?? []);
    },
    /** Gives an upload up, or forgets a failed one. @param {number} id */
    cancel(id) {
      const job = jobs.get(id);
      if (job?.request) job.request.abort();
      else finish(id, null);
    },
    /** @returns {Upload[]} in the order they were given */
    list: () => [...jobs.values()].map((job) => job.upload),
    /** @param {() => void} listener @returns {() => void} stops it */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Which capture each upload is becoming: the server names captures itself, so they are matched by size and, where
 * several are alike, by name and then by order.
 * @param {Upload[]} uploads
 * @param {Capture[]} captures
 * @returns {Map<string, Upload>} by capture id
 */
export function matchUploads(uploads, captures) {
  /** @type {Map<string, Upload>} */
  const matched = new Map();
  for (const upload of uploads) {
    if (upload.state !== 'sending') continue;
    const candidates = captures.filter(
      (capture) =>
        capture.state === 'receiving' && capture.expectedBytes === upload.sizeBytes && !matched.has(capture.id),
    );
    const match = candidates.find((capture) => capture.name === upload.name) ?? candidates.at(-1);
    if (match) matched.set(match.id, upload);
  }
  return matched;
}

/** @typedef {ReturnType<typeof createUploads>} Uploads */
