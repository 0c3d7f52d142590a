import { formatNumber } from '../../../../base/format.js';
import { spanWords } from '../../../timeline/times.js';
import { rateWindowNs } from '../throughput.js';
import { drawIntervals, intervalValues, packetsSent, sentAt } from './io-intervals.js';

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'io-packets',
  words: 'Packets per interval, both directions',
  valuesWords: 'Packets per interval',
  isUsual: false,
  heights: [96, 90, 90],
  title: () => 'Packets sent',
  caption: (scene) => `each ${spanWords(rateWindowNs(scene))}`,
  captionPx: 12,
  legend: () => [
    {
      sign: 'up',
      words: () => 'Client → server',
      value: sentAt(0, packetsSent, (sent) => formatNumber(sent)),
      short: '→',
    },
    {
      sign: 'down',
      words: () => 'Server → client',
      value: sentAt(1, packetsSent, (sent) => formatNumber(sent)),
      short: '←',
    },
  ],
  draw: (renderer, scene, pane) =>
    drawIntervals(renderer, scene, pane, packetsSent, () => ({ per: 1, unit: 'packets' })),
  values: intervalValues('packets', packetsSent),
};
