import { formatBytes } from '../../../../base/format.js';
import { byteUnit } from '../../../../plot/value-scale.js';
import { spanWords } from '../../../timeline/times.js';
import { rateWindowNs } from '../throughput.js';
import { bytesSent, drawIntervals, intervalValues, sentAt } from './io-intervals.js';

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'io-bytes',
  words: 'Bytes per interval, both directions',
  valuesWords: 'Bytes per interval',
  isUsual: false,
  heights: [96, 90, 90],
  title: (unit) => `Bytes sent, ${unit}`,
  caption: (scene) => `each ${spanWords(rateWindowNs(scene))}`,
  captionPx: 12,
  legend: () => [
    {
      sign: 'up',
      words: () => 'Client → server',
      value: sentAt(0, bytesSent, (sent) => formatBytes(sent)),
      short: '→',
    },
    {
      sign: 'down',
      words: () => 'Server → client',
      value: sentAt(1, bytesSent, (sent) => formatBytes(sent)),
      short: '←',
    },
  ],
  draw: (renderer, scene, pane) => drawIntervals(renderer, scene, pane, bytesSent, byteUnit),
  values: intervalValues('bytes', bytesSent),
};
