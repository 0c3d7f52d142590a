/**
 * What a request asks for, without its constants: requests of one statement do the same with other values. A protocol
 * whose requests are neither HTTP's nor a word and a name gives its own `digest` (`protocol.js`).
 */
import { keyPattern, routeOf } from './names.js';
import { shortSql, sqlDigest } from './sql.js';

/** @typedef {{ method: string | null, target: string | null, host: string | null }} Asked */

/** @param {Asked} asked @returns {string} method and route: `GET a.test/users/{id}` */
export const httpStatement = ({ method, target, host }) =>
  `${method ?? ''} ${target?.startsWith('/') ? (host ?? '') : ''}${routeOf(target ?? '')}`.trim();

/** @param {Asked} asked @returns {string} a command and the pattern of its key, subject, topic, collection */
export const commandStatement = ({ method, target }) => `${method ?? ''} ${keyPattern(target ?? '')}`.trim();

/** @param {Asked} asked @returns {string} the command alone, where its argument is a person or a file */
export const verbStatement = ({ method }) => method ?? '';

/**
 * Of a protocol with SQL: the statement alone; of its other commands the word, as those name users and schemas.
 * @param {RegExp} words commands with a statement
 * @param {{ quotesText?: boolean }} [dialect] as of `sqlDigest`
 * @returns {(asked: Asked) => string}
 */
export const sqlStatement =
  (words, dialect = {}) =>
  ({ method, target }) => {
    if (!target || !words.test(method ?? '')) return method ?? '';
    const digest = sqlDigest(target, dialect);
    return PREPARES.test(method ?? '') ? `PREPARE ${digest}` : digest;
  };

/** It asks for no execution. */
const PREPARES = /PREPARE$/;

/** Procedures whose parameter is a statement. */
const RUNS = /^sp_(?:executesql|prepexec|prepare|execute|cursoropen) /;

/** SQL Server's, whose login names a user. @param {Asked} asked */
export const tdsStatement = ({ method, target }) =>
  target && (method === 'Batch' || method === 'RPC') ? sqlDigest(target.replace(RUNS, '')) : (method ?? '');

const CQL = new Set(['QUERY', 'EXECUTE', 'BATCH']);

/** Cassandra's. @param {Asked} asked */
export function cqlStatement({ method, target }) {
  if (method === 'PREPARE') return `PREPARE ${sqlDigest(target ?? '')}`;
  return target && CQL.has(method ?? '') ? sqlDigest(target) : (method ?? '');
}

/**
 * @param {import('../protocol.js').Protocol} protocol @param {Asked} asked
 * @returns {string} "": it asks for nothing that has a name
 */
export const statementOf = ({ statement = commandStatement }, asked) => statement(asked);

/** For a sentence. @param {string} statement */
export const shortStatement = (statement) => shortSql(statement);
