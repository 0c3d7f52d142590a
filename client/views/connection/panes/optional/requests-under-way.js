/**
 * Requests under way: how many had been sent and not yet answered in full, as the server counts them (docs/metrics.md:
 * pipelining). One at a time where nothing is pipelined or multiplexed.
 */
import { visibleExtent } from '../../../../plot/level-of-detail.js';
import { LineSeries } from '../../../../plot/series-columns.js';
import { valueScale } from '../../../../plot/value-scale.js';
import { drawGrid, plotBox } from '../../../timeline/grid.js';
import { drawArea } from '../window.js';

/** @type {WeakMap<object, LineSeries>} by the connection as the server describes it */
const known = new WeakMap();

/** @param {import('../../data/model.js').Model} model @returns {LineSeries} empty where nothing was asked */
export function requestsUnderWay({ flow }) {
  const before = known.get(flow);
  if (before) return before;
  const series = new LineSeries();
  const { time = [], requests = [] } = flow.pipelining?.depth ?? {};
  for (let i = 0; i < time.length; i++) series.push(time[i] * 1e9, requests[i], 0);
  series.summarise();
  known.set(flow, series);
  return series;
}

/**
 * @param {import('../../../timeline/grid.js').Renderer} renderer
 * @param {import('../../../timeline/grid.js').Scene} scene
 * @param {import('../../../timeline/grid.js').Pane} pane
 */
export function drawRequestsPane(renderer, scene, pane) {
  const { x, colours, narrow, model } = scene;
  const series = requestsUnderWay(model);
  const most = Math.max(visibleExtent(series, x.range, true)?.[1] ?? 0, 1);
  const scale = valueScale({
    extent: [0, most * 1.15],
    topPx: pane.top + (narrow ? 24 : 6),
    bottomPx: pane.top + pane.height - 6,
    tickPx: 24,
  });
  const whole = { ...scale, ticks: scale.ticks.filter(({ value }) => Number.isInteger(value)) };
  drawGrid(renderer, scene, pane, whole);
  if (series.count === 0) {
    renderer.text('No requests in this connection', x.leftPx + 10, pane.top + pane.height / 2, {
      colour: colours.ink3,
    });
  } else renderer.clipped(plotBox(scene, pane), () => drawArea(renderer, series, scene, scale, colours.c2s));
  return { scale: whole, unit: 'requests' };
}
