import { drawSizesPane } from './acknowledged-panes.js';
import { bytesAt } from './legend-values.js';
import { lineValues } from './value-series.js';

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'sizes',
  words: 'Segment sizes',
  valuesWords: 'Segment sizes',
  isUsual: false,
  heights: [84, 80, 80],
  title: (unit) => `Segments, ${unit}`,
  legend: () => [{ sign: 'segment', words: () => 'Payload', value: bytesAt('sizes'), short: 'Payload' }],
  draw: drawSizesPane,
  values: ({ series }, direction) => [lineValues('payload', 'bytes', series[direction].sizes)],
};
