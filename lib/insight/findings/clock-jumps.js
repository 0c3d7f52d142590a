import { OPTION } from '../../transport/tcp/header.js';
import { VERDICT } from '../../transport/verdict.js';
import { longestPauseNs } from './evidence/monotonic-clock.js';

/** @typedef {import('./context.js').Context['packets']} Packets */
/** The capture's clock was set forward by so much before a packet. @typedef {{ packet: number, ns: number }} Jump */

/** Shorter pauses are jitter, a queue, a host at work, or a timer (Linux 0.2 s, RFC 6298 1 s). */
const MIN_PAUSE_NS = 1e9;
/** Of the pause: what an end's own clock may have gone on by. */
export const STILL = 0.2;
/** The slowest timestamp clock ticks once a second (RFC 7323 section 5.4). */
const SLOWEST_TICK_NS = 1e9;
/** Time and ticks by which a clock's rate is known: those of 1 to 1000 a second are in use (RFC 7323 section 5.4). */
const MIN_CLOCK_NS = 100e6;
const MIN_TICKS = 10;
/** A timer waits 60 s at the longest or more (RFC 6298 section 2.5): it would have fired at least once before that. */
const MIN_SILENT_NS = 60e9;
/** Packets after the pause that are examined. */
const MAX_EXAMINED = 256;

/** How far an end's timestamp clock went on, in ns of the capture's clock. */
export class StampClock {
  #first = -1;
  #last = -1;
  #jumpedNs = 0;
  #packets;

  /** @param {Packets} packets */
  constructor(packets) {
    this.#packets = packets;
  }

  /** @param {number} i */
  add(i) {
    if (this.#first < 0) this.#first = i;
    this.#last = i;
  }

  /** The capture's clock, not this one, went on since the latest packet. @param {number} ns */
  jump(ns) {
    this.#jumpedNs += ns;
  }

  /**
   * Ns that passed for it from its latest packet to another one; NaN: its rate is not known.
   * @param {number} i @param {number} [until] packet up to which it may be learnt from there on
   */
  since(i, until = i) {
    const { timeNs, tsValue } = this.#packets;
    if (this.#first < 0) return NaN;
    const ns = timeNs[this.#last] - timeNs[this.#first] - this.#jumpedNs + timeNs[until] - timeNs[i];
    const ticks = ((tsValue[this.#last] - tsValue[this.#first]) | 0) + ((tsValue[until] - tsValue[i]) | 0);
    return ns < MIN_CLOCK_NS || ticks < MIN_TICKS ? NaN : (this.#ticksTo(i) * ns) / ticks;
  }

  /**
   * By how much less than the capture's it went on, at least; 0: nothing to compare.
   * @param {number} i @param {number} until
   */
  behindNs(i, until) {
    if (this.#first < 0) return 0;
    const { timeNs } = this.#packets;
    const knownNs = this.since(i, until);
    // a clock that never ticked is none: some middleboxes write one value all along
    if (Number.isNaN(knownNs) && this.#ticksTo(i) === 0) return 0;
    const wentNs = Number.isNaN(knownNs) ? this.#ticksTo(i) * SLOWEST_TICK_NS : knownNs;
    return wentNs < 0 ? 0 : timeNs[i] - timeNs[this.#last] - wentNs;
  }

  /** @param {number} i */
  #ticksTo(i) {
    const { tsValue } = this.#packets;
    return (tsValue[i] - tsValue[this.#last]) | 0;
  }
}

/**
 * Where the capture's clock was set forward, or its machine, with both ends, stood still: both ends' timestamps hardly
 * went on, or, without them, data stayed in flight for minutes without a retransmission and was then acknowledged piece
 * by piece. On a path that was down one end's clock went on; after a pause of the ends both did.
 * @param {Packets} packets by time
 * @returns {Jump[]}
 */
export function clockJumps(packets) {
  const { count, timeNs, direction, options, seen } = packets;
  /** @type {Jump[]} */
  const jumps = [];
  if (count < 2 || timeNs[count - 1] - timeNs[0] < MIN_PAUSE_NS || seen.pauseMs * 1e6 < MIN_PAUSE_NS) return jumps;
  const clocks = [new StampClock(packets), new StampClock(packets)];
  const flight = new InFlight(packets);
  for (let i = 0; i < count; i++) {
    const pauseNs = i === 0 ? 0 : timeNs[i] - timeNs[i - 1];
    if (pauseNs >= MIN_PAUSE_NS) {
      const ns = Math.max(
        byStamps(packets, i, clocks),
        flight.goesOnAfter(i) ? pauseNs - longestPauseNs(timeNs, i) : 0,
      );
      if (ns >= pauseNs * (1 - STILL)) {
        jumps.push({ packet: i, ns: Math.round(Math.min(ns, pauseNs)) });
        for (const clock of clocks) clock.jump(ns);
      }
    }
    if ((options[i] & OPTION.TIMESTAMPS) !== 0) clocks[direction[i]].add(i);
    flight.add(i);
  }
  return jumps;
}

/** @param {Packets} packets @param {number} from after the pause @param {StampClock[]} clocks */
function byStamps({ count, timeNs, direction, options }, from, clocks) {
  const first = [-1, -1];
  const last = [-1, -1];
  for (let i = from; i < count && i < from + MAX_EXAMINED; i++) {
    if (i > from && timeNs[i] - timeNs[i - 1] >= MIN_PAUSE_NS) break;
    if ((options[i] & OPTION.TIMESTAMPS) === 0) continue;
    const way = direction[i];
    if (first[way] < 0) first[way] = i;
    last[way] = i;
  }
  return Math.min(...clocks.map((clock, way) => (first[way] < 0 ? 0 : clock.behindNs(first[way], last[way]))));
}

/** What each end has sent and not had acknowledged. */
class InFlight {
  #packets;
  #top = [0, 0];
  #acked = [0, 0];

  /** @param {Packets} packets */
  constructor(packets) {
    this.#packets = packets;
  }

  /** @param {number} i */
  add(i) {
    const { direction, endOffset, ackOffset } = this.#packets;
    const way = direction[i];
    this.#top[way] = Math.max(this.#top[way], endOffset[i]);
    this.#acked[1 - way] = Math.max(this.#acked[1 - way], ackOffset[i]);
  }

  /** Whether a flight went on over a pause of minutes before a packet. @param {number} from */
  goesOnAfter(from) {
    const { timeNs } = this.#packets;
    return timeNs[from] - timeNs[from - 1] >= MIN_SILENT_NS && [0, 1].some((way) => this.#wasAcknowledged(way, from));
  }

  /** @param {number} way @param {number} from */
  #wasAcknowledged(way, from) {
    const { count, direction, length, ackOffset, verdict } = this.#packets;
    if (this.#top[way] <= this.#acked[way]) return false;
    for (let i = from; i < count && i < from + MAX_EXAMINED; i++) {
      if (direction[i] === way) {
        if (length[i] > 0 && verdict[i] !== VERDICT.ORIGINAL) return false;
      } else if (ackOffset[i] > this.#acked[way]) return ackOffset[i] < this.#top[way];
    }
    return false;
  }
}
