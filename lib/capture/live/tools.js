import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { askTool } from './run-tool.js';

/**
 * @typedef {'dumpcap'|'tcpdump'|'pcap'} ToolName
 *
 * @typedef {object} CaptureTool
 * @property {ToolName} name
 * @property {string} command path of the program
 * @property {string[]} baseArguments arguments before all others
 */

/**
 * Where administrators' programs are, which a user's PATH often leaves out, and where Wireshark for macOS has its own.
 */
const FURTHER_DIRECTORIES = [
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  '/opt/homebrew/bin',
  '/Applications/Wireshark.app/Contents/MacOS',
];

/** Runs node-pcap, which does not load in a second thread and must not be able to take the server down. */
const PCAP_CHILD = fileURLToPath(new URL('./pcap-child.js', import.meta.url));

/**
 * The capture tools of this system, the one to be used first.
 *
 * dumpcap comes first where it can be told how often to write out (`--update-interval`, Wireshark 4.2 and newer). Older
 * ones hold packets back for 250 to 620 ms (measured with 4.0), too long for a live picture, so tcpdump, which then
 * needs 3 ms, is preferred to them. node-pcap is the last resort. The environment's SELFCLOCK_CAPTURE_TOOL, one of the
 * three names, leaves only that one.
 * @returns {Promise<CaptureTool[]>}
 */
export async function findTools() {
  const forced = process.env.SELFCLOCK_CAPTURE_TOOL;
  const found = [program('dumpcap'), program('tcpdump'), nodePcap()];
  const tools = found.filter((tool) => tool !== null);
  if (forced) return tools.filter(({ name }) => name === forced);
  const [first] = tools;
  if (tools.length < 2 || first.name !== 'dumpcap' || tools[1].name === 'pcap' || (await setsUpdateInterval(first))) {
    return tools;
  }
  return [tools[1], first, ...tools.slice(2)];
}

/**
 * Whether this dumpcap knows `--update-interval`.
 * @param {CaptureTool} tool
 */
export async function setsUpdateInterval(tool) {
  const { stdout } = await askTool(tool, ['--help']);
  return stdout.includes('--update-interval');
}

/**
 * @param {'dumpcap'|'tcpdump'} name
 * @returns {CaptureTool|null}
 */
function program(name) {
  const directories = [...(process.env.PATH ?? '').split(delimiter), ...FURTHER_DIRECTORIES];
  const command = directories
    .filter(Boolean)
    .map((directory) => join(directory, name))
    .find(isFile);
  return command ? { name, command, baseArguments: [] } : null;
}

/**
 * A dumpcap that only a group may run counts as found: the user can be told how to join.
 * @param {string} path
 */
function isFile(path) {
  try {
    const stat = statSync(path);
    return stat.isFile() && (stat.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}

/** @returns {CaptureTool|null} */
function nodePcap() {
  try {
    const main = createRequire(import.meta.url).resolve('pcap');
    // Installed without its native part (no compiler, `--ignore-scripts`) it cannot be loaded.
    accessSync(join(main, '..', 'build', 'Release', 'pcap_binding.node'), constants.R_OK);
  } catch {
    return null;
  }
  return { name: 'pcap', command: process.execPath, baseArguments: [PCAP_CHILD] };
}
