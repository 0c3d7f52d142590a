/** On a busy machine the limit is extended up to this many times. */
const MAX_WAITS = 4;
/** CPU time of the process, as a share of the limit, from which a silent thread counts as stuck. */
const SPENT_SHARE = 0.5;

/**
 * Waits for a thread's answer. A thread that got no CPU time is not stuck, so the limit is restarted, up to MAX_WAITS
 * times in all, while the whole process used less than half of it as CPU time. If other threads of the process are
 * busy, their CPU time counts too, and the limit is wall-clock time.
 * @param {number} limitMs
 * @param {() => void} lose called once, when patience is at its end
 * @param {() => number} [processorMs] the process's processor time so far
 * @returns {() => void} ends the wait
 */
export function waitWithPatience(limitMs, lose, processorMs = processorTimeMs) {
  const beganMs = processorMs();
  let waits = 1;
  const timer = setInterval(() => {
    if (waits++ < MAX_WAITS && processorMs() - beganMs < SPENT_SHARE * limitMs) return;
    clearInterval(timer);
    lose();
  }, limitMs).unref();
  return () => clearInterval(timer);
}

/** @returns {number} */
function processorTimeMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
