import { count } from '../../../base/format.js';
import { isPartial } from '../data/partial-packets.js';

/**
 * The time–sequence diagram for those who listen.
 * @param {import('../data/model.js').Model} model
 * @param {number} direction
 * @returns {string} sentences
 */
export function diagramWords({ series, columns }, direction) {
  const shown = series[direction];
  const words = direction === 0 ? 'client to server' : 'server to client';
  if (isPartial(columns)) {
    return `Time–sequence diagram, ${words}: ${columns.sketch} packets, of which those that make the picture are drawn, and all segments of a stretch that is zoomed in to.`;
  }
  if (columns.sketch !== null) {
    return `Time–sequence diagram, ${words}: a sketch of ${columns.sketch} packets, all of which are being fetched.`;
  }
  const closed = shown.closedWindows.start.length;
  const again = shown.retransmissions.count - shown.repeatedControls.count;
  const late = shown.lateArrivals.count - shown.lateControls.count;
  return (
    `Time–sequence diagram, ${words}: ${count(columns.rows, 'packet')}, ${count(shown.segments.count + again + late, 'segment')} with data, ${again} of them retransmitted, ` +
    `${late} out of order, window closed ${closed === 1 ? 'once' : count(closed, 'time')}.`
  );
}
