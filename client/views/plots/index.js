/** Plots of a capture: its connections' figures against each other, or traffic over time. */
import { fill } from '../../base/dom.js';
import { mountConnectionPlots } from './connections-view.js';
import { mountIoGraph } from './io-view.js';

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../state/types.js').View} View */

/**
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').CaptureViewContext} context
 * @returns {View}
 */
export function mountPlotsView(container, context) {
  /** @type {View} */
  let view;
  let isOverTime = false;

  /** @param {Query} query */
  function show(query) {
    isOverTime = query.plot === 'time';
    view = isOverTime
      ? mountIoGraph(container, { ...context, query, onPlot: (plot, text) => turn({ plot, text }) })
      : mountConnectionPlots(container, { ...context, query, onOverTime: (text) => turn({ plot: 'time', text }) });
  }

  function clear() {
    view.destroy();
    fill(container);
  }

  /** @param {Query} query */
  function turn(query) {
    context.onQueryChange(query);
    clear();
    show(query);
  }

  show(context.query);
  return {
    update(next) {
      if ((next.plot === 'time') === isOverTime) return view.update(next);
      clear();
      show(next);
    },
    destroy: () => view.destroy(),
  };
}
