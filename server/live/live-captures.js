import { DEFAULT_RING_FILES, startLiveCapture } from '../../lib/capture/live/live-capture.js';
import { LiveCaptureError } from '../../lib/capture/live/live-error.js';
import { sampleSockets } from '../../lib/capture/live/sample-sockets.js';
import { asRequestError as requestErrorOf, logUnexpected, RequestError } from '../errors.js';
import { folderReason } from '../library/folders.js';

/** @typedef {{ end: () => Promise<string|null> }} Sampling `end` settles when all is written: why there is none */

/** How soon the analysis learns of a new file of a ring. */
const SPOOL_LOOK_MS = 50;

/** HTTP status of errors that keep a live capture from starting. */
const STATUS = Object.freeze({
  no_tool: 403,
  no_permission: 403,
  no_interface: 400,
  bad_filter: 400,
  bad_limit: 400,
  failed: 500,
});

/**
 * @typedef {import('../../lib/capture/live/live-capture.js').LiveCapture} LiveCapture
 * @typedef {import('../capture-entry.js').CaptureEntry} CaptureEntry
 *
 * @typedef {object} LiveRequest What the page asks for; `null` is no limit.
 * @property {string} interface
 * @property {string} filter
 * @property {number|null} snapLength
 * @property {number|null} maxBytes
 * @property {number|null} maxSeconds
 * @property {number|null} ringBytes
 * @property {boolean} [withSockets] samples this host's sockets meanwhile
 */

/**
 * Live captures for the library: starts the capture process, has its spool analysed as it grows, and adds the spool to
 * the library when it ends.
 */
export class LiveCaptures {
  #captures;
  #store;
  #limits;
  #disk;
  /** Running ones by capture id. @type {Map<string, LiveCapture>} */
  #running = new Map();
  /** From start until the spool is in the library. @type {Set<Promise<unknown>>} */
  #runs = new Set();

  /**
   * @param {{ captures: import('../captures.js').Captures, store: import('../library/capture-store.js').CaptureStore,
   *   limits:
   *   import('../limits.js').Limits, disk: import('../library/disk-space.js').DiskSpace }} parts
   */
  constructor({ captures, store, limits, disk }) {
    this.#captures = captures;
    this.#store = store;
    this.#limits = limits;
    this.#disk = disk;
  }

  /**
   * @param {LiveRequest} request
   * @param {typeof startLiveCapture} [begin] what takes the packets
   * @returns {Promise<import('../../lib/shared/captures/capture-record.js').Capture>} when packets are being taken
   * @throws {RequestError}
   */
  async start({ ringBytes, withSockets = false, ...request }, begin = startLiveCapture) {
    if (this.#running.size >= this.#limits.liveCaptures) {
      throw new RequestError(
        409,
        'too_many_live',
        `There are already ${this.#running.size} live captures running; stop one before starting another.`,
      );
    }
    const id = this.#store.newId();
    const ringFileBytes = ringBytes === null ? null : Math.ceil(ringBytes / DEFAULT_RING_FILES);
    // While its files are joined, one of them exists twice.
    const joiningBytes = ringFileBytes ?? 0;
    const neededBytes = joiningBytes + (ringBytes ?? request.maxBytes ?? 0);
    const claim = await this.#disk.claim(neededBytes);
    /** @type {CaptureEntry|null} */
    let entry = null;
    const live = await this.#begin(id, begin, {
      ...request,
      ringFileBytes,
      onStatistics: (statistics) => {
        claim.expect(Math.max(joiningBytes, neededBytes - statistics.bytes));
        if (entry) this.#count(entry, statistics);
      },
    }).catch(async (error) => {
      claim.release();
      await this.#store.remove(id).catch((cause) => logUnexpected(`clearing up after live capture ${id}`, cause));
      throw asRequestError(error);
    });
    entry = this.#captures.begin({ id, name: `${request.interface} ${clock(new Date())}`, source: 'live' });
    entry.capture.live = {
      interface: request.interface,
      filter: request.filter,
      tool: live.tool,
      packets: 0,
      bytes: 0,
      drops: { kernel: null, interface: null },
      stopReason: null,
    };
    const begun = entry;
    // If it is deleted, its files disappear while they are being joined.
    const sampling = withSockets ? this.#sampleSockets(id) : null;
    const run = this.#run(begun, live, sampling)
      .catch((error) => begun.removed || this.#lose(begun, error))
      .finally(() => claim.release());
    this.#runs.add(run);
    void run.then(() => this.#runs.delete(run));
    return entry.capture;
  }

  /**
   * @param {string} id
   * @param {typeof startLiveCapture} begin
   * @param {Omit<import('../../lib/capture/live/live-capture.js').LiveOptions, 'directory'>} options
   */
  async #begin(id, begin, options) {
    return begin({ ...options, directory: await this.#store.beginLive(id) });
  }

  /**
   * @param {string} id
   * @returns {Promise<void>} when the child has ended
   * @throws {RequestError} where it is not running
   */
  async stop(id) {
    const live = this.#running.get(id);
    if (!live) throw new RequestError(409, 'not_live', 'This capture is not running any more.');
    await live.stop();
  }

  /** @returns {Promise<void>} when those that were stopped are in the library */
  async finished() {
    await Promise.all(this.#runs);
  }

  /**
   * @param {CaptureEntry} entry
   * @param {LiveCapture} live
   * @param {Sampling|null} sampling
   */
  async #run(entry, live, sampling) {
    const { capture } = entry;
    this.#running.set(capture.id, live);
    entry.spool = () => viewOf(live);
    entry.cancel = async () => void (await live.stop());
    this.#captures.follow(entry);
    const timer = setInterval(() => this.#captures.spoolGrew(entry), SPOOL_LOOK_MS);
    // An analysis that fails, for lack of memory say, must not leave the disk filling up unseen.
    void entry.analysed.then(() => live.stop());
    await this.#captures.save(entry);
    const end = await live.ended;
    clearInterval(timer);
    this.#running.delete(capture.id);
    const problem = await sampling?.end();
    const stopReason = problem ? `${end.reason} Sockets: ${problem}` : end.reason;
    Object.assign(/** @type {object} */ (capture.live), { stopReason });
    this.#captures.spoolGrew(entry);
    await this.#captures.received(entry);
    await entry.analysed;
    await this.#takeIn(entry);
  }

  /** @param {string} id @returns {Sampling} of this host's sockets, into what is read with the capture */
  #sampleSockets(id) {
    const stopping = new AbortController();
    const sampled = sampleSockets(this.#store.hostLogPath(id, true), { filter: undefined, signal: stopping.signal });
    const problem = sampled.then(
      (end) => end.problem,
      (error) => folderReason(error),
    );
    return {
      end() {
        stopping.abort();
        return problem;
      },
    };
  }

  /** @param {CaptureEntry} entry whose spool is read to its end */
  async #takeIn(entry) {
    const { capture } = entry;
    if (entry.removed) return;
    capture.sizeBytes = await this.#store.adoptSpool(capture.id);
    entry.spool = null;
    this.#captures.changed(entry);
    await this.#captures.save(entry);
  }

  /**
   * Its file could not be kept; what was read is shown as long as it is open.
   * @param {CaptureEntry} entry
   * @param {unknown} error
   */
  #lose(entry, error) {
    logUnexpected(`live capture ${entry.capture.id}`, error);
    entry.spool = null;
    this.#captures.endedEarly(entry, `The file of this capture could not be kept: ${requestErrorOf(error).message}`);
    this.#captures.changed(entry);
  }

  /**
   * @param {CaptureEntry} entry
   * @param {import('../../lib/capture/live/live-capture.js').LiveStatistics} statistics
   */
  #count(entry, { received, bytes, dropped }) {
    const { live } = entry.capture;
    if (live === null) return;
    Object.assign(live, { packets: received ?? entry.capture.packets, bytes, drops: { ...dropped } });
    entry.capture.sizeBytes = bytes;
    this.#captures.changed(entry);
  }
}

/**
 * @param {LiveCapture} live
 * @returns {import('../worker/spool-mirror.js').SpoolView}
 */
function viewOf({ spool }) {
  return { begun: spool.begun, paths: [...spool.paths], ended: spool.ended };
}

/** @param {unknown} error */
function asRequestError(error) {
  if (!(error instanceof LiveCaptureError)) return error;
  return new RequestError(STATUS[error.code], error.code, error.message, { command: error.command });
}

/** @param {Date} date @returns {string} as `14:03:07`, in the machine's zone */
function clock(date) {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
