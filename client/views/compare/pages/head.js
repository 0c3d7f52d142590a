/** The pages that are compared, how they are aligned, and the summary. */
import { CAUSE_WORDS } from '../../../../lib/shared/text/page-causes.js';
import { percent } from '../../../../lib/shared/text/quantities.js';
import { el, fill, setText } from '../../../base/dom.js';
import { button, iconButton } from '../../../components/button.js';
import { captureViewPath, comparePath } from '../../../state/router.js';
import { backButton, choice, livingLegend, viewHead } from '../../timeline/switches.js';
import { waterfallLegend } from '../../waterfall/waterfall-legend.js';
import { headline } from './figures.js';
import { ALIGNMENTS, MAX_PAGES } from './state.js';

/** @typedef {import('./load.js').ComparedPage} ComparedPage */

/** @param {NonNullable<ComparedPage['verdict']>} verdict @returns {string} "held by server think time, 69 %" */
const heldBy = ({ heldBy: cause, causes: [{ share }] }) => `held by ${CAUSE_WORDS[cause]}, ${percent(share)}`;

/**
 * @param {object} given
 * @param {(align: import('./state.js').Align) => void} given.onAlign
 * @param {() => void} given.onAdd
 * @param {(index: number) => void} given.onRemove
 * @param {() => void} given.onBack
 * @param {HTMLElement} given.exporting
 */
export function pagesHead({ onAlign, onAdd, onRemove, onBack, exporting }) {
  const title = el('h1', { class: 'view-title' });
  const strong = el('strong');
  const rest = el('span', { class: 'second' });
  const align = choice('Align at', [...ALIGNMENTS], onAlign);
  const back = backButton(onBack);
  const add = button('Add a page', { onClick: onAdd });
  const whole = el('a', {
    class: 'button button-plain',
    title: 'Their largest connections, packet by packet, and their figures',
    text: 'Compare the captures',
  });
  const swatches = livingLegend();
  const members = el('ul', { class: 'compare-members' });

  /** @param {ComparedPage} page @param {number} index */
  const entry = ({ of, letter, url, name, verdict }, index) =>
    el(
      'li',
      { class: 'compare-member' },
      el('strong', { text: letter }),
      el('a', { href: captureViewPath(of.id, 'waterfall', { page: of.page }), text: url }),
      el('span', {
        class: 'second',
        title: verdict?.sentence ?? '',
        text: verdict === null ? name : `${name} · ${heldBy(verdict)}`,
      }),
      iconButton('close', `Remove ${letter}`, { onClick: () => onRemove(index) }),
    );

  return {
    element: viewHead(
      [title, el('p', { class: 'sentence' }, strong, ' ', rest)],
      [back, align.element, add, whole, exporting],
      members,
      swatches.element,
    ),
    /**
     * @param {import('./screen.js').PagesShown} shown
     * @param {boolean} isZoomed
     */
    update({ pages, slots, align: aligned }, isZoomed) {
      setText(title, pages.length === 1 ? 'One page' : `${pages.length} pages`);
      const words =
        pages.length > 1
          ? headline(pages, slots)
          : { strong: 'One page alone.', rest: 'Add another to compare it with.' };
      setText(strong, words.strong);
      setText(
        rest,
        `${words.rest}${pages.some(({ isCut }) => isCut) ? ' There are more requests than are shown.' : ''}`,
      );
      align.set(aligned);
      back.hidden = !isZoomed;
      add.hidden = pages.length >= MAX_PAGES;
      const ids = [...new Set(pages.map(({ of }) => of.id))];
      whole.hidden = ids.length < 2;
      whole.href = comparePath(ids.map((id) => ({ id, flow: null })));
      fill(members, ...pages.map(entry));
      swatches.set(waterfallLegend(pages.flatMap(({ rows }) => rows)));
    },
  };
}
