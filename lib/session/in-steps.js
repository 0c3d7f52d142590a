/** Longest time that connections are processed before other requests are served. */
const STEP_MS = 10;

/**
 * Processes many items in steps, so that other requests are served in between.
 * @param {number} count
 * @param {(index: number) => void} run
 * @param {() => Promise<void>} turn settled after other work has run
 */
export async function inSteps(count, run, turn) {
  let stepEnd = performance.now() + STEP_MS;
  for (let index = 0; index < count; index++) {
    run(index);
    if (performance.now() < stepEnd) continue;
    await turn();
    stepEnd = performance.now() + STEP_MS;
  }
}
