import { count } from '../../../base/format.js';
import { isPartial } from '../data/partial-packets.js';

/**
 * The time–sequence diagram for screen readers.
 * @param {import('../data/model.js').Model} model
 * @param {number} direction
 * @returns {string} sentences
 */
export function diagramWords({ series, columns }, direction) {
  const shown = series[direction];
  const words = direction === 0 ? 'client to server' : 'server to client';
  if (isPartial(columns)) {
    return `Time–sequence diagram, ${words}: ${columns.sketch} packets, drawn with less detail; zoom in to see every packet.`;
  }
  if (columns.sketch !== null) {
    return `Time–sequence diagram, ${words}: a preview of ${columns.sketch} packets, which are being fetched.`;
  }
  const closed = shown.closedWindows.start.length;
  const again = shown.retransmissions.count - shown.repeatedControls.count;
  const late = shown.lateArrivals.count - shown.lateControls.count;
  return (
    `Time–sequence diagram, ${words}: ${count(columns.rows, 'packet')}, ${count(shown.segments.count + again + late, 'segment')} with data, ${again} of them retransmitted, ` +
    `${late} out of order, window closed ${closed === 1 ? 'once' : count(closed, 'time')}.`
  );
}
