import { FLOW } from '../../engine/flow-fields.js';
import { TCP } from '../../engine/segment-batch.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';

const { SYN, URG } = TCP;

/** Urgent positions of a connection that are listed; more are counted. */
export const MAX_URGENT_MARKS = 16;

/**
 * A position that an urgent pointer pointed to.
 * @typedef {{ direction: 'clientToServer'|'serverToClient', offset: number, frame: number }} UrgentMark
 *   offset: of the last byte of urgent data in the stream, 0 = the first byte after the SYN; frame: the first that
 *   announced it
 */

/**
 * The ends of urgent data, in the order in which they were announced. Streams keep these bytes in line, as RFC 6093
 * (section 6) recommends to applications; a socket without SO_OOBINLINE takes the marked byte out. The pointer is read
 * as nearly all stacks do (RFC 6093, section 3.1): it points to the byte behind the urgent data.
 * @param {import('../tracker.js').TcpTracker} tcp @param {number} flow index
 * @returns {{ marks: UrgentMark[], total: number }}
 */
export function urgentMarks({ flows, packets }, flow) {
  /** @type {UrgentMark[]} */
  const marks = [];
  const highest = [-1, -1];
  const client = flows.clientEndpoint(flow);
  let total = 0;
  for (let row = flows.int(flow, FLOW.FIRST_ROW); row >= 0;) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    const endpoint = block.flowEnd[at] & 1;
    const flags = block.flags[at];
    const offset = block.seqOffset(at) + ((flags & SYN) >> 1) + Math.max(0, block.urgent[at] - 1) - 1;
    if (flags & URG && offset > highest[endpoint]) {
      highest[endpoint] = offset;
      total++;
      if (marks.length < MAX_URGENT_MARKS) {
        marks.push({
          direction: endpoint === client ? 'clientToServer' : 'serverToClient',
          offset,
          frame: block.frame(at),
        });
      }
    }
    row = block.next[at];
  }
  return { marks, total };
}
