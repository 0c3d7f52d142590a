/**
 * All captures of the library, newest first, kept up to date by events.
 */

import { throttle } from '../base/frame.js';

/** Captures that are added or removed together are counted together. */
const STORAGE_MS = 1000;

/** @typedef {import('./types.js').Capture} Capture */
/** @typedef {import('./types.js').Storage} Storage */

/**
 * @param {{ api: import('./api.js').Api, events: import('./events.js').Events }} server
 */
export function createCaptureStore({ api, events }) {
  /** @type {Map<string, Capture>} */
  const captures = new Map();
  /** @type {Storage | null} */
  let storage = null;
  let loaded = false;
  /** @type {unknown} */
  let failure = null;
  /** @type {Set<() => void>} */
  const listeners = new Set();

  function changed() {
    for (const listener of [...listeners]) listener();
  }

  async function load() {
    try {
      const answer = await api.captures();
      captures.clear();
      for (const capture of answer.captures) captures.set(capture.id, capture);
      storage = answer.storage;
      loaded = true;
      failure = null;
    } catch (error) {
      failure = error;
    }
    changed();
  }

  /** If the library cannot be reached the old sum stays; `load` reports the failure. */
  const countStorage = throttle(
    STORAGE_MS,
    () =>
      void api.captures().then(
        (answer) => {
          storage = answer.storage;
          changed();
        },
        (error) => console.info('The space that captures take could not be read again.', error),
      ),
  );

  events.onCaptures(({ changed: arrived, removed }) => {
    const isOver = arrived.some(({ id, state }) => state === 'ready' && captures.get(id)?.state !== 'ready');
    for (const capture of arrived) captures.set(capture.id, capture);
    for (const id of removed) captures.delete(id);
    if (loaded && (isOver || removed.length > 0)) countStorage.call();
    changed();
  });
  events.onServer(({ connected }) => {
    if (connected) void load();
  });

  return {
    load,
    /** @returns {Capture[]} newest first */
    list: () => [...captures.values()].sort((a, b) => b.createdEpoch - a.createdEpoch || (a.id < b.id ? 1 : -1)),
    /** @param {string} id */
    get: (id) => captures.get(id) ?? null,
    /** @param {Capture} capture as the server sent it: where an event has brought a later state, that stays */
    put(capture) {
      if ((captures.get(capture.id)?.revision ?? 0) > capture.revision) return;
      captures.set(capture.id, capture);
      changed();
    },
    /** @param {string} id */
    drop(id) {
      captures.delete(id);
      changed();
    },
    isLoaded: () => loaded,
    /** @returns {unknown} the error of the last `load`, null when it went well */
    failure: () => failure,
    storage: () => storage,
    /** @param {() => void} listener @returns {() => void} stops it */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createCaptureStore>} CaptureStore */
