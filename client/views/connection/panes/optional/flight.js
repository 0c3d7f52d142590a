import { formatNumber } from '../../../../base/format.js';
import { valueAt } from '../../data/direction-series.js';
import { flightOf, flightShown } from '../window.js';
import { drawFlightPane } from './acknowledged-panes.js';
import { lineValues } from './value-series.js';

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'flight',
  words: 'Packets in flight',
  valuesWords: 'Bytes in flight',
  isUsual: false,
  heights: [84, 80, 80],
  title: () => 'In flight, packets',
  caption: ({ series }) => `of ${formatNumber(series.fullSegment)} B`,
  captionPx: 12,
  legend: () => [
    {
      sign: 'flight',
      words: () => 'In flight',
      value: (scene, timeNs) =>
        `${formatNumber((valueAt(flightShown(scene), timeNs) ?? 0) / scene.series.fullSegment, 1)} packets`,
    },
  ],
  draw: drawFlightPane,
  values: (model, direction) => [lineValues('in flight', 'bytes', flightOf(model, direction))],
};
