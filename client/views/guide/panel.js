/** The words of a guided example, above its diagram, with the ways on, back and out. */
import { el, fill, setText } from '../../base/dom.js';
import { button, iconButton } from '../../components/button.js';

/**
 * @param {object} given
 * @param {string} given.title of the example
 * @param {() => void} given.onBack
 * @param {() => void} given.onNext
 * @param {() => void} given.onClose
 */
export function guidePanel({ title, onBack, onNext, onClose }) {
  const place = el('p', { class: 'guide-place second' });
  const words = el('div', { class: 'guide-words', role: 'status', 'aria-live': 'polite' });
  const back = button('Back', { onClick: onBack, 'aria-keyshortcuts': 'PageUp', title: 'Page up' });
  const next = button('', { kind: 'primary', onClick: onNext, 'aria-keyshortcuts': 'PageDown', title: 'Page down' });
  const element = el(
    'section',
    {
      class: 'guide-panel',
      'aria-label': `Guide: ${title}`,
      on: {
        keydown: (event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onClose();
        },
      },
    },
    place,
    words,
    el(
      'div',
      { class: 'guide-ways' },
      back,
      next,
      iconButton('close', 'Close the guide (Q)', { onClick: onClose, 'aria-keyshortcuts': 'q' }),
    ),
  );
  return {
    element,
    focus: () => next.focus({ preventScroll: true }),
    /**
     * @param {import('./steps.js').Step} step
     * @param {{ index: number, count: number, onward: string }} at `onward`: what the next step is called
     */
    show(step, { index, count, onward }) {
      setText(place, `${index + 1} of ${count}`);
      fill(words, el('h1', { class: 'guide-title', text: step.title }), el('p', { text: step.text }));
      setText(next, onward);
      back.disabled = index === 0;
    },
  };
}
