/** What is being computed, and for how long, once it takes more than a moment. */
import { el, setText } from '../../base/dom.js';

const TOLD_AFTER_MS = 1000;

export function waitingLine() {
  const element = el('p', { class: 'second', hidden: true });
  /** What goes on, by its words. @type {{ words: string, sinceMs: number }[]} */
  let running = [];
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let timer;

  function show() {
    const [longest] = running;
    const tookMs = longest === undefined ? 0 : performance.now() - longest.sinceMs;
    element.hidden = tookMs < TOLD_AFTER_MS;
    if (!element.hidden) setText(element, `${longest.words}: ${Math.floor(tookMs / 1000)} s so far`);
  }

  return {
    element,
    /** @param {string} words @returns {() => void} it is over */
    begin(words) {
      const one = { words, sinceMs: performance.now() };
      running.push(one);
      timer ??= setInterval(show, TOLD_AFTER_MS / 2);
      return () => {
        running = running.filter((other) => other !== one);
        if (running.length === 0) {
          clearInterval(timer);
          timer = undefined;
        }
        show();
      };
    },
  };
}
