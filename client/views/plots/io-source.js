/** Traffic over time, counted by the server: a frame for each series, of one time range and one interval. */
import { MAX_IO_BINS } from '../../../lib/shared/captures/io-bins.js';
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { isAbort } from '../../state/api-error.js';
import { tickStep } from '../../vendor/d3.js';

/** Minimum width of an automatic interval, px. */
const INTERVAL_PX = 4;

/**
 * @typedef {object} IoFrame
 * @property {number} startNs
 * @property {number} intervalNs
 * @property {Float64Array} packets
 * @property {Float64Array} bytes
 * @property {Float64Array} retransmissions
 * @property {Float64Array|null} rttP5 ns; null: not asked for
 * @property {Float64Array|null} rttMedian
 * @property {Float64Array|null} rttP95
 */
/** @typedef {{ texts: string[], direction: 'both'|'client'|'server', hasTrips: boolean, startNs: number,
 *   intervalNs: number, bins: number }} IoQuestion */

/**
 * Whole intervals that cover a stretch.
 * @param {import('../../plot/time-scale.js').TimeRange} range
 * @param {number} widthPx
 * @param {number|null} intervalMs wanted; doubled until there are few enough
 */
export function intervalsOf({ startNs, endNs }, widthPx, intervalMs) {
  const spanNs = Math.max(1, endNs - startNs);
  let intervalNs =
    intervalMs === null ? Math.max(1, tickStep(0, spanNs, Math.max(1, widthPx / INTERVAL_PX / 2))) : intervalMs * 1e6;
  while (spanNs / intervalNs > MAX_IO_BINS - 2) intervalNs *= 2;
  const first = Math.floor(startNs / intervalNs);
  return { startNs: first * intervalNs, intervalNs, bins: Math.max(1, Math.ceil(endNs / intervalNs) - first) };
}

export class IoSource {
  #given;
  /** @type {AbortController|null} */
  #abort = null;
  #asked = '';
  /** By series. @type {IoFrame[]} */
  frames = [];
  /** Of the capture; null until it is known. @type {number|null} */
  durationNs = null;

  /**
   * @param {{ api: import('../../state/api.js').Api, captureId: string, onChange: () => void,
   *   onError: (error: unknown) => void }} given
   */
  constructor(given) {
    this.#given = given;
  }

  /** @param {IoQuestion} question @param {boolean} [hasGrown] */
  need(question, hasGrown = false) {
    const asked = JSON.stringify(question);
    if (asked === this.#asked && !hasGrown) return;
    this.#asked = asked;
    void this.#fetch(question);
  }

  /** @param {IoQuestion} question */
  async #fetch({ texts, startNs, intervalNs, bins, ...asked }) {
    const { api, captureId, onChange, onError } = this.#given;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const range = { startNs, endNs: startNs + bins * intervalNs };
    try {
      const came = await Promise.all(
        texts.map(async (text) =>
          decodeColumnFrame(await api.ioGraph(captureId, { text, bins, ...asked, ...range }, abort.signal)),
        ),
      );
      if (abort.signal.aborted) return;
      this.durationNs = came[0].meta.durationNs;
      this.frames = came.map(({ columns }) => ({
        startNs,
        intervalNs,
        .../** @type {Pick<IoFrame, 'packets'|'bytes'|'retransmissions'>} */ (columns),
        rttP5: /** @type {Float64Array|undefined} */ (columns.rttP5) ?? null,
        rttMedian: /** @type {Float64Array|undefined} */ (columns.rttMedian) ?? null,
        rttP95: /** @type {Float64Array|undefined} */ (columns.rttP95) ?? null,
      }));
      onChange();
    } catch (error) {
      if (!isAbort(error)) onError(error);
    }
  }

  destroy() {
    this.#abort?.abort();
  }
}
