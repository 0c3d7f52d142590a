/** A machine that is busy with other things is waited for up to so many times the limit. */
const MOST_WAITS = 4;
/** Share of the limit that the process must have spent on the processor for a silent thread to count as stuck. */
const SPENT_SHARE = 0.5;

/**
 * Waits for a thread's answer. A thread that never came to the processor is not stuck, so the limit is waited anew, up
 * to MOST_WAITS times in all, as long as the whole process spent less than half of it. Where other threads of the
 * process are at work their time counts, too, and the limit is the clock's.
 * @param {number} limitMs
 * @param {() => void} lose called once, when patience is at its end
 * @param {() => number} [processorMs] the process's processor time so far
 * @returns {() => void} ends the wait
 */
export function waitWithPatience(limitMs, lose, processorMs = processorTimeMs) {
  const beganMs = processorMs();
  let waits = 1;
  const timer = setInterval(() => {
    if (waits++ < MOST_WAITS && processorMs() - beganMs < SPENT_SHARE * limitMs) return;
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
