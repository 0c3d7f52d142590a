import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { LEAST_READ_AHEAD_BYTES, READER, READER_OPTIONS } from '../../lib/ahead/reader-options.js';
import { startEarly } from './load.js';

/**
 * Starts the thread that reads a capture where one is going to be wanted, before the command line is loaded: the thread takes longer to be ready. Where
 * none is wanted after all, as for a file that is no capture, it keeps nobody waiting.
 * @param {string[]} argv of the process
 * @returns {() => void} ends it, if there is one: what runs does not come from the bundle
 */
export function startReaderFor([, , command, ...args]) {
  const isWanted = command === 'analyze' && availableParallelism() > 1 && args.some(isLarge), thread = isWanted ? startEarly(READER, READER_OPTIONS) : null;
  return () => void thread?.terminate();
}

/** @param {string} path perhaps */
function isLarge(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size >= LEAST_READ_AHEAD_BYTES;
}
