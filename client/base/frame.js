import { busy } from './idle.js';

/** @type {Set<() => void>} */
const waiting = new Set();
/** @type {(() => void) | null} */
let done = null;

function run() {
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) draw();
  if (waiting.size > 0) return void requestAnimationFrame(run);
  done?.();
  done = null;
}

/** Draws at once what waits for the next paint, since printing does not wait for one. */
export function drawNow() {
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) draw();
}

/**
 * Runs `draw` once before the next paint, however often it is called until then.
 * @param {() => void} draw the same function object for the same thing drawn
 */
export function beforePaint(draw) {
  waiting.add(draw);
  if (done) return;
  done = busy();
  requestAnimationFrame(run);
}

/**
 * When what has been drawn until now is on the screen; at once where a hidden page has no frames.
 * @returns {Promise<void>}
 */
export const painted = () =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    // A task after the frame's callbacks runs when the frame has been painted.
    requestAnimationFrame(() => setTimeout(resolve));
  });

/**
 * A function that runs `task` once `delayMs` after the last call; the page is busy in between.
 * @template {unknown[]} A
 * @param {number} delayMs
 * @param {(...args: A) => void} task
 * @returns {{ call: (...args: A) => void, cancel: () => void, postpone: () => void }} `postpone`: what waits, if
 *   anything does, waits as long again
 */
export function debounce(delayMs, task) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {(() => void) | null} */
  let finish = null;
  /** Of the call that waits. */
  let given = /** @type {A | null} */ (null);
  const cancel = () => {
    clearTimeout(timer);
    finish?.();
    finish = null;
    given = null;
  };
  /** @param {A} args */
  const call = (...args) => {
    cancel();
    finish = busy();
    given = args;
    timer = setTimeout(() => {
      try {
        task(...args);
      } finally {
        cancel();
      }
    }, delayMs);
  };
  return { call, cancel, postpone: () => void (given && call(...given)) };
}

/**
 * A function that runs `task` at once, then at most every `intervalMs`, never missing the last call.
 * @param {number} intervalMs
 * @param {() => void} task
 * @param {{ keepsBusy?: boolean }} [options] whether the page counts as busy while a call waits
 * @returns {{ call: () => void, cancel: () => void }}
 */
export function throttle(intervalMs, task, { keepsBusy = false } = {}) {
  let last = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;
  /** @type {(() => void) | null} */
  let finish = null;
  const cancel = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    finish?.();
    finish = null;
  };
  const run = () => {
    last = performance.now();
    try {
      task();
    } finally {
      cancel();
    }
  };
  return {
    cancel,
    call() {
      if (timer !== null) return;
      const wait = last + intervalMs - performance.now();
      if (wait <= 0) return run();
      if (keepsBusy) finish = busy();
      timer = setTimeout(run, wait);
    },
  };
}
