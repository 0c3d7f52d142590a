/**
 * What the server keeps in memory for a capture.
 * @typedef {object} CaptureEntry
 * @property {import('../lib/shared/captures/capture-record.js').Capture} capture
 * @property {string} path
 * @property {boolean} owned whether the file belongs to the library (and goes when the capture goes)
 * @property {boolean} saved whether the library knows of it on disk
 * @property {boolean} reopened whether it is being read once more, its summary being known
 * @property {number} renewals how often all of it was read once more because keys came
 * @property {boolean} removed
 * @property {string} keyLog TLS secrets that a user gave, never written anywhere
 * @property {(() => void|Promise<void>)|null} cancel ends what brings the bytes
 * @property {(() => import('./worker/spool-mirror.js').SpoolView)|null} spool the files of a live capture, until they
 *   are one
 * @property {Promise<unknown>|null} whole when the files that an earlier server left of a live capture are one; null:
 *   they are
 * @property {Promise<void>} analysed when reading is over for the first time, however it ended, or given up
 * @property {() => void} settleAnalysed
 */

/**
 * @param {import('../lib/shared/captures/capture-record.js').Capture} capture
 * @param {string} path where its bytes are, or will be
 * @param {{ owned: boolean, saved: boolean }} how
 * @returns {CaptureEntry} of a capture of which nothing has been read
 */
export function newEntry(capture, path, how) {
  let settleAnalysed = () => {};
  /** @type {Promise<void>} */
  const analysed = new Promise((resolve) => {
    settleAnalysed = resolve;
  });
  return {
    capture,
    path,
    ...how,
    keyLog: '',
    reopened: false,
    renewals: 0,
    removed: false,
    cancel: null,
    spool: null,
    whole: null,
    analysed,
    settleAnalysed,
  };
}
