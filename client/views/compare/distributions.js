/** Whole captures side by side: distributions of RTT, rate, size and loss of their connections. Loaded when opened. */
import { plottedFigure } from '../../../lib/shared/filter/plotted.js';
import { el, fill } from '../../base/dom.js';
import { formatNumber } from '../../base/format.js';
import { messageBar } from '../../components/message-bar.js';
import { openSheet } from '../../components/sheet.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { shiftedRenderer } from '../../plot/shifted-renderer.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { sum } from '../../vendor/d3.js';
import { colourOfKind, drawPlot } from '../plots/draw-plot.js';
import { figureWords, plotAxis } from '../plots/plot-axis.js';
import { isUsuallyLog } from '../plots/plot-state.js';
import { extentOf, pointsOf, quantileOf, sortedOf } from '../plots/points.js';
import { exportSwitch } from '../timeline/picture-files.js';

/** @typedef {import('../../../lib/shared/filter/plotted.js').PlottedFigure} PlottedFigure */
/** @typedef {{ id: string, name: string }} Compared */
/** Values of each capture's connections. @typedef {{ figure: PlottedFigure, values: Float64Array[] }} Distribution */

/** Asked for two by two. */
const FIGURES = /** @type {[PlottedFigure, PlottedFigure][]} */ (
  [
    ['rtt', 'rate'],
    ['bytes', 'retransmitted'],
  ].map((pair) => pair.map(plottedFigure))
);
const PANEL = { height: 250, leastWidth: 380, left: 56, right: 16, top: 34, bottom: 40 };

/**
 * @param {import('../../state/api.js').Api} api @param {Compared[]} captures @param {AbortSignal} signal
 * @returns {Promise<Distribution[]>}
 */
async function distributionsOf(api, captures, signal) {
  const pairs = FIGURES.map(async ([x, y]) => {
    const asked = { text: '', x: x.id, y: y.id, by: /** @type {const} */ ('none') };
    const points = await Promise.all(
      captures.map(async ({ id }) => pointsOf(await api.connectionPoints(id, asked, signal))),
    );
    return [
      { figure: x, values: points.map((one) => one.x) },
      { figure: y, values: points.map((one) => one.y) },
    ];
  });
  return (await Promise.all(pairs)).flat();
}

/**
 * @param {Distribution} distribution
 * @param {number} width
 * @param {import('../../base/theme.js').Colours} colours
 * @returns {import('../plots/draw-plot.js').PlotScene|null} null: of none of the captures there is a value
 */
function sceneOf({ figure, values }, width, colours) {
  const x = new Float64Array(sum(values, ({ length }) => length));
  const kind = new Uint8Array(x.length);
  let at = 0;
  values.forEach((one, capture) => {
    x.set(one, at);
    kind.fill(capture, at, (at += one.length));
  });
  const isLog = isUsuallyLog(figure);
  const extent = extentOf(x, isLog);
  if (extent === null) return null;
  const box = {
    x: PANEL.left,
    y: PANEL.top,
    width: width - PANEL.left - PANEL.right,
    height: PANEL.height - PANEL.top - PANEL.bottom,
  };
  const words = (/** @type {PlottedFigure['kind']} */ of) => (/** @type {number} */ value) => figureWords(of, value);
  return {
    points: { total: x.length, kinds: values.map((_, i) => String(i)), flow: new Uint32Array(x.length), x, y: x, kind },
    plot: 'ecdf',
    box,
    x: plotAxis(extent, [box.x, box.x + box.width], { isLog, words: words(figure.kind) }),
    y: plotAxis([0, 100], [box.y + box.height, box.y], { isLog: false, isWhole: true, words: words('percent') }),
    xWords: figure.words,
    yWords: 'Connections at or below',
    colours,
  };
}

/** @param {Distribution[]} distributions @param {number} width */
function layoutOf(distributions, width) {
  const columns = width >= 2 * PANEL.leastWidth ? 2 : 1;
  return { columns, panelPx: width / columns, height: Math.ceil(distributions.length / columns) * PANEL.height };
}

/**
 * @param {import('../../plot/renderer.js').Renderer} renderer
 * @param {Distribution[]} distributions
 * @param {number} width
 * @param {import('../../base/theme.js').Colours} colours
 */
function drawDistributions(renderer, distributions, width, colours) {
  const { columns, panelPx } = layoutOf(distributions, width);
  distributions.forEach((distribution, i) => {
    const scene = sceneOf(distribution, panelPx, colours);
    const [left, top] = [(i % columns) * panelPx, Math.floor(i / columns) * PANEL.height];
    const panel = shiftedRenderer(renderer, left, top);
    if (scene !== null) drawPlot(panel, scene);
    else panel.text(`${distribution.figure.words}: unknown`, PANEL.left, PANEL.top, { colour: colours.ink3 });
  });
}

/** @param {Distribution[]} distributions @param {Compared[]} captures */
function tableOf(distributions, captures) {
  /** @param {Distribution} distribution @param {number} i */
  const cells = ({ figure, values }, i) => {
    const sorted = sortedOf(values[i], false);
    return [
      sorted.length === 0 ? '' : formatNumber(sorted.length),
      quantileOf(sorted, 0.5),
      quantileOf(sorted, 0.95),
    ].map((value) => el('td', { text: typeof value === 'string' ? value : figureWords(figure.kind, value) }));
  };
  return el(
    'table',
    { class: 'values-table', 'data-figures': 'comparison,plots' },
    el('caption', { class: 'visually-hidden', text: 'Medians and 95 % of the connections' }),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ...['Figure', 'Capture', 'Connections', 'Median', '95 % at or below'].map((text) =>
          el('th', { scope: 'col', text }),
        ),
      ),
    ),
    el(
      'tbody',
      {},
      ...distributions.flatMap((distribution) =>
        captures.map(({ name }, i) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row', text: distribution.figure.words }),
            el('td', { text: name }),
            ...cells(distribution, i),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {{ api: import('../../state/api.js').Api, theme: import('../../base/theme.js').Theme, captures: Compared[] }}
 *   given
 */
export function openDistributions({ api, theme, captures }) {
  const abort = new AbortController();
  /** @type {Distribution[]} */
  let distributions = [];
  const layer = canvasLayer('distributions-canvas');
  layer.canvas.setAttribute('role', 'img');
  layer.canvas.setAttribute('aria-label', 'Distributions, as in the table below');
  const table = el('div', { class: 'values-scroller', tabindex: 0, role: 'group', 'aria-label': 'Figures' });
  const legend = captures.map(({ name }, i) => ({ colour: colourOfKind(i), words: name }));
  const plots = el('div', { class: 'distributions-plots' }, layer.canvas);
  const body = el(
    'div',
    { class: 'distributions' },
    el(
      'div',
      { class: 'distributions-head' },
      el(
        'ul',
        { class: 'distributions-legend', 'aria-label': 'Captures' },
        ...legend.map(({ colour, words }) =>
          el('li', {}, el('span', { class: `swatch is-${colour}`, 'aria-hidden': 'true' }), words),
        ),
      ),
      exportSwitch({
        theme,
        class: 'button',
        name: () => captures.map(({ name }) => name).join('-against-'),
        picture: () => {
          const width = plots.clientWidth;
          if (distributions.length === 0) return null;
          return {
            title: captures.map(({ name }) => name).join(' against '),
            caption: 'Distributions over the connections of each capture',
            legend,
            width,
            height: layoutOf(distributions, width).height,
            draw: (renderer, colours) => drawDistributions(renderer, distributions, width, colours),
          };
        },
      }),
    ),
    plots,
    table,
  );
  const draw = () => {
    const width = plots.clientWidth;
    if (width === 0 || distributions.length === 0) return;
    layer.resize(width, layoutOf(distributions, width).height);
    layer.draw((renderer) => drawDistributions(renderer, distributions, width, theme.colours()));
  };
  const observer = new ResizeObserver(draw);
  const stopTheme = theme.subscribe(draw);
  openSheet({
    title: 'Distributions of whole captures',
    body,
    class: 'distributions-sheet',
    onClose: () => {
      abort.abort();
      observer.disconnect();
      stopTheme();
    },
  });
  observer.observe(plots);
  distributionsOf(api, captures, abort.signal)
    .then((came) => {
      distributions = came;
      fill(table, tableOf(came, captures));
      draw();
    })
    .catch((error) => {
      if (isAbort(error)) return;
      fill(table, messageBar({ kind: 'failure', title: 'The captures cannot be plotted', text: sentenceOf(error) }));
    });
}
