/** The way to the guided examples, for as long as the user wants to see it. */
import { el } from '../../base/dom.js';
import { iconButton } from '../../components/button.js';
import { guidePath } from '../../state/router.js';
import { LESSONS } from '../guide/lessons.js';

const KEY = 'selfclock-guide';
const CLASS = 'first-minute';

/** @returns {boolean} */
function isDismissed() {
  try {
    return localStorage.getItem(KEY) === 'off';
  } catch {
    return false; // storage is denied: it comes again with the next visit
  }
}

function dismiss() {
  for (const element of document.querySelectorAll(`.${CLASS}`)) element.remove();
  try {
    localStorage.setItem(KEY, 'off');
  } catch {
    // It is away until the next visit.
  }
}

/** @param {typeof LESSONS[number]} lesson */
const entry = ({ name, title, words }) =>
  el(
    'li',
    {},
    el(
      'a',
      { class: 'example', href: guidePath(name, 1) },
      el('span', { class: 'example-title', text: title }),
      ' ',
      el('span', { class: 'second', text: words }),
    ),
  );

/** @returns {HTMLElement|null} null: the user does not want it */
export const firstMinute = () =>
  isDismissed()
    ? null
    : el(
        'section',
        { class: `panel-section ${CLASS}`, 'aria-label': 'Guide' },
        el(
          'div',
          { class: 'first-minute-head' },
          el('h2', { class: 'section-title', text: 'New here? A minute each' }),
          iconButton('close', 'Do not show the guide here again', { onClick: dismiss }),
        ),
        el('p', { class: 'second', text: 'Explained step by step on the real diagram.' }),
        el('ol', { class: 'examples', 'aria-label': 'Guided examples' }, ...LESSONS.map(entry)),
      );
