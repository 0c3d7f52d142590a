/** The packets of a QUIC connection as a table: the same for the keyboard and for screen readers. */
import { el, setText } from '../../../base/dom.js';
import { formatNumber } from '../../../base/format.js';
import { VirtualTable } from '../../../components/virtual-table.js';
import { fateWords, framesWords, packetName } from './words.js';

export const PACKET_ROW_PX = 22;
/** @type {[className: string, words: string, figure?: string][]} */
const HEADS = [
  ['in-number', 'Frame'],
  ['in-time', 'Time, s'],
  ['in-way', 'From'],
  ['in-packet', 'Packet'],
  ['in-number', 'Bytes'],
  ['in-frames', 'Frames'],
  ['in-fate', 'Fate'],
];

/**
 * @param {object} given
 * @param {import('./rows.js').PacketRows} given.rows
 * @param {(row: number) => void} given.onSelect
 */
export function quicTable({ rows, onSelect }) {
  const head = el(
    'div',
    { class: 'quic-row quic-heads', role: 'row' },
    ...HEADS.map(([className, words]) =>
      el('span', { class: className, role: 'columnheader', 'data-figure': words, text: words }),
    ),
  );
  const table = new VirtualTable({
    label: 'Packets',
    idPrefix: 'quic-packet',
    rowHeight: PACKET_ROW_PX,
    head,
    createRow: () => newRow(rows),
    rowAt: (index) => index,
    onRange: () => undefined,
    onOpen: onSelect,
  });
  table.element.addEventListener('click', () => table.active >= 0 && onSelect(table.active));
  table.element.addEventListener('keydown', ({ key }) => {
    if (['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].includes(key)) onSelect(table.active);
  });
  return table;
}

/** @param {import('./rows.js').PacketRows} rows */
function newRow(rows) {
  const cells = HEADS.map(([className]) => el('span', { class: className, role: 'gridcell' }));
  const element = el('div', { class: 'quic-row', role: 'row' }, ...cells);
  return {
    element,
    /** @param {number|null} row */
    update(row) {
      const packet = row === null ? null : rows.at(row);
      const texts = packet === null ? [] : textsOf(packet);
      element.dataset.fate = String(packet?.figures.fate ?? '');
      cells.forEach((cell, i) => setText(cell, texts[i] ?? ''));
    },
  };
}

/** @param {import('./words.js').PacketInWords} packet */
function textsOf({ figures, frames }) {
  const { frame, time, direction, bytes } = figures;
  return [
    formatNumber(frame),
    formatNumber(time / 1e9, 6),
    direction === 0 ? 'client' : 'server',
    packetName(figures),
    formatNumber(bytes),
    framesWords(frames),
    fateWords(figures),
  ];
}
