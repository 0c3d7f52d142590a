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
  const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'EPIPE') return 0; // whoever read our output has seen enough
  if (error instanceof UsageError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'))) {
    process.stderr.write(`selfclock: ${message.split('\n')[0].replace(/\.$/, '')}. Run "selfclock help" for the commands.\n`);
    return 2;
  }
  if (error instanceof CaptureError || error instanceof Error) {
    process.stderr.write(`selfclock: ${message}\n`);
    return 1;
  }
  throw error;
}
