import { Server } from 'socket.io';

import { AcknowledgedFeed } from './acknowledged-feed.js';

/** Pages send little: `watch` and acknowledgements. */
const MAX_MESSAGE_BYTES = 16 * 1024;

/** @typedef {{ id: string, flow: number|null }} Watch */

/**
 * The socket.io side of docs/protocol.md: tells every page which captures changed, and pages that watch one how far its
 * tables have grown.
 */
export class PageEvents {
  #captures;
  #studies;
  #intervalMs;
  #io;
  /** What each page watches. @type {Map<string, Watch>} */
  #watches = new Map();

  /**
   * @param {import('node:http').Server} server
   * @param {{ captures: import('../captures.js').Captures, studies: import('../studies/studies.js').Studies, access:
   *   import('../access.js').Access, intervalMs: number }} parts
   */
  constructor(server, { captures, studies, access, intervalMs }) {
    this.#captures = captures;
    this.#studies = studies;
    this.#intervalMs = intervalMs;
    this.#io = new Server(server, {
      serveClient: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      destroyUpgrade: false,
      allowRequest: (request, decide) => {
        const refusal = access.refusal(request, { handshake: true });
        decide(refusal?.message ?? null, refusal === null);
      },
    });
    this.#io.on('connection', (socket) => this.#welcome(socket));
  }

  /** @param {string} id @returns {boolean} whether a page watches the capture */
  isWatched(id) {
    for (const watch of this.#watches.values()) if (watch.id === id) return true;
    return false;
  }

  /** @param {string} id @returns {number[]} the capture's flows that pages watch */
  watchedFlows(id) {
    const flows = new Set();
    for (const watch of this.#watches.values()) if (watch.id === id && watch.flow !== null) flows.add(watch.flow);
    return [...flows];
  }

  async close() {
    await this.#io.close();
  }

  /** @param {import('socket.io').Socket} socket */
  #welcome(socket) {
    const stopCaptures = this.#feedCaptures(socket);
    const stopProgress = this.#feedProgress(socket);
    const stopStudies = this.#feedStudies(socket);
    socket.on('disconnect', () => {
      stopCaptures();
      stopProgress();
      stopStudies();
    });
  }

  /**
   * @param {import('socket.io').Socket} socket
   * @returns {() => void} ends it
   */
  #feedCaptures(socket) {
    /** @type {Set<string>} */
    const touched = new Set();
    const feed = new AcknowledgedFeed(this.#intervalMs, (acknowledged) => {
      const ids = [...touched];
      touched.clear();
      const changed = ids.map((id) => this.#captures.find(id)).filter((capture) => capture !== null);
      const removed = ids.filter((id) => this.#captures.find(id) === null);
      socket.emit('captures', { changed, removed }, acknowledged);
      return true;
    });
    const onTouched = (/** @type {string} */ id) => {
      touched.add(id);
      feed.touch();
    };
    this.#captures.on('changed', onTouched).on('removed', onTouched);
    return () => {
      this.#captures.off('changed', onTouched).off('removed', onTouched);
      feed.stop();
    };
  }

  /**
   * @param {import('socket.io').Socket} socket
   * @returns {() => void} ends it
   */
  #feedStudies(socket) {
    /** @type {Set<string>} */
    const touched = new Set();
    const feed = new AcknowledgedFeed(this.#intervalMs, (acknowledged) => {
      socket.emit('studies', { changed: Array.from(touched, (name) => this.#studies.get(name)) }, acknowledged);
      touched.clear();
      return true;
    });
    const onChanged = (/** @type {string} */ name) => {
      touched.add(name);
      feed.touch();
    };
    this.#studies.on('changed', onChanged);
    return () => {
      this.#studies.off('changed', onChanged);
      feed.stop();
    };
  }

  /**
   * @param {import('socket.io').Socket} socket
   * @returns {() => void} ends it
   */
  #feedProgress(socket) {
    /** @type {import('../../lib/shared/captures/capture-record.js').Summary|null} */
    let latest = null;
    const feed = new AcknowledgedFeed(this.#intervalMs, (acknowledged) => {
      const watch = this.#watches.get(socket.id);
      if (!watch || !latest) return false;
      socket.emit('progress', describeProgress(watch, latest), acknowledged);
      return true;
    });
    const onProgress = (
      /** @type {string} */ id,
      /** @type {import('../../lib/shared/captures/capture-record.js').Summary} */ summary,
    ) => {
      if (this.#watches.get(socket.id)?.id !== id) return;
      latest = summary;
      feed.touch();
    };
    this.#captures.on('progress', onProgress);
    socket.on('watch', (value) => {
      const watch = asWatch(value);
      this.#watch(socket.id, watch);
      const capture = watch && this.#captures.find(watch.id);
      latest = capture && { ...capture, watchedPackets: {} };
      feed.touch();
    });
    return () => {
      this.#captures.off('progress', onProgress);
      feed.stop();
      this.#watch(socket.id, null);
    };
  }

  /**
   * @param {string} page
   * @param {Watch|null} watch
   */
  #watch(page, watch) {
    const before = this.#watches.get(page);
    if (watch) this.#watches.set(page, watch);
    else this.#watches.delete(page);
    for (const id of new Set([before?.id, watch?.id])) if (id !== undefined) this.#captures.watchChanged(id);
  }
}

/**
 * @param {any} value what a page sent
 * @returns {Watch|null}
 */
function asWatch(value) {
  if (typeof value?.id !== 'string') return null;
  return { id: value.id, flow: Number.isSafeInteger(value.flow) && value.flow >= 0 ? value.flow : null };
}

/**
 * @param {Watch} watch
 * @param {import('../../lib/shared/captures/capture-record.js').Summary} summary
 */
function describeProgress({ id, flow }, { version, connections, packets, watchedPackets }) {
  const flowPackets = flow === null ? undefined : watchedPackets[flow];
  return { id, version, connections, packets, flow: flowPackets === undefined ? null : { flow, packets: flowPackets } };
}
