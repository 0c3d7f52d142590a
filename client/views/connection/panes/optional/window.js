import { formatNumber, missing } from '../../../../base/format.js';
import { bisectRight } from '../../../../vendor/d3.js';
import { valueAt } from '../../data/direction-series.js';
import { senderShown } from '../../data/sender-data.js';
import { kernelShown } from '../recorded-lines.js';
import { drawWindowPane, flightOf, flightShown } from '../window.js';
import { estimateAt } from '../window-band.js';
import { bytesAt } from './legend-values.js';
import { lineValues } from './value-series.js';

/** @typedef {import('./registry.js').Scene} Scene */
/** @typedef {import('../pane-heads.js').LegendLine} LegendLine */

/** @param {Scene} scene @returns {LegendLine[]} */
function windowLegend({ model: { path, sender }, direction }) {
  const words = path?.flight[direction].isInferred ? 'In flight, inferred' : 'In flight';
  const cwnd =
    sender !== null && sender.of[direction].cwnd.count > 0
      ? [{ sign: 'cwnd', words: () => 'cwnd, inferred', value: windowAt, short: 'cwnd' }]
      : [];
  const threshold =
    sender?.facts[direction]?.threshold.value == null
      ? []
      : [{ sign: 'ssthresh', words: () => 'ssthresh, inferred', value: thresholdAt, short: 'ssthresh' }];
  return [
    { sign: 'flight', words: () => words, value: flightAt, short: 'Flight' },
    ...cwnd,
    ...kernelLegend(sender?.kernels[direction] ?? null),
    { sign: 'win', words: () => 'Receive window', value: bytesAt('window'), short: 'Window' },
    ...threshold,
  ];
}

/** One line, since there is room for few. @param {import('../../data/kernel-data.js').KernelData|null} kernel */
const kernelLegend = (kernel) =>
  kernel === null ? [] : [{ sign: 'kernel', words: () => 'cwnd, kernel', value: recordedAt, short: 'Kernel' }];

/** @param {Scene} scene @param {number} timeNs @returns {string} */
function recordedAt(scene, timeNs) {
  const kernel = kernelShown(scene);
  return kernel ? formatNumber(valueAt(kernel.cwnd, timeNs)) : missing;
}

/** @param {Scene} scene @param {number} timeNs @returns {string} */
function thresholdAt({ model: { sender }, direction, x }, timeNs) {
  const of = sender ? senderShown(sender, direction, x.range) : undefined;
  const at = of === undefined ? -1 : estimateAt(of, timeNs);
  return of === undefined || at < 0 ? missing : formatNumber(of.threshold.values[at]);
}

/** The estimate, or the least it can be. @param {Scene} scene @param {number} timeNs @returns {string} */
function windowAt({ model: { sender }, direction, x }, timeNs) {
  const of = sender ? senderShown(sender, direction, x.range) : undefined;
  const at = of === undefined ? -1 : estimateAt(of, timeNs);
  if (of === undefined || at < 0) return missing;
  return of.observable.values[at] === 1 ? formatNumber(of.cwnd.low[at]) : `≥ ${formatNumber(of.low.low[at])}`;
}

/** @param {Scene} scene @param {number} timeNs @returns {string} "14 480 · 90 %" */
function flightAt(scene, timeNs) {
  const bytes = formatNumber(valueAt(flightShown(scene), timeNs));
  const flight = scene.model.path?.flight[scene.direction];
  const i = flight ? bisectRight(flight.bytes.times, timeNs, 0, flight.bytes.count) - 1 : -1;
  return flight && i >= 0 && flight.confidence.values[i] < 0.995
    ? `${bytes} · ${Math.round(flight.confidence.values[i] * 100)} %`
    : bytes;
}

/** @param {import('../../data/kernel-data.js').KernelData|null} kernel */
const kernelValues = (kernel) =>
  kernel === null
    ? []
    : [
        lineValues('cwnd, kernel', 'bytes', kernel.cwnd),
        lineValues('in flight, kernel', 'bytes', kernel.inFlight),
        lineValues('ssthresh, kernel', 'bytes', kernel.ssthresh),
      ];

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'window',
  words: 'Window and bytes in flight',
  valuesWords: 'Window and bytes in flight',
  isUsual: true,
  heights: [104, 104, 104],
  title: (unit) => `Window, ${unit}`,
  legend: windowLegend,
  draw: drawWindowPane,
  values: (model, direction) => [
    lineValues('in flight', 'bytes', flightOf(model, direction)),
    lineValues('receive window', 'bytes', model.series[direction].window),
    ...kernelValues(model.sender?.kernels[direction] ?? null),
  ],
};
