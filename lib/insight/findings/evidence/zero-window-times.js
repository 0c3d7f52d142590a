import { Shown } from './evidence.js';

/**
 * A sender with something to send probes a shut window sooner (RFC 9293 section 3.8.6.1: after a retransmission
 * time-out: 0.2 to 0.3 s with Linux, gVisor and Windows, 1 to 3 s with smoltcp and lwIP, 5 s with BSD).
 */
export const MIN_UNPROBED_NS = 5e9;

/**
 * Times of a zero window while data waited for it to open. Data waited if the sender continued soon after a window
 * update, or had probed before; otherwise the data was not there yet.
 *
 * ```
 *   window    ▁▁▁ 0 ▁▁▁┌──────────         ▁▁▁ 0 ▁▁▁┌─────────────────
 *   sender              ■ ■ ■                                   ■ ■
 *             waited ──▶│                  nothing waited       │
 * ```
 */
export class ShutTimes {
  costNs = 0;
  /** Number of probes. */
  probes = 0;
  shown;
  #packets;
  #soonNs;
  /**
   * Not decided yet: the packets that closed the window, how long it was closed, and whether it was probed.
   * @type {number[]}
   */
  #shut = [];
  #shutNs = 0;
  #isProbed = false;
  /** Since when it is closed; below 0: it is open. */
  #sinceNs = -1;
  /** The window's right edge, if it was not moved back, and since when. */
  #edge = -1;
  #updatedNs = -Infinity;

  /**
   * @param {import('../context.js').Context['packets']} packets
   * @param {number} soonNs within which a sender answers an update
   */
  constructor(packets, soonNs) {
    this.#packets = packets;
    this.#soonNs = soonNs;
    this.shown = new Shown(packets);
  }

  /** The receiver advertises a window. @param {number} i */
  update(i) {
    const {
      timeNs: { [i]: timeNs },
      windowBytes,
      ackOffset,
    } = this.#packets;
    const isShut = windowBytes[i] === 0;
    const edge = ackOffset[i] + windowBytes[i];
    if (edge > this.#edge) this.#updatedNs = timeNs;
    this.#edge = isShut ? edge : Math.max(this.#edge, edge);
    if (isShut && this.#sinceNs < 0) {
      this.#sinceNs = timeNs;
      this.#shut.push(i);
    } else if (!isShut) this.#open(timeNs);
  }

  /** The sender probes the window. */
  probe() {
    this.probes++;
    this.#isProbed ||= this.#sinceNs >= 0;
  }

  /** The sender sends something new. @param {number} timeNs */
  goOn(timeNs) {
    if (this.#shut.length > 0 && this.#sinceNs < 0) this.#tell(timeNs - this.#updatedNs <= this.#soonNs);
  }

  /**
   * The connection ends.
   * @param {number} timeNs of the receiver's last packet
   * @param {boolean} isWaiting whether anything was still to be acknowledged then
   */
  end(timeNs, isWaiting) {
    const isShut = this.#sinceNs >= 0;
    this.#open(timeNs);
    this.#tell(isWaiting || (isShut && this.#shutNs <= MIN_UNPROBED_NS));
  }

  /** @param {number} timeNs */
  #open(timeNs) {
    if (this.#sinceNs >= 0) this.#shutNs += timeNs - this.#sinceNs;
    this.#sinceNs = -1;
  }

  /** @param {boolean} hasWaited as far as the lack of probes leaves open */
  #tell(hasWaited) {
    if (hasWaited || this.#isProbed) {
      this.costNs += this.#shutNs;
      for (const i of this.#shut) this.shown.add(i);
    }
    this.#shut = [];
    this.#shutNs = 0;
    this.#isProbed = false;
  }
}
