import { el } from '../base/dom.js';
import { listHotkeys } from '../base/hotkeys.js';
import { openSheet } from './sheet.js';

const caps = /** @type {Record<string, string>} */ ({
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
});

/**
 * @param {Pick<import('../base/hotkeys.js').Hotkey, 'keys' | 'cap'>} hotkey
 * @returns {string[]} the labels of its keys
 */
export const keyCaps = ({ keys, cap }) =>
  cap ? [cap] : keys.map((key) => caps[key] ?? (key.length === 1 ? key.toUpperCase() : key));

/** @param {import('../base/hotkeys.js').Hotkey} hotkey */
function keyRow(hotkey) {
  const shown = keyCaps(hotkey);
  return el(
    'div',
    { class: 'key-row' },
    el('dt', {}, ...[...new Set(shown)].map((text) => el('kbd', { class: 'key-cap', text }))),
    el('dd', { text: hotkey.words }),
  );
}

/** The way to the guide, for who looks for help. */
const guideLink = () =>
  el('a', { class: 'text-button', href: '/guide', text: 'Guided examples: slow start, a loss, a closed window' });

/** Shows every key that works on this view. */
export function openKeySheet() {
  const groups = [...listHotkeys()].map(([group, hotkeys]) =>
    el(
      'section',
      { class: 'key-group' },
      el('h3', { class: 'caption', text: group }),
      el('dl', {}, ...hotkeys.map(keyRow)),
    ),
  );
  openSheet({
    title: 'Keyboard shortcuts',
    body: el('div', {}, guideLink(), el('div', { class: 'key-groups' }, ...groups)),
    class: 'key-sheet',
  });
}
