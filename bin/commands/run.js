import { CaptureError } from '../../lib/capture/capture-error.js';
import { UsageError } from './usage-error.js';
import { USAGE } from './usage.js';

/** @type {Record<string, () => Promise<(args: string[]) => Promise<number>>>} */
const COMMANDS = {
  analyze: async () => (await import('./analyze.js')).analyze,
  compare: async () => (await import('./compare.js')).compare,
  capture: async () => (await import('./live.js')).capture,
  export: async () => (await import('./export.js')).exportFlow,
  interfaces: async () => (await import('./live.js')).interfaces,
  simulate: async () => (await import('./simulate.js')).simulate,
  whatif: async () => (await import('./whatif.js')).whatif,
  serve: async () => (await import('./serve.js')).serve,
};

/**
 * Runs one command of the command line.
 * @param {string[]} argv without node and script
 * @returns {Promise<number>} exit status: 0 done, 1 the input could not be used, 2 wrong usage
 */
export async function runCommand(argv) {
  const [name, ...args] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  try {
    if (!Object.hasOwn(COMMANDS, name)) throw new UsageError(`there is no command "${name}"`);
    return await (await COMMANDS[name]())(args);
  } catch (error) {
    return report(error);
  }
}

/** @param {unknown} error @returns {number} exit status */
function report(error) {
  const { message: said, code } = /** @type {NodeJS.ErrnoException} */ (error), message = inOneLine(said);
  if (code === 'EPIPE') return 0; // whoever read our output has seen enough
  if (error instanceof UsageError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'))) {
    process.stderr.write(`selfclock: ${(error instanceof UsageError ? message : inOneLine(said.split('\n')[0])).replace(/\.$/, '')}. Run "selfclock help" for the commands.\n`);
    return 2;
  }
  if (code === 'ERR_MODULE_NOT_FOUND' && said.startsWith('Cannot find package')) {
    process.stderr.write(`selfclock: ${message.replace(/ imported from .*/, '')}: run npm ci in Selfclock's folder.\n`);
    return 1;
  }
  if (error instanceof CaptureError || error instanceof Error) {
    process.stderr.write(`selfclock: ${message}\n`);
    return 1;
  }
  throw error;
}

/**
 * @param {string} message may hold what was typed, or a file's name, and so whatever moves a terminal's cursor or turns the direction of reading
 * @returns {string}
 */
const inOneLine = (message) => message.replace(/\s*\n\s*/g, ' ').replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
