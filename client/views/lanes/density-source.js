/** The data of the strip beside the lanes, counted by the server. */
import { MAX_DENSITY_BINS, MAX_DENSITY_ROWS } from '../../../lib/shared/captures/density-bounds.js';
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { throttle } from '../../base/frame.js';
import { isAbort } from '../../state/api-error.js';

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

export class DensitySource {
  #given;
  #abort = new AbortController();
  #asked = '';
  #question = { text: '', rows: 1, bins: 1 };
  #again = throttle(AGAIN_MS, () => void this.#fetch());
  /** @type {Density|null} */
  density = null;

  /**
   * @param {{ api: import('../../state/api.js').Api, captureId: string, onChange: () => void }} given
   */
  constructor(given) {
    this.#given = given;
  }

  /** @param {{ text: string, rows: number, bins: number }} question */
  need({ text, rows, bins }) {
    const question = { text, rows: Math.min(MAX_DENSITY_ROWS, rows), bins: Math.min(MAX_DENSITY_BINS, bins) };
    const asked = JSON.stringify(question);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#question = question;
    void this.#fetch();
  }

  grow() {
    this.#again.call();
  }

  async #fetch() {
    const { api, captureId, onChange } = this.#given;
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      const { rows, columns, meta } = decodeColumnFrame(await api.laneDensity(captureId, this.#question, signal));
      if (signal.aborted) return;
      this.density = {
        rows,
        bins: meta.bins,
        durationNs: meta.durationNs,
        .../** @type {Pick<Density, 'open'|'packets'|'retransmissions'>} */ (columns),
      };
      onChange();
    } catch (error) {
      // The lanes say what is wrong; the strip is empty.
      if (!isAbort(error)) console.error(error);
    }
  }

  /** @param {number} share of the lanes above @param {number} timeNs */
  cellAt(share, timeNs) {
    if (this.density === null || this.density.rows === 0) return null;
    const { rows, bins, durationNs, open, packets, retransmissions } = this.density;
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

  destroy() {
    this.#abort.abort();
    this.#again.cancel();
  }
}
