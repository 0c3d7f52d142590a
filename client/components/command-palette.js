import { here } from '../base/address.js';
import { el } from '../base/dom.js';
import { listHotkeys } from '../base/hotkeys.js';
import { capturePath, connectionPath, lanesPath, messagesPath, parsePlace, waterfallPath } from '../state/router.js';
import { keyCaps } from './key-sheet.js';
import { suggestions } from './suggestions.js';

/** @typedef {{ text: string, words: string, run: () => void }} Command */

const mostShown = 12;

/**
 * Everything that the page can do, by typing a few letters of it: keys of the view, places, captures by name, a
 * connection by number. Opens with Ctrl+K or ⌘K from anywhere, text fields too.
 * @param {{ store: import('../state/captures.js').CaptureStore, navigate: (path: string) => void }} options
 */
export function startCommandPalette({ store, navigate }) {
  document.addEventListener('keydown', (event) => {
    const wanted =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!wanted) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) open();
  });

  function open() {
    const before = document.activeElement;
    const commands = [...viewCommands(), ...placeCommands()];
    const input = el('input', {
      type: 'text',
      class: 'field palette-input',
      'aria-label': 'Command',
      placeholder: 'What do you want to do?',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    const list = suggestions(input, { id: 'palette', label: 'Commands', onTake: take, takesFirst: true });
    const element = el('dialog', { class: 'palette', 'aria-label': 'Commands' }, input, list.element);

    const shown = () => matching(commands, input.value, here().pathname, navigate).slice(0, mostShown);
    /** @param {string} text */
    function take(text) {
      const command = shown().find((one) => one.text === text);
      element.close();
      command?.run();
    }

    input.addEventListener('input', () => list.show(shown()));
    // Esc closes the palette at once, not first its list.
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') element.close();
      },
      { capture: true },
    );
    element.addEventListener('click', (event) => {
      if (event.target === element) element.close();
    });
    element.addEventListener('close', () => {
      element.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    });
    document.body.append(element);
    element.showModal();
    list.show(shown());
  }

  /** @returns {Command[]} */
  function placeCommands() {
    return [
      { text: 'Captures', words: 'All captures', run: () => navigate('/') },
      { text: 'Compare', words: 'Connections side by side', run: () => navigate('/compare') },
      { text: 'Studies', words: 'Published studies again', run: () => navigate('/studies') },
      ...viewsOf(here().pathname).map(({ label, href }) => ({
        text: label,
        words: 'Another view of this',
        run: () => navigate(href),
      })),
      ...store
        .list()
        .filter(({ connections }) => connections > 0)
        .map(({ id, name }) => ({ text: name, words: 'Open the capture', run: () => navigate(capturePath(id)) })),
    ];
  }
}

/** @param {string} pathname @returns {{ label: string, href: string }[]} the other views of what the reader is at */
function viewsOf(pathname) {
  const place = parsePlace(pathname);
  if (!('captureId' in place)) return [];
  const ofConnection =
    'flow' in place
      ? [
          { label: 'Packets', href: connectionPath(place.captureId, place.flow) },
          { label: 'Messages', href: messagesPath(place.captureId, place.flow) },
        ]
      : [];
  return [
    ...ofConnection,
    { label: 'Connections', href: capturePath(place.captureId) },
    { label: 'Lanes', href: lanesPath(place.captureId) },
    { label: 'Waterfall', href: waterfallPath(place.captureId) },
  ];
}

/** @returns {Command[]} what the view's keys do */
function viewCommands() {
  return [...listHotkeys()].flatMap(([group, hotkeys]) =>
    hotkeys.flatMap(({ words, keys, cap, run }) =>
      run
        ? [
            {
              text: words,
              words: `${group} · ${keyCaps({ keys, cap })[0]}`,
              run: () => run(new KeyboardEvent('keydown', { key: keys[0] })),
            },
          ]
        : [],
    ),
  );
}

/**
 * @param {Command[]} commands
 * @param {string} typed
 * @param {string} path where the reader is
 * @param {(path: string) => void} navigate
 * @returns {Command[]} those that have the letters in this order; those that begin with them first
 */
export function matching(commands, typed, path, navigate) {
  const wanted = typed.trim().toLowerCase();
  const number = /^(?:connection\s+)?(\d{1,15})$/.exec(wanted);
  const capture = /^\/captures\/([^/]+)/.exec(path);
  const found = commands.filter(({ text }) => hasInOrder(text.toLowerCase(), wanted));
  const ranked = found
    .map((command) => ({ command, rank: rankOf(command.text.toLowerCase(), wanted) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
  if (!number || !capture) return ranked;
  const id = decodeURIComponent(capture[1]);
  const flow = Number(number[1]);
  return [
    { text: `Connection ${flow}`, words: 'of this capture', run: () => navigate(connectionPath(id, flow)) },
    ...ranked,
  ];
}

/** @param {string} text @param {string} letters */
function hasInOrder(text, letters) {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** @param {string} text @param {string} wanted */
function rankOf(text, wanted) {
  const at = text.indexOf(wanted);
  return at < 0 ? 3 : Number(at > 0) + Number(at > 0 && text[at - 1] !== ' ');
}
