import { formatNumber } from '../../../../base/format.js';
import { valueAt } from '../../data/direction-series.js';
import { drawRequestsPane, requestsUnderWay } from './requests-under-way.js';
import { lineValues } from './value-series.js';

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'requests',
  words: 'Requests under way',
  valuesWords: 'Requests under way',
  isUsual: false,
  heights: [84, 80, 80],
  title: () => 'Requests',
  legend: () => [
    {
      sign: 'requests',
      words: () => 'Under way',
      value: ({ model }, timeNs) => formatNumber(valueAt(requestsUnderWay(model), timeNs) ?? 0),
      short: 'Under way',
    },
  ],
  draw: drawRequestsPane,
  values: (model) => [lineValues('under way', 'requests', requestsUnderWay(model))],
};
