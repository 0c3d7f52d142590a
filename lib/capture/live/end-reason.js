import { complaintOf, mentionsPermission } from './run-tool.js';

/**
 * Why a capture ended without being stopped: one sentence.
 * @param {object} end
 * @param {string} end.tool
 * @param {string} end.interface
 * @param {number|null} end.code exit code
 * @param {string|null} end.signal that killed it
 * @param {string} end.stderr the last that it said
 */
export function unexpectedEnd({ tool, interface: name, code, signal, stderr }) {
  if (signal) return `${tool} was killed from outside (${signal}); what it had captured is kept.`;
  if (/disappeared|went down|no longer (running|exists|attached)|network is down|no such device/i.test(stderr)) {
    return `The interface ${name} went away or went down; what was captured until then is kept.`;
  }
  if (/no space left|disk.*full|not enough space|file system.*full/i.test(stderr)) return DISK_FULL;
  if (mentionsPermission(stderr)) return `${tool} was refused access: ${complaintOf(stderr) ?? stderr.trim()}`;
  const complaint = complaintOf(stderr);
  const reason = complaint ? `: ${complaint}` : ' and gave no reason';
  return `${tool} ended by itself (exit code ${code})${reason}`.replace(/\.?$/, '.');
}

export const DISK_FULL = 'The disk is full, so capturing was stopped; delete captures or make room, then start again.';

export const FOLDER_GONE =
  'The folder into which packets were captured is gone, so capturing was stopped; ' +
  'what was read of it until then is shown.';
