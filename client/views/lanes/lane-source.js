/**
 * Lanes fetched as they come into view. What is shown stays until its replacement arrives, so that neither zooming nor
 * live growth blanks a lane.
 */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { isAbort } from '../../state/api-error.js';
import { lanesFrom } from './lane-columns.js';

/** @typedef {import('./lane-columns.js').Lane} Lane */
/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/**
 * @typedef {{ flow: Uint32Array, group: Uint32Array, total: number, durationNs: number }} LaneOrder connections by
 *   lane, first lane of each server
 */
/**
 * @typedef {{ kinds: string[], kind: Uint8Array, fromFlow: Uint32Array, toFlow: Uint32Array, fromTime: Float64Array,
 *   toTime: Float64Array }} Arcs
 */

/** Connections asked for at once. */
const BATCH = 64;
/** Lanes kept; the longest unseen go first. */
const LANES_KEPT = 4096;
/** A lane is asked for again when a bin of it is this many pixels wide. */
const COARSEST_PX = 1.5;

/**
 * @typedef {object} LaneSourceGiven
 * @property {import('../../state/api.js').Api} api
 * @property {string} captureId
 * @property {() => void} onChange
 * @property {(error: unknown) => void} onError
 */

export class LaneSource {
  #given;
  /** @type {Map<number, Lane & { epoch: number }>} */
  #lanes = new Map();
  /** @type {LaneOrder|null} */
  #order = null;
  #text = '';
  #abort = new AbortController();
  /** Grows with the capture: what was fetched before may have gone on since. */
  #epoch = 0;
  #isFetching = false;
  #orderAsked = 0;
  /** @type {{ flows: number[], range: TimeRange, widthPx: number, limits: TimeRange }} */
  #needed = { flows: [], range: { startNs: 0, endNs: 1 }, widthPx: 1000, limits: { startNs: 0, endNs: 1 } };

  /** @param {LaneSourceGiven} given */
  constructor(given) {
    this.#given = given;
  }

  /** Those that were fetched. */
  get lanes() {
    return this.#lanes.values();
  }

  /** Null until it has come. */
  get order() {
    return this.#order;
  }

  get text() {
    return this.#text;
  }

  /** @param {unknown} error */
  #report(error) {
    if (!isAbort(error)) this.#given.onError(error);
  }

  async #fetchOrder() {
    const { api, captureId, onChange } = this.#given;
    const asked = ++this.#orderAsked;
    try {
      const { columns, meta } = decodeColumnFrame(await api.laneOrder(captureId, this.#text, this.#abort.signal));
      if (asked !== this.#orderAsked) return;
      this.#order = {
        flow: /** @type {Uint32Array} */ (columns.flow),
        group: /** @type {Uint32Array} */ (columns.group),
        total: meta.total,
        durationNs: meta.durationNs,
      };
      onChange();
    } catch (error) {
      this.#report(error);
    }
  }

  /** @param {number} flow @returns {boolean} whether its lane has what the view needs */
  #isGood(flow) {
    const lane = this.#lanes.get(flow);
    const { range, widthPx, limits } = this.#needed;
    if (!lane || lane.epoch < this.#epoch) return false;
    if (lane.isWhole) return true;
    const covers =
      lane.window.startNs <= Math.max(range.startNs, limits.startNs) &&
      lane.window.endNs >= Math.min(range.endNs, limits.endNs);
    return covers && lane.window.binNs <= COARSEST_PX * ((range.endNs - range.startNs) / widthPx);
  }

  async #fetchLanes() {
    const flows = this.#needed.flows.filter((flow) => !this.#isGood(flow)).slice(0, BATCH);
    if (this.#isFetching || flows.length === 0) return;
    this.#isFetching = true;
    const { api, captureId, onChange } = this.#given;
    const epoch = this.#epoch;
    const { range, widthPx, limits } = this.#needed;
    const spanNs = range.endNs - range.startNs;
    const start = Math.max(limits.startNs, range.startNs - spanNs);
    const end = Math.min(limits.endNs, range.endNs + spanNs);
    const bins = Math.max(1, Math.ceil((widthPx * (end - start)) / Math.max(1, spanNs)));
    try {
      const came = lanesFrom(
        await api.lanes(
          captureId,
          { flows, startNs: Math.floor(start), endNs: Math.ceil(end), bins },
          this.#abort.signal,
        ),
      );
      for (const lane of came) this.#keep({ ...lane, epoch });
      this.#isFetching = false;
      onChange();
    } catch (error) {
      this.#isFetching = false;
      this.#report(error);
    }
  }

  /** @param {Lane & { epoch: number }} lane */
  #keep(lane) {
    this.#lanes.delete(lane.flow);
    this.#lanes.set(lane.flow, lane);
    if (this.#lanes.size > LANES_KEPT) this.#lanes.delete(/** @type {number} */ (this.#lanes.keys().next().value));
  }

  /**
   * A function of its own, as scenes are drawn with it.
   * @param {number} lane
   * @returns {Lane|null} null until it is fetched
   */
  laneAt = (lane) => this.#lanes.get(this.#order?.flow[lane] ?? -1) ?? null;

  /**
   * What is in view; asked for as far as it is not there.
   * @param {{ flows: number[], range: TimeRange, widthPx: number, limits: TimeRange }} view
   */
  need(view) {
    this.#needed = view;
    void this.#fetchLanes();
  }

  /** @param {string} text filter */
  setText(text) {
    this.#text = text;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#isFetching = false;
    void this.#fetchOrder();
  }

  /** The capture has grown. */
  grow() {
    this.#epoch += 1;
    void this.#fetchOrder();
  }

  /** Who asked for what. @returns {Promise<Arcs|null>} */
  async arcs() {
    try {
      const { columns, meta } = decodeColumnFrame(
        await this.#given.api.laneArcs(this.#given.captureId, this.#abort.signal),
      );
      return /** @type {Arcs} */ ({ kinds: meta.kinds, ...columns });
    } catch (error) {
      this.#report(error);
      return null;
    }
  }

  destroy() {
    this.#abort.abort();
  }
}
