import { el } from '../base/dom.js';
import { iconButton } from './button.js';

/**
 * A floating sheet over the page (from the bottom on a phone). Esc, its close button or a click outside closes it;
 * focus returns to where it was.
 * @param {{ title: string, body: Node, class?: string, onClose?: () => void }} options
 * @returns {{ element: HTMLDialogElement, close: () => void }}
 */
export function openSheet({ title, body, class: extra = '', onClose }) {
  const before = document.activeElement;
  const element = el(
    'dialog',
    { class: `sheet ${extra}`.trim(), 'aria-label': title },
    el(
      'div',
      { class: 'sheet-head' },
      el('h2', { class: 'view-title', text: title }),
      iconButton('close', 'Close', { onClick: () => element.close() }),
    ),
    el('div', { class: 'sheet-body' }, body),
  );
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close();
  });
  element.addEventListener('close', () => {
    onClose?.();
    element.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  document.body.append(element);
  element.showModal();
  return { element, close: () => element.close() };
}
