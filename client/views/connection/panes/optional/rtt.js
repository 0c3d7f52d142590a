import { missing } from '../../../../base/format.js';
import { LineSeries } from '../../../../plot/series-columns.js';
import { spanWords } from '../../../timeline/times.js';
import { valueAt } from '../../data/direction-series.js';
import { halfShown, METHODS } from '../../data/path-data.js';
import { kernelShown } from '../recorded-lines.js';
import { drawRttPane, roundTripsShown } from '../rtt.js';
import { lineValues } from './value-series.js';

/** @typedef {import('./registry.js').Scene} Scene */
/** @typedef {import('../pane-heads.js').LegendLine} LegendLine */

const NONE = new LineSeries();
/** @type {Record<import('../../data/path-data.js').Method, string>} */
const METHOD_WORDS = { sequence_ack: 'ACK', timestamp: 'TSval', sack: 'SACK', handshake: 'SYN' };

/**
 * @param {Scene} scene
 * @returns {LegendLine[]} the smoothed value, and the methods that gave samples, those that gave most first
 */
function roundTripLegend(scene) {
  const { byMethod } = roundTripsShown(scene.model, scene.direction);
  const methods = METHODS.filter((method) => (byMethod[method]?.count ?? 0) > 0).sort(
    (a, b) => (byMethod[b]?.count ?? 0) - (byMethod[a]?.count ?? 0),
  );
  const smoothedAt = (/** @type {Scene} */ at, /** @type {number} */ timeNs) => {
    const rttNs = valueAt(roundTripsShown(at.model, at.direction).smoothed, timeNs);
    return rttNs === null ? missing : spanWords(rttNs);
  };
  const kernelAt = (/** @type {Scene} */ at, /** @type {number} */ timeNs) => {
    const rttNs = valueAt(kernelShown(at)?.srtt ?? NONE, timeNs);
    return rttNs === null ? missing : spanWords(rttNs);
  };
  return [
    { sign: 'smoothed', words: () => 'Smoothed', value: smoothedAt, short: 'SRTT' },
    ...(kernelShown(scene) ? [{ sign: 'kernel', words: () => 'Kernel', value: kernelAt, short: 'Kernel' }] : []),
    ...methods.map((method) => ({ sign: method, words: () => METHOD_WORDS[method] })),
  ];
}

/** @param {Scene} scene @returns {string} the half of the path that the round trips measure */
function halfWords({ model: { path }, direction }) {
  if (!path) return '';
  return halfShown(path, direction) === 0 ? 'to the server' : 'to the client';
}

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'rtt',
  words: 'Round trip',
  valuesWords: 'Round trip',
  isUsual: true,
  heights: [96, 76, 76],
  title: (unit) => `Round trip, ${unit}`,
  caption: halfWords,
  captionPx: 12,
  legend: roundTripLegend,
  legendColumns: 2,
  draw: drawRttPane,
  values(model, direction) {
    const { byMethod, smoothed } = roundTripsShown(model, direction);
    const kernel = model.sender?.kernels[direction];
    return [
      ...METHODS.map((method) => lineValues(method.replace('_', ' and '), 'ns', byMethod[method])),
      lineValues('smoothed', 'ns', smoothed),
      ...(kernel ? [lineValues('smoothed, kernel', 'ns', kernel.srtt)] : []),
    ];
  },
};
