import { kindOf } from '../../verdict.js';
import { OPTION, TCP } from '../header.js';

/** @typedef {import('../tcp-packets.js').TcpPackets} TcpPackets */

/** Least data packets to classify IP identifications, and the share of them that must be counted, or 0. */
const MIN_IDS = 8;
const MAX_OF_THEM = 0.9;
/** A counter shared with other connections advances by at most so many. */
const MAX_STEP = 64;
export const NO_ID = 65535;
/** A clock's rate is measured over at least so long, and must be this close to a usual one. */
const MIN_CLOCK_NS = 1e9;
const USUAL_HZ = Object.freeze([2, 10, 100, 250, 1000]);
const CLOCK_WITHIN = 0.1;

/** Time-outs examined, and packets before each that are searched for the previous transmission. */
const MAX_TIMEOUTS = 32;
const MAX_BEFORE = 4096;

/**
 * Features of an end's stack in packets other than its SYN.
 * @param {TcpPackets} packets
 * @param {number} direction 0: the client
 * @returns {Pick<import('./fingerprint.js').StackFacts, 'ids' | 'clockHz' | 'timeoutMs' | 'probesTail'>}
 */
export const habitsOf = (packets, direction) => ({
  ids: idsOf(packets, direction),
  clockHz: clockOf(packets, direction),
  timeoutMs: shortestTimeout(packets, direction),
  probesTail: probesTail(packets, direction),
});

/** @param {TcpPackets} packets @param {number} direction */
function idsOf({ count, direction: directions, length, ipId }, direction) {
  let seen = 0;
  let zeros = 0;
  let steps = 0;
  let last = -1;
  for (let i = 0; i < count; i++) {
    if (directions[i] !== direction || length[i] === 0) continue;
    if (ipId[i] === NO_ID && last < 0) return null; // IPv6
    seen++;
    zeros += Number(ipId[i] === 0);
    const step = (ipId[i] - last) & 0xffff;
    steps += Number(last >= 0 && step > 0 && step <= MAX_STEP);
    last = ipId[i];
  }
  if (seen < MIN_IDS) return null;
  if (zeros >= seen * MAX_OF_THEM) return 'zero';
  return steps >= (seen - 1) * MAX_OF_THEM ? 'counter' : 'random';
}

/** @param {TcpPackets} packets @param {number} direction */
function clockOf({ count, direction: directions, options, tsValue, timeNs }, direction) {
  let first = -1;
  let last = -1;
  for (let i = 0; i < count; i++) {
    if (directions[i] !== direction || (options[i] & OPTION.TIMESTAMPS) === 0) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (first < 0 || timeNs[last] - timeNs[first] < MIN_CLOCK_NS) return null;
  const hz = (((tsValue[last] - tsValue[first]) | 0) * 1e9) / (timeNs[last] - timeNs[first]);
  return USUAL_HZ.find((usual) => Math.abs(hz - usual) <= usual * CLOCK_WITHIN) ?? null;
}

/**
 * The shortest time from a transmission to its RTO retransmission, ms; the timer starts then or later.
 * @param {TcpPackets} packets @param {number} direction
 */
function shortestTimeout({ resends, direction: directions, judgement, seqOffset, timeNs }, direction) {
  let leastNs = Infinity;
  const byTimer = resends.filter((i) => directions[i] === direction && kindOf(judgement[i]) === 'rto');
  for (const i of byTimer.subarray(0, MAX_TIMEOUTS)) {
    let before = i - 1;
    const end = Math.max(0, i - MAX_BEFORE);
    while (before >= end && (directions[before] !== direction || seqOffset[before] !== seqOffset[i])) before--;
    if (before >= end) leastNs = Math.min(leastNs, timeNs[i] - timeNs[before]);
  }
  return Number.isFinite(leastNs) ? leastNs / 1e6 : null;
}

/** @param {TcpPackets} packets @param {number} direction */
const probesTail = ({ resends, direction: directions, judgement, flags }, direction) =>
  resends.some((i) => directions[i] === direction && (flags[i] & TCP.SYN) === 0 && kindOf(judgement[i]) === 'tlp');
