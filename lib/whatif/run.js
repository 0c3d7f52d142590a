/** One replay: a workload under some conditions, once, as the capture point would have seen it. */
import { runScenario } from '../simulator/scenario/run.js';
import { scenarioOf } from './scenario.js';
import { SpanMeter, curveOf } from './span.js';

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {{ seconds: number, curve: Float64Array }} Run curve: acknowledged bytes over time, as seconds and bytes by turns */

/**
 * Seconds from the first byte of data to the last acknowledgement of data, where the capture was taken; of a page, to that of its responses.
 * @param {Workload} workload @param {import('./settings.js').Settings} settings @param {import('./scenario.js').Reading} reading @param {number} seed
 * @returns {Run}
 */
export function runOnce(workload, settings, reading, seed) {
  const { conditions: { fraction }, direction } = workload;
  /** @type {Map<number, SpanMeter>} */
  const meters = new Map();
  runScenario({ ...scenarioOf(workload, settings, reading), seed }, { withTruth: false, watch: { place: placeOf(fraction, settings), see: (segment, nowNs) => {
    const { flow, isClient } = segment.from;
    let meter = meters.get(flow);
    if (meter === undefined) meters.set(flow, meter = new SpanMeter(direction));
    meter.see(nowNs, isClient ? 0 : 1, segment.length === 0 ? 0 : segment.start + segment.length, segment.ack);
  } } });
  const all = [...meters.values()].filter(({ startNs }) => startNs >= 0);
  const startNs = Math.min(...all.map((meter) => meter.startNs));
  return { seconds: (Math.max(startNs, ...all.map((meter) => (reading === 'said' ? meter.endNs : meter.directionEndNs))) - startNs) / 1e9, curve: Float64Array.from(curveOf(all, startNs).flat()) };
}

/** At an end of the path the capture was taken in that host; with proxies, replays are seen no further than the far one. @param {number} fraction @param {import('./settings.js').Settings} settings */
function placeOf(fraction, { proxy }) {
  if (fraction < AT_END) return 0;
  return proxy === undefined && fraction > 1 - AT_END ? 2 : 1;
}
const AT_END = 0.02;
