import { DirectionPair } from './direction-pair.js';
import { joinOpen, markCopies } from './open-packets.js';
import { joinParts } from './parts.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('./direction-pair.js').Way} Way */

/**
 * Joins the packets of a point with those of the points before it: those that are beyond doubt at once, the others when
 * the point's clock is known.
 * @param {Path} path @param {number} place
 * @returns {() => void} joins the others
 */
export function joinPoint(path, place) {
  /** @type {{ pair: DirectionPair, index: number, direction: 0|1 }[]} */
  const pairs = [];
  path.connections.forEach((connection, index) => {
    if (connection.facts[place] === null) return;
    for (let before = 0; before < place; before++) {
      if (connection.facts[before] === null) continue;
      for (const direction of /** @type {const} */ ([0, 1])) {
        const pair = new DirectionPair(
          path.packets,
          wayAt(path, index, before, direction),
          wayAt(path, index, place, direction),
        );
        pair.joinUnique();
        pairs.push({ pair, index, direction });
      }
    }
  });
  const timeOf = (/** @type {number} */ at, /** @type {number} */ row) => path.timeNs(at, row);
  return () => {
    for (const { pair } of pairs.filter((each) => each.pair.isOpen)) {
      joinOpen(pair, timeOf);
      joinParts(pair, timeOf);
    }
    for (const { pair, index, direction } of pairs) {
      const way = path.wayOf(index, direction);
      markCopies(pair, way.indexOf(pair.one.place) < way.indexOf(place));
    }
  };
}

/** @param {Path} path @param {number} index @param {number} place @param {0|1} direction @returns {Way} */
function wayAt({ points, connections }, index, place, direction) {
  const { facts, shifts } = connections[index];
  const { flow, client } = /** @type {import('../connections/facts.js').Facts} */ (facts[place]);
  const { rows, tcp } = points[place];
  return {
    place,
    rows,
    firstRow: tcp.flows.at(flow).firstRow,
    packets: tcp.flows.direction(flow, direction === 0 ? client : 1 - client).packets,
    endpoint: direction === 0 ? client : 1 - client,
    seqShift: shifts[place][direction],
    ackShift: shifts[place][1 - direction],
  };
}
