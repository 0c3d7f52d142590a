import { el } from '../base/dom.js';

/**
 * A line of 3 px: how much is done in ink and, behind it in grey, how much has arrived.
 * @param {string} label
 */
export function progressLine(label) {
  const arrived = el('span', { class: 'progress-arrived' });
  const done = el('span', { class: 'progress-done' });
  const element = el(
    'div',
    { class: 'progress', role: 'progressbar', 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': 100 },
    arrived,
    done,
  );
  return {
    element,
    /**
     * @param {number} doneShare 0 to 1
     * @param {number} [arrivedShare] 0 to 1
     */
    set(doneShare, arrivedShare = 0) {
      const percent = Math.round(Math.min(1, Math.max(0, doneShare)) * 100);
      element.setAttribute('aria-valuenow', String(percent));
      done.style.transform = `scaleX(${Math.min(1, doneShare)})`;
      arrived.style.transform = `scaleX(${Math.min(1, arrivedShare)})`;
    },
  };
}
