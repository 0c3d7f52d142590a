import { AnalysisThread } from './analysis-thread.js';
import { hasMemoryFor, memoryRelief } from './memory-relief.js';

/** @typedef {import('../../lib/shared/captures/capture-record.js').Summary} Summary */

/** How often the memory of all threads together is checked while one is busy. */
const LOOK_MS = 20;

/**
 * The analysis threads of all captures, a bounded number at a time.
 *
 * ```
 *            open()                     reading over
 *   (none) ─────────▶ waiting ─▶ reading ───────────▶ idle ──▶ (closed: unused, or its place is needed)
 * ```
 *
 * A thread that reads keeps its place. If all places are taken, captures wait for an idle one, last for one that a page
 * watches, which asks again when it needs it. One that a user requests goes first; for it an upload in progress gives
 * up its thread, and restarts when there is a place. When memory is short there are fewer places (memory-relief.js).
 *
 * @typedef {object} AnalysisSource
 * @property {string} id
 * @property {string} path
 * @property {boolean} follow whether the file still grows
 * @property {import('../worker/spool-mirror.js').SpoolView|null} spool the files of a live capture, read instead of
 *   `path`
 * @property {string} keyLog
 * @property {readonly string[]} [hostLogs] where what a host recorded beside it may be
 * @property {string} [qlogFolder] where what ends of QUIC connections logged may be
 * @property {readonly string[]} decodeAs
 * @property {number} versionBase
 *
 * @typedef {object} Slot
 * @property {AnalysisSource} source
 * @property {AnalysisThread|null} thread null while it waits
 * @property {number} usedAt by `performance.now`, which no change of the clock moves
 * @property {number} version that its last report had
 * @property {number} users questions under way
 * @property {boolean} hadCompany others were open at some time since its thread began
 * @property {boolean} isAlone it did not fit beside others: it is read once more, while no other is
 * @property {Set<(thread: AnalysisThread|null) => void>} awaiting
 *
 * @typedef {object} PoolListener
 * @property {(id: string, summary: Summary) => void} onProgress
 * @property {(id: string, summary: Summary|null, error: { code: string, message:
 *   string }|null) => void} onEnd
 * @property {(id: string) => boolean} isWatched
 * @property {(id: string) => number[]} watchedFlows
 * @property {() => number} [usedBytes] memory that the process takes; asked of the system by default
 */
export class AnalysisPool {
  #limits;
  #listener;
  /** @type {Map<string, Slot>} */
  #slots = new Map();
  #sweeper;
  #isClosed = false;
  #usedBytes;
  #lookout;
  /** Threads that were closed and have not exited yet. */
  #leaving = 0;
  /** Spare threads without a capture, at least one. @type {AnalysisThread[]} */
  #spares;

  /**
   * @param {import('../limits.js').Limits} limits
   * @param {PoolListener} listener
   */
  constructor(limits, listener) {
    this.#limits = limits;
    this.#listener = listener;
    this.#usedBytes = listener.usedBytes ?? (() => process.memoryUsage.rss());
    this.#spares = [new AnalysisThread(limits)];
    this.#lookout = setInterval(() => this.#relieve(), LOOK_MS).unref();
    this.#sweeper = setInterval(() => this.#closeUnused(), limits.analysisIdleMs / 4).unref();
  }

  /**
   * Has the capture read, now or when there is a place.
   * @param {AnalysisSource} source
   * @param {{ atOnce?: boolean, isAsked?: boolean }} [how] `atOnce` for what arrives live: takes a place whether there
   *   is one or not;
   *   `isAsked`: a caller waits for an answer
   */
  open(source, { atOnce = false, isAsked = false } = {}) {
    if (this.#isClosed || this.#slots.has(source.id)) return;
    /** @type {Slot} */
    const slot = {
      source,
      thread: null,
      usedAt: performance.now(),
      version: source.versionBase,
      users: 0,
      hadCompany: false,
      isAlone: false,
      awaiting: new Set(),
    };
    this.#slots.set(source.id, slot);
    if (atOnce || this.#makePlace(slot, isAsked)) this.#start(slot);
  }

  /**
   * Asks the capture's thread, which is opened if needed and keeps its place until it has answered.
   * @template T
   * @param {AnalysisSource} source
   * @param {(thread: AnalysisThread|null) => Promise<T>} question null: the capture was closed meanwhile
   * @returns {Promise<T>}
   */
  async use(source, question) {
    this.open(source, { isAsked: true });
    const slot = this.#slots.get(source.id);
    if (slot === undefined) return question(null);
    slot.users += 1;
    try {
      return await question(slot.thread ?? (await this.#started(slot)));
    } finally {
      slot.users -= 1;
      slot.usedAt = performance.now();
      this.#startWaiting();
    }
  }

  /** @param {Slot} slot @returns {Promise<AnalysisThread|null>} */
  #started(slot) {
    return new Promise((resolve) => {
      slot.awaiting.add(resolve);
      this.#startWaiting();
    });
  }

  /** @param {string} id @returns {boolean} whether its tables are open, or will be */
  has(id) {
    return this.#slots.has(id);
  }

  /** @param {string} id whose file has all its bytes now */
  finish(id) {
    const slot = this.#slots.get(id);
    if (!slot) return;
    slot.source = { ...slot.source, follow: false };
    slot.thread?.finish();
  }

  /**
   * @param {string} id
   * @param {import('../worker/spool-mirror.js').SpoolView} spool as it is now
   */
  updateSpool(id, spool) {
    const slot = this.#slots.get(id);
    if (!slot?.source.spool || isSame(slot.source.spool, spool)) return;
    slot.source = { ...slot.source, spool };
    slot.thread?.updateSpool(spool);
  }

  /** @param {string} id @param {string} text lines of a key log that arrived while it is read */
  addKeys(id, text) {
    const slot = this.#slots.get(id);
    if (!slot) return;
    slot.source = { ...slot.source, keyLog: slot.source.keyLog + text };
    slot.thread?.addKeys(text);
  }

  /** @param {string} id whose watched flows are others now */
  watchChanged(id) {
    const slot = this.#slots.get(id);
    if (!slot) return;
    slot.usedAt = performance.now();
    slot.thread?.watchFlows(this.#listener.watchedFlows(id));
  }

  /** @param {string} id */
  async close(id) {
    const slot = this.#slots.get(id);
    if (!slot) return;
    this.#slots.delete(id);
    this.#settle(slot, null);
    await this.#letGo(slot.thread);
    this.#startWaiting();
  }

  async closeAll() {
    this.#isClosed = true;
    clearInterval(this.#sweeper);
    clearInterval(this.#lookout);
    const spares = this.#spares;
    const slots = [...this.#slots.values()];
    this.#slots.clear();
    for (const slot of slots) this.#settle(slot, null);
    await Promise.all([
      ...spares.splice(0).map((spare) => spare.close()),
      ...slots.map(({ thread }) => thread?.close()),
    ]);
  }

  /** @param {Slot} slot */
  #start(slot) {
    const { id, ...source } = slot.source;
    const { analysisColumnBytes, memoryBytes, eventIntervalMs } = this.#limits;
    const thread = this.#takeThread();
    const others = [...this.#slots.values()].filter((other) => other.thread !== null);
    for (const other of others) other.hadCompany = true;
    slot.hadCompany = others.length + this.#leaving > 0;
    slot.thread = thread;
    thread.begin({
      ...source,
      isGrowing: source.follow || source.spool !== null,
      columnBytes: analysisColumnBytes,
      memoryBytes,
      reportMs: eventIntervalMs,
    });
    thread.watchFlows(this.#listener.watchedFlows(id));
    thread.on('progress', (summary) => {
      slot.version = summary.version;
      this.#listener.onProgress(id, summary);
    });
    thread.on('end', (summary, error) => {
      slot.usedAt = performance.now();
      this.#listener.onEnd(id, summary, error);
      this.#startWaiting();
    });
    thread.on('exit', () => {
      // If it was closed on purpose, the caller that closed it passes on its place.
      if (this.#slots.get(id) !== slot || slot.thread !== thread) return;
      this.#slots.delete(id);
      this.#startWaiting();
    });
    this.#settle(slot, thread);
  }

  /**
   * @returns {AnalysisThread} a spare one, whose code is loaded already, so that packets are on the page a quarter of a
   *   second earlier
   */
  #takeThread() {
    const alive = this.#spares.filter((spare) => spare.alive).sort((a, b) => Number(b.isLoaded) - Number(a.isLoaded));
    const [thread = new AnalysisThread(this.#limits), ...others] = alive;
    this.#spares = others.length > 0 ? others : [new AnalysisThread(this.#limits)];
    return thread;
  }

  /**
   * When many captures come and go at once, ever more threads would load their code for nothing: one that has not
   * finished loading is kept as a spare.
   * @param {AnalysisThread|null} thread
   */
  async #letGo(thread) {
    const spare = thread?.giveAway() ?? null;
    if (spare !== null) {
      this.#spares.push(spare);
      return;
    }
    this.#leaving += 1;
    await thread?.close();
    this.#leaving -= 1;
  }

  /**
   * @param {Slot} slot
   * @param {AnalysisThread|null} thread
   */
  #settle(slot, thread) {
    for (const resolve of slot.awaiting) resolve(thread);
    slot.awaiting.clear();
  }

  /** Gives free places to waiting captures, requested ones first. */
  #startWaiting() {
    const waiting = [...this.#slots.values()].filter(({ thread }) => thread === null);
    waiting.sort((a, b) => Number(b.awaiting.size > 0) - Number(a.awaiting.size > 0));
    for (const slot of waiting) {
      if (!this.#makePlace(slot, slot.awaiting.size > 0)) return;
      this.#start(slot);
    }
  }

  /**
   * @param {Slot} slot
   * @param {boolean} isAsked a caller waits for an answer
   * @returns {boolean} whether its thread may start; closes the longest unused that can be spared for it
   */
  #makePlace(slot, isAsked) {
    const running = [...this.#slots.values()]
      .filter(({ thread }) => thread !== null)
      .sort((a, b) => a.usedAt - b.usedAt);
    if (!isAsked && running.some(isReadAlone)) return false;
    if (!isAsked && slot.isAlone) return this.#isAloneAmong(running);
    if (running.length === 0 || (running.length < this.#limits.openAnalyses && hasMemoryFor(this.#memoryShare))) {
      return true;
    }
    const spared =
      running.find((slot) => this.#isIdle(slot)) ?? running.find(({ thread, users }) => thread?.ended && users === 0);
    if (spared) this.#evict(spared);
    return spared !== undefined || (isAsked && this.#putOff(running));
  }

  /** @param {Slot[]} running @returns {boolean} whether none of them reads, or is on its way out; closes unused ones */
  #isAloneAmong(running) {
    for (const slot of running) if (this.#isIdle(slot)) this.#evict(slot);
    return this.#leaving === 0 && running.every(({ thread }) => thread?.ended);
  }

  /**
   * Closes the thread of an upload in progress, which then waits for a place again.
   * @param {Slot[]} running
   * @returns {boolean} whether there was one
   */
  #putOff(running) {
    const slot = running.find(
      ({ source, users }) => source.follow && users === 0 && !this.#listener.isWatched(source.id),
    );
    if (slot) this.#makeWait(slot);
    return slot !== undefined;
  }

  /** @param {Slot} slot gives up its thread, and restarts when there is a place */
  #makeWait(slot) {
    const { thread, source, version } = slot;
    Object.assign(slot, { thread: null, source: { ...source, versionBase: version } });
    void this.#letGo(thread);
  }

  get #memoryShare() {
    return this.#usedBytes() / this.#limits.memoryBytes;
  }

  /**
   * Keeps all threads together within the memory limit, and resumes those that wait for memory when there is some.
   */
  #relieve() {
    const slots = [...this.#slots.values()];
    if (!slots.some(({ thread, users }) => thread === null || !thread.ended || users > 0)) return;
    const share = this.#memoryShare;
    const found = memoryRelief(
      share,
      slots.filter(({ thread }) => thread !== null).map((slot) => this.#memoryUser(slot)),
      this.#leaving > 0,
    );
    switch (found?.relief) {
      case 'close':
        this.#evict(found.user.slot);
        break;
      case 'putOff':
        this.#makeWait(found.user.slot);
        break;
      case 'readAlone':
        found.user.slot.isAlone = true;
        this.#makeWait(found.user.slot);
        break;
      case 'stop':
        found.user.thread.stopReading();
        break;
      case 'end':
        found.user.thread.endForMemory();
        break;
      default:
        if (hasMemoryFor(share) || (this.#leaving === 0 && slots.every(({ thread }) => thread === null))) {
          this.#startWaiting();
        }
    }
  }

  /** @param {Slot} slot that has a thread */
  #memoryUser(slot) {
    const { source, users, usedAt } = slot;
    const thread = /** @type {AnalysisThread} */ (slot.thread);
    return {
      slot,
      thread,
      usedAt,
      bytes: thread.bytes,
      isReading: !thread.ended,
      isStopping: thread.isStopping,
      isAsked: users > 0,
      isWatched: this.#listener.isWatched(source.id),
      canWait: source.spool === null,
      hadCompany: slot.hadCompany && !slot.isAlone,
    };
  }

  #closeUnused() {
    const before = performance.now() - this.#limits.analysisIdleMs;
    for (const slot of [...this.#slots.values()]) {
      if (this.#isIdle(slot) && slot.usedAt < before) this.#evict(slot);
    }
    for (const spare of this.#spares.splice(1)) void spare.close();
  }

  /** @param {Slot} slot */
  #isIdle({ thread, source, users }) {
    return thread !== null && thread.ended && users === 0 && !this.#listener.isWatched(source.id);
  }

  /** @param {Slot} slot */
  #evict(slot) {
    this.#slots.delete(slot.source.id);
    void this.#letGo(slot.thread);
  }
}

/** @param {Slot} slot */
const isReadAlone = ({ isAlone, thread }) => isAlone && thread !== null && !thread.ended;

/**
 * @param {import('../worker/spool-mirror.js').SpoolView} a
 * @param {import('../worker/spool-mirror.js').SpoolView} b
 */
function isSame(a, b) {
  return a.begun === b.begun && a.ended === b.ended && a.paths.length === b.paths.length;
}
