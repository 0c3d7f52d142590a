import { el } from '../base/dom.js';
import { messageBar } from '../components/message-bar.js';
import { ELSEWHERE } from './elsewhere.js';

/** @param {string} title @returns {(container: HTMLElement) => import('../state/types.js').View} */
const viewOf = (title) => (container) => {
  const back = el('a', { class: 'button button-plain', href: '/', text: 'All captures' });
  const bar = messageBar({ kind: 'note', isPage: true, title, text: ELSEWHERE, actions: [back] });
  container.append(el('div', { class: 'page' }, bar));
  return { update: () => undefined, destroy: () => undefined };
};

/** These replace what needs a server (scripts/page/bundle.js). */
export const mountStudiesView = viewOf('No studies here');
export const mountFleetView = viewOf('No fleet here');
