import { describeFlow } from './describe-flow.js';

/** @typedef {import('../tables/flow-table.js').FlowTable} FlowTable */
/** @typedef {import('./json-bytes.js').JsonBytes} JsonBytes */

/**
 * Writes what `describeFlow` gives, byte for byte as JSON.stringify would, but for the closing brace: others may add to it. By the core,
 * unless there is a number that only JSON.stringify prints right.
 * @param {JsonBytes} json over bytes of the core's memory, as `jsonBuffer` @param {FlowTable} flows @param {number} flow index
 */
export function writeFlow(json, flows, flow) {
  const end = flows.writeFlow(json.address, flow);
  if (end > 0) json.address = end;
  else json.raw(JSON.stringify(describeFlow(flows, flow)).slice(0, -1));
}
