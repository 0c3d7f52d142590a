import { spawn } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { DISK_FULL, FOLDER_GONE, unexpectedEnd } from './end-reason.js';
import { endWithUs } from './end-with-us.js';
import { checkFilter, noSuchInterface } from './filter.js';
import { chooseTool } from './interfaces.js';
import { LiveCaptureError } from './live-error.js';
import { RolledFiles } from './rolled-files.js';
import { askTool, mentionsPermission, TOOL_ENVIRONMENT } from './run-tool.js';
import { Spool } from './spool.js';
import { takeStatistics, unknownCounts } from './statistics.js';
import { findTools } from './tools.js';

/** How often size, free disk space and the ring are checked. */
const WATCH_MS = 100;
/** How often statistics are requested and reported. */
const STATISTICS_MS = 500;
/** Time that a child has to flush after it is asked to stop. */
const STOP_GRACE_MS = 3000;
/** Time within which a child must have begun its spool file. */
const START_MS = 10_000;
/** Free disk space below which capturing stops: the tools do not notice a full disk themselves. */
export const MIN_FREE_BYTES = 16 * 1024 ** 2;
export const DEFAULT_RING_FILES = 5;
/** A frame of the loopback interface: 65,535 bytes of IP under an Ethernet header, with room for VLAN tags. */
export const DEFAULT_SNAP_LENGTH = 65_600;
/** libpcap's own bound, MAXIMUM_SNAPLEN. */
export const MAX_SNAP_LENGTH = 262_144;
const LAST_WORDS_LENGTH = 4000;
/** As an interface. */
const STANDARD_INPUT = '-';

/**
 * @typedef {import('./statistics.js').CaptureCounts & { bytes: number, ringLostFiles: number, ringLostBytes: number }}
 *   LiveStatistics
 * `bytes` of the spool, `ringLost…` what fell off the ring
 *
 * @typedef {import('./statistics.js').CaptureCounts & { reason: string, failed: boolean }} LiveEnd
 * `reason` is one sentence; `failed`: it ended without being asked to
 *
 * @typedef {object} LiveOptions
 * @property {string} interface `-`: packets come on standard input, in a capture format (dumpcap alone, rolling)
 * @property {string} [filter]
 * @property {number|null} [snapLength] bytes
 * @property {number|null} [maxBytes] stops when the spool has so many
 * @property {number|null} [maxSeconds] stops after so many
 * @property {string} directory existing and empty, for the spool alone
 * @property {number|null} [ringFileBytes] makes the spool a ring of files of about this size; then it never stops for
 *   its size
 * @property {number} [ringFiles] files in the ring
 * @property {number|null} [rollSeconds] makes the spool files that are finished after so many seconds, or
 *   `ringFileBytes`, and stay
 * @property {(statistics: LiveStatistics) => void} [onStatistics] twice a second
 * @property {(end: LiveEnd) => void} [onEnd] once, however it ends
 *
 * @typedef {object} LiveCapture
 * @property {import('./tool/tool.js').ToolName} tool
 * @property {Spool} spool
 * @property {string[]} paths of the spool's files that there are now
 * @property {Promise<LiveEnd>} ended
 * @property {() => Promise<LiveEnd>} stop
 */

/**
 * Starts a child process that captures packets into a spool file, which can be read while it grows. Resolves when
 * packets are being taken.
 * @param {LiveOptions} options
 * @returns {Promise<LiveCapture>}
 * @throws {LiveCaptureError} it cannot start
 */
export async function startLiveCapture(options) {
  checkLimits(options);
  const child = new CaptureChild(await toolFor(options), options);
  await child.start();
  return child;
}

/** @param {LiveOptions} options @throws {LiveCaptureError} there is none, or it may not, or takes not these options */
async function toolFor(options) {
  if (options.interface === STANDARD_INPUT) {
    const [dumpcap] = (await findTools()).filter(({ name }) => name === 'dumpcap');
    if (dumpcap !== undefined) return dumpcap;
    throw new LiveCaptureError('no_tool', 'Splitting standard input into files needs dumpcap, which is not installed.');
  }
  // A capture of weeks needs kernel drop counts at any time; dumpcap reports them only at its end.
  const { tool, interfaces, problem } = await chooseTool({ tellsDrops: Boolean(options.rollSeconds) });
  if (!tool || problem) throw refusal(tool, problem);
  const names = interfaces.map(({ name }) => name);
  if (!names.includes(options.interface)) throw noSuchInterface(options.interface, names);
  const fault = await checkFilter(tool, options.interface, options.filter ?? '');
  if (fault) throw fault;
  return tool;
}

/**
 * @param {import('./tool/tool.js').CaptureTool|null} tool
 * @param {import('./privilege.js').Problem|null} problem
 */
function refusal(tool, problem) {
  return new LiveCaptureError(tool ? 'no_permission' : 'no_tool', problem?.message ?? '', problem?.command);
}

/** @param {LiveOptions} options */
function checkLimits({ snapLength, maxBytes, maxSeconds, ringFileBytes, ringFiles, rollSeconds }) {
  for (const [what, value] of Object.entries({
    'snap length': snapLength,
    'size limit': maxBytes,
    'time limit': maxSeconds,
    'ring file size': ringFileBytes,
    'number of ring files': ringFiles,
    'length of a file': rollSeconds,
  })) {
    if (value != null && !(Number.isFinite(value) && value > 0)) {
      throw new LiveCaptureError('bad_limit', `The ${what} must be a number above 0, not ${value}.`);
    }
  }
  if (snapLength && (snapLength > MAX_SNAP_LENGTH || !Number.isInteger(snapLength))) {
    throw new LiveCaptureError(
      'bad_limit',
      `The snap length must be a whole number of bytes up to ${MAX_SNAP_LENGTH}.`,
    );
  }
  if (ringFiles && ringFiles < 2) throw new LiveCaptureError('bad_limit', 'A ring needs at least 2 files.');
}

/** @implements {LiveCapture} */
class CaptureChild {
  /** @type {Promise<LiveEnd>} */
  ended;
  #tool;
  #options;
  #counts = unknownCounts();
  #lastWords = '';
  /** Why it is being stopped; null: it is not. @type {string|null} */
  #stopReason = null;
  #stopFailed = false;
  #running = false;
  /** @type {import('node:child_process').ChildProcess|null} */
  #process = null;
  /** @type {(end: LiveEnd) => void} */
  #settle = () => undefined;

  /**
   * @param {import('./tool/tool.js').CaptureTool} tool
   * @param {LiveOptions} options
   */
  constructor(tool, options) {
    this.#tool = tool;
    this.#options = options;
    const path = join(options.directory, tool.spoolName);
    this.path = path;
    const { ringFileBytes = null, ringFiles = DEFAULT_RING_FILES } = options;
    this.spool = options.rollSeconds ? new RolledFiles(path) : new Spool(path, { ringFileBytes, ringFiles });
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get tool() {
    return this.#tool.name;
  }

  get paths() {
    return [...this.spool.paths];
  }

  async start() {
    const { interface: name, filter = '', snapLength, ringFileBytes = null, rollSeconds, onEnd } = this.#options;
    const rolling = { ringFileBytes, rollSeconds };
    const args = await this.#tool.captureArguments(
      { interface: name, filter, path: this.path, ...rolling, snapLength: snapLength ?? DEFAULT_SNAP_LENGTH },
      (asked) => askTool(this.#tool, asked),
    );
    // Its own process group: Ctrl-C in the terminal is for Selfclock, which then stops the child in order.
    const child = spawn(this.#tool.command, [...this.#tool.baseArguments, ...args], {
      stdio: [name === STANDARD_INPUT ? 'inherit' : 'ignore', 'ignore', 'pipe'],
      env: TOOL_ENVIRONMENT,
      detached: true,
    });
    this.#process = child;
    const killWithUs = () => child.kill('SIGTERM');
    process.once('exit', killWithUs);
    const unguard = child.pid === undefined ? () => undefined : endWithUs(child.pid);
    const lines = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stderr) });
    lines.on('line', (line) => this.#hear(line));
    const closed = new Promise((resolve) => {
      child.once('error', (error) => resolve([null, null, error.message]));
      child.once('close', (code, signal) => resolve([code, signal, '']));
    });
    this.#running = true;
    void closed.then(async ([code, signal, error]) => {
      this.#running = false;
      unguard();
      process.removeListener('exit', killWithUs);
      await this.#finish(code, signal, error);
    });
    if (onEnd) void this.ended.then(onEnd);
    await this.#begun();
    void this.#watch();
  }

  /** Resolves when the spool has its header, which the tools write when they have opened the interface. */
  async #begun() {
    const deadline = performance.now() + START_MS;
    for (;;) {
      if (!this.#running) throw this.#startError((await this.ended).reason);
      if (this.#options.interface === STANDARD_INPUT) return; // the writer on its standard input may be slow
      await this.spool.look();
      if (this.spool.paths.length > 0 && (await this.spool.bytes()) > 0) return;
      if (/listening on|^File: /m.test(this.#lastWords)) return;
      if (performance.now() > deadline) {
        await this.stop();
        throw new LiveCaptureError(
          'failed',
          `${this.tool} did not start to capture on ${this.#options.interface} within ${START_MS / 1000} s.`,
        );
      }
      await delay(10);
    }
  }

  /** @param {string} reason */
  #startError(reason) {
    return new LiveCaptureError(mentionsPermission(this.#lastWords) ? 'no_permission' : 'failed', reason);
  }

  /** @param {string} line */
  #hear(line) {
    if (takeStatistics(this.#counts, line)) return;
    this.#lastWords = `${this.#lastWords}${line}\n`.slice(-LAST_WORDS_LENGTH);
  }

  async #watch() {
    const { maxBytes, maxSeconds, ringFileBytes, directory, onStatistics } = this.#options;
    const startedAt = performance.now();
    let reportedAt = startedAt;
    while (this.#running) {
      await delay(WATCH_MS);
      if (!this.#running) return;
      await this.spool.look();
      const now = performance.now();
      const bytes = await this.spool.bytes();
      if (maxSeconds && now - startedAt >= maxSeconds * 1000) {
        this.#askToStop(`The time limit of ${maxSeconds} s was reached.`);
      } else if (maxBytes && !ringFileBytes && bytes >= maxBytes) {
        this.#askToStop(`The size limit of ${maxBytes} bytes was reached.`);
      } else await this.#checkRoom(directory);
      if (now - reportedAt < STATISTICS_MS) continue;
      reportedAt = now;
      onStatistics?.(this.#statistics(bytes));
      this.#askForStatistics();
    }
  }

  /** @param {string} directory */
  async #checkRoom(directory) {
    const free = await freeBytes(directory).catch(() => null);
    if (free === null) this.#askToStop(FOLDER_GONE, true);
    else if (free < MIN_FREE_BYTES) this.#askToStop(DISK_FULL, true);
  }

  /** @param {number} bytes */
  #statistics(bytes) {
    const { received, dropped } = this.#counts;
    return {
      received,
      dropped: { ...dropped },
      bytes,
      ringLostFiles: this.spool.lostFiles,
      ringLostBytes: this.spool.lostBytes,
    };
  }

  #askForStatistics() {
    const { statisticsSignal } = this.#tool;
    if (statisticsSignal !== null) this.#process?.kill(statisticsSignal);
  }

  /** @returns {Promise<LiveEnd>} */
  async stop() {
    const { drainMs, rollDrainMs = drainMs } = this.#tool;
    const waitMs = this.#options.rollSeconds ? rollDrainMs : drainMs;
    if (waitMs > 0) await delay(waitMs);
    this.#askToStop('Capturing was stopped.');
    return this.ended;
  }

  /**
   * @param {string} reason
   * @param {boolean} [failed]
   */
  #askToStop(reason, failed = false) {
    if (this.#stopReason !== null || !this.#running) return;
    this.#stopReason = reason;
    this.#stopFailed = failed;
    this.#process?.kill('SIGINT');
    const grace = setTimeout(() => this.#process?.kill('SIGKILL'), STOP_GRACE_MS);
    void this.ended.then(() => clearTimeout(grace));
  }

  /**
   * @param {number|null} code
   * @param {string|null} signal
   * @param {string} error why it could not be run at all
   */
  async #finish(code, signal, error) {
    await this.spool.look();
    this.spool.ended = true;
    const asked = this.#stopReason !== null;
    const end = { tool: this.tool, interface: this.#options.interface, code, signal, stderr: error || this.#lastWords };
    const reason = this.#stopReason ?? unexpectedEnd(end);
    const { bytes, ...counts } = this.#statistics(await this.spool.bytes());
    this.#options.onStatistics?.({ ...counts, bytes });
    this.#settle({
      received: counts.received,
      dropped: counts.dropped,
      reason: this.#withRing(reason),
      failed: !asked || this.#stopFailed,
    });
  }

  /** @param {string} reason */
  #withRing(reason) {
    const { lostFiles, lostBytes } = this.spool;
    return lostFiles
      ? `${reason} The oldest ${lostBytes} bytes (${lostFiles} files) were overwritten in the ring.`
      : reason;
  }
}

/** @param {string} directory */
async function freeBytes(directory) {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
