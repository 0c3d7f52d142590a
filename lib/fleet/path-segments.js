/** What each segment of a path did to each connection: rows of the table `path_segments`. */
import { openPath } from '../library/index.js';

/** @typedef {import('../path/segments/segment-figures.js').SegmentFigures} SegmentFigures */
/**
 * @typedef {object} PathSegmentRow
 * @property {number|null} connection its number in the first capture; null: it is not there
 * @property {'clientToServer'|'serverToClient'} direction
 * @property {number} segment from 0, in the order in which the direction's packets come by
 * @property {string} fromCapture key
 * @property {string} toCapture
 * @property {number|null} fromConnection its number there
 * @property {number|null} toConnection
 * @property {SegmentFigures} figures
 */

/**
 * @param {readonly string[]} files captures of one path, the first being that of the rows
 * @param {readonly string[]} keys of them
 * @returns {AsyncGenerator<PathSegmentRow>}
 */
export async function* pathSegments(files, keys) {
  const path = await openPath(files);
  for await (const { flows, directions } of path.connections()) {
    for (const direction of /** @type {const} */ (['clientToServer', 'serverToClient'])) {
      for (const [segment, figures] of directions[direction].segments.entries()) {
        const [from, to] = figures.between;
        yield {
          connection: flows[0],
          direction,
          segment,
          fromCapture: keys[from],
          toCapture: keys[to],
          fromConnection: flows[from],
          toConnection: flows[to],
          figures,
        };
      }
    }
  }
}
