import { parseArgs } from 'node:util';

import { unknown, UsageError } from '../usage-error.js';

/**
 * @typedef {{ type: 'boolean', default?: boolean, value?: undefined }} Flag
 * @typedef {{ type: 'string', default?: string, value: string, multiple?: boolean, isOptional?: boolean }} Valued
 *   value: its name in the help; isOptional: empty where no connection's number or name follows
 * @typedef {(Flag|Valued) & { short?: string, text?: string }} Option text: explains it, where the forms do not
 */
/**
 * What a command takes: its parser, its help and its completions come from it.
 * @typedef {object} CommandTable
 * @property {Record<string, string>} forms what each does; nothing: what the next does
 * @property {boolean} [operands] false: it takes options only
 * @property {Record<string, Option>} options
 */
/** @typedef {typeof import('./all.js').TABLES} Tables */
/** @template {keyof Tables} N @typedef {Awaited<ReturnType<Tables[N]>>['TABLE']} TableOf */
/**
 * What a command was given.
 * @template {keyof Tables} N
 * @typedef {ReturnType<typeof parseArgs<{ allowPositionals: true, options: TableOf<N>['options'] }>>} Given
 */

/**
 * `parseArgs` knows no option whose value may be left out.
 * @param {string[]} args @param {CommandTable['options']} options
 */
const withEmptyValues = (args, options) =>
  args.map((arg, i) => {
    const option = options[arg.slice(2)];
    return option?.type === 'string' && option.isOptional && !/^q?\d+$/.test(args[i + 1] ?? '') ? `${arg}=` : arg;
  });

/**
 * @param {string[]} args @param {CommandTable} table
 * @returns {Promise<any>} Given @throws {UsageError}
 */
export async function parse(args, { options, operands = true }) {
  try {
    return parseArgs({ args: withEmptyValues(args, options), allowPositionals: operands, options });
  } catch (error) {
    const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(message.split('\n')[0]);
    const names = Object.keys(options).map((name) => `--${name}`);
    throw await unknown('option', /'(.*?)'/s.exec(message)?.[1] ?? '', names);
  }
}
