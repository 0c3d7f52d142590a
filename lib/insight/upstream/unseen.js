import { TCP } from '../../packet/segment-batch.js';
import { numberingOf, numbersTaken } from './numbering.js';

/** @typedef {import('../../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../../tcpflow/judge/loss-episodes.js').LossEpisode} LossEpisode */

/** A timer fires after two round trips at the soonest (RFC 8985 section 7.2); measured ones vary. */
const TIMER_TRIPS = 1.5;
/** Numbers that are missing although nothing is amiss go to other connections: a host that counts for all of them. As few do no harm, … */
const SHARED_SHARE = 0.02;
/** … and of the pauses, in which such a host sends other things, this share at the most. Systems that begin with this TTL count for each connection (Linux), or not at all. */
const SHARED_PAUSES = 0.25;
const OWN_COUNT_TTL = 64;
/** An end that acknowledges without data as seldom as this, for each time that the other end had sent some, sends data where a number is missing. */
const SELDOM = 0.1;

/**
 * Packets of a direction that were sent and never came by here, between two that did, and were not first sendings of data whose absence shows in the sequence space.
 * @typedef {object} Skip
 * @property {number} packet that came behind them
 * @property {number} before the packet that came before them
 * @property {number} missing how many
 * @property {boolean} isRepair whether the packet repairs what is missing: data not seen before, that came when a timer could have fired
 * @property {boolean} isSure … and the sender had had more to send: the packet before was full and ended no write
 * @property {boolean} isTurn whether the other end had sent data since the packet before, so that an acknowledgement may be what is missing
 */

/** Packets that never came by here: how many, and the one that came before them. @typedef {{ before: number, missing: number }} Gap */

/** @typedef {'shared' | import('./numbering.js').Unnumbered} Untold why numbers say nothing */

/**
 * What of a direction was lost before it came by here, as the numbers of its packets tell: a hole in the sequence space takes as many numbers as it has segments; what
 * is missing beside them was sent again, or was the end of what there was to send.
 *
 * ```
 *   number    40  41  42      45  46          40  41  42      44
 *   bytes     ■   ■   ■   ?   ■   ■            ■   ■   ■   …   ■      a pause: the end was lost, and its repair is 44
 *                          2 missing, hole of 1: one repair was lost too
 * ```
 *
 * @param {ConnectionPackets} packets @param {number} direction
 * @param {{ ipVersion: number, mss: number, rttNs: number, episodes: LossEpisode[] }} known rttNs: shortest round trip of the whole path
 * @returns {{ skips: Skip[], gaps: Gap[], reason: Untold | null }} gaps: all that is missing; reason: null where numbers tell
 */
export function unseenOf(packets, direction, { ipVersion, mss, rttNs, episodes }) {
  const numbering = numberingOf(packets, direction, { ipVersion, mss });
  if (typeof numbering === 'string') return { skips: [], gaps: [], reason: numbering };
  const walk = new NumberWalk(packets, direction, mss, rttNs * TIMER_TRIPS), isAmiss = within(episodes);
  walk.run(numbering);
  const data = walk.skips.filter(({ isTurn }) => !isTurn || walk.lone <= walk.turns * SELDOM), skips = data.filter(({ packet, isRepair }) => isAmiss(packets.timeNs[packet]) || isRepair);
  const isShared = data.length - skips.length > walk.steps * SHARED_SHARE || (!countsForItself(packets, numbering) && doubtful(skips) > walk.pauses * SHARED_PAUSES);
  return isShared ? { skips: [], gaps: [], reason: 'shared' } : { skips, gaps: walk.gaps, reason: null };
}

/** @param {Skip[]} skips */
const doubtful = (skips) => skips.filter(({ isRepair, isSure }) => isRepair && !isSure).length;

/** Whether a system of this kind counts for each connection. @param {ConnectionPackets} packets @param {import('./numbering.js').Numbering} numbering */
const countsForItself = ({ ttl }, { packet }) => ttl[packet[0]] <= OWN_COUNT_TTL && ttl[packet[0]] > OWN_COUNT_TTL / 2;

/** @param {LossEpisode[]} episodes by time @returns {(ns: number) => boolean} asked with rising times */
function within(episodes) {
  let next = 0;
  return (ns) => {
    while (next < episodes.length && (episodes[next].endNs ?? Infinity) < ns) next++;
    return next < episodes.length && episodes[next].startNs <= ns;
  };
}

/** Goes through a direction's packets by number. */
class NumberWalk {
  steps = 0;
  /** Times in which a timer could have fired. */
  pauses = 0;
  /** Packets behind data of the other end, and acknowledgements without data. */
  turns = 0;
  lone = 0;
  /** @type {Skip[]} */
  skips = [];
  /** @type {Gap[]} */
  gaps = [];
  #packets;
  #mss;
  #timerNs;
  #askedNs;
  #top = 0;

  /** @param {ConnectionPackets} packets @param {number} direction @param {number} mss @param {number} timerNs */
  constructor(packets, direction, mss, timerNs) {
    this.#packets = packets;
    this.#mss = mss;
    this.#timerNs = timerNs;
    this.#askedNs = latestData(packets, 1 - direction);
  }

  /** @param {import('./numbering.js').Numbering} numbering */
  run({ packet, number }) {
    this.#top = this.#packets.endOffset[packet[0]];
    for (let k = 1; k < packet.length; k++) this.#step(packet[k - 1], packet[k], Math.max(0, number[k] - number[k - 1] - numbersTaken(this.#packets, packet[k - 1], this.#mss)));
  }

  /** @param {number} before @param {number} packet @param {number} missing */
  #step(before, packet, missing) {
    const { seqOffset, endOffset, timeNs, length, flags } = this.#packets, isNew = endOffset[packet] > this.#top, hole = isNew ? Math.ceil(Math.max(0, seqOffset[packet] - this.#top) / this.#mss) : 0;
    const isTurn = this.#askedNs[packet] !== this.#askedNs[before], isPause = timeNs[packet] - Math.max(timeNs[before], this.#askedNs[packet]) >= this.#timerNs;
    this.#top = Math.max(this.#top, endOffset[packet]);
    this.steps++;
    if (isTurn) this.turns++;
    else if (isPause) this.pauses++;
    if (endOffset[packet] === seqOffset[packet]) this.lone++;
    if (missing > 0 && !isTurn) this.gaps.push({ before, missing });
    const left = missing - hole;
    if (left < 0) this.#explain(-left);
    if (left > 0) this.skips.push({ packet, before, missing: left, isTurn, isRepair: isPause && isNew && length[packet] > 0, isSure: length[before] >= this.#mss && (flags[before] & TCP.PSH) === 0 });
  }

  /** A hole that shows only now: its segments are among the latest that were missing. @param {number} segments */
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

/** By packet, when the latest data of a direction had come by before it. @param {ConnectionPackets} packets @param {number} direction */
function latestData({ count, direction: directions, length, timeNs }, direction) {
  const latest = new Float64Array(count);
  for (let i = 0, lastNs = -1; i < count; i++) {
    latest[i] = lastNs;
    if (directions[i] === direction && length[i] > 0) lastNs = timeNs[i];
  }
  return latest;
}
