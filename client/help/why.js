import { el } from '../base/dom.js';
import { openLater } from '../components/open-later.js';

/** @typedef {import('../../lib/insight/verdict/explanation.js').Explanation} Explanation */
/** @typedef {(signal: AbortSignal) => Promise<Explanation>} Explain */

const LABEL = 'Why this sentence';

/**
 * The small "i" beside a first sentence: opens why that one leads.
 * @param {Explain} explain
 */
export const whyButton = (explain) =>
  el('button', {
    type: 'button',
    class: 'why-mark',
    'aria-label': LABEL,
    title: LABEL,
    'aria-haspopup': 'dialog',
    on: {
      click: () =>
        void openLater(
          () => import('./why-sheet.js'),
          ({ openWhySheet }) => openWhySheet(LABEL, explain),
        ),
    },
  });
