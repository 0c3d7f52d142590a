import { TABLES } from './options/all.js';
import { parse } from './options/parse.js';
import { OutputError } from './output-error.js';
import { unknown, UsageError } from './usage-error.js';

/** @typedef {keyof typeof TABLES} CommandName */

/** @type {{ [N in CommandName]: () => Promise<(given: import('./options/parse.js').Given<N>) => Promise<number>> }} */
const COMMANDS = {
  analyze: async () => (await import('./analyze/analyze.js')).analyze,
  compare: async () => (await import('./captures/compare.js')).compare,
  path: async () => (await import('./captures/path.js')).path,
  capture: async () => (await import('./live.js')).capture,
  export: async () => (await import('./export/export.js')).exportFlow,
  interfaces: async () => (await import('./live.js')).interfaces,
  simulate: async () => (await import('./simulate.js')).simulate,
  whatif: async () => (await import('./whatif.js')).whatif,
  serve: async () => (await import('./serve.js')).serve,
  open: async () => (await import('./open.js')).open,
  index: async () => (await import('./index-captures.js')).index,
  watch: async () => (await import('./watch.js')).watch,
  query: async () => (await import('./query.js')).query,
  split: async () => (await import('./split.js')).split,
  report: async () => (await import('./report.js')).report,
  picture: async () => (await import('./picture/picture.js')).picture,
  mcp: async () => (await import('./mcp/mcp.js')).mcp,
  completion: async () => (await import('./completion.js')).completion,
};

const HELP = new Set(['help', '--help', '-h']);
const VERSION_ASKED = new Set(['--version', '-v']);

/**
 * Runs one command of the command line.
 * @param {string[]} argv without node and script
 * @returns {Promise<number>} exit status: 0 done, 1 the input could not be used or the output not be written, 2 wrong
 *   usage
 */
export async function runCommand(argv) {
  const [name, ...args] = argv;
  try {
    if (name === undefined || HELP.has(name)) return await help(args[0], name === undefined ? 2 : 0);
    if (VERSION_ASKED.has(name)) return await version();
    if (!isCommand(name)) throw await unknown('command', name, Object.keys(COMMANDS));
    if (asksHelp(args)) return await help(name, 0);
    const given = await parse(args, (await TABLES[name]()).TABLE);
    return await (
      await COMMANDS[name]()
    )(given);
  } catch (error) {
    return report(error);
  }
}

/** @param {string[]} args @returns {boolean} */
const asksHelp = (args) => args.slice(0, args.indexOf('--') >>> 0).some((arg) => arg === '--help' || arg === '-h');

/** @param {string} name @returns {name is CommandName} */
const isCommand = (name) => Object.hasOwn(COMMANDS, name);

/** @param {string|undefined} command all where there is none @param {number} status */
async function help(command, status) {
  if (command !== undefined && !isCommand(command)) throw await unknown('command', command, Object.keys(COMMANDS));
  const texts = await import('./options/help.js');
  await (await import('./output.js')).print(await (command === undefined ? texts.help() : texts.helpOf(command)));
  return status;
}

async function version() {
  await (await import('./output.js')).print(`selfclock ${(await import('./version.js')).VERSION}\n`);
  return 0;
}

const OUR_BUG = 'this is a bug in Selfclock, not in its input: please report it with the command';

/** @param {Error} error whether it is one that JavaScript throws by itself, and not a function of Node's */
const isOurs = (error) => /^(?:Type|Range|Reference|Syntax)Error$/.test(error.name) && !('code' in error);

/** @param {unknown} error @returns {number} exit status */
function report(error) {
  const { message: complaint, code } = /** @type {NodeJS.ErrnoException} */ (error);
  const message = inOneLine(complaint);
  if (error instanceof OutputError && error.isClosed) return 0;
  if (error instanceof UsageError) {
    const half = message.replace(/\.$/, '');
    process.stderr.write(`selfclock: ${half}${half.endsWith('?') ? '' : '.'} Run "selfclock help" for the commands.\n`);
    return 2;
  }
  if (code === 'ERR_MODULE_NOT_FOUND' && complaint.startsWith('Cannot find package')) {
    process.stderr.write(`selfclock: ${message.replace(/ imported from .*/, '')}: run npm ci in Selfclock's folder.\n`);
    return 1;
  }
  if (!(error instanceof Error)) throw error;
  process.stderr.write(`selfclock: ${isOurs(error) ? `${OUR_BUG} (${error.name}: ${message})` : message}\n`);
  return 1;
}

/**
 * @param {string} message may hold what was typed, or a file's name, and so whatever moves a terminal's cursor or turns
 *   the direction of reading
 * @returns {string}
 */
const inOneLine = (message) =>
  message.replace(/\s*\n\s*/g, ' ').replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
