import { missing } from '../../../../base/format.js';
import { rateWords, spanWords } from '../../../timeline/times.js';
import { valueAt } from '../../data/direction-series.js';
import { kernelShown } from '../recorded-lines.js';
import { drawThroughputPane, ratesAt, rateWindowNs } from '../throughput.js';
import { lineValues } from './value-series.js';

const RATE_ROWS = 100_000;

const rateAt =
  (/** @type {0|1} */ which) => (/** @type {import('./registry.js').Scene} */ scene, /** @type {number} */ timeNs) =>
    rateWords(ratesAt(scene.series, timeNs, rateWindowNs(scene))[which]);

/** @param {import('./registry.js').Scene} scene @param {number} timeNs */
function deliveryAt(scene, timeNs) {
  const kernel = kernelShown(scene);
  const rate = kernel && valueAt(kernel.deliveryRate, timeNs);
  return rate === null ? missing : rateWords(rate);
}

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'throughput',
  words: 'Throughput',
  valuesWords: 'Throughput',
  isUsual: true,
  heights: [70, 76, 76],
  title: (unit) => `Throughput, ${unit}`,
  legend: (shown) => [
    { sign: 'flight', words: (scene) => `Sent, ${spanWords(rateWindowNs(scene))}`, value: rateAt(0), short: 'Sent' },
    { sign: 'acked', words: () => 'Acknowledged', value: rateAt(1), short: 'Acked' },
    ...(kernelShown(shown)
      ? [{ sign: 'kernel', words: () => 'Delivery rate, kernel', value: deliveryAt, short: 'Kernel' }]
      : []),
  ],
  draw: (renderer, scene, box) =>
    drawThroughputPane(renderer, { ...scene, deliveryRate: kernelShown(scene)?.deliveryRate }, box),
  /** Sampled, since it is continuous. */
  values({ series, originNs, sender }, direction, { startNs, endNs }, windowNs) {
    const from = Math.max(startNs, originNs);
    const count = Math.max(0, Math.min(RATE_ROWS, Math.floor((endNs - from) / windowNs)));
    const times = Float64Array.from({ length: count }, (_, i) => from + (i + 1) * windowNs);
    const both = Array.from(times, (timeNs) => ratesAt(series[direction], timeNs, windowNs));
    const rates = ['sent', 'acknowledged'].map((what, which) => ({
      what,
      unit: 'bit/s',
      times,
      values: both.map((pair) => pair[which]),
      count,
    }));
    const kernel = sender?.kernels[direction];
    return kernel ? [...rates, lineValues('delivery rate, kernel', 'bit/s', kernel.deliveryRate)] : rates;
  },
};
