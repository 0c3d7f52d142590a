/** The head of the plots: the axes, the legend, actions on a selection. */
import { PLOTTED, plottedFigure } from '../../../lib/shared/filter/plotted.js';
import { el, fill, setText } from '../../base/dom.js';
import { count } from '../../base/format.js';
import { button } from '../../components/button.js';
import { toggle, viewHead } from '../timeline/switches.js';
import { chooser, plotChoice } from './plot-choice.js';
import { isLog } from './plot-state.js';

/** @typedef {import('./plot-state.js').PlotState} PlotState */

/**
 * @param {object} given
 * @param {(plot: import('./plot-state.js').AnyPlot) => void} given.onPlot
 * @param {(part: Partial<PlotState>) => void} given.onChange
 * @param {() => void} given.onTable the selected connections in the table
 * @param {() => void} given.onOnly nothing but them in the plot
 * @param {() => void} given.onClear
 * @param {HTMLElement} given.exporting
 */
export function plotsHead({ onPlot, onChange, onTable, onOnly, onClear, exporting }) {
  /** @type {PlotState|null} */
  let state = null;
  const title = el('h1', { class: 'view-title' });
  const words = el('p', { class: 'second', role: 'status' });
  const plot = plotChoice(onPlot);
  const figures = PLOTTED.map(({ id, words }) => /** @type {[string, string]} */ ([id, words]));
  const x = chooser('x', figures, (id) => onChange({ x: plottedFigure(id) }));
  const y = chooser('y', figures, (id) => onChange({ y: plottedFigure(id) }));
  const by = chooser(
    'Colour',
    [
      ['finding', 'Finding'],
      ['limit', 'Limited by'],
      ['none', 'One colour'],
    ],
    (value) => onChange({ by: /** @type {PlotState['by']} */ (value) }),
  );
  const logarithmic = (/** @type {0|1} */ axis) => () => {
    if (state === null) return;
    const scales = /** @type {PlotState['scales']} */ ([...state.scales]);
    scales[axis] = isLog(state, axis) ? 'linear' : 'log';
    onChange({ scales });
  };
  const xLog = toggle('log', 'Logarithmic x axis (X)', logarithmic(0));
  const yLog = toggle('log', 'Logarithmic y axis (Y)', logarithmic(1));
  const upwards = el('span', { class: 'plots-axis' }, y.element, yLog.element);
  const status = el('span', { role: 'status' });
  const selected = el(
    'div',
    { class: 'plots-selected', hidden: true },
    status,
    button('Show in the table', { kind: 'plain', onClick: onTable }),
    button('Plot only these', { kind: 'plain', onClick: onOnly }),
    button('Clear', { kind: 'quiet', onClick: onClear }),
  );
  const swatches = el('ul', { class: 'swatches', 'aria-label': 'Legend', tabindex: 0 });
  const along = el('span', { class: 'plots-axis' }, x.element, xLog.element);

  return {
    element: viewHead([title, words], [plot.element, along, upwards, by.element, exporting], swatches),
    selected,
    /** @param {0|1} axis */
    turnScale: (axis) => logarithmic(axis)(),
    /**
     * @param {PlotState} next
     * @param {{ title: string, words: string, selected: number|null, legend: LegendLine[] }} shown
     */
    update(next, { title: name, words: what, selected: chosen, legend }) {
      state = next;
      setText(title, name);
      setText(words, what);
      plot.set(next.plot);
      x.set(next.x.id, next.x.words);
      y.set(next.y.id, next.y.words);
      by.set(next.by);
      xLog.set(isLog(next, 0));
      yLog.set(isLog(next, 1));
      upwards.hidden = next.plot === 'ecdf';
      selected.hidden = chosen === null;
      setText(status, chosen === null ? '' : `${count(chosen, 'connection')} selected`);
      fill(
        swatches,
        ...legend.map(({ colour, words: entry }) =>
          el('li', {}, el('span', { class: `swatch is-${colour}`, 'aria-hidden': 'true' }), entry),
        ),
      );
    },
  };
}

/** @typedef {{ colour: keyof import('../../base/theme.js').Colours, words: string }} LegendLine */
