import { askTool } from './run-tool.js';
import { DUMPCAP } from './tool/dumpcap.js';
import { NODE_PCAP } from './tool/node-pcap.js';
import { TCPDUMP } from './tool/tcpdump.js';

/** @typedef {import('./tool/tool.js').CaptureTool} CaptureTool */

const TOOLS = [DUMPCAP, TCPDUMP, NODE_PCAP];

/**
 * The capture tools of this system, the preferred one first. The environment's SELFCLOCK_CAPTURE_TOOL, one of their
 * names, leaves only that one.
 * @returns {Promise<CaptureTool[]>}
 */
export async function findTools() {
  const forced = process.env.SELFCLOCK_CAPTURE_TOOL;
  /** @type {CaptureTool[]} */
  const found = TOOLS.flatMap((tool) => {
    const program = forced && tool.name !== forced ? null : tool.find();
    return program === null ? [] : [{ ...tool, ...program }];
  });
  if (found.length < 2) return found;
  const ranks = await Promise.all(found.map((tool) => tool.rank((args) => askTool(tool, args))));
  const rankOf = new Map(found.map((tool, index) => [tool, ranks[index]]));
  return found.sort((a, b) => Number(rankOf.get(a)) - Number(rankOf.get(b)));
}
