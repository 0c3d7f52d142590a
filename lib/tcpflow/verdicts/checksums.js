import { DIR } from '../../engine/flow-fields.js';

/**
 * Whether a wrong checksum of a direction means that the segment was damaged: most are right, and of segments with data
 * at least one. Otherwise checksums are offloaded to the network card, or a program has changed the capture's data.
 * @param {import('../tables/flow-table.js').FlowTable} flows @param {number} flow index
 * @param {number} endpoint that sends
 */
export function meansDamage(flows, flow, endpoint) {
  const withData = flows.dirInt(flow, endpoint, DIR.RIGHT_WITH_DATA);
  const right = withData + flows.dirInt(flow, endpoint, DIR.RIGHT_WITHOUT);
  const hasData = flows.dirInt(flow, endpoint, DIR.DATA_PACKETS) > 0;
  return flows.dirInt(flow, endpoint, DIR.WRONG_CHECKSUMS) <= right && (withData > 0 || !hasData);
}
