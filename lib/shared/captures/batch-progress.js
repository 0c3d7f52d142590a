/** Progress over several files that are read together: what is done, what is being done, and how long it may take. */
import { formatBytes, formatNumber, formatSeconds } from '../text/quantities.js';

/**
 * @typedef {object} BatchFile
 * @property {string} id
 * @property {string} name
 * @property {number} bytes
 * @property {number} doneBytes
 * @property {boolean} isDone also where it failed
 */
/**
 * @typedef {object} BatchState
 * @property {number} files
 * @property {number} done of them
 * @property {number} bytes
 * @property {number} doneBytes
 * @property {string} now the file that is being read
 * @property {number|null} leftSeconds null: it cannot be told yet
 */

/** Before this much is done, and has taken so long, what is left is a guess. */
const TOLD_FROM = { share: 0.05, ms: 3000 };

/** Files that began while others were being read are of one batch, which ends when all have been read. */
export class BatchProgress {
  #beganMs = 0;
  /** What was read of them when they joined. @type {Map<string, number>} */
  #joined = new Map();

  /**
   * @param {BatchFile[]} files all that there are @param {number} nowMs
   * @returns {BatchState|null} null: fewer than two are read together
   */
  update(files, nowMs) {
    if (files.every(({ isDone }) => isDone)) this.#joined.clear();
    else if (this.#joined.size === 0) this.#beganMs = nowMs;
    for (const { id, isDone, doneBytes } of files) {
      if (!isDone && !this.#joined.has(id)) this.#joined.set(id, doneBytes);
    }
    const batch = files.filter(({ id }) => this.#joined.has(id));
    return batch.length < 2 ? null : this.#stateOf(batch, nowMs - this.#beganMs);
  }

  /** @param {BatchFile[]} batch @param {number} tookMs @returns {BatchState} */
  #stateOf(batch, tookMs) {
    const sum = (/** @type {(file: BatchFile) => number} */ of) => batch.reduce((so, file) => so + of(file), 0);
    const bytes = sum((file) => file.bytes);
    const doneBytes = sum((file) => (file.isDone ? file.bytes : Math.min(file.bytes, file.doneBytes)));
    const before = sum(({ id }) => this.#joined.get(id) ?? 0);
    const read = doneBytes - before;
    const isTold = tookMs >= TOLD_FROM.ms && read >= TOLD_FROM.share * (bytes - before);
    return {
      files: batch.length,
      done: batch.filter(({ isDone }) => isDone).length,
      bytes,
      doneBytes,
      now:
        (batch.find(({ isDone, doneBytes: so }) => !isDone && so > 0) ?? batch.find(({ isDone }) => !isDone))?.name ??
        '',
      leftSeconds: isTold ? Math.ceil((tookMs * (bytes - doneBytes)) / read / 1000) : null,
    };
  }
}

/**
 * @param {Pick<import('./capture-record.js').Capture, 'id'|'name'|'sizeBytes'|'expectedBytes'|'analysedBytes'> &
 *   { state: string }} capture
 * @returns {BatchFile} a live one has no end
 */
export function batchFileOf({ id, name, state, sizeBytes, expectedBytes, analysedBytes }) {
  const bytes = Math.max(sizeBytes, state === 'receiving' ? (expectedBytes ?? 0) : 0);
  return { id, name, bytes, doneBytes: analysedBytes, isDone: state !== 'receiving' && state !== 'reading' };
}

/** @param {BatchState} state @returns {string} "3 of 12 files, 1.2 of 4.5 GB; reading a.pcap; about 20 s left" */
export const batchWords = ({ files, done, bytes, doneBytes, now, leftSeconds }) =>
  [
    `${formatNumber(done)} of ${formatNumber(files)} files, ${formatBytes(doneBytes)} of ${formatBytes(bytes)}`,
    ...(now === '' ? [] : [`reading ${now}`]),
    ...(leftSeconds === null ? [] : [`about ${leftWords(leftSeconds)} left`]),
  ].join('; ');

/** @param {number} seconds whole ones */
const leftWords = (seconds) => (seconds < 60 ? `${formatNumber(seconds)} s` : formatSeconds(seconds));
