/**
 * What there is to know of a capture tool. One more: a file in this folder, and a line of `../tools.js`.
 *
 * @typedef {'dumpcap'|'tcpdump'|'pcap'} ToolName
 *
 * @typedef {object} Program how it is run
 * @property {string} command path of the program
 * @property {string[]} baseArguments arguments before all others
 *
 * @typedef {object} CaptureOptions
 * @property {string} interface
 * @property {string} filter
 * @property {number} snapLength
 * @property {string} path the spool file; in a ring, the tool makes the names of the files from it
 * @property {number|null} ringFileBytes a new file after so many bytes
 * @property {number|null} [rollSeconds] and after so many seconds; then nobody reads a file that is not finished
 *
 * @typedef {(args: string[]) => Promise<import('../run-tool.js').ToolAnswer>} Ask runs the tool with these arguments
 *
 * @typedef {object} Tool
 * @property {ToolName} name
 * @property {() => Program|null} find null: it is not installed
 * @property {(ask: Ask) => Promise<number>} rank among the tools that there are; the lowest is used first
 * @property {readonly string[]} listArguments with which it lists interfaces
 * @property {(text: string) => import('../interface-lists.js').ListedInterface[]} readList what it prints then
 * @property {(interfaceName: string, filter: string) => string[]} filterArguments with which it compiles a filter and
 *   prints the program
 * @property {(options: CaptureOptions, ask: Ask) => Promise<string[]>} captureArguments with which it captures into a
 *   spool file
 * @property {string} spoolName of the spool file: its format
 * @property {NodeJS.Signals|null} statisticsSignal asks it for its counts; null: it prints them unasked
 * @property {number} drainMs it gets the kernel's last packets so much late
 * @property {number} [rollDrainMs] and so much where it begins a new file every so many seconds
 *
 * @typedef {Tool & Program} CaptureTool one that this system has
 */

/**
 * Kernel buffer. tcpdump, which takes packets at once, has it divided into slots of a whole snap length rounded up to
 * 128 KiB, all of them held in memory: with 64 MiB, 137 MB are resident, with 256 MiB, 529 MB.
 */
export const KERNEL_BUFFER_BYTES = 64 * 1024 ** 2;

/**
 * A number of a tool's units, one at the least.
 * @param {number} bytes
 * @param {number} unitBytes
 */
export const inUnits = (bytes, unitBytes) => String(Math.max(1, Math.round(bytes / unitBytes)));
