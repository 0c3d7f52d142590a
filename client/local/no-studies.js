import { el } from '../base/dom.js';
import { messageBar } from '../components/message-bar.js';
import { ELSEWHERE } from './elsewhere.js';

/**
 * Stands in the place of the studies (scripts/page/bundle.js).
 * @param {HTMLElement} container
 * @returns {import('../state/types.js').View}
 */
export function mountStudiesView(container) {
  const back = el('a', { class: 'button button-plain', href: '/', text: 'All captures' });
  const bar = messageBar({ kind: 'note', isPage: true, title: 'No studies here', text: ELSEWHERE, actions: [back] });
  container.append(el('div', { class: 'page' }, bar));
  return { update: () => undefined, destroy: () => undefined };
}
