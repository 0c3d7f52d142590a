/** What the ladder shows, fetched for a stretch around what is in view, so that panning finds it there. */
import { MAX_LADDER_BINS } from '../../../lib/shared/path/bounds.js';
import { debounce } from '../../base/frame.js';
import { isAbort } from '../../state/api-error.js';
import { ladderFrame } from './ladder-frame.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {import('./ladder-frame.js').LadderFrame} LadderFrame */
/** @typedef {import('./state.js').PathState} PathState */

/** A view is refined when it has stood still for this long. */
const REST_MS = 120;
/** What is fetched around what is in view, as share of it, on each side. */
const AROUND = 1;
/** Height of an interval, px. */
const BIN_PX = 2;
/** A frame whose intervals are this much higher than wanted is too coarse. */
const COARSE = 2.5;

export class LadderSource {
  /** As fetched last. @type {LadderFrame|null} */
  frame = null;
  #given;
  /** @type {AbortController|null} */
  #abort = null;
  /**
   * What the frame, or what is on its way, is of.
   * @type {{ question: string, range: TimeRange, binNs: number }|null}
   */
  #asked = null;
  #refine = debounce(REST_MS, (/** @type {() => void} */ fetch) => fetch());

  /**
   * @param {{ api: import('../../state/api.js').Api, onChange: () => void, onError: (error: unknown) => void }} given
   */
  constructor(given) {
    this.#given = given;
  }

  /**
   * @param {PathState} state @param {import('./state.js').Between|null} between @param {TimeRange|null} range null: all
   * @param {number} px of it
   */
  need({ of, clocks, connection }, between, range, px) {
    const question = { of, clocks, connection, between };
    const key = JSON.stringify(question);
    const known = this.#asked;
    if (known?.question === key && (range === null || isEnough(known, range, px))) return;
    const fetch = () => void this.#fetch(question, key, range, px);
    if (known?.question === key) this.#refine.call(fetch);
    else fetch();
  }

  /** What there is is of a moment that is past. */
  forget() {
    this.#asked = null;
  }

  /**
   * @param {Pick<PathState, 'of'|'clocks'|'connection'> & { between: import('./state.js').Between|null }} question
   * @param {string} key @param {TimeRange|null} range null: all @param {number} px of it
   */
  async #fetch(question, key, range, px) {
    const { api, onChange, onError } = this.#given;
    this.#refine.cancel();
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    const stretch = range === null ? { startNs: 0, endNs: null } : this.#around(range);
    const shownPx =
      range === null ? px : (px * (stretch.endNs ?? 0) - px * stretch.startNs) / (range.endNs - range.startNs);
    const bins = Math.max(1, Math.min(MAX_LADDER_BINS, Math.ceil(shownPx / BIN_PX)));
    const endNs = stretch.endNs ?? 0;
    this.#asked = { question: key, range: { ...stretch, endNs }, binNs: (endNs - stretch.startNs) / bins };
    try {
      const buffer = await api.ladder({ ...question, ...stretch, bins }, abort.signal);
      if (abort.signal.aborted) return;
      this.frame = ladderFrame(buffer, question.of.length);
      const { startNs, binNs } = this.frame;
      this.#asked = { question: key, range: { startNs, endNs: startNs + binNs * bins }, binNs };
      onChange();
    } catch (error) {
      if (isAbort(error)) return;
      this.#asked = null;
      onError(error);
    }
  }

  /** @param {TimeRange} range @returns {{ startNs: number, endNs: number|null }} */
  #around({ startNs, endNs }) {
    const aroundNs = AROUND * (endNs - startNs);
    return {
      startNs: Math.max(0, Math.floor(startNs - aroundNs)),
      endNs: Math.ceil(Math.min(this.frame?.durationNs ?? Infinity, endNs + aroundNs)),
    };
  }

  destroy() {
    this.#refine.cancel();
    this.#abort?.abort();
  }
}

/** @param {{ range: TimeRange, binNs: number }} known @param {TimeRange} range @param {number} px of it */
function isEnough(known, { startNs, endNs }, px) {
  const wantedNs = Math.max(1, ((endNs - startNs) / px) * BIN_PX);
  return known.range.startNs <= startNs && known.range.endNs >= endNs - wantedNs && known.binNs <= COARSE * wantedNs;
}
