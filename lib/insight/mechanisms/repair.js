import { scrambled } from '../../shared/scrambled.js';
import { DUPLICATE_THRESHOLD } from '../../shared/tcp-numbers.js';
import { STATE, TRIGGER } from '../../transport/bursts.js';
import { onlySince } from '../../transport/in-use.js';
import { kindOf, spuriousOf, VERDICT } from '../../transport/verdict.js';
import { LIKELY, SURE } from '../confidence.js';
import { limitedTransmit } from './limited-transmit.js';
import { notObservable, notSeen, seen } from './mechanism.js';

/** @typedef {import('../../transport/packets.js').Packets} Packets */
/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */
/** @typedef {import('./mechanism.js').Mechanism} Mechanism */

/**
 * A probe waits two round trips (RFC 8985 section 7.2), measured ones vary; with the larger factor a silence had room
 * for one.
 */
const PROBE_TRIPS = 1.5;
const ROOM_TRIPS = 3;
/** Some recoveries seem to begin early because of how segments are counted. */
const MIN_EARLY = 2;
const EARLY_SHARE = 0.2;

/**
 * How a sender repairs losses: loss probes and RACK (RFC 8985), limited transmit (RFC 3042), and whether it undoes a
 * spurious time-out (F-RTO, RFC 5682; Eifel, RFC 4015).
 * @param {Packets} packets
 * @param {number} direction
 * @param {{ bursts: Bursts, limits: Uint8Array, rttNs: number }} insight
 * @param {{ sack: boolean, year: number | null, mss: number }} known both ends permit SACK; of the capture, as `yearOf`
 *   gives
 * @returns {Mechanism[]}
 */
export function repairs(packets, direction, { bursts, limits, rttNs }, { sack, year, mss }) {
  const counts = countsOf(packets, direction);
  return [
    lossProbes(counts, beforeTimeouts(bursts, rttNs), sack),
    rack(counts, early(bursts), sack),
    limitedTransmit(bursts, limits, mss),
    undoing(bursts, counts),
  ].map((one) => notBefore(one, year));
}

/** Excludes mechanisms that did not exist yet. @param {Mechanism} found @param {number | null} year */
function notBefore(found, year) {
  const since = onlySince(found.name, year);
  return since === null ? found : notSeen(found.name, SURE, `it dates from ${since}, the capture from ${year}`);
}

/** @typedef {ReturnType<typeof countsOf>} Counts */

/** Retransmissions by what they show. @param {Packets} packets @param {number} direction */
function countsOf(packets, direction) {
  const counts = { probes: 0, spuriousTimeouts: 0, again: 0, againByTimer: 0 };
  /** Offsets that were sent again since a timer last fired, `scrambled`. @type {Set<number>} */
  let repaired = new Set();
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || packets.verdict[i] !== VERDICT.RETRANSMISSION) continue;
    const kind = kindOf(packets.judgement[i]);
    const offset = scrambled(packets.seqOffset[i]);
    if (kind === 'tlp') counts.probes++;
    if (kind === 'rto') {
      if (spuriousOf(packets.judgement[i]) === true) counts.spuriousTimeouts++;
      if (repaired.has(offset)) counts.againByTimer++;
      repaired = new Set();
    }
    if (kind !== 'fast') continue;
    if (repaired.has(offset)) counts.again++;
    repaired.add(offset);
  }
  return counts;
}

/** Recoveries that began with fewer reports than three duplicates: by time alone. @param {Bursts} bursts */
function early({ count, state, sacked, sent, sentNew }) {
  let recoveries = 0;
  let before = 0;
  for (let b = 1; b < count; b++) {
    if (state[b] !== STATE.RECOVERY || state[b - 1] !== STATE.OPEN || sent[b] === sentNew[b]) continue;
    recoveries++;
    if (sacked[b] > 0 && sacked[b] < DUPLICATE_THRESHOLD) before++;
  }
  return { recoveries, before };
}

/**
 * What preceded time-outs: a single new segment without an ACK before it (a probe), or a silence with room for one.
 * @param {Bursts} bursts
 * @param {number} rttNs
 */
function beforeTimeouts({ count, state, sacked, sent, trigger, pipeBefore, startNs, endNs }, rttNs) {
  let probed = 0;
  let silent = 0;
  let last = -1;
  for (let b = 1; b < count; b++) {
    if (state[b] === STATE.LOSS && state[b - 1] === STATE.OPEN && sacked[b - 1] === 0 && last > 0) {
      if (
        trigger[last] === TRIGGER.NOTHING &&
        sent[last] === 1 &&
        pipeBefore[last] > 0 &&
        startNs[last] - endNs[last - 1] > PROBE_TRIPS * rttNs
      ) {
        probed++;
      } else if (startNs[b] - endNs[b - 1] > ROOM_TRIPS * rttNs) silent++;
    }
    if (sent[b] > 0) last = b;
  }
  return { probed, silent };
}

/** @param {Counts} counts @param {{ probed: number, silent: number }} before @param {boolean} sack */
function lossProbes({ probes }, { probed, silent }, sack) {
  if (probes > 0) {
    return seen('tail_loss_probe', SURE, 'it retransmitted its last segment after two silent RTTs', { probes });
  }
  if (probed > 0) {
    return seen('tail_loss_probe', LIKELY, 'before an RTO it sent one new segment after two silent RTTs', { probed });
  }
  if (silent > 0 && sack) {
    return notSeen('tail_loss_probe', LIKELY, 'an RTO fired without a probe before it', { timeouts: silent });
  }
  return notObservable('tail_loss_probe', sack ? 'no tail loss' : 'without SACK it is not used');
}

/** @param {Counts} counts @param {{ recoveries: number, before: number }} begun @param {boolean} sack */
function rack({ again, againByTimer }, { recoveries, before }, sack) {
  if (!sack) return notSeen('rack', SURE, 'it needs SACK');
  if (again > 0) {
    return seen('rack', SURE, 'a lost retransmission was retransmitted without an RTO', { again });
  }
  if (before >= MIN_EARLY && before >= recoveries * EARLY_SHARE) {
    return seen('rack', LIKELY, 'it retransmitted before three later segments had been SACKed', { recoveries: before });
  }
  if (againByTimer > 0) {
    return notSeen('rack', LIKELY, 'a lost retransmission waited for the RTO', { againByTimer });
  }
  return notObservable(
    'rack',
    recoveries > 0 ? 'three duplicate ACKs would have detected every loss, too' : 'nothing was lost',
  );
}

/** @param {Bursts} bursts @param {Counts} counts */
function undoing({ count, undone, state }, { spuriousTimeouts }) {
  for (let b = 1; b < count; b++) {
    if (undone[b] > undone[b - 1] && state[b - 1] === STATE.LOSS) {
      return seen('forward_rto_recovery', LIKELY, 'it undid a spurious RTO', {});
    }
  }
  return spuriousTimeouts > 0
    ? notSeen('forward_rto_recovery', LIKELY, 'it retransmitted everything after a spurious RTO', { spuriousTimeouts })
    : notObservable('forward_rto_recovery', 'no RTO was spurious');
}
