/**
 * With what the bundle begins on every thread, as a script of its own (`dist/start.cjs`): Node takes a few milliseconds for each module by itself, and in a
 * thread ten for the first.
 */
import { dropEarly, isUnchanged, load, sourcesOf } from './load.js';
import { startReaderFor } from './early-reader.js';

export { load, loaded, startThread } from './load.js';

/**
 * @param {string[]} argv of the process
 * @returns {typeof import('../commands/run.js')|undefined} undefined: a source has changed since the bundle was made
 */
export function commandLine(argv) {
  const name = argv[2] === 'serve' ? 'serve' : 'run', sources = sourcesOf(name);
  startReaderFor(argv);
  if (isUnchanged(sources)) return load(name);
  dropEarly();
  return undefined;
}
