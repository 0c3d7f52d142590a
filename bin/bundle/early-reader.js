import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { LEAST_READ_AHEAD_BYTES, READER, READER_OPTIONS } from '../../lib/threads/reader-options.js';
import { startEarly } from './load.js';

/**
 * Starts the thread that reads a capture where one is going to be wanted, before the command line is loaded: the thread takes longer to be ready. Where
 * none is wanted after all, as for a file that is no capture, it keeps nobody waiting.
 * @param {string[]} argv of the process
 */
export function startReaderFor([, , command, ...args]) {
  if (command === 'analyze' && availableParallelism() > 1 && args.some(isLarge)) startEarly(READER, READER_OPTIONS);
}

/** @param {string} path perhaps: what is wrong with it is for the command to say */
function isLarge(path) {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size >= LEAST_READ_AHEAD_BYTES;
  } catch {
    return false;
  }
}
