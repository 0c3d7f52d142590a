import { el } from '../base/dom.js';

let made = 0;

/**
 * A small panel that a button opens under itself; Esc or a press elsewhere closes it (the browser's own popover).
 * @param {{ words: string, label: string, class?: string, title?: string }} given `words` on the button, `label` of the
 *   panel, `class` of the button
 * @param {...Node} content
 * @returns {{ button: HTMLButtonElement, panel: HTMLElement }} both to be put into the page
 */
export function createPopover({ words, label, class: className = 'switch', title }, ...content) {
  const id = `popover-${++made}`;
  const panel = el('div', { id, class: 'popover', popover: 'auto', role: 'group', 'aria-label': label }, ...content);
  const button = el(
    'button',
    { type: 'button', class: className, title, popovertarget: id, 'aria-expanded': 'false' },
    words,
  );
  panel.addEventListener('toggle', (event) => {
    const isOpen = /** @type {ToggleEvent} */ (event).newState === 'open';
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) place(panel, button);
  });
  return { button, panel };
}

/** Under the button, right edges aligned, inside the window. @param {HTMLElement} panel @param {HTMLElement} button */
function place(panel, button) {
  const box = button.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.right - panel.offsetWidth), innerWidth - panel.offsetWidth - 8);
  const top = Math.min(box.bottom + 4, Math.max(8, innerHeight - panel.offsetHeight - 8));
  Object.assign(panel.style, { left: `${Math.max(8, left)}px`, top: `${top}px` });
}
