import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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

/**
 * @param {string} name
 * @returns {import('./tool.js').Program|null} null: no folder has it
 */
export function findProgram(name) {
  const directories = [...(process.env.PATH ?? '').split(delimiter), ...FURTHER_DIRECTORIES];
  const command = directories
    .filter(Boolean)
    .map((directory) => join(directory, name))
    .find(isExecutable);
  return command === undefined ? null : { command, baseArguments: [] };
}

/**
 * A dumpcap that only a group may run counts as found: the user is then told how to join the group.
 * @param {string} path
 */
function isExecutable(path) {
  try {
    const stat = statSync(path);
    return stat.isFile() && (stat.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}
