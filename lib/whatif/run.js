/** One replay: a run of a workload under some conditions, as seen at the capture point. */
import { runScenario } from '../simulator/scenario/run.js';
import { NS_PER_SECOND } from '../simulator/units.js';
import { scenarioOf } from './scenario.js';
import { curveOf, SpanMeter } from './span.js';
import { MarkedTimes, rowsOfTransfers } from './waterfall.js';

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('./scenario.js').Reading} Reading */
/**
 * @typedef {object} Run
 * @property {number} seed
 * @property {number} seconds
 * @property {Float64Array} curve acknowledged bytes over time, alternating seconds and bytes
 * @property {Float64Array|null} rows of the waterfall (waterfall.js); null where the requests are not known
 */

const MS_PER_SECOND = 1e3;

/**
 * Seconds from the first byte of data to the last acknowledgement of data, where the capture was taken; of a page, to
 * that of its responses.
 * @param {Workload} workload @param {Settings} settings @param {Reading} reading @param {number} seed
 * @returns {Run}
 */
export function runOnce(workload, settings, reading, seed) {
  const {
    conditions: { fraction },
    direction,
    page,
  } = workload;
  const place = placeOf(fraction, settings);
  const scenario = { ...scenarioOf(workload, settings, reading), seed };
  const marked = reading === 'repeated' && page !== null ? new MarkedTimes(page.marks, page.names.length) : null;
  /** @type {Map<number, SpanMeter>} */
  const meters = new Map();
  const { summary } = runScenario(scenario, {
    withTruth: false,
    watch: {
      place,
      see: (segment, nowNs) => {
        const { flow, isClient } = segment.from;
        const way = isClient ? 0 : 1;
        let meter = meters.get(flow);
        if (meter === undefined) meters.set(flow, (meter = new SpanMeter(direction)));
        meter.see(nowNs, way, segment.length === 0 ? 0 : segment.start + segment.length, segment.ack);
        if (segment.length > 0) marked?.see(nowNs, flow, way, segment.start, segment.start + segment.length);
      },
    },
  });
  const all = [...meters.values()].filter(({ startNs }) => startNs >= 0);
  const startNs = Math.min(...all.map((meter) => meter.startNs));
  const endNs = Math.max(startNs, ...all.map((meter) => (reading === 'repeated' ? meter.endNs : meter.directionEndNs)));
  // The client began earlier by the delay from there.
  const wayMs = scenario.path
    .slice(0, place)
    .reduce((sum, { clientToServer }) => sum + (clientToServer?.delayMs ?? 0), 0);
  const rows = marked
    ? marked.rows(startNs)
    : page && rowsOfTransfers(summary.transfers, startNs / NS_PER_SECOND - wayMs / MS_PER_SECOND);
  return {
    seed,
    seconds: (endNs - startNs) / NS_PER_SECOND,
    curve: Float64Array.from(curveOf(all, startNs).flat()),
    rows,
  };
}

/** Payload above which a replay's capture has headers only. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;
const SNAP_BYTES = 128;

/**
 * @param {Workload} workload
 * @param {Settings} settings
 * @param {Reading} reading
 * @param {number} seed
 * @returns {Uint8Array} the replay as a capture, taken where the workload's was
 */
export function captureOf(workload, settings, reading, seed) {
  const place = placeOf(workload.conditions.fraction, settings);
  const scenario = scenarioOf(workload, settings, reading);
  const at = ['client', scenario.path[0].name, 'server'][place];
  const snapLength = workload.bytes > MAX_WHOLE_BYTES ? SNAP_BYTES : undefined;
  return runScenario({ ...scenario, seed, taps: [{ at, snapLength }] }, { withTruth: false }).captures[0].bytes;
}

/**
 * At an end of the path the capture was taken in that host; with proxies, replays are observed at most as far as the
 * far one.
 * @param {number} fraction
 * @param {Settings} settings
 */
function placeOf(fraction, { proxy }) {
  if (fraction < AT_END) return 0;
  return proxy === undefined && fraction > 1 - AT_END ? 2 : 1;
}
const AT_END = 0.02;
