import { compileFilter } from '../../lib/shared/filter/compile.js';
import { flowOfText, flowText } from '../../lib/shared/quic-flow.js';
import { here } from '../base/address.js';
import { el } from '../base/dom.js';
import { debounce } from '../base/frame.js';
import { listHotkeys } from '../base/hotkeys.js';
import {
  CAPTURE_VIEWS,
  capturePath,
  captureViewPath,
  connectionPath,
  messagesPath,
  parsePlace,
} from '../state/router.js';
import { connectionsOf } from './capture-text.js';
import { suggestions } from './filter/suggestions.js';
import { keyCaps } from './key-sheet.js';
import { menuItemsOf } from './menu.js';

/** @typedef {{ text: string, words: string, run: () => void }} Command */

const mostShown = 12;
/** Connections that fit what is typed, and how long it must rest before they are asked for. */
const mostConnections = 5;
const restsMs = 150;
/** Rows are connections and packets, which are named otherwise. */
const NOT_OF_ROWS = ':not([role=row] *, dialog *, .figure-mark)';
const PRESSED = ['button', 'a.button', '[role=button]', 'summary'].map((one) => one + NOT_OF_ROWS).join(', ');
const HEADS = '[role=columnheader] button:not(.figure-mark)';
const CHOICES = ['checkbox', 'radio'].map((type) => `label input[type=${type}]${NOT_OF_ROWS}`).join(', ');
const SELECTS = `select${NOT_OF_ROWS}`;
const MOST = 400;

/**
 * Everything that the page can do, by typing a few letters of it: keys of the view, what can be pressed there, places,
 * captures by name, a connection by number or by a filter.
 * @param {object} options
 * @param {import('../state/captures.js').CaptureStore} options.store
 * @param {import('../state/api.js').Api} options.api
 * @param {(path: string) => void} options.navigate
 */
export function openCommandPalette({ store, api, navigate }) {
  const before = document.activeElement;
  const commands = onceEach([...viewCommands(), ...placeCommands({ store, navigate }), ...pageCommands()]);
  /** @type {Command[]} */
  let connections = [];
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

  const shown = () =>
    [...matching(commands, input.value, here().pathname, navigate), ...connections].slice(0, mostShown);
  const ask = debounce(restsMs, async () => {
    connections = await connectionCommands(input.value, { api, navigate });
    if (element.isConnected) list.show(shown());
  });
  /** @param {string} text */
  function take(text) {
    const command = shown().find((one) => one.text === text);
    element.close();
    command?.run();
  }

  input.addEventListener('input', () => {
    connections = [];
    list.show(shown());
    ask.call();
  });
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

/** @typedef {Parameters<typeof openCommandPalette>[0]} Given */

/**
 * Connections of the capture that fit.
 * @param {string} typed @param {Pick<Given, 'api'|'navigate'>} given @returns {Promise<Command[]>}
 */
async function connectionCommands(typed, { api, navigate }) {
  const place = parsePlace(location.pathname);
  if (!('captureId' in place) || typed.trim().length < 2 || !isFilter(typed)) return [];
  const { captureId } = place;
  const order = { sort: 'flow', order: /** @type {const} */ ('asc'), text: typed, offset: 0, limit: mostConnections };
  const { rows } = await api.connections(captureId, order);
  return rows.map(({ flow, client, server, serverName, verdict }) => ({
    text: `Connection ${flowText(flow)} · ${client.address}:${client.port} → ${serverName ?? server.address}:${server.port}`,
    words: verdict.title,
    run: () => navigate(connectionPath(captureId, flow)),
  }));
}

/** @param {Pick<Given, 'store'|'navigate'>} given @returns {Command[]} */
function placeCommands({ store, navigate }) {
  return [
    { text: 'Captures', words: 'All captures', run: () => navigate('/') },
    { text: 'Compare', words: 'Connections or pages side by side', run: () => navigate('/compare') },
    { text: 'Studies', words: 'Published studies, repeated', run: () => navigate('/studies') },
    { text: 'Fleet', words: 'Many captures at once', run: () => navigate('/fleet') },
    { text: 'Guide', words: 'Examples, explained step by step', run: () => navigate('/guide') },
    ...viewsOf(here().pathname).map(({ label, href }) => ({
      text: label,
      words: 'Another view',
      run: () => navigate(href),
    })),
    ...store
      .list()
      .filter((capture) => connectionsOf(capture) > 0)
      .map(({ id, name }) => ({ text: name, words: 'Open the capture', run: () => navigate(capturePath(id)) })),
  ];
}

/** @param {string} pathname @returns {{ label: string, href: string }[]} the views of what the user is at */
export function viewsOf(pathname) {
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
    ...Object.entries(CAPTURE_VIEWS).map(([name, label]) => ({
      label,
      href: captureViewPath(place.captureId, /** @type {keyof typeof CAPTURE_VIEWS} */ (name)),
    })),
  ];
}

/** @param {HTMLElement} element @returns {string} its name */
const nameOf = (element) =>
  (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().replace(/\s+/g, ' ').slice(0, 80) ||
  element.title;

/** @param {HTMLElement} element @returns {string} of what it is a part */
const partOf = (element) => element.parentElement?.closest('[aria-label]')?.getAttribute('aria-label') ?? 'This page';

/** @param {HTMLElement} element */
const press = (element) => () => {
  element.focus();
  element.click();
};

/** What is in the menus of the page's buttons: exports and copies. @param {HTMLElement} button @returns {Command[]} */
const menuCommands = (button) =>
  menuItemsOf(button).map(({ label, onSelect, href, download }) => ({
    text: label,
    words: nameOf(button),
    run: () => (href === undefined ? onSelect?.() : el('a', { href, download }).click()),
  }));

/** @param {HTMLSelectElement} select @returns {Command[]} */
const selectCommands = (select) =>
  [...select.options]
    .filter((option) => !option.selected && !option.disabled)
    .map((option) => ({
      text: `${select.labels[0]?.textContent?.trim() || nameOf(select)}: ${option.text}`,
      words: partOf(select),
      run: () => {
        select.value = option.value;
        for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
      },
    }));

/** @param {HTMLInputElement} input @param {string} name */
const choiceText = ({ type, checked }, name) => {
  if (type === 'radio') return name;
  return `${checked ? 'Hide' : 'Show'} ${name}`;
};

/** @returns {Command[]} what can be pressed or chosen: buttons, their menus, switches, heads and choices */
function pageCommands() {
  const pressed = [...document.querySelectorAll(`${PRESSED}, ${HEADS}`)]
    .filter((one) => one instanceof HTMLElement)
    .filter((one) => one.checkVisibility() && !one.matches(':disabled'))
    .flatMap((one) => [
      {
        text: one.matches(HEADS) ? `Sort by ${nameOf(one)}` : nameOf(one),
        words: one.ariaPressed === 'true' ? `${partOf(one)} · on` : partOf(one),
        run: press(one),
      },
      ...menuCommands(one),
    ]);
  const choices = [...document.querySelectorAll(CHOICES)]
    .filter((one) => one instanceof HTMLInputElement)
    .map((one) => ({ one, name: (one.closest('label')?.textContent ?? '').trim() }))
    .filter(({ name }) => name !== '')
    .map(({ one, name }) => ({ text: choiceText(one, name), words: partOf(one), run: () => one.click() }));
  const selected = [...document.querySelectorAll(SELECTS)]
    .filter((one) => one instanceof HTMLSelectElement)
    .flatMap(selectCommands);
  return [...pressed, ...choices, ...selected].filter(({ text }) => text !== '').slice(0, MOST);
}

/** What is typed need not be one. @param {string} typed */
function isFilter(typed) {
  try {
    compileFilter(typed);
    return true;
  } catch {
    return false;
  }
}

/** What a key and a button both do is listed once. @param {Command[]} commands */
const onceEach = (commands) => [...new Map([...commands].reverse().map((one) => [one.text, one])).values()].reverse();

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
 * @param {string} path where the user is
 * @param {(path: string) => void} navigate
 * @returns {Command[]} those that have the letters in this order; those that begin with them first
 */
export function matching(commands, typed, path, navigate) {
  const query = typed.trim().toLowerCase();
  const number = /^(?:connection\s+)?(q?\d{1,15})$/.exec(query);
  const capture = /^\/captures\/([^/]+)/.exec(path);
  const found = commands.filter(({ text }) => hasInOrder(text.toLowerCase(), query));
  const ranked = found
    .map((command) => ({ command, rank: rankOf(command.text.toLowerCase(), query) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
  if (!number || !capture) return ranked;
  const id = decodeURIComponent(capture[1]);
  const flow = flowOfText(number[1]);
  if (flow === null) return ranked;
  return [
    { text: `Connection ${flowText(flow)}`, words: 'of this capture', run: () => navigate(connectionPath(id, flow)) },
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

/** @param {string} text @param {string} query */
function rankOf(text, query) {
  const at = text.indexOf(query);
  return at < 0 ? 3 : Number(at > 0) + Number(at > 0 && text[at - 1] !== ' ');
}
