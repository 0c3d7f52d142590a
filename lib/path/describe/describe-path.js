import { joined } from '../../shared/columns/joined.js';
import { changesOf } from '../changes/changes.js';
import { hostDelays } from '../segments/host-delays.js';
import { segmentFigures } from '../segments/segment-figures.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */
/** @typedef {import('../segments/packets-by-way.js').PacketsByWay} PacketsByWay */
/** @typedef {import('../segments/host-delays.js').HostDelays} HostDelays */
/** @typedef {import('../segments/segment-figures.js').SegmentFigures} SegmentFigures */

/**
 * A capture's clock against the first one's.
 * @typedef {object} DescribedClock
 * @property {number | null} offset seconds that it was ahead at the first file's first packet; null: not known
 * @property {number} drift ppm that it gains
 * @property {{ after: number, by: number }[]} steps seconds since the first file's first packet, seconds
 * @property {number | null} uncertainty seconds
 * @property {import('../clock/clock.js').Method} method
 */

/**
 * @typedef {object} DescribedConnection
 * @property {(number | null)[]} flows by file: its number there; null: it is not there
 * @property {import('../changes/changes.js').Change[]} changes
 * @property {{ client: HostDelays, server: HostDelays }} hosts how long each took by itself
 * @property {{ clientToServer: { segments: SegmentFigures[] }, serverToClient: { segments: SegmentFigures[] } }}
 *   directions
 */

/** @param {Path} path */
export const describePoints = (path) =>
  path.points.map(({ file }, place) => ({ file, order: path.order[place], clock: describeClock(path, place) }));

/** @param {Path} path @param {number} place @returns {DescribedClock} */
function describeClock(path, place) {
  const { offsetNs, pieces, drift, uncertaintyNs, method } = path.clocks[place];
  const isKnown = method !== 'none';
  const startNs = differenceNs(path.points[place].startEpochNs, path.points[0].startEpochNs);
  return {
    offset: isKnown ? inSeconds(startNs + offsetNs) : null,
    drift: Math.round(drift * 1e9) / 1e3,
    steps: pieces
      .slice(1)
      .map(({ fromRow, offsetNs: after }, at) => ({
        after: inSeconds(path.timeNs(place, fromRow)),
        by: inSeconds(after - pieces[at].offsetNs),
      })),
    uncertainty: Number.isFinite(uncertaintyNs) ? inSeconds(uncertaintyNs) : null,
    method,
  };
}

/** @param {bigint | null} one @param {bigint | null} other @returns {number} 0 where a capture has no times */
const differenceNs = (one, other) => (one === null || other === null ? 0 : Number(one - other));

/** To the microsecond. @param {number} ns */
const inSeconds = (ns) => Math.round(ns / 1e3) / 1e6;

/**
 * @param {Path} path @param {Fates} fates @param {PacketsByWay} packets @param {number} index
 * @returns {DescribedConnection}
 */
export function describeConnection(path, fates, packets, index) {
  const { facts } = path.connections[index];
  return {
    flows: facts.map((one, place) => (one === null ? null : path.points[place].tcp.flows.number(one.flow))),
    changes: changesOf(path, index, (direction) => packets.of(index, direction)),
    hosts: { client: hostDelays(path, index, 1), server: hostDelays(path, index, 0) },
    directions: {
      clientToServer: { segments: segmentsOf(path, fates, index, 0, packets) },
      serverToClient: { segments: segmentsOf(path, fates, index, 1, packets) },
    },
  };
}

/**
 * @param {Path} path @param {Fates} fates @param {number} index @param {0|1} direction
 * @param {PacketsByWay} packets
 */
function segmentsOf(path, fates, index, direction, packets) {
  const way = path.wayOf(index, direction);
  const own = packets.of(index, direction);
  return way.slice(1).map((to, at) => segmentFigures(path, fates, [way[at], to], own));
}

/**
 * The segments of the path as a whole, one way, each with the packets of all connections that both its points have.
 * @param {Path} path @param {PacketsByWay} packets
 * @param {boolean} isBack from the end of most clients' servers to theirs
 * @returns {{ between: [number, number], packets: Int32Array }[]}
 */
export function segmentsOfAll(path, packets, isBack) {
  const sign = isBack ? -1 : 1;
  const way = path.points.map((_, place) => place).sort((a, b) => sign * (path.order[a] - path.order[b]));
  return way.slice(1).map((to, at) => {
    const from = way[at];
    const lists = path.connections.flatMap(({ facts }, index) => {
      if (facts[from] === null || facts[to] === null) return [];
      return [packets.of(index, isBack === (path.isReversed[index] === 1) ? 0 : 1)];
    });
    return { between: [from, to], packets: joined(Int32Array, lists) };
  });
}
