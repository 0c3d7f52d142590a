/**
 * What the user of the plots has chosen, and how it is encoded in the URL:
 * `?plot=ecdf&x=rtt&y=rate&by=limit&scales=log-linear&text=:443&flow=5`.
 */
import { PLOTTED, plottedFigure } from '../../../lib/shared/filter/plotted.js';
import { flowOfText, flowText } from '../../../lib/shared/quic-flow.js';

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../../lib/shared/filter/plotted.js').PlottedFigure} PlottedFigure */
/** @typedef {typeof PLOTS[number]} Plot */
/** @typedef {Plot|'time'} AnyPlot 'time': of what was sent over time */

export const PLOTS = /** @type {const} */ (['scatter', 'ecdf']);
const KINDS = /** @type {const} */ (['finding', 'limit', 'none']);
const SCALES = /** @type {const} */ (['log', 'linear']);

/**
 * @typedef {object} PlotState
 * @property {Plot} plot
 * @property {string} text filter
 * @property {PlottedFigure} x
 * @property {PlottedFigure} y
 * @property {'finding'|'limit'|'none'} by what points are told apart by
 * @property {[x: 'log'|'linear'|null, y: 'log'|'linear'|null]} scales null: what suits the figure
 * @property {number|null} flow the connection that the user is at
 */

/** @param {Query} query nonsense is passed over @returns {PlotState} */
export function stateFrom(query) {
  const [x, y] = (query.scales ?? '').split('-').map((scale) => SCALES.find((known) => known === scale) ?? null);
  return {
    plot: PLOTS.find((plot) => plot === query.plot) ?? 'scatter',
    text: query.text ?? '',
    x: plottedFigure(query.x) ?? PLOTTED[0],
    y: plottedFigure(query.y) ?? /** @type {PlottedFigure} */ (plottedFigure('rate')),
    by: KINDS.find((by) => by === query.by) ?? 'finding',
    scales: [x, y ?? null],
    flow: flowOfText(query.flow ?? ''),
  };
}

/** @param {PlotState} state @returns {Query} without what is at its default */
export function queryOf({ plot, text, x, y, by, scales, flow }) {
  const usual = stateFrom({});
  return {
    ...(plot === usual.plot ? {} : { plot }),
    ...(text === '' ? {} : { text }),
    ...(x === usual.x ? {} : { x: x.id }),
    ...(y === usual.y ? {} : { y: y.id }),
    ...(by === usual.by ? {} : { by }),
    ...(scales.every((scale) => scale === null) ? {} : { scales: scales.map((scale) => scale ?? '').join('-') }),
    ...(flow === null ? {} : { flow: flowText(flow) }),
  };
}

/** Times of beginning and shares spread evenly; all else over powers of ten. @param {PlottedFigure} figure */
export const isUsuallyLog = ({ id, kind }) => id !== 'start' && kind !== 'percent';

/** @param {PlotState} state @param {0|1} axis @returns {boolean} */
export const isLog = ({ x, y, scales }, axis) =>
  scales[axis] === null ? isUsuallyLog(axis === 0 ? x : y) : scales[axis] === 'log';
