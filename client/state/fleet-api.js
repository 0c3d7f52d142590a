/** The server's routes of a fleet (docs/protocol.md); a page without a server has none. */
import { getJson, sendJson } from './api.js';

/** @typedef {string|number|boolean|null} Cell */
/** @typedef {{ columns: string[], rows: Cell[][], isCut: boolean }} Answer isCut: there are more rows */
/**
 * @typedef {{ kind: 'bars', labels: string[], value: string, unit: string } |
 *   { kind: 'lines', time: string, values: string[], unit: string } | { kind: 'strip', bins: number }} Plot names of
 *   columns
 */
/**
 * @typedef {{ by: string[], figures: string[] }} Behind columns that tell a row, and those that count connections
 */
/** @typedef {{ name: string, title: string, plot: Plot|null, behind: Behind|null }} Question */
/**
 * @typedef {object} Watch
 * @property {string} name
 * @property {string} source
 * @property {string|null} tool that captures; null: others do
 * @property {'running'|'waiting'|'stopped'} state
 * @property {string} toldAt
 * @property {number} gapSeconds
 * @property {number} files
 * @property {number} lostFiles
 * @property {number} packets
 * @property {{ received: number, kernel: number|null }} capture
 * @property {number} backlogFiles
 * @property {number} lagSeconds
 * @property {number} keptBytes
 * @property {string|null} problem
 */
/** @typedef {{ tables: string|null, takesSql: boolean, questions: Question[], watches: Watch[] }} Fleet */

/** @param {AbortSignal} signal @returns {Promise<Fleet>} */
export const fleet = (signal) => getJson('/api/fleet', signal);

/** @param {string} name of a question @param {AbortSignal} signal @returns {Promise<Answer>} */
export const askFleet = (name, signal) => getJson(`/api/fleet/questions/${name}`, signal);

/**
 * The connections behind a figure.
 * @param {string} name of a question
 * @param {{ of: string, figure: string }} asked `of`: JSON of the cells that tell the row
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export const askBehind = (name, asked, signal) =>
  getJson(`/api/fleet/questions/${name}/connections?${new URLSearchParams(asked)}`, signal);

/**
 * @typedef {{ watch: Watch, stepSeconds: number, times: Answer, listedFrom: number, connections: Answer }} Watched
 *   figures over time, and connections since `listedFrom`
 */

/**
 * @param {string} name of a watch @param {{ from: number, to: number }} stretch seconds since 1970
 * @param {AbortSignal} signal
 * @returns {Promise<Watched>}
 */
export const watched = (name, { from, to }, signal) =>
  getJson(`/api/fleet/watches/${encodeURIComponent(name)}?from=${from}&to=${to}`, signal);

/** @param {string} name of a watch @returns {Promise<{ capture: import('./types.js').Capture }>} a live one */
export const followLive = (name) => sendJson(`/api/fleet/watches/${encodeURIComponent(name)}/follow`, 'POST');

/** @param {string} sql @returns {Promise<Answer>} */
export const queryFleet = (sql) => sendJson('/api/fleet/query', 'POST', { sql });

/** @param {string} key of a capture in the tables @returns {Promise<{ capture: import('./types.js').Capture }>} */
export const openOfFleet = (key) => sendJson(`/api/fleet/captures/${key}`, 'POST');
