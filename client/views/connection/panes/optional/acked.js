import { drawAckedPane } from './acknowledged-panes.js';
import { bytesAt } from './legend-values.js';
import { lineValues } from './value-series.js';

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'acked',
  words: 'Bytes acknowledged',
  valuesWords: 'Bytes acknowledged',
  isUsual: false,
  heights: [110, 100, 100],
  title: (unit) => `Acknowledged, ${unit}`,
  legend: () => [
    { sign: 'acked', words: () => 'Acknowledged', value: bytesAt('acks'), short: 'Acked' },
    { sign: 'pace', words: () => 'Even pace' },
  ],
  draw: drawAckedPane,
  values: ({ series }, direction) => [lineValues('acknowledged', 'bytes', series[direction].acks)],
};
