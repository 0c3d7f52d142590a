import { execFile } from 'node:child_process';

/**
 * A question to a tool (its interfaces, its opinion of a filter) that is not answered by then has failed; a filter may
 * need the resolver.
 */
const ANSWER_MS = 10_000;

/** The tools' sentences are parsed, so they must be the English ones. */
export const TOOL_ENVIRONMENT = { ...process.env, LC_ALL: 'C' };

/** The tools' messages for missing privilege. */
const NO_PERMISSION = /permission|not permitted|EACCES|EPERM/i;

/**
 * @typedef {object} ToolAnswer
 * @property {boolean} ok it ran and exited with 0
 * @property {string} stdout
 * @property {string} stderr or, where it could not be run, why
 */

/**
 * Asks a capture tool something. The arguments go to it as they are, never through a shell.
 * @param {import('./tool/tool.js').Program} tool
 * @param {string[]} args
 * @returns {Promise<ToolAnswer>}
 */
export function askTool(tool, args) {
  return new Promise((resolve) => {
    const options = { timeout: ANSWER_MS, env: TOOL_ENVIRONMENT };
    execFile(tool.command, [...tool.baseArguments, ...args], options, (error, stdout, stderr) => {
      resolve({ ok: error === null, stdout, stderr: stderr || (error ? error.message : '') });
    });
  });
}

/** @param {string} text what a tool said */
export function mentionsPermission(text) {
  return NO_PERMISSION.test(text);
}

/**
 * What a tool complained of, as one line without its name and without the chatter around it.
 * @param {string} stderr
 * @returns {string|null}
 */
export function complaintOf(stderr) {
  const lines = stderr.split(/[\r\n]+/).map((line) => line.trim());
  const chatter =
    /^$|^(Capturing on|File:|Packets?[ :]|\*\* )|listening on|^Got \d|packets? (captured|received|dropped)|^\(node:/;
  const line = lines.find((text) => !chatter.test(text));
  return line ? line.replace(/^(dumpcap|tcpdump|pcap): /, '') : null;
}
