/**
 * Finding packets: by frame number, flag, kind, Wireshark's name for either, address, or the URL of the message that
 * begins there.
 */
import { formatEndpoint } from '../../../base/format.js';
import { frameLookup } from '../data/messages.js';
import { ANALYSIS_NAMES, TCP } from '../data/packet-columns.js';
import { isKeepAlive, kindOfPacket } from '../data/packet-kinds.js';
import { isDuplicateSack } from '../data/sack-blocks.js';

/** @typedef {import('../data/model.js').Model} Model */

/** Maximum of packets found; more are not counted. */
export const MAX_FOUND = 10_000;
/** A prefix of this many letters matches a word, where no message has it. */
const MIN_BEGINNING = 3;

/** @typedef {(model: Model, row: number) => boolean} Test */
/** @param {keyof typeof TCP} name @returns {Test} */
const hasFlag =
  (name) =>
  ({ columns }, row) =>
    (columns.flags[row] & TCP[name]) !== 0;
/** @param {import('../data/packet-kinds.js').PacketKind} kind @returns {Test} */
const isKind = (kind) => (model, row) => kindOfPacket(model, row) === kind;

/** What can be typed, and what it finds. @type {[string[], Test][]} */
const OUR_WORDS = [
  [['syn'], hasFlag('SYN')],
  [['fin'], hasFlag('FIN')],
  [['rst', 'reset'], hasFlag('RST')],
  [['psh', 'push'], hasFlag('PSH')],
  [['urg', 'urgent'], hasFlag('URG')],
  [['ece'], (model, row) => hasFlag('ECE')(model, row) && !hasFlag('SYN')(model, row)],
  [['cwr'], hasFlag('CWR')],
  [['retransmission', 'retransmitted', 'r'], isKind('retransmission')],
  [['out of order', 'late', 'out of order', 'o'], isKind('late')],
  [['captured twice', 'd'], isKind('twice')],
  [['duplicate ack', 'dup ack', 'duplicate'], isKind('duplicate')],
  [['zero window', 'zero', 'z'], isKind('zero')],
  [['window probe', 'probe', 'p', 'zero window probe'], isKind('probe')],
  [['keep-alive'], isKeepAlive],
  [['sack'], ({ columns }, row) => columns.sackCount[row] > 0],
  [['d-sack'], ({ columns }, row) => isDuplicateSack(columns, row)],
  [['ce'], ({ columns }, row) => columns.ecn[row] === 3],
];

/** What Wireshark calls otherwise than the flag is named. @type {Partial<Record<string, string>>} */
const ALSO = {
  lost_segment: 'previous segment not captured',
  ack_lost_segment: 'acked unseen segment',
  reused_ports: 'port numbers reused',
};

/**
 * Spaces, hyphens, underscores and display filter fields all match the same word.
 * @param {string} text
 * @returns {string}
 */
const squashed = (text) => text.replace(/^tcp\.analysis\./, '').replace(/[\s_-]+/g, '');

/** The words of Wireshark's flags that we have no own for. @returns {[string[], Test][]} */
function flagWords() {
  const own = new Set(OUR_WORDS.flatMap(([words]) => words.map(squashed)));
  return ANALYSIS_NAMES.filter((name) => !own.has(squashed(name))).map((name) => [
    [name.replaceAll('_', ' '), ALSO[name] ?? []].flat(),
    ({ columns }, row) => (columns.analysis[row] & columns.bits[name]) !== 0,
  ]);
}

const WORDS = [...OUR_WORDS, ...flagWords()].map(([words, test]) => ({
  word: words[0],
  keys: words.map(squashed),
  test,
}));

/** Words of the search field's list. */
export const FINDABLE = WORDS.map(({ word }) => word);

/**
 * @param {Model} model
 * @param {string} typed
 * @returns {number[]} rows, ascending, at most MAX_FOUND
 */
export function findRows(model, typed) {
  const text = typed.trim().toLowerCase();
  if (text === '') return [];
  const frame = /^(?:frame\s*)?([1-9]\d{0,15})$/.exec(text);
  if (frame) {
    const row = frameLookup(model.columns)(Number(frame[1]));
    return row < 0 ? [] : [row];
  }
  const key = squashed(text);
  const test = WORDS.find(({ keys }) => keys.includes(key))?.test;
  if (test) return rowsWith(model, test);
  const end = [model.flow.client, model.flow.server].findIndex(
    (endpoint) => formatEndpoint(endpoint) === text || endpoint.address === text || `:${endpoint.port}` === text,
  );
  if (end >= 0) return rowsWith(model, ({ columns }, row) => columns.direction[row] === end);
  const named = messageRows(model, text);
  if (named.length > 0 || text.length < MIN_BEGINNING) return named;
  const begun =
    key.length < MIN_BEGINNING
      ? undefined
      : WORDS.find(({ keys }) => keys.some((word) => word.startsWith(key)))?.test;
  return begun ? rowsWith(model, begun) : [];
}

/** @param {Model} model @param {Test} test */
function rowsWith(model, test) {
  const found = [];
  for (let row = 0; row < model.columns.rows && found.length < MAX_FOUND; row++) if (test(model, row)) found.push(row);
  return found;
}

/**
 * First packets of messages whose method, URL, host, status or type have the text.
 * @param {Model} model
 * @param {string} text
 */
function messageRows({ placed, columns }, text) {
  const rowOf = frameLookup(columns);
  const has = (/** @type {unknown} */ part) =>
    part !== null && part !== undefined && String(part).toLowerCase().includes(text);
  const found = placed.filter(
    ({ message: { method, target, host, status, outcome, contentType }, request }) =>
      [target, host, request?.target, contentType].some(has) ||
      String(status) === text ||
      outcome?.toLowerCase() === text ||
      method?.toLowerCase() === text,
  );
  return [...new Set(found.map(({ message }) => rowOf(message.firstFrame)))].sort((a, b) => a - b).slice(0, MAX_FOUND);
}
