import { el } from '../../../base/dom.js';
import { openSheet } from '../../../components/sheet.js';
import { FIGURES } from './figures.js';

/**
 * Why a figure is there: what it says now, how it comes about, whose definition that is, and how sure it is.
 * @param {string} label
 * @param {Element|null} row of the figure, as it is shown
 */
export function openFigureSheet(label, row) {
  const figure = FIGURES.get(label);
  if (!figure) return;
  const cells = [...(row?.querySelectorAll('dd, td') ?? [])].map((cell) => cell.textContent?.trim() ?? '');
  const now = row?.matches('tr') ? `client → ${cells[0]}, server → ${cells[1]}` : cells.join('; ');
  const doubts = [...(row?.querySelectorAll('[title]') ?? [])].map((cell) => cell.getAttribute('title') ?? '');
  /** @type {[string, string][]} */
  const lines = [
    ['Here', now],
    ['How', figure.how],
    ['Source', figure.source || 'Selfclock'],
    ['How sure', [figure.sure, ...new Set(doubts.filter((words) => !/^How sure/.test(words)))].join('. ')],
  ];
  openSheet({
    title: label,
    class: 'figure-sheet',
    body: el(
      'dl',
      {},
      ...lines.map(([term, words]) => el('div', {}, el('dt', { text: term }), el('dd', { text: words }))),
    ),
  });
}
