/** What a question may name: the tables, and what makes rows of its own words. */
import { CaptureError } from '../../capture/capture-error.js';
import { TABLES } from '../schema.js';

/** @typedef {import('../duckdb.js').Database} Database */

export const ONE_SELECT = 'Ask one SELECT at a time.';

const NAMED = new Set([...TABLES, 'whole_connections', 'kinds']);
const TABLES_ARE = `the tables are ${[...NAMED].join(', ')}`;
/** Functions that are tables; all others read files, settings or logs, or take SQL as a text. */
const TABLE_FUNCTIONS = new Set([
  'generate_series',
  'json_each',
  'json_tree',
  'range',
  'repeat',
  'repeat_row',
  'unnest',
]);
/** Functions that tell or change how DuckDB is set up; a plan is made of SQL in a text, which nobody has checked. */
const OF_SETUP =
  /^(?:pg_|duckdb_|pragma_|current_(?:setting$|query)|getvariable$|write_log$|format_type$|get_block_size$|json_serialize_plan$)/;
/** Not that of a file, which DuckDB would read. */
const CTE_NAME = /^[\p{L}\p{N}_]+$/u;

/**
 * @param {Database} database
 * @param {string} sql
 * @returns {Promise<string>} the SELECT
 * @throws {CaptureError} it is not one, or asks for something else
 */
export async function checkAllowed(database, sql) {
  const serialized = await first(database, 'SELECT json_serialize_sql($1::VARCHAR)', sql);
  const { error, error_type: type, error_message: message, statements } = parsed(serialized);
  if (error && type === 'not implemented') {
    throw new CaptureError('bad_query', 'Only SELECT is allowed: the tables are read-only.');
  }
  if (error) throw new CaptureError('bad_query', message);
  if (statements.length !== 1) throw new CaptureError('bad_query', ONE_SELECT);
  const nodes = [...nodesOf(statements[0])];
  const ctes = new Set(nodes.flatMap((node) => (node.cte_map?.map ?? []).map(nameOf)));
  await checkCtes(database, ctes);
  for (const node of nodes) checkNode(node, ctes);
  if (statements[0].node.from_table?.type !== 'SHOW_REF') return sql;
  return `FROM (${await first(database, 'SELECT json_deserialize_sql($1::JSON)', serialized)})`; // DESCRIBE, SUMMARIZE
}

/** @param {string} serialized of DuckDB, which writes a number such as 1e400 as `Infinity` @returns {any} */
function parsed(serialized) {
  try {
    return JSON.parse(serialized);
  } catch {
    return refuse('A number in the question is too large.');
  }
}

/** @param {{ key: string }} cte */
const nameOf = ({ key }) => key.toLowerCase();

/** @param {Database} database @param {string} sql @param {string} value of `$1` */
async function first(database, sql, value) {
  const [[text]] = (await database.runAndReadAll(sql, [value])).getRows();
  return String(text);
}

/**
 * Every object of a statement, which may be nested deeply.
 * @param {any} statement
 * @returns {Generator<any>}
 */
function* nodesOf(statement) {
  const left = [statement];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== 'object' || node === null) continue;
    yield node;
    for (const value of Object.values(node)) left.push(value);
  }
}

/**
 * A CTE cannot lend its name to one of DuckDB's own tables, which the same name means outside of the CTE's scope.
 * @param {Database} database @param {Set<string>} names
 */
async function checkCtes(database, names) {
  if (names.size === 0) return;
  const views = await database.runAndReadAll(
    "SELECT view_name FROM duckdb_views() WHERE internal AND schema_name <> 'information_schema'",
  );
  const taken = new Set(views.getRows().map(([name]) => String(name)));
  for (const name of names) {
    if (taken.has(name) || !CTE_NAME.test(name)) refuse(`A part of a question cannot be called "${name}".`);
  }
}

/** @param {any} node @param {Set<string>} ctes */
function checkNode(node, ctes) {
  if (node.type === 'BASE_TABLE') checkTable(node, ctes);
  if (node.type === 'SHOW_REF' && node.query === null) refuse(`Name a table: ${TABLES_ARE}.`);
  if (node.type === 'TABLE_FUNCTION' && !TABLE_FUNCTIONS.has(node.function?.function_name?.toLowerCase())) {
    refuse(`Only the tables can be read: ${node.function?.function_name} is not allowed.`);
  }
  if (typeof node.function_name === 'string' && OF_SETUP.test(node.function_name.toLowerCase())) {
    refuse(`The function ${node.function_name} is not allowed.`);
  }
}

/** @param {any} node @param {Set<string>} ctes */
function checkTable({ catalog_name: catalog, schema_name: schema, table_name: table }, ctes) {
  const isPlain = catalog === '' && schema === '';
  const name = table.toLowerCase();
  if (isPlain && (NAMED.has(name) || ctes.has(name))) return;
  const named = [catalog, schema, table].filter(Boolean).join('.');
  refuse(`There is no table "${named}": ${TABLES_ARE}.`);
}

/** @param {string} message @returns {never} */
function refuse(message) {
  throw new CaptureError('bad_query', message);
}
