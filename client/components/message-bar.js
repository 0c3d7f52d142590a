import { append, el } from '../base/dom.js';
import { iconButton } from './button.js';

/**
 * What happened, in words: a bold first clause, then where and what to do.
 * @param {{
 *   kind: 'failure' | 'doubt' | 'note', title: string, text?: string,
 *   actions?: (Node | null)[], onClose?: () => void, isPage?: boolean, role?: string | null,
 * }} message failure has an edge in `retx`, doubt in `ooo`, note in `line3`; `isPage`: the page has nothing else, so
 * its title is the page's;
 *   `role`: null within a live region
 */
export function messageBar({
  kind,
  title,
  text,
  actions = [],
  onClose,
  isPage = false,
  role = kind === 'failure' ? 'alert' : 'status',
}) {
  const words = el(
    'div',
    { class: 'message-words' },
    el(isPage ? 'h1' : 'p', { class: 'message-title', text: title }),
    text ? el('p', { class: 'message-text', text }) : null,
  );
  if (actions.length > 0) {
    const row = el('div', { class: 'message-actions' });
    append(row, ...actions);
    words.append(row);
  }
  const element = el('div', { class: `message message-${kind}`, role }, words);
  if (onClose) {
    element.append(
      iconButton('close', 'Close this message', {
        onClick: () => {
          element.remove();
          onClose();
        },
      }),
    );
  }
  return element;
}
