import { el, setAttribute } from '../../base/dom.js';
import { choice } from '../timeline/switches.js';

/** Which plot is shown. @param {(plot: import('./plot-state.js').AnyPlot) => void} onPlot */
export const plotChoice = (onPlot) =>
  choice(
    'Plot',
    /** @type {[import('./plot-state.js').AnyPlot, string, string][]} */ ([
      ['scatter', 'Scatter', 'One figure against another, a point for each connection'],
      ['ecdf', 'ECDF', 'Distribution: the share of the connections at or below a value'],
      ['time', 'Over time', 'I/O graph: rate, packets, retransmissions and RTT over time'],
    ]),
    onPlot,
  );

/**
 * @param {string} label
 * @param {[value: string, words: string][]} options
 * @param {(value: string) => void} onChoose
 */
export function chooser(label, options, onChoose) {
  const select = el(
    'select',
    { class: 'field plots-select', on: { change: () => onChoose(select.value) } },
    ...options.map(([value, words]) => el('option', { value, text: words })),
  );
  const element = el('label', { class: 'plots-chooser' }, label, select);
  return {
    element,
    /** @param {string} value @param {string} [figure] that it is in docs/metrics.md */
    set: (value, figure) => {
      select.value = value;
      setAttribute(element, 'data-figure', figure);
    },
  };
}
