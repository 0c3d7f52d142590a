/**
 * All captures of the library, newest first, kept up to date by events.
 */

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

  events.onCaptures(({ changed: arrived, removed }) => {
    for (const capture of arrived) captures.set(capture.id, capture);
    for (const id of removed) captures.delete(id);
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
    /** @param {Capture} capture as the server just answered it */
    put(capture) {
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
