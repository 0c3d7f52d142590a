import { TCP } from '../../../../lib/engine/segment-batch.js';
import { VERDICT } from '../../../../lib/transport/verdict.js';
import { takesSequenceSpace } from './sequence-pieces.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/**
 * @typedef {{ before: number, first: number, isLost: boolean, isExact: boolean, endOffset: number }} Silence before,
 *   first: packets; endOffset: behind what had been sent, or, unless exact, what it can have been
 */

const TIMER_TRIPS = 1.5;
const TICK_NS = 5e6;
const ALONE_TRIPS = 0.75;
const FLIGHT_TRIPS = 0.5;
const MAX_SECOND_FLIGHT = 3;
const RESTART_WINDOW = 10;
const MAX_RESTART_WINDOW = 128;

const swapped = (/** @type {number} */ id) => ((id & 255) << 8) | (id >> 8);
/** @param {ConnectionPackets} packets @param {number} before @param {number} i */
function isNextNumber({ ipId, length, flags }, before, i) {
  const steps = [ipId[i] - ipId[before], swapped(ipId[i]) - swapped(ipId[before])].map((step) => step & 0xffff);
  const parts = (flags[i] & TCP.PSH) === 0 ? Math.ceil(length[before] / length[i]) : 1;
  return steps.includes(1) || (parts > 1 && steps.includes(parts));
}

/**
 * Silences of a sender that had data in flight: lib/engine/sender/silences.ts says how that is inferred.
 * @param {ConnectionPackets} packets @param {number} direction
 * @param {number} tripNs 0: captured at the sender
 * @param {boolean} windowKnown
 * @returns {Silence[]}
 */
export function silencesOf(packets, direction, tripNs, windowKnown) {
  const { count, flags, length, seqOffset, endOffset, timeNs, ackOffset, windowBytes, verdict } = packets;
  if (tripNs <= 0) return [];
  const data = Array.from({ length: count }, (_, i) => i).filter(
    (i) =>
      packets.direction[i] === direction &&
      length[i] > 0 &&
      (flags[i] & TCP.SYN) === 0 &&
      takesSequenceSpace(packets, i) &&
      verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE,
  );
  const isPushed = (/** @type {number} */ i) => (flags[i] & TCP.PSH) !== 0;
  const fullBytes = Math.max(...data.map((i) => length[i]));
  const endsWrite = (/** @type {number} */ i) => isPushed(i) && length[i] < fullBytes;
  const pushes = data.some(isPushed);
  let startNs = Infinity;
  const flight = data.filter((i) => timeNs[i] - (startNs = Math.min(startNs, timeNs[i])) < tripNs * ALONE_TRIPS).length;
  const restartWindow = Math.min(MAX_RESTART_WINDOW, Math.max(RESTART_WINDOW, flight));

  /** Of packets up to one with data and, behind that, up to a time. @param {number} before @param {number} first */
  const edgeAt = (before, first) => {
    const untilNs = timeNs[first] - tripNs * TIMER_TRIPS;
    let edge = 0;
    for (let i = 0; i < first; i++) {
      const isSoon = i < before || timeNs[i] <= untilNs;
      if (packets.direction[i] !== direction && isSoon) edge = Math.max(edge, ackOffset[i] + windowBytes[i]);
    }
    return edge;
  };

  /** Segments of a flight. @param {number} at where it begins in the data @param {number} trips */
  const flightFrom = (at, trips) => {
    const end = data.findIndex((i, k) => k > at && timeNs[i] - timeNs[data[at]] >= tripNs * trips);
    return (end < 0 ? data.length : end) - at;
  };

  /** @param {number} at what ended a silence */
  const isRestarted = (at) =>
    pushes &&
    !isPushed(data[at]) &&
    seqOffset[data[at + 1]] === endOffset[data[at]] &&
    flightFrom(at + 1, FLIGHT_TRIPS) <= MAX_SECOND_FLIGHT;

  /** @param {number} at */
  const isHeld = (at) => {
    const segments = flightFrom(at, ALONE_TRIPS);
    const before = data[at - 1];
    const hadMore = pushes && !isPushed(before) && length[before] === fullBytes;
    return segments > restartWindow || (hadMore && segments > 1 && segments !== restartWindow);
  };

  /** @param {number} at @param {number} most segments */
  const endOfTurn = (at, most) => {
    const rest = data.slice(at, at + most);
    const isOther = (/** @type {number} */ i, /** @type {number} */ k) =>
      ackOffset[i] !== ackOffset[rest[0]] || (k > 0 && endsWrite(rest[k - 1]));
    const end = rest.findIndex(isOther);
    return Math.max(...rest.slice(0, end < 0 ? rest.length : end).map((i) => endOffset[i]));
  };

  const silences = [];
  let top = 0;
  for (let at = 1, since = 0; at < data.length; at++) {
    const [before, first, next] = [data[at - 1], data[at], data[at + 1]];
    top = Math.max(top, endOffset[before]);
    const isSilence =
      timeNs[first] - timeNs[before] >= tripNs * TIMER_TRIPS + TICK_NS &&
      verdict[first] === VERDICT.ORIGINAL &&
      seqOffset[first] === top &&
      ackOffset[first] === ackOffset[before] &&
      !endsWrite(before);
    if (!isSilence) continue;
    const segments = at - since;
    since = at;
    const isAlone = next !== undefined && timeNs[next] - timeNs[first] >= tripNs * ALONE_TRIPS;
    const isExact = isAlone && seqOffset[next] > endOffset[first];
    const before2 = data[at - 2];
    const gapsNs = [timeNs[before] - timeNs[before2], timeNs[next] - timeNs[first]].filter((ns) => !Number.isNaN(ns));
    if (timeNs[first] - timeNs[before] < Math.max(0, ...gapsNs) * TIMER_TRIPS) continue;
    if (windowKnown && (isExact ? seqOffset[next] : endOffset[first]) > edgeAt(before, first)) continue;
    const isLost = (isExact || (isAlone && isRestarted(at))) && !isNextNumber(packets, before, first);
    if (!isLost && !isHeld(at)) continue;
    silences.push({ before, first, isLost, isExact, endOffset: isExact ? seqOffset[next] : endOfTurn(at, segments) });
  }
  return silences;
}
