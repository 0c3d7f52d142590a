/** Completions of a filter. */
import { fieldOf, FIELDS, NAMES } from './fields.js';
import { FilterError, tokens } from './lex.js';

/** @typedef {import('./lex.js').Token} Token */
/** @typedef {{ text: string, words: string }} Option */
/**
 * @typedef {{ from: number, to: number, options: Option[] }} Completion from, to: the range that an option replaces,
 *   `to` excluded
 */

const NUMBER_SIGNS = [
  ['==', 'equal'],
  ['!=', 'different'],
  ['>', 'more'],
  ['<', 'less'],
  ['>=', 'as much or more'],
  ['<=', 'as much or less'],
  ['in', 'one of {…}'],
];
const TEXT_SIGNS = [
  ['==', 'equal'],
  ['!=', 'different'],
  ['contains', 'has it in it'],
  ['matches', 'fits a regular expression'],
  ['in', 'one of {…}'],
];
const ADDRESS_SIGNS = [
  ['==', 'equal, or in the network'],
  ['!=', 'different'],
  ['in', 'one of {…}'],
];
const JOINTS = [
  ['&&', 'and'],
  ['||', 'or'],
];

/**
 * @param {string} text
 * @param {number} cursor
 * @returns {Completion}
 */
export function completeFilter(text, cursor) {
  const before = readable(text.slice(0, cursor));
  if (before === null) return { from: cursor, to: cursor, options: [] };
  const last = before.at(-1);
  const isInWord = last?.kind === 'word' && last.to === cursor;
  const part = isInWord ? before.pop() : undefined;
  const from = part?.from ?? cursor;
  const typed = part?.text.toLowerCase() ?? '';
  const options = optionsBehind(before, typed === '' ? OWN_NAMES : NAMES);
  const fitting = options.filter(
    ({ text: option }) => option.toLowerCase().startsWith(typed) && option.toLowerCase() !== typed,
  );
  const inside = typed.length < 2 ? [] : options.filter(({ text: option }) => option.toLowerCase().indexOf(typed) > 0);
  return { from, to: cursor, options: [...fitting, ...inside] };
}

/** @param {string} text @returns {Token[]|null} null inside quotes */
function readable(text) {
  try {
    return tokens(text);
  } catch (error) {
    if (error instanceof FilterError) return null;
    throw error;
  }
}

/** Without Wireshark's names, which are offered once a part is typed. */
const OWN_NAMES = FIELDS.map(({ name, words }) => ({ text: name, words }));

/** @param {Token[]} before @param {readonly Option[]} names @returns {Option[]} */
function optionsBehind(before, names) {
  const last = before.at(-1);
  const sign = before.at(-2);
  if (last === undefined || ['and', 'or', 'not', '('].includes(last.kind)) {
    return [...names];
  }
  const asked = last.kind === 'compare' ? fieldOf(sign?.text ?? '') : openSetField(before);
  if (asked) return (asked.values ?? []).map((text) => ({ text, words: '' }));
  const field = last.kind === 'word' && sign?.kind !== 'compare' ? fieldOf(last.text) : null;
  if (field && field.kind !== 'truth') return pairs(signsOf(field));
  return last.kind === 'compare' || last.kind === '{' || last.kind === ',' ? [] : [...pairs(JOINTS), ...names];
}

/** @param {Token[]} before @returns {import('./fields.js').Field|null} of the unclosed list at the end */
function openSetField(before) {
  const open = before.findLastIndex(({ kind }) => kind === '{');
  if (open < 2 || before.slice(open).some(({ kind }) => kind === '}')) return null;
  return fieldOf(before[open - 2].text);
}

/** @param {import('./fields.js').Field} field */
function signsOf({ kind }) {
  if (kind === 'address') return ADDRESS_SIGNS;
  return kind === 'text' ? TEXT_SIGNS : NUMBER_SIGNS;
}

/** @param {string[][]} list @returns {Option[]} */
const pairs = (list) => list.map(([text, words]) => ({ text, words }));
