/** Longest that connections are walked through before other questions have their turn. */
const STEP_MS = 10;

/**
 * Does something for each of many, so that whoever asks something else meanwhile does not wait for all.
 * @param {number} count
 * @param {(index: number) => void} run
 * @param {() => Promise<void>} turn settled when others had their turn
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
