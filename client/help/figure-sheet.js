import { el } from '../base/dom.js';
import { capitalised } from '../base/format.js';
import { openSheet } from '../components/sheet.js';
import { group } from '../vendor/d3.js';

/** @typedef {import('./figure-labels.js').Labelled} Labelled */

/** @param {Labelled} of @param {string[]} [doubts] about this one @returns {[term: string, words: string][]} */
const linesOf = ({ figure: { how, source, sure } }, doubts = []) => [
  ['How', how],
  ['Source', source.replace(/^(ours)?(?=$|\W)/, 'Selfclock')],
  ['Accuracy', [sure, ...doubts].join('. ')],
];

/** @param {[term: string, words: string][]} lines */
const list = (lines) =>
  el('dl', {}, ...lines.map(([term, words]) => el('div', {}, el('dt', { text: term }), el('dd', { text: words }))));

/**
 * The current value in the label's row.
 * @param {Element|null|undefined} row
 * @returns {string} '' of a head, below which there are many
 */
function shownIn(row) {
  const cells = [...(row?.querySelectorAll('dd, td, .fact-value') ?? [])].map((cell) => cell.textContent?.trim() ?? '');
  const isOfDirections = row?.closest('.side-table') != null && cells.length === 2;
  return isOfDirections ? `client → ${cells[0]}, server → ${cells[1]}` : cells.filter(Boolean).join('; ');
}

/**
 * Explains a figure: its current value, how it is computed, its source, its accuracy.
 * @param {Labelled} labelled
 */
export function openFigureSheet(labelled) {
  const { element, name } = labelled;
  const row = element?.closest('dl > div, tr, .fact') ?? element;
  const marked = [...(row?.querySelectorAll('dd [title], td[title], td [title], .fact-value [title]') ?? [])];
  const doubts = marked.map((cell) => cell.getAttribute('title') ?? '').filter((words) => !/^Confidence/.test(words));
  const now = shownIn(row);
  openSheet({
    title: name,
    class: 'figure-sheet',
    body: list([
      ...(now ? [/** @type {[string, string]} */ (['Here', now])] : []),
      ...linesOf(labelled, [...new Set(doubts)]),
    ]),
  });
}

/** @param {Labelled[]} shown */
export function openFigureList(shown) {
  const tables = group(shown, ({ table }) => table);
  const sections = [...tables].map(([table, figures]) =>
    el(
      'section',
      {},
      el('h3', { class: 'caption', text: capitalised(table) }),
      ...figures.flatMap((one) => [el('h4', { class: 'view-title', text: one.name }), list(linesOf(one))]),
    ),
  );
  openSheet({
    title: 'Figures in view',
    class: 'figure-sheet figure-list',
    body: el('div', {}, ...(sections.length > 0 ? sections : [el('p', { text: 'This view has no figures.' })])),
  });
}
