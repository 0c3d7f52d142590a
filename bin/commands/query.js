import { csvFormatRow } from 'd3';

import { ask } from '../../lib/fleet/database.js';
import { QUESTIONS } from '../../lib/fleet/questions.js';
import { pathOf } from './input/paths.js';
import { Output, print } from './output.js';
import { UsageError } from './usage-error.js';

/** Rows of a table, which is for reading: --json and --csv have all. */
const MAX_SHOWN_ROWS = 1000;

/** @param {import('./options/parse.js').Given<'query'>} given @returns {Promise<number>} exit status */
export async function query({ values, positionals }) {
  if (values.json && values.csv) throw new UsageError('--json and --csv cannot be combined');
  if (values.ask === 'help') return listQuestions();
  const sql = values.ask === undefined ? positionals.shift() : questionOf(values.ask);
  if (sql === undefined || positionals.length !== 1) {
    throw new UsageError("query takes 'select …' and a DIR, or --ask QUESTION and a DIR");
  }
  const answer = await ask(pathOf(positionals[0]), sql);
  const { columns } = answer;
  if (values.json) {
    await printLines(answer, (row) => JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, row[i]]))));
  } else if (values.csv) await printLines(answer, (row) => csvFormatRow(row.map(text)), [csvFormatRow(columns)]);
  else await printShown(answer);
  return 0;
}

/** @param {string} name @throws {UsageError} none is called that */
function questionOf(name) {
  if (Object.hasOwn(QUESTIONS, name)) return QUESTIONS[name].sql;
  throw new UsageError(`there is no question "${name}"; --ask takes one of ${Object.keys(QUESTIONS).join(', ')}`);
}

async function listQuestions() {
  const names = Object.entries(QUESTIONS);
  const width = Math.max(...names.map(([name]) => name.length));
  await print(names.map(([name, { title }]) => `${name.padEnd(width)}  ${title}\n`).join(''));
  return 0;
}

/** @typedef {import('../../lib/fleet/database.js').Answer} Answer */
/** @typedef {import('../../lib/fleet/database.js').Cell} Cell */

/** @param {Cell} value */
const text = (value) => (value === null ? '' : String(value));

/** @param {Answer} answer @param {(row: Cell[]) => string} lineOf @param {string[]} [heads] lines before the rows */
async function printLines({ rows }, lineOf, heads = []) {
  const output = new Output();
  for (const head of heads) output.write(`${head}\n`);
  for await (const row of rows) await output.write(`${lineOf(row)}\n`);
  await output.flush();
}

/** @param {Answer} answer */
async function printShown({ columns, rows }) {
  /** @type {string[][]} */
  const shown = [columns];
  let isCut = false;
  for await (const row of rows) {
    isCut = shown.length > MAX_SHOWN_ROWS;
    if (isCut) break;
    shown.push(row.map(text));
  }
  const widths = columns.map((_, column) => Math.max(...shown.map((row) => row[column].length)));
  const lines = shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
  const more = isCut ? [`The first ${MAX_SHOWN_ROWS} rows; --json and --csv give all.`] : [];
  await print([...lines, ...more, ''].join('\n'));
}
