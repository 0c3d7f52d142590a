import { el } from '../../../base/dom.js';
import { openLater } from '../../../components/open-later.js';

/** All signs of the diagrams. */
export const openLegend = () =>
  void openLater(
    () => import('../dialogs.js'),
    ({ openLegendSheet }) => openLegendSheet(),
  );

/**
 * The label of a figure: a click explains how it is computed, its source and its accuracy (client/help).
 * @param {string} label one of docs/metrics.md, "Figures on the page"
 * @returns {HTMLElement}
 */
export const figureLabel = (label) =>
  el('button', { type: 'button', class: 'figure-label', text: label, 'aria-haspopup': 'dialog' });
