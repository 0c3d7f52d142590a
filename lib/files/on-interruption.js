const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** @type {Set<() => void>} */
const cleanUps = new Set();

/**
 * @param {() => void} cleanUp runs if a signal ends the program; not where the program itself handles that signal
 * @returns {() => void} forgets it
 */
export function onInterruption(cleanUp) {
  // First in line, since a listener that handles a signal once is gone when the next one runs.
  if (cleanUps.size === 0) for (const signal of SIGNALS) process.prependListener(signal, interrupted);
  cleanUps.add(cleanUp);
  return () => {
    if (cleanUps.delete(cleanUp) && cleanUps.size === 0) letGo();
  };
}

/** @param {NodeJS.Signals} signal */
function interrupted(signal) {
  if (process.listenerCount(signal) > 1) return;
  for (const cleanUp of cleanUps) cleanUp();
  cleanUps.clear();
  letGo();
  process.kill(process.pid, signal);
}

function letGo() {
  for (const signal of SIGNALS) process.off(signal, interrupted);
}
