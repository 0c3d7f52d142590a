import { LONGEST_FIRST_TIMEOUT_NS, TIMER_TICK_NS, TIMER_TRIPS } from '../../transport/path.js';
import { TCP } from '../../transport/tcp/header.js';
import { numberingOf, numbersTaken } from './numbering.js';

const SYN_ACK = TCP.SYN | TCP.ACK;

/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('../../transport/losses.js').LossEpisode} LossEpisode */

/**
 * Identifications missing without a loss belong to other connections: the host has one counter for all. So few are
 * tolerated, …
 */
const SHARED_SHARE = 0.02;
/**
 * … and of the pauses, in which such a host sends other things, this share at the most, or one of a connection so long
 * in which no other number is missing.
 */
const SHARED_PAUSES = 0.25;
const MANY_STEPS = 100;
/** At most one acknowledgement is on its way for data of the other end. */
const ONE_ACKNOWLEDGEMENT = 1;

/**
 * Packets of a direction lost before the capture point, between two captured ones, other than originals whose absence
 * shows in the sequence space.
 * @typedef {object} Skip
 * @property {number} packet that came after them
 * @property {number} before the packet that came before them
 * @property {number} missing how many
 * @property {boolean} isRepair whether the packet is the repair: data not seen before, at a time when a timer could
 *   have fired, and would not have long before
 * @property {boolean} isSure … and the sender had had more to send: the previous packet was full and ended no write
 */

/**
 * Packets lost before the capture point: how many, and the captured one before them.
 * @typedef {{ before: number, missing: number }} Gap
 */

/** @typedef {'shared' | import('./numbering.js').Unnumbered} UnusableReason why the numbers are not usable */

/**
 * @typedef {object} Unseen
 * @property {Skip[]} skips
 * @property {Gap[]} gaps all missing packets, except possible acknowledgements
 * @property {{ before: number, packet: number }[]} unclear new data after data of the other end and a pause, with one
 *   number missing: of an acknowledgement, or of the data's original transmission
 * @property {UnusableReason | null} reason null where numbers are usable
 */

/**
 * Packets of a direction lost before the capture point, from their IP identifications: a hole in the sequence space
 * takes as many numbers as it has segments; others missing were retransmitted, or were a tail.
 *
 * ```
 *   number    40  41  42      45  46          40  41  42      44
 *   bytes     ■   ■   ■   ?   ■   ■            ■   ■   ■   …   ■      a pause: the end was lost, and its repair is 44
 *                          2 missing, hole of 1: one repair was lost too
 * ```
 *
 * @param {TcpPackets} packets @param {number} direction
 * @param {object} known
 * @param {number} known.ipVersion
 * @param {number} known.mss payload of a full segment
 * @param {number} known.rttNs shortest round trip of the whole path
 * @param {LossEpisode[]} known.episodes
 * @param {number} [known.largest] bytes that the receiver accepts in a segment, though none as large may have been
 *   captured
 * @param {import('../../transport/path.js').Numbers} [known.passes] over these packets
 * @returns {Unseen}
 */
export function unseenOf(packets, direction, { ipVersion, mss, rttNs, episodes, largest = mss, passes }) {
  const numbering = passes === undefined ? 'few' : numberingOf(passes, direction, { ipVersion, mss });
  if (typeof numbering === 'string') return { ...NOTHING, reason: numbering };
  if (numbering.isWhole) return { ...NOTHING };
  const pass = new NumberPass(packets, direction, { mss, largest, timerNs: rttNs * TIMER_TRIPS + TIMER_TICK_NS });
  const isAmiss = within(episodes);
  pass.run(numbering);
  const skips = pass.skips.filter(({ packet, isRepair }) => isAmiss(packets.timeNs[packet]) || isRepair);
  const odd = pass.odd + pass.skips.length - skips.length;
  return isShared(packets, direction, pass, skips, odd)
    ? { ...NOTHING, reason: 'shared' }
    : { skips, gaps: pass.gaps, unclear: pass.unclear, reason: null };
}

/** @type {Unseen} */
const NOTHING = Object.freeze({ skips: [], gaps: [], unclear: [], reason: null });

/**
 * Whether other connections seem to use numbers of the same counter.
 * @param {TcpPackets} packets
 * @param {number} direction
 * @param {NumberPass} pass
 * @param {Skip[]} skips
 * @param {number} odd
 */
function isShared(packets, direction, { steps, pauses }, skips, odd) {
  const doubtful = skips.filter(({ isRepair, isSure }) => isRepair && !isSure).length;
  const allowed = Math.max(pauses * SHARED_PAUSES, odd === 0 && steps >= MANY_STEPS ? 1 : 0);
  return odd > steps * SHARED_SHARE || (doubtful > allowed && !countsForEach(packets, direction));
}

/**
 * Whether the system counts per connection: Linux does, with 0 in its SYN-ACKs, which belong to none yet.
 * @param {TcpPackets} packets
 * @param {number} direction
 */
function countsForEach({ count, direction: directions, flags, ipId }, direction) {
  for (let i = 0; i < count; i++) {
    if (directions[i] === direction) return (flags[i] & SYN_ACK) === SYN_ACK && ipId[i] === 0;
  }
  return false;
}

/** @param {LossEpisode[]} episodes by time @returns {(ns: number) => boolean} asked with rising times */
function within(episodes) {
  let next = 0;
  return (ns) => {
    while (next < episodes.length && (episodes[next].endNs ?? Infinity) < ns) next++;
    return next < episodes.length && episodes[next].startNs <= ns;
  };
}

/** Walks a direction's packets by number. */
class NumberPass {
  steps = 0;
  /** Times in which a timer could have fired. */
  pauses = 0;
  /** How often more than an acknowledgement is missing after data of the other end. */
  odd = 0;
  /** @type {Skip[]} */
  skips = [];
  /** @type {Gap[]} */
  gaps = [];
  /** @type {Unseen['unclear']} */
  unclear = [];
  #packets;
  #mss;
  #largest;
  #timerNs;
  #askedNs;
  #top = 0;

  /**
   * @param {TcpPackets} packets
   * @param {number} direction
   * @param {{ mss: number, largest: number, timerNs: number }} known
   */
  constructor(packets, direction, { mss, largest, timerNs }) {
    this.#packets = packets;
    this.#mss = mss;
    this.#largest = largest;
    this.#timerNs = timerNs;
    this.#askedNs = latestData(packets, 1 - direction);
  }

  /** @param {import('./numbering.js').Numbering} numbering */
  run({ packet, number }) {
    this.#top = this.#packets.endOffset[packet[0]];
    for (let k = 1; k < packet.length; k++) {
      this.#step(
        packet[k - 1],
        packet[k],
        Math.max(0, number[k] - number[k - 1] - numbersTaken(this.#packets, packet[k - 1], this.#mss)),
      );
    }
  }

  /** @param {number} before @param {number} packet @param {number} missing */
  #step(before, packet, missing) {
    const { seqOffset, endOffset, timeNs, length, flags } = this.#packets;
    const isNew = endOffset[packet] > this.#top;
    const hole = isNew ? this.#segmentsIn(Math.max(0, seqOffset[packet] - this.#top), missing) : 0;
    const isTurn = this.#askedNs[packet] !== this.#askedNs[before];
    const pauseNs = timeNs[packet] - Math.max(timeNs[before], this.#askedNs[packet]);
    const isPause = pauseNs >= this.#timerNs;
    this.#top = Math.max(this.#top, endOffset[packet]);
    this.steps++;
    if (isPause && !isTurn) this.pauses++;
    const left = missing - hole;
    if (missing > 0 && !isTurn) this.gaps.push({ before, missing });
    if (left < 0) this.#explain(-left);
    if (isTurn && left > ONE_ACKNOWLEDGEMENT) this.odd++;
    if (isTurn && left === ONE_ACKNOWLEDGEMENT && isPause && isNew && length[packet] > 0) {
      this.unclear.push({ before, packet });
    }
    if (left <= 0 || isTurn) return;
    this.skips.push({
      packet,
      before,
      missing: left,
      isRepair: isPause && pauseNs <= longestNs(left) && isNew && length[packet] > 0,
      isSure: length[before] >= this.#mss && (flags[before] & TCP.PSH) === 0,
    });
  }

  /**
   * In a hole of the sequence space. Where the path drops large packets the captured ones are shorter than the missing
   * ones.
   * @param {number} bytes @param {number} missing numbers
   */
  #segmentsIn(bytes, missing) {
    const usual = Math.ceil(bytes / this.#mss);
    return missing > 0 && missing < usual && bytes <= missing * this.#largest ? missing : usual;
  }

  /** A hole revealed only now: its segments are among the latest missing ones. @param {number} segments */
  #explain(segments) {
    let left = segments;
    for (let last = this.skips.at(-1); last !== undefined && left > 0; last = this.skips.at(-1)) {
      const taken = Math.min(left, last.missing);
      last.missing -= taken;
      left -= taken;
      if (last.missing === 0) this.skips.pop();
    }
  }
}

/**
 * How long a timer takes at most until what was sent so often, or more, comes again (RFC 6298 section 5.5): the host
 * sent elsewhere what is missing in a longer pause.
 * @param {number} sendings lost
 */
const longestNs = (sendings) => (2 ** sendings - 1) * LONGEST_FIRST_TIMEOUT_NS;

/**
 * By packet, the time of the latest data of a direction before it.
 * @param {TcpPackets} packets
 * @param {number} direction
 */
function latestData({ count, direction: directions, length, timeNs }, direction) {
  const latest = new Float64Array(count);
  for (let i = 0, lastNs = -1; i < count; i++) {
    latest[i] = lastNs;
    if (directions[i] === direction && length[i] > 0) lastNs = timeNs[i];
  }
  return latest;
}
