import { painted } from '../base/frame.js';
import { io } from '../vendor/socket.js';

/**
 * The socket to the server: captures that changed, progress of the capture being watched, and whether the server is
 * there. Each event is acknowledged only after it was handled and a frame could be drawn, so that a slow page gets
 * fewer.
 */

/** @typedef {import('./types.js').Capture} Capture */
/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {{ connected: boolean, retryAt: number | null }} ServerState `retryAt` in ms as Date.now() has it */

const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000];

/**
 * @template T
 * @returns {{ add: (listener: (value: T) => void) => () => void, call: (value: T) => void }}
 */
function listenerSet() {
  /** @type {Set<(value: T) => void>} */
  const listeners = new Set();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call(value) {
      for (const listener of [...listeners]) listener(value);
    },
  };
}

/** Connects; called once by the page. */
export function connectEvents() {
  const socket = io({ reconnection: false });
  /** @type {ReturnType<typeof listenerSet<{ changed: Capture[], removed: string[] }>>} */
  const captures = listenerSet();
  /** @type {ReturnType<typeof listenerSet<Progress>>} */
  const progress = listenerSet();
  /** @type {ReturnType<typeof listenerSet<{ changed: import('./types.js').StudyState[] }>>} */
  const studies = listenerSet();
  /** @type {ReturnType<typeof listenerSet<ServerState>>} */
  const server = listenerSet();
  /** @type {ServerState} */
  let state = { connected: false, retryAt: null };
  /** @type {{ id: string, flow: number | null } | null} */
  let watched = null;
  let failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {ServerState} next */
  function setState(next) {
    state = next;
    server.call(next);
  }

  function lost() {
    const delay = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)];
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(() => socket.connect(), delay);
    setState({ connected: false, retryAt: Date.now() + delay });
  }

  socket.on('connect', () => {
    failures = 0;
    clearTimeout(timer);
    socket.emit('watch', watched);
    setState({ connected: true, retryAt: null });
  });
  socket.on('disconnect', lost);
  socket.on('connect_error', lost);
  socket.on('captures', (change, acknowledge) => {
    captures.call(change);
    if (acknowledge) void painted().then(acknowledge);
  });
  socket.on('progress', (change, acknowledge) => {
    progress.call(change);
    if (acknowledge) void painted().then(acknowledge);
  });
  socket.on('studies', (change, acknowledge) => {
    studies.call(change);
    if (acknowledge) void painted().then(acknowledge);
  });

  return {
    /** @param {(change: { changed: Capture[], removed: string[] }) => void} listener @returns {() => void} stops it */
    onCaptures: captures.add,
    /** @param {(progress: Progress) => void} listener @returns {() => void} stops it */
    onProgress: progress.add,
    /**
     * @param {(change: { changed: import('./types.js').StudyState[] }) => void} listener
     * @returns {() => void} stops it
     */
    onStudies: studies.add,
    /** @param {(state: ServerState) => void} listener called at each change @returns {() => void} stops it */
    onServer: server.add,
    /** @returns {ServerState} */
    serverState: () => state,
    /**
     * Asks for progress of one capture (and one of its flows), or of none; asked again after a reconnection.
     * @param {{ id: string, flow: number | null } | null} target
     */
    watch(target) {
      watched = target;
      if (socket.connected) socket.emit('watch', target);
    },
    /** Tries the lost server now instead of at `retryAt`. */
    retryNow() {
      clearTimeout(timer);
      socket.connect();
    },
  };
}

/** @typedef {ReturnType<typeof connectEvents>} Events */
