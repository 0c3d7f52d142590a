import { Timer } from '../../engine/event-queue.js';
import { NS_PER_MS } from '../../units.js';

/**
 * The part of another object that must have come: its first byte, its last, or so many bytes of its body.
 * @typedef {{ object: number, when?: 'first'|'last'|'bytes', bytes?: number }} Dependency
 */
/**
 * @typedef {object} PageObject
 * @property {number} responseBytes of the body
 * @property {number} [requestBytes] of the whole request, at least
 * @property {number} [serverMs] from the request at the server to the response's first byte
 * @property {string} [origin] host name; each has connections of its own
 * @property {Dependency[]} [after] all must be met
 * @property {number} [gapMs] from then, or from the page's start, to the request: parsing, computing, thinking
 * @property {number} [urgency] 0 to 7, 0 first (RFC 9218, HTTP/2 only)
 * @property {boolean} [incremental] shares with others of its urgency (RFC 9218)
 */

/**
 * @param {Dependency} dependency
 * @param {number} responseBytes of the awaited object
 * @returns {number} bytes of its body that must have come
 */
function bytesNeeded({ when = 'last', bytes = 1 }, responseBytes) {
  if (when === 'first') return 1;
  return when === 'last' ? responseBytes : bytes;
}

/** Determines when each object of a page can be requested. */
export class Dependencies {
  /** Of each object: conditions that are not met yet. */
  #unmet;
  /**
   * Of each object: who waits for how many of its bytes, the fewest first.
   * @type {{ bytes: number, object: number }[][]}
   */
  #waiting;

  /**
   * @param {import('../../engine/event-queue.js').EventQueue} events
   * @param {PageObject[]} objects
   * @param {(index: number) => void} onReady
   */
  constructor(events, objects, onReady) {
    this.events = events;
    this.objects = objects;
    this.onReady = onReady;
    this.#unmet = objects.map(({ after = [] }) => after.length);
    this.#waiting = objects.map(() => []);
    objects.forEach(({ after = [] }, object) => {
      for (const dependency of after) {
        this.#waiting[dependency.object].push({
          bytes: bytesNeeded(dependency, objects[dependency.object].responseBytes),
          object,
        });
      }
    });
    for (const waiting of this.#waiting) waiting.sort((a, b) => a.bytes - b.bytes);
  }

  /** The page begins. */
  start() {
    this.#unmet.forEach((unmet, object) => {
      if (unmet === 0) this.#schedule(object);
    });
  }

  /** @param {number} object @param {number} bodyBytes of it that have come */
  came(object, bodyBytes) {
    const waiting = this.#waiting[object];
    while (waiting.length > 0 && waiting[0].bytes <= bodyBytes) {
      const next = /** @type {{ object: number }} */ (waiting.shift()).object;
      if (--this.#unmet[next] === 0) this.#schedule(next);
    }
  }

  /** @param {number} object */
  #schedule(object) {
    new Timer(this.events, () => this.onReady(object)).set(
      this.events.nowNs + Math.round((this.objects[object].gapMs ?? 0) * NS_PER_MS),
    );
  }
}
