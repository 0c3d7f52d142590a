/**
 * Fuzzes something other than captures. Each input follows from the seed and its number alone, so that a failing one
 * is made again by `--at`.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What can be fuzzed so: each is a module of this folder, by name. */
export const KINDS = /** @type {const} */ (['sql', 'reports', 'library', 'qlog']);

const CHILD = fileURLToPath(new URL('kind-child.js', import.meta.url));
/** An input that takes longer has hung; the slowest take a few seconds, on a machine that is busy with others. */
const HANG_MS = 120_000;
const HEAP_MEGABYTES = 1500;
/** Failures in one run before there is no point in going on. */
const MAX_FAILURES = 50;

/** @typedef {typeof KINDS[number]} KindName */
/** @typedef {{ kind: KindName, seed: number, from: number, endMs: number }} Task endMs 0: one input only */
/**
 * @typedef {object} Kind
 * @property {(random: import('../random.js').Random) => Promise<string|null>} check makes an input and says what is
 *   wrong with what becomes of it; null: nothing
 * @property {() => Promise<void>} close
 */

/**
 * @param {KindName} kind
 * @param {{ minutes: number, seed: number, at: number|null }} options at: the only input
 * @returns {Promise<number>} exit status
 */
export async function fuzzKind(kind, { minutes, seed, at }) {
  const startMs = Date.now();
  const endMs = at === null ? startMs + minutes * 60_000 : 0;
  const again = (/** @type {number} */ number) => `npm run fuzz -- --${kind} --seed ${seed} --at ${number}`;
  let [next, failures] = [at ?? 0, 0];
  const tell = (/** @type {number} */ number, /** @type {string} */ fault) => {
    failures++;
    console.log(`FAILED ${fault}\n  again: ${again(number)}`);
  };
  do {
    next = await runChild({ kind, seed, from: next, endMs }, tell);
  } while (Date.now() < endMs && failures < MAX_FAILURES);
  const seconds = Math.round((Date.now() - startMs) / 1000);
  const inputs = next - (at ?? 0);
  console.log(`${inputs} inputs in ${seconds} s, seed ${seed}, ${failures} ${failures === 1 ? 'failure' : 'failures'}`);
  return failures > 0 ? 1 : 0;
}

/**
 * One process, to its end.
 * @param {Task} task @param {(number: number, fault: string) => void} tell
 * @returns {Promise<number>} the input after the last that it had
 */
async function runChild(task, tell) {
  const child = fork(CHILD, [JSON.stringify(task)], {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, '--no-warnings'],
  });
  let [number, hasEnded, hasHung] = [task.from - 1, false, false];
  let heardMs = Date.now();
  child.on('message', (/** @type {any} */ message) => {
    heardMs = Date.now();
    if (message.kind === 'input') ({ number } = message);
    else if (message.kind === 'fault') tell(number, message.fault);
    else hasEnded = true;
  });
  const watch = setInterval(() => {
    if (hasEnded || Date.now() - heardMs < HANG_MS) return;
    hasHung = true;
    child.kill('SIGKILL');
  }, 1000);
  const how = await new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
  clearInterval(watch);
  if (number < task.from) throw new Error(`The process that has the inputs ended with ${how} before the first.`);
  if (!hasEnded) tell(number, hasHung ? `hang: nothing for ${HANG_MS / 1000} s` : `crash: ended with ${how}`);
  return number + 1;
}
