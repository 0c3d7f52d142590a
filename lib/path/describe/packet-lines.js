import { FATE_NAMES } from '../../shared/path/fate.js';
import { NOT_SEEN } from '../packets/joined-packets.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */

/**
 * A packet of the path; lists are by file.
 * @typedef {object} PathPacket
 * @property {number} connection index in `connections`
 * @property {'clientToServer' | 'serverToClient'} direction
 * @property {(number | null)[]} frames
 * @property {(number | null)[]} times seconds on the first file's clock since its first packet
 * @property {(string | null)[]} fates null where it was first seen
 */

/**
 * Every packet, in the order of its first sight.
 * @param {Path} path @param {Fates} fates
 * @returns {Generator<PathPacket>}
 */
export function* pathPackets(path, fates) {
  const { packets, points } = path;
  for (const packet of inOrder(path, fates)) {
    const seen = packets.firstPlace(packet);
    const rows = points.map((_, place) => packets.rowOf[place][packet]);
    yield {
      connection: path.connectionOfPacket(packet),
      direction: path.directionOf(seen, rows[seen]) === 0 ? 'clientToServer' : 'serverToClient',
      frames: rows.map((row, place) => (row === NOT_SEEN ? null : points[place].rows.frame(row))),
      times: rows.map((row, place) => (row === NOT_SEEN ? null : Math.round(path.timeNs(place, row)) / 1e9)),
      fates: points.map((_, place) => FATE_NAMES[fates.at[place][packet]]),
    };
  }
}

/** @param {Path} path @param {Fates} fates @returns {Uint32Array} packets by the time of their first sight */
export function inOrder(path, fates) {
  const { packets } = path;
  const firstNs = new Float64Array(packets.count);
  for (let packet = 0; packet < packets.count; packet++) {
    const place = fates.wayOf(packet).find((at) => packets.rowOf[at][packet] !== NOT_SEEN) ?? 0;
    firstNs[packet] = path.timeNs(place, packets.rowOf[place][packet]);
  }
  return Uint32Array.from(firstNs, (_, packet) => packet).sort((a, b) => firstNs[a] - firstNs[b] || a - b);
}
