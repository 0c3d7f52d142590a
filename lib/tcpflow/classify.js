import { ANALYSIS } from './analysis-flags.js';
import { DIR, DIR_BIT, DIR_F, FLOW_F } from './flow-fields.js';
import { SeenRanges } from './seen-ranges.js';
import { VERDICT } from './verdict.js';

/** @typedef {import('./segment.js').Segment} Segment */

const SYN = 2;

/** A hole filled sooner than this is taken for reordering where no round trip is known (Wireshark's 3 ms). */
const REORDERED_WITHIN_NS = 3e6;
/** Share of the smallest round trip before which a repair cannot have come. */
const SOONEST_REPAIR = 0.9;

/**
 * Tells original bytes from repeated and late ones, per direction:
 *
 * ```
 *      seen without a hole          hole       island
 *  ├───────────────────────────┤            ├──────────┤
 *  0                        SEEN_END               HIGHEST
 *      bytes here: sent again   late: sent   new bytes follow here
 *                               again, or
 *                               reordered
 * ```
 */
export class Classifier {
  /** Islands above holes, for the few directions that have any. Key: connection × 2 + endpoint. @type {Map<number, SeenRanges>} */
  #islands = new Map();

  /**
   * Sets the segment's `verdict` and `repeatedBytes` and books its payload as seen.
   * @param {Segment} s with `analysis` set
   * @param {Int32Array} ints @param {number} fwd
   * @param {Float64Array} floats @param {number} fwdF @param {number} revF @param {number} flowF
   */
  classify(s, ints, fwd, floats, fwdF, revF, flowF) {
    s.repeatedBytes = 0;
    if (s.length === 0) {
      s.verdict = s.endOffset > s.seqOffset ? this.#control(s, ints, fwd, floats, fwdF) : VERDICT.NONE;
      return;
    }
    if (s.dataOffset === floats[fwdF + DIR_F.SEEN_END] && (ints[fwd + DIR.BITS] & DIR_BIT.HAS_HOLES) === 0) {
      const end = s.dataOffset + s.length;
      floats[fwdF + DIR_F.SEEN_END] = end;
      floats[fwdF + DIR_F.HIGHEST] = end;
      s.verdict = VERDICT.ORIGINAL;
    } else {
      this.#outOfLine(s, ints, fwd, floats, fwdF, revF, flowF);
    }
    if (s.analysis & ANALYSIS.keep_alive) s.verdict = VERDICT.KEEP_ALIVE;
    else if (s.analysis & ANALYSIS.zero_window_probe) s.verdict = VERDICT.WINDOW_PROBE;
  }

  /** SYN or FIN without data. */
  #control(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {Float64Array} */ floats, /** @type {number} */ fwdF) {
    const again = s.flags & SYN ? ints[fwd + DIR.SYNS] > 0 : ints[fwd + DIR.FINS] > 0 && s.endOffset <= floats[fwdF + DIR_F.HIGHEST] + 1;
    return again ? VERDICT.RETRANSMISSION : VERDICT.ORIGINAL;
  }

  #outOfLine(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {Float64Array} */ floats,
    /** @type {number} */ fwdF, /** @type {number} */ revF, /** @type {number} */ flowF) {
    const start = s.dataOffset, end = start + s.length, seenEnd = floats[fwdF + DIR_F.SEEN_END], highest = floats[fwdF + DIR_F.HIGHEST];
    const key = s.flow * 2 + s.endpoint;
    let islands = ints[fwd + DIR.BITS] & DIR_BIT.HAS_HOLES ? this.#islands.get(key) : undefined;
    const fresh = end <= seenEnd ? 0 : end - Math.max(start, seenEnd);
    const missingSince = islands && start >= seenEnd && start < highest ? islands.holeKnownSince(start) : Infinity;
    let added = fresh;
    if (islands) added = fresh > 0 ? islands.add(Math.max(start, seenEnd), end, s.timeNs) : 0;
    else if (start > seenEnd) {
      islands = new SeenRanges();
      islands.add(start, end, s.timeNs);
      this.#islands.set(key, islands);
      ints[fwd + DIR.BITS] |= DIR_BIT.HAS_HOLES;
    } else if (end > seenEnd) floats[fwdF + DIR_F.SEEN_END] = end;
    if (end > highest) floats[fwdF + DIR_F.HIGHEST] = end;
    if (islands) this.#close(islands, key, ints, fwd, floats, fwdF);
    s.repeatedBytes = s.length - added;
    s.verdict = this.#late(s, start < highest, missingSince, floats, revF, flowF);
  }

  #close(/** @type {SeenRanges} */ islands, /** @type {number} */ key, /** @type {Int32Array} */ ints, /** @type {number} */ fwd,
    /** @type {Float64Array} */ floats, /** @type {number} */ fwdF) {
    floats[fwdF + DIR_F.SEEN_END] = islands.absorb(floats[fwdF + DIR_F.SEEN_END]);
    if (!islands.empty) return;
    this.#islands.delete(key);
    ints[fwd + DIR.BITS] &= ~DIR_BIT.HAS_HOLES;
  }

  /** The verdict of a segment that does not simply go on where the last one ended. */
  #late(/** @type {Segment} */ s, /** @type {boolean} */ below, /** @type {number} */ missingSince, /** @type {Float64Array} */ floats,
    /** @type {number} */ revF, /** @type {number} */ flowF) {
    if (s.repeatedBytes > 0) return s.repeatedBytes === 1 && s.length > 1 ? VERDICT.ORIGINAL : VERDICT.RETRANSMISSION;
    if (!below || missingSince === Infinity) return VERDICT.ORIGINAL;
    const roundTrip = floats[flowF + FLOW_F.HANDSHAKE_RTT];
    const soonest = roundTrip > 0 ? roundTrip * SOONEST_REPAIR : REORDERED_WITHIN_NS;
    const acknowledged = floats[revF + DIR_F.ACKED];
    return s.timeNs - missingSince >= soonest || acknowledged > s.endOffset ? VERDICT.RETRANSMISSION : VERDICT.REORDERED;
  }
}
