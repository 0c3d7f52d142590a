/** Keys of the view of a QUIC connection, besides those of all time views. */

import { QUIC_MARK } from '../../../lib/shared/quic-marks.js';

/** @typedef {import('./screen.js').QuicShown} QuicShown */

/**
 * @param {string} group
 * @param {object} given
 * @param {() => QuicShown|null} given.shown
 * @param {() => number} given.startNs of what is in view
 * @param {(row: number) => void} given.onSelect
 * @param {() => void} given.onSwap
 * @param {() => void} given.onBy
 * @param {() => void} given.onBytes
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export function quicKeys(group, { shown, startNs, onSelect, onSwap, onBy, onBytes }) {
  const step = (/** @type {1|-1} */ by, /** @type {(shown: QuicShown, row: number) => boolean} */ wanted) => () => {
    const now = shown();
    const row = now === null ? -1 : nextRow(now, startNs(), by, wanted);
    if (row >= 0) onSelect(row);
  };
  return [
    { group, keys: ['D'], cap: 'Shift D', words: 'Swap direction', run: onSwap },
    { group, keys: ['n'], cap: 'N', words: 'Stream data or packet numbers', run: onBy },
    { group, keys: ['b'], cap: 'B', words: 'Bytes of the packet, with its fields', run: onBytes },
    { group, keys: ['ArrowLeft'], cap: '←', words: 'Previous packet of the direction', run: step(-1, isShown) },
    { group, keys: ['ArrowRight'], cap: '→', words: 'Next packet of the direction', run: step(1, isShown) },
    { group, keys: [','], words: 'Previous loss, probe or packet that repeats data', run: step(-1, isEvent) },
    { group, keys: ['.'], words: 'Next loss, probe or packet that repeats data', run: step(1, isEvent) },
  ];
}

/** @param {QuicShown} shown @param {number} row */
const isShown = ({ packets, direction }, row) => packets.columns.direction[row] === direction;

/** @param {QuicShown} shown @param {number} row */
function isEvent(shown, row) {
  const { cause, probe, marks } = shown.packets.columns;
  return isShown(shown, row) && (cause[row] > 0 || probe[row] > 0 || (marks[row] & QUIC_MARK.CLOSE) !== 0);
}

/**
 * @param {QuicShown} shown @param {number} startNs from there, where none is selected @param {1|-1} by
 * @param {(shown: QuicShown, row: number) => boolean} wanted
 * @returns {number} −1: none
 */
function nextRow(shown, startNs, by, wanted) {
  const { packets, selected } = shown;
  const { time } = packets.columns;
  let row = selected;
  if (row < 0) {
    row = 0;
    while (row < packets.rows && time[row] < startNs) row++;
    row -= by;
  }
  for (row += by; row >= 0 && row < packets.rows; row += by) if (wanted(shown, row)) return row;
  return -1;
}
