import { TABLES } from './all.js';

const MAX_COLUMNS = 120;
/** Columns where explanations begin: of a form, if that fits on its line or else on the next, and of an option. */
const FORM_COLUMN = 41;
const NEXT_LINE_COLUMN = 6;
const OPTION_COLUMN = 25;

/** @typedef {import('./parse.js').CommandTable} CommandTable */

/** @param {keyof typeof TABLES} command @returns {Promise<string>} what it takes, and what it does */
export async function helpOf(command) {
  /** @type {{ TABLE: CommandTable }} */
  const { TABLE } = await TABLES[command]();
  const forms = Object.entries(TABLE.forms).map(([takes, does]) => formText(`${command} ${takes}`, does));
  const explained = Object.entries(TABLE.options).filter(([, { text }]) => text !== undefined);
  return [...forms, ...explained.map(optionText)].join('');
}

/** @returns {Promise<string>} the help of all commands */
export async function help() {
  const commands = /** @type {(keyof typeof TABLES)[]} */ (Object.keys(TABLES));
  return `Selfclock shows how applications use TCP and QUIC.

${(await Promise.all(commands.map(helpOf))).join('')}  selfclock help [COMMAND], selfclock COMMAND --help, selfclock --version

FILE is a path or - for standard input: pcap, pcapng or snoop, plain or gzip, detected from its content.
`;
}

/** @param {string} form @param {string} does */
function formText(form, does) {
  const [start, ...options] = form.split(/\s+(?=\[)/);
  const line = wrapped(`  selfclock ${start}`, options, NEXT_LINE_COLUMN);
  if (does === '') return `${line}\n`;
  const fits = line.length < FORM_COLUMN - 1;
  const head = fits ? line.padEnd(FORM_COLUMN - 1) : `${line}\n${' '.repeat(NEXT_LINE_COLUMN - 1)}`;
  return `${wrapped(head, wordsOf(does), NEXT_LINE_COLUMN)}\n`;
}

/** @param {[string, CommandTable['options'][string]]} option */
function optionText([name, { short, value, text = '' }]) {
  const label = [short === undefined ? `--${name}` : `-${short}`, value].filter(Boolean).join(' ');
  const head = `${' '.repeat(NEXT_LINE_COLUMN)}${label} `.padEnd(OPTION_COLUMN - 1);
  return `${wrapped(head, wordsOf(text), OPTION_COLUMN)}\n`;
}

/** @param {string} text @returns {string[]} what is quoted stays together, to be copied */
const wordsOf = (text) => text.match(/'[^']*'\S*|\S+/g) ?? [];

/** @param {string} head of the first line @param {string[]} words @param {number} column where further lines begin */
function wrapped(head, words, column) {
  return words.reduce((text, word) => {
    const used = text.length - text.lastIndexOf('\n') - 1;
    return used + 1 + word.length <= MAX_COLUMNS ? `${text} ${word}` : `${text}\n${' '.repeat(column)}${word}`;
  }, head);
}
