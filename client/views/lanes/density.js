/** The data of the strip beside the lanes, counted by the server. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { NewestAnswer } from '../../state/newest-answer.js';

/**
 * A table of `rows` × `bins`, row by row.
 * @typedef {object} Density
 * @property {number} rows
 * @property {number} bins
 * @property {number} durationNs
 * @property {Uint32Array} open
 * @property {Uint32Array} packets
 * @property {Uint32Array} retransmissions
 */

/** While the capture grows it is recounted this often at most. */
const AGAIN_MS = 1000;

/**
 * @param {{ api: import('../../state/api.js').Api, captureId: string, onChange: () => void }} given
 * @returns {NewestAnswer<{ text: string, rows: number, bins: number }, Density>}
 */
export const densitySource = ({ api, captureId, onChange }) =>
  new NewestAnswer({
    againMs: AGAIN_MS,
    onChange,
    fetch: async (question, signal) => densityFrom(await api.laneDensity(captureId, question, signal)),
  });

/** @param {ArrayBuffer} buffer @returns {Density} */
function densityFrom(buffer) {
  const { rows, columns, meta } = decodeColumnFrame(buffer);
  const counts = /** @type {Pick<Density, 'open'|'packets'|'retransmissions'>} */ (columns);
  return { rows, bins: meta.bins, durationNs: meta.durationNs, ...counts };
}

/** @param {Density|null} density @param {number} share of the lanes above @param {number} timeNs */
export function cellAt(density, share, timeNs) {
  if (density === null || density.rows === 0) return null;
  const { rows, bins, durationNs, open, packets, retransmissions } = density;
  const binNs = Math.max(1, durationNs) / bins;
  const bin = Math.min(bins - 1, Math.floor(timeNs / binNs));
  const cell = Math.min(rows - 1, Math.floor(share * rows)) * bins + bin;
  return {
    open: open[cell],
    packets: packets[cell],
    retransmissions: retransmissions[cell],
    startNs: bin * binNs,
    binNs,
  };
}
