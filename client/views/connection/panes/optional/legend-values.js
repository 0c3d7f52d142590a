/** Values that legends show under the cross-hair. */
import { formatNumber } from '../../../../base/format.js';
import { valueAt } from '../../data/direction-series.js';

/** @typedef {import('../../../timeline/grid.js').Scene} Scene */

export const bytesAt =
  (/** @type {'highest'|'acks'|'edge'|'window'|'sizes'} */ part) =>
  (/** @type {Scene} */ { series }, /** @type {number} */ timeNs) =>
    formatNumber(valueAt(series[part], timeNs));
