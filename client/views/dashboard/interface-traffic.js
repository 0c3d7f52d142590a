/**
 * Traffic of each interface before anything is captured: bytes sent upwards, received downwards, second by second.
 */
import { el, setText } from '../../base/dom.js';
import { sparkline } from '../../components/sparkline.js';
import { rateWords } from '../timeline/times.js';

const EACH_MS = 1000;
/** Seconds shown. */
const LENGTH = 30;

/** @typedef {import('../../state/types.js').InterfaceTraffic} InterfaceTraffic */
/** @typedef {{ element: HTMLElement, words: HTMLElement, spark: ReturnType<typeof sparkline> }} Shown */

export class TrafficSparks {
  /** @type {Map<string, Shown>} */
  #shown = new Map();
  /** Bytes of each second, the latest last. @type {Map<string, { sent: number[], received: number[] }>} */
  #history = new Map();
  /** @type {Map<string, InterfaceTraffic>} */
  #last = new Map();
  #lastMs = 0;
  #timer;

  /**
   * @param {object} given
   * @param {() => Promise<InterfaceTraffic[]>} given.ask
   * @param {() => boolean} given.isShown whether anybody sees them, and the server is there
   */
  constructor({ ask, isShown }) {
    this.#timer = setInterval(async () => {
      if (document.hidden || !isShown()) return;
      this.#take(await ask().catch(() => []));
    }, EACH_MS);
  }

  /**
   * @param {string} name
   * @returns {HTMLElement} of this interface; empty until something is known. It would change the name of its choice
   *   each second for screen readers, and so is hidden from them
   */
  of(name) {
    const known = this.#shown.get(name);
    if (known) return known.element;
    const spark = sparkline();
    const words = el('span', { class: 'interface-rate' });
    const element = el(
      'span',
      { class: 'interface-traffic', hidden: true, 'aria-hidden': 'true' },
      spark.element,
      words,
    );
    this.#shown.set(name, { element, words, spark });
    return element;
  }

  /** @param {InterfaceTraffic[]} counted */
  #take(counted) {
    const now = performance.now();
    const seconds = (now - this.#lastMs) / 1000;
    this.#lastMs = now;
    for (const one of counted) {
      const before = this.#last.get(one.name);
      this.#last.set(one.name, one);
      if (before) this.#show(one, before, seconds);
    }
  }

  /** @param {InterfaceTraffic} now @param {InterfaceTraffic} before @param {number} seconds */
  #show(now, before, seconds) {
    const none = { sent: new Array(LENGTH).fill(0), received: new Array(LENGTH).fill(0) };
    const { sent, received } = this.#history.get(now.name) ?? none;
    const next = {
      sent: [...sent.slice(1), Math.max(0, now.sentBytes - before.sentBytes)],
      received: [...received.slice(1), Math.max(0, now.receivedBytes - before.receivedBytes)],
    };
    this.#history.set(now.name, next);
    const shown = this.#shown.get(now.name);
    if (!shown) return;
    shown.element.hidden = false;
    shown.spark.set({ clientToServer: next.sent, serverToClient: next.received, repeats: [] });
    const rate = (/** @type {number[]} */ bytes) => rateWords(((bytes.at(-1) ?? 0) * 8) / seconds);
    setText(shown.words, `↑ ${rate(next.sent)} ↓ ${rate(next.received)}`);
  }

  destroy() {
    clearInterval(this.#timer);
  }
}
