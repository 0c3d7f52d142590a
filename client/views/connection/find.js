/**
 * Finding packets: by frame number, flag, kind, address, or the URL of the message that begins there.
 */
import { formatEndpoint } from '../../base/format.js';
import { frameLookup } from './messages.js';
import { TCP, VERDICT } from './packet-columns.js';
import { kindOfPacket } from './packet-kinds.js';
import { isDuplicateSack } from './sack-blocks.js';

/** @typedef {import('./model.js').Model} Model */

/** Packets found; with more the rest is not counted. */
export const MOST_FOUND = 10_000;
/** So many letters stand for a word that begins with them, where no message has them. */
const LEAST_BEGINNING = 3;

/** @typedef {(model: Model, row: number) => boolean} Test */
/** @param {keyof typeof TCP} name @returns {Test} */
const hasFlag = (name) => ({ columns }, row) => (columns.flags[row] & TCP[name]) !== 0;
/** @param {import('./packet-kinds.js').PacketKind} kind @returns {Test} */
const isKind = (kind) => (model, row) => kindOfPacket(model, row) === kind;

/** What can be typed, and what it finds. @type {[string[], Test][]} */
const WORDS = [
  [['syn'], hasFlag('SYN')], [['fin'], hasFlag('FIN')], [['rst', 'reset'], hasFlag('RST')], [['psh', 'push'], hasFlag('PSH')],
  [['urg', 'urgent'], hasFlag('URG')],
  [['ece'], (model, row) => hasFlag('ECE')(model, row) && !hasFlag('SYN')(model, row)], [['cwr'], hasFlag('CWR')],
  [['retransmission', 'sent again', 'r'], isKind('retransmission')], [['arrived late', 'late', 'out of order', 'o'], isKind('late')],
  [['captured twice', 'd'], isKind('twice')],
  [['duplicate ack', 'dup ack', 'duplicate'], isKind('duplicate')], [['zero window', 'zero', 'z'], isKind('zero')],
  [['window probe', 'probe', 'p'], isKind('probe')],
  [['keep-alive', 'keepalive'], ({ columns }, row) => columns.verdict[row] === VERDICT.keep_alive],
  [['sack'], ({ columns }, row) => columns.sackCount[row] > 0], [['d-sack', 'dsack'], ({ columns }, row) => isDuplicateSack(columns, row)],
  [['ce'], ({ columns }, row) => columns.ecn[row] === 3],
];

/** Words of the search field's list. */
export const FINDABLE = WORDS.map(([[word]]) => word);

/**
 * @param {Model} model
 * @param {string} typed
 * @returns {number[]} rows, ascending, at most MOST_FOUND
 */
export function findRows(model, typed) {
  const text = typed.trim().toLowerCase();
  if (text === '') return [];
  const frame = /^(?:frame\s*)?([1-9]\d{0,15})$/.exec(text);
  if (frame) {
    const row = frameLookup(model.columns)(Number(frame[1]));
    return row < 0 ? [] : [row];
  }
  const test = WORDS.find(([words]) => words.includes(text))?.[1];
  if (test) return rowsWith(model, test);
  const end = [model.flow.client, model.flow.server].findIndex((endpoint) =>
    formatEndpoint(endpoint) === text || endpoint.address === text || `:${endpoint.port}` === text);
  if (end >= 0) return rowsWith(model, ({ columns }, row) => columns.direction[row] === end);
  const named = messageRows(model, text);
  if (named.length > 0 || text.length < LEAST_BEGINNING) return named;
  const begun = WORDS.find(([words]) => words.some((word) => word.startsWith(text)))?.[1];
  return begun ? rowsWith(model, begun) : [];
}

/** @param {Model} model @param {Test} test */
function rowsWith(model, test) {
  const found = [];
  for (let row = 0; row < model.columns.rows && found.length < MOST_FOUND; row++) if (test(model, row)) found.push(row);
  return found;
}

/** First packets of messages whose method, URL, host, status or type have the text. @param {Model} model @param {string} text */
function messageRows({ placed, columns }, text) {
  const rowOf = frameLookup(columns);
  const has = (/** @type {unknown} */ part) => part !== null && part !== undefined && String(part).toLowerCase().includes(text);
  const found = placed.filter(({ message: { method, target, host, status, contentType }, request }) => (
    [target, host, request?.target, contentType].some(has) || String(status) === text || method?.toLowerCase() === text));
  return [...new Set(found.map(({ message }) => rowOf(message.firstFrame)))].sort((a, b) => a - b).slice(0, MOST_FOUND);
}
