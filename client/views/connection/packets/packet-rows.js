/** The rows of the packet table: their cells, and the text in them. */
import { TCP } from '../../../../lib/shared/packet-enums.js';
import { el, fill, setText } from '../../../base/dom.js';
import { formatNumber, missing, threeFigures } from '../../../base/format.js';
import { relativeSeconds } from '../../timeline/times.js';
import { flagWords, windowWords } from '../data/packet-columns.js';
import { KIND_MARKS, kindOfPacket } from '../data/packet-kinds.js';
import { sequenceWords } from '../data/sequence-numbers.js';
import { DIRECTION_WORDS } from '../panes/pane-heads.js';
import { announcementOf, noteOf } from './packet-facts.js';

/** @typedef {import('../data/model.js').Model} Model */

/** @type {[string, string][]} class and head of each column */
const COLUMNS = [
  ['frame', 'Frame'],
  ['time', 'Time, s'],
  ['since', 'Since last'],
  ['direction', 'Direction'],
  ['sequence', 'Sequence'],
  ['length', 'Length'],
  ['ack', 'ACK'],
  ['window', 'Window'],
  ['flight', 'In flight'],
  ['flags', 'Flags'],
  ['note', 'Note'],
];

const SHORT_DIRECTIONS = ['c → s', 's → c'];

/** @param {number} row of the model */
export const rowId = (row) => `packet-row-${row}`;

/** The heads of the columns. */
export const packetHeads = () =>
  el(
    'div',
    { class: 'table-head', role: 'row' },
    ...COLUMNS.map(([name, words]) => el('span', { class: `cell cell-${name}`, role: 'columnheader', text: words })),
  );

/** A row that `fillRow` fills, and fills again with another packet. */
export const newRow = () =>
  el(
    'div',
    { class: 'table-row', role: 'row' },
    ...COLUMNS.map(([name]) => el('span', { class: `cell cell-${name}`, role: 'gridcell' })),
  );

/** @param {HTMLElement} line @param {Model} model @param {number} row @param {number} active */
export function fillRow(line, model, row, active) {
  line.classList.toggle('is-active', row === active);
  line.setAttribute('aria-selected', String(row === active));
  const signature = `${row} ${model.revision}`;
  if (line.dataset.signature === signature) return;
  line.dataset.signature = signature;
  line.dataset.row = String(row);
  line.id = rowId(row);
  line.setAttribute('aria-rowindex', String(row - model.columns.wholeRows.from + 2));
  line.setAttribute('aria-label', announcementOf(model, row));
  cellTexts(model, row).forEach((text, i) => setCell(line.children[i], COLUMNS[i][0], text, model, row));
}

/** @param {Element} cell @param {string} name @param {string} text @param {Model} model @param {number} row */
function setCell(cell, name, text, model, row) {
  if (name === 'direction') {
    const direction = model.columns.direction[row];
    fill(
      cell,
      el('span', { class: `direction-sign of-direction-${direction}` }),
      el('span', { class: 'direction-long', text }),
      el('span', { class: 'direction-short', text: SHORT_DIRECTIONS[direction], 'aria-hidden': 'true' }),
    );
  } else if (name === 'note') {
    const { letter, colour } = KIND_MARKS[kindOfPacket(model, row)];
    fill(cell, letter ? el('span', { class: `note-letter in-${colour}`, text: letter }) : null, text);
  } else {
    setText(cell, text);
    cell.classList.toggle('is-pale', text === '0' || text === missing);
  }
}

/** @param {Model} model @param {number} row @returns {string[]} in the order of COLUMNS */
function cellTexts(model, row) {
  const { columns } = model;
  const since = row === columns.wholeRows.from ? missing : sinceWords(columns.time[row] - columns.time[row - 1]);
  return [
    formatNumber(columns.frame[row]),
    relativeSeconds(model, columns.time[row]),
    since,
    DIRECTION_WORDS[columns.direction[row]],
    sequenceWords(model, columns.direction[row], columns.seq[row]),
    formatNumber(columns.length[row]),
    (columns.flags[row] & TCP.ACK) === 0 ? missing : sequenceWords(model, 1 - columns.direction[row], columns.ack[row]),
    windowWords(columns, row),
    columns.inFlight[row] < 0 ? missing : formatNumber(columns.inFlight[row]),
    flagWords(columns.flags[row]),
    noteOf(model, row),
  ];
}

/** @param {number} ns */
function sinceWords(ns) {
  if (ns >= 10e9) return `${threeFigures(ns / 1e9)} s`;
  return `${formatNumber(ns / 1e6, 3)} ms`;
}
