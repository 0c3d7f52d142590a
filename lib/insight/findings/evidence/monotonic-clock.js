/**
 * Packets that are earlier than a preceding one (this one included) where the clock was set back; fewer were only
 * written late.
 */
const MIN_BEHIND = 8;

/**
 * The pause over the step is unknown. It is taken to be the longest of so many before it, but no longer than a round
 * trip (10 to 300 ms), so that what was answered over the step does not become the shortest one. No stack sets it.
 */
const PAUSES_BEFORE = 16;
const LONGEST_STEP_NS = 300e6;

/**
 * By time of the steady clock: by how much the capture's clock is behind it; below 0 ahead.
 * @typedef {{ fromNs: number, behindNs: number }} Piece
 */

/**
 * Times of a connection during which the capture's clock was set back or forward (an NTP step, a virtual machine's
 * host), as a monotonic clock would have them:
 *
 * ```
 *   capture   1 2 3 4 5 ▏3 4 5 6      the first packet after ▏ comes as long after the one before it
 *   steady    1 2 3 4 5 ▏6 7 8 9      as the longest pause before lasted, 300 ms at most
 * ```
 *
 * Round trips and waits over the step are then wrong by a pause between two packets.
 */
export class SteadyClock {
  /** @type {Piece[]} by time */
  #pieces;

  /** @param {Piece[]} pieces */
  constructor(pieces) {
    this.#pieces = pieces;
  }

  /** The capture's clock at a time of the steady one. @param {number} steadyNs */
  captureNs(steadyNs) {
    const piece = this.#pieces.findLast(({ fromNs }) => fromNs <= steadyNs);
    return piece === undefined ? steadyNs : steadyNs - piece.behindNs;
  }

  /** Where the capture's clock left time out, by time of the steady one, and how much. */
  get leftOut() {
    return this.#pieces.flatMap(({ fromNs, behindNs }, k) => {
      const ns = (this.#pieces[k - 1]?.behindNs ?? 0) - behindNs;
      return ns > 0 ? [{ atNs: fromNs, ns }] : [];
    });
  }

  /** Where it was only set forward, the steady time of one of the capture's. @param {number} captureNs */
  afterJumpsNs(captureNs) {
    const piece = this.#pieces.findLast(({ fromNs, behindNs }) => captureNs + behindNs >= fromNs);
    if (piece !== undefined) return captureNs + piece.behindNs;
    return Math.min(captureNs, this.#pieces[0]?.fromNs ?? Infinity);
  }

  /**
   * Successive times of the capture's clock: each is mapped to its next occurrence, since a clock that was set back
   * shows some times twice.
   * @param {number} captureNs @param {number} sinceNs of the steady clock
   */
  steadyNs(captureNs, sinceNs) {
    const ends = this.#pieces.map(({ fromNs }) => fromNs).concat(Infinity);
    let behindNs = 0;
    for (let k = 0; k < ends.length; k++) {
      if (ends[k] >= sinceNs && captureNs + behindNs >= sinceNs && captureNs + behindNs <= ends[k]) break;
      behindNs = this.#pieces[k]?.behindNs ?? behindNs;
    }
    return Math.max(sinceNs, captureNs + behindNs);
  }
}

/**
 * Makes times of packets steady where the clock was set back between them, or forward.
 * @param {Float64Array} timeNs in the order of the capture, changed in place @param {number} count
 * @param {readonly import('../clock-jumps.js').Jump[]} [jumps] forward, by packet
 * @returns {SteadyClock | null} null: nothing was changed
 */
export function makeSteady(timeNs, count, jumps = []) {
  /** @type {Piece[]} */
  const pieces = [];
  let behindNs = 0;
  let latestNs = -Infinity;
  let next = 0;
  for (let i = 0; i < count; i++) {
    if (jumps[next]?.packet === i) {
      behindNs -= jumps[next++].ns;
      pieces.push({ fromNs: timeNs[i] + behindNs, behindNs });
    }
    if (timeNs[i] + behindNs < latestNs && staysBehind(timeNs, i, count, latestNs - behindNs)) {
      behindNs = latestNs + longestPauseNs(timeNs, i) - timeNs[i];
      pieces.push({ fromNs: latestNs, behindNs });
    }
    timeNs[i] += behindNs;
    latestNs = Math.max(latestNs, timeNs[i]);
  }
  return pieces.length === 0 ? null : new SteadyClock(pieces);
}

/** @param {Float64Array} timeNs steady up to there @param {number} until */
export function longestPauseNs(timeNs, until) {
  let longestNs = 0;
  for (let i = Math.max(1, until - PAUSES_BEFORE); i < until; i++) {
    longestNs = Math.max(longestNs, timeNs[i] - timeNs[i - 1]);
  }
  return Math.min(longestNs, LONGEST_STEP_NS);
}

/**
 * @param {Float64Array} timeNs
 * @param {number} from
 * @param {number} count
 * @param {number} latestNs by the clock as it was
 */
function staysBehind(timeNs, from, count, latestNs) {
  const to = Math.min(count, from + MIN_BEHIND);
  for (let i = from; i < to; i++) if (timeNs[i] >= latestNs) return false;
  return true;
}
