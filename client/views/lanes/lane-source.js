/**
 * Lanes fetched as they come into view. What is shown stays until the next has come, so that neither zooming nor live growth
 * blanks a lane.
 */
import { decodeColumnFrame } from '../../../lib/columns/column-frame.js';
import { isAbort } from '../../state/api.js';
import { lanesFrom } from './lane-columns.js';

/** @typedef {import('./lane-columns.js').Lane} Lane */
/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {{ flow: Uint32Array, group: Uint32Array, total: number, durationNs: number }} LaneOrder connections by lane, first lane of each server */
/** @typedef {{ kinds: string[], kind: Uint8Array, fromFlow: Uint32Array, toFlow: Uint32Array, fromTime: Float64Array, toTime: Float64Array }} Arcs */

/** Connections asked for at once. */
const BATCH = 64;
/** Lanes kept; the longest unseen go first. */
const LANES_KEPT = 4096;
/** A lane is asked for again when a bin of it is so many pixels wide. */
const COARSEST_PX = 1.5;

/**
 * @param {object} given
 * @param {import('../../state/api.js').Api} given.api
 * @param {string} given.captureId
 * @param {() => void} given.onChange
 * @param {(error: unknown) => void} given.onError
 */
export function laneSource({ api, captureId, onChange, onError }) {
  /** @type {Map<number, Lane & { epoch: number }>} */
  const lanes = new Map();
  /** @type {LaneOrder|null} */
  let order = null;
  let text = '';
  let abort = new AbortController();
  /** Grows with the capture: what was fetched before may have gone on since. */
  let epoch = 0;
  let isFetching = false;
  let orderAsked = 0;
  /** @type {{ flows: number[], range: TimeRange, widthPx: number, limits: TimeRange }} */
  let wanted = { flows: [], range: { startNs: 0, endNs: 1 }, widthPx: 1000, limits: { startNs: 0, endNs: 1 } };

  /** @param {unknown} error */
  const report = (error) => { if (!isAbort(error)) onError(error); };

  async function fetchOrder() {
    const asked = ++orderAsked;
    try {
      const { columns, meta } = decodeColumnFrame(await api.laneOrder(captureId, text, abort.signal));
      if (asked !== orderAsked) return;
      order = {
        flow: /** @type {Uint32Array} */ (columns.flow), group: /** @type {Uint32Array} */ (columns.group), total: meta.total,
        durationNs: meta.durationNs,
      };
      onChange();
    } catch (error) {
      report(error);
    }
  }

  /** @param {number} flow */
  function isGood(flow) {
    const lane = lanes.get(flow);
    if (!lane || lane.epoch < epoch) return false;
    if (lane.isWhole) return true;
    const { range, widthPx, limits } = wanted;
    const covers = lane.window.startNs <= Math.max(range.startNs, limits.startNs) && lane.window.endNs >= Math.min(range.endNs, limits.endNs);
    return covers && lane.window.binNs <= COARSEST_PX * ((range.endNs - range.startNs) / widthPx);
  }

  async function fetchLanes() {
    const missing = wanted.flows.filter((flow) => !isGood(flow)).slice(0, BATCH);
    if (isFetching || missing.length === 0) return;
    isFetching = true;
    const asked = epoch, { range, widthPx, limits } = wanted, spanNs = range.endNs - range.startNs;
    const start = Math.max(limits.startNs, range.startNs - spanNs), end = Math.min(limits.endNs, range.endNs + spanNs);
    try {
      const bins = Math.max(1, Math.ceil((widthPx * (end - start)) / Math.max(1, spanNs)));
      const came = lanesFrom(await api.lanes(captureId, { flows: missing, startNs: Math.floor(start), endNs: Math.ceil(end), bins }, abort.signal));
      for (const lane of came) keep({ ...lane, epoch: asked });
      isFetching = false;
      onChange();
    } catch (error) {
      isFetching = false;
      report(error);
    }
  }

  /** @param {Lane & { epoch: number }} lane */
  function keep(lane) {
    lanes.delete(lane.flow);
    lanes.set(lane.flow, lane);
    if (lanes.size > LANES_KEPT) lanes.delete(/** @type {number} */ (lanes.keys().next().value));
  }

  return {
    order: () => order,
    /** @param {number} lane @returns {Lane|null} null until it is fetched */
    laneAt: (lane) => lanes.get(order?.flow[lane] ?? -1) ?? null,
    /**
     * What is in view; asked for as far as it is not there.
     * @param {{ flows: number[], range: TimeRange, widthPx: number, limits: TimeRange }} view
     */
    need(view) {
      wanted = view;
      void fetchLanes();
    },
    /** @param {string} next filter */
    setText(next) {
      text = next;
      abort.abort();
      abort = new AbortController();
      isFetching = false;
      void fetchOrder();
    },
    /** The capture has grown. */
    grow() {
      epoch += 1;
      void fetchOrder();
    },
    /** @returns {Promise<Arcs|null>} */
    async arcs() {
      try {
        const { columns, meta } = decodeColumnFrame(await api.laneArcs(captureId, abort.signal));
        return /** @type {Arcs} */ ({ kinds: meta.kinds, ...columns });
      } catch (error) {
        report(error);
        return null;
      }
    },
    destroy: () => abort.abort(),
  };
}

/** @typedef {ReturnType<typeof laneSource>} LaneSource */
