import { STATE, TRIGGER } from '../../../../lib/insight/sender/bursts.js';

/** @typedef {import('../../../../lib/insight/sender/bursts.js').Bursts} Bursts */

/**
 * RFC 6298's least time-out as Linux has it: silence as long as this and all acknowledged lets the window be started
 * anew.
 */
const MIN_TIMEOUT_NS = 200e6;

/**
 * The congestion window behind each burst, in segments. Never less than what is in flight, and equal to it while the
 * window is what holds the sender back; so the most in flight, held as long as nothing lowers the window:
 *
 * - in recovery, behind a time-out and while the window is reduced for a mark of congestion it follows what is in
 *   flight up and down
 *   (proportional rate reduction, RFC 6937: cwnd = pipe + what may leave now), but where there was nothing to send;
 * - what comes behind these, or behind a silence, starts anew;
 * - a whole round trip of acknowledgements that each set off as much as they took away, below what was held, says that
 *   it was lowered.
 *
 * @param {Bursts} bursts @param {Uint8Array} starved @param {{ rttNs: number }} known
 * @returns {Float64Array}
 */
export function windowBehind(bursts, starved, { rttNs }) {
  const { count, state, sent, pipeAfter } = bursts;
  const cwnd = new Float64Array(count);
  const held = new Held(bursts, rttNs);
  let window = 0;
  for (let b = 0; b < count; b++) {
    const isOverfull = b > 0 && sent[b] === 0 && pipeAfter[b] > window;
    if (state[b] !== STATE.OPEN) {
      if (!starved[b]) window = Math.max(1, pipeAfter[b]);
      held.restart(b);
    } else if (b === 0 || state[b - 1] !== STATE.OPEN || isRestart(bursts, b)) {
      if (!isOverfull) window = Math.max(1, pipeAfter[b]);
      held.restart(b);
    } else if (!isOverfull) window = Math.max(Math.min(window, held.most(b)), pipeAfter[b]);
    cwnd[b] = window;
  }
  return cwnd;
}

/** Data behind a silence with nothing under way. @param {Bursts} bursts @param {number} b */
export function isRestart(bursts, b) {
  if (bursts.trigger[b] === TRIGGER.ACK || bursts.sent[b] === 0 || bursts.pipeBefore[b] !== 0) return false;
  return bursts.startNs[b] - bursts.endNs[b - 1] >= MIN_TIMEOUT_NS;
}

/** The most in flight over the last round trip, as long as every acknowledgement set something off. */
class Held {
  #bursts;
  #rttNs;
  /** Bursts since which each acknowledgement was answered: their falling maxima, `from` … `to` − 1. */
  #maxima;
  #from = 0;
  #to = 0;
  #sinceNs = 0;

  /** @param {Bursts} bursts @param {number} rttNs */
  constructor(bursts, rttNs) {
    this.#bursts = bursts;
    this.#rttNs = rttNs;
    this.#maxima = new Int32Array(bursts.count);
  }

  /** @param {number} b */
  restart(b) {
    this.#from = this.#to = 0;
    this.#sinceNs = this.#bursts.startNs[b];
  }

  /** @param {number} b @returns {number} Infinity while that says nothing */
  most(b) {
    const { startNs, pipeAfter, trigger, sentNew } = this.#bursts;
    const nowNs = startNs[b];
    if (trigger[b] !== TRIGGER.ACK || sentNew[b] === 0) {
      this.restart(b);
      return Infinity;
    }
    while (this.#to > this.#from && pipeAfter[this.#maxima[this.#to - 1]] <= pipeAfter[b]) this.#to--;
    this.#maxima[this.#to++] = b;
    while (nowNs - startNs[this.#maxima[this.#from]] > this.#rttNs) this.#from++;
    return nowNs - this.#sinceNs > this.#rttNs ? pipeAfter[this.#maxima[this.#from]] : Infinity;
  }
}
