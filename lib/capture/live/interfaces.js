import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

import { checkFilter } from './filter.js';
import { noToolProblem } from './privilege.js';
import { askTool } from './run-tool.js';
import { findTools } from './tools.js';

/**
 * @typedef {import('./tool/tool.js').CaptureTool} CaptureTool
 *
 * @typedef {object} CaptureInterface
 * @property {string} name
 * @property {string} description
 * @property {string[]} addresses
 * @property {boolean} loopback
 * @property {boolean} up
 *
 * @typedef {object} InterfaceList
 * @property {import('./tool/tool.js').ToolName|null} tool the tool that would capture; null: there is none
 * @property {CaptureInterface[]} interfaces
 * @property {import('./privilege.js').Problem|null} problem why nothing can be captured
 */

const IFF_UP = 1;

/**
 * The interfaces that can be captured on, and the tool for it.
 * @returns {Promise<InterfaceList>}
 */
export async function listInterfaces() {
  const { tool, interfaces, problem } = await chooseTool();
  return { tool: tool && tool.name, interfaces, problem };
}

/**
 * The first tool that may capture; if none may, the first, with the problem.
 * @param {{ tellsDrops?: boolean }} [wish] `tellsDrops`: prefers tools that report drop counts at any time
 * @returns {Promise<{ tool: CaptureTool|null, interfaces: CaptureInterface[], problem:
 *   import('./privilege.js').Problem|null }>}
 */
export async function chooseTool({ tellsDrops = false } = {}) {
  const tools = await findTools();
  if (tellsDrops) tools.sort((a, b) => Number(a.statisticsSignal === null) - Number(b.statisticsSignal === null));
  if (tools.length === 0) return { tool: null, interfaces: [], problem: noToolProblem() };
  const choices = [];
  for (const tool of tools) {
    const choice = await examine(tool);
    if (!choice.problem) return choice;
    choices.push(choice);
  }
  return choices[0];
}

/** @param {CaptureTool} tool */
async function examine(tool) {
  const answer = await askTool(tool, [...tool.listArguments]);
  const listed = tool.readList(answer.stdout);
  const known = networkInterfaces();
  const interfaces = listed.map(({ name, description, loopback, up }) => {
    const entries = known[name] ?? [];
    return {
      name,
      description,
      addresses: entries.map(({ address }) => address),
      loopback: loopback ?? entries.some(({ internal }) => internal),
      up: up ?? isUp(name, entries.length > 0),
    };
  });
  // Every interface needs the same privilege, so that the first that is up stands for all; macOS lists none without it.
  const sample = interfaces.find(({ up }) => up)?.name ?? 'lo';
  const refusal = await checkFilter(tool, sample, '');
  const problem = refusal && { message: refusal.message, command: refusal.command };
  return { tool, interfaces, problem };
}

/**
 * @param {string} name
 * @param {boolean} hasAddress
 */
function isUp(name, hasAddress) {
  if (name === 'any') return true;
  try {
    return (Number(readFileSync(`/sys/class/net/${name}/flags`, 'utf8')) & IFF_UP) !== 0;
  } catch {
    // Not Linux, or gone: Node lists the addresses of interfaces that are up only.
    return hasAddress;
  }
}
