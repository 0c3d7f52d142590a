/** RFC 8289, section 4.2 and 4.3. */
const DEFAULT_TARGET_NS = 5e6;
const DEFAULT_INTERVAL_NS = 100e6;
/** RFC 8289, section 5.5: how long after the last drop its rate is still a good one to begin with. */
const REMEMBERED_INTERVALS = 16;

/**
 * @typedef {{ targetNs?: number, intervalNs?: number, marks?: boolean }} CodelOptions marks: ECN instead of a drop
 *   where the packet allows it
 */

/**
 * CoDel's state (RFC 8289, section 5): drops at the head of a queue in which packets have waited longer than the target
 * for an interval, ever more often while that lasts.
 */
export class Codel {
  #targetNs;
  #intervalNs;
  #marks;
  #firstAboveNs = 0;
  #nextDropNs = 0;
  #count = 0;
  #lastCount = 0;
  #isDropping = false;

  /** @param {CodelOptions} options */
  constructor({ targetNs = DEFAULT_TARGET_NS, intervalNs = DEFAULT_INTERVAL_NS, marks = false }) {
    this.#targetNs = targetNs;
    this.#intervalNs = intervalNs;
    this.#marks = marks;
  }

  /**
   * The packet to send next.
   * @template {import('./queue-link.js').MarkablePacket} P
   * @param {object} queue
   * @param {() => { packet: P, sojournNs: number, isLast: boolean }|null} queue.take the first off the queue; isLast:
   *   at most a full packet waits after it
   * @param {(packet: P) => void} queue.drop @param {(packet: P) => void} queue.mark
   * @param {number} nowNs
   * @returns {P|null}
   */
  next({ take, drop, mark }, nowNs) {
    let head = take();
    let isLong = this.#isLong(head, nowNs);
    const remove = (/** @type {P} */ packet) => {
      if (this.#marks && packet.ecn !== 0) mark(packet);
      else {
        drop(packet);
        head = take();
        isLong = this.#isLong(head, nowNs);
      }
      return this.#marks && packet.ecn !== 0;
    };
    if (this.#isDropping) {
      if (!isLong) this.#isDropping = false;
      while (head && this.#isDropping && nowNs >= this.#nextDropNs) {
        this.#count++;
        const wasMarked = remove(head.packet);
        if (!isLong) this.#isDropping = false;
        else this.#nextDropNs = this.#later(this.#nextDropNs);
        if (wasMarked) break;
      }
    } else if (head && isLong) {
      remove(head.packet);
      this.#begin(nowNs);
    }
    return head?.packet ?? null;
  }

  /**
   * @param {{ sojournNs: number, isLast: boolean }|null} head
   * @param {number} nowNs
   * @returns {boolean} packets have waited too long for an interval
   */
  #isLong(head, nowNs) {
    if (!head || head.sojournNs < this.#targetNs || head.isLast) {
      this.#firstAboveNs = 0;
      return false;
    }
    if (this.#firstAboveNs === 0) {
      this.#firstAboveNs = nowNs + this.#intervalNs;
      return false;
    }
    return nowNs >= this.#firstAboveNs;
  }

  #begin(/** @type {number} */ nowNs) {
    const recent = this.#count - this.#lastCount;
    const isRemembered = nowNs - this.#nextDropNs < REMEMBERED_INTERVALS * this.#intervalNs;
    this.#isDropping = true;
    this.#count = this.#lastCount = recent > 1 && isRemembered ? recent : 1;
    this.#nextDropNs = this.#later(nowNs);
  }

  /** @param {number} timeNs @returns {number} the next drop */
  #later(timeNs) {
    return timeNs + Math.round(this.#intervalNs / Math.sqrt(this.#count));
  }
}
