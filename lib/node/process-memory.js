import { totalmem } from 'node:os';

import { binaryBytesText } from '../shared/text/quantities.js';

/** Share of its memory from which on a process that reads a capture gives up, since the system would soon kill it. */
const USABLE_SHARE = 0.85;

/**
 * Memory limit of this process: the machine's memory, or the control group's (cgroup v1 or v2) where that is lower, as
 * in a container.
 * @param {number} [constrainedBytes] the group's limit as Node tells it; 0 or undefined: it knows of none
 * @param {number} [machineBytes]
 * @returns {number} bytes
 */
export function processMemoryBytes(constrainedBytes = process.constrainedMemory?.(), machineBytes = totalmem()) {
  return constrainedBytes ? Math.min(constrainedBytes, machineBytes) : machineBytes;
}

/**
 * Ends a command that reads one capture, with a message, before the system kills it without one.
 * @param {string} source the capture
 * @param {{ usedBytes?: number, memoryBytes?: number }} [process] of all threads
 * @throws {Error} one sentence
 */
export function checkMemory(
  source,
  { usedBytes = process.memoryUsage.rss(), memoryBytes = processMemoryBytes() } = {},
) {
  if (usedBytes < USABLE_SHARE * memoryBytes) return;
  const name = source === '-' ? 'The capture on standard input' : source;
  throw new Error(
    `${name} needs more memory than the ${binaryBytesText(memoryBytes)} available; ` +
      'cut it into parts (editcap -c), filter it, or give Selfclock more.',
  );
}
