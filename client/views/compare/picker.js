/** The sheet in which captures, connections and pages are chosen to compare. */
import { flowText } from '../../../lib/shared/quic-flow.js';
import { el, fill, setText } from '../../base/dom.js';
import { count, formatBytes, formatEndpoint, formatFlow, formatNumber, formatWhen } from '../../base/format.js';
import { button } from '../../components/button.js';
import { connectionsOf, connectionWords } from '../../components/capture-text.js';
import { openSheet } from '../../components/sheet.js';
import { sentenceOf } from '../../state/api-error.js';
import { MAX_PAGES as MAX_COMPARED_PAGES } from './pages/state.js';

/** @typedef {import('../../state/api.js').Api} Api */
/** @typedef {import('../../state/types.js').Capture} Capture */

/** Connections, and pages, of a capture that are offered: the largest, the first. */
const MAX_CONNECTIONS = 50;
const MAX_PAGES = 20;

/** @param {HTMLInputElement} box */
const isOfPage = ({ name }) => name === 'page';

/**
 * @param {object} options
 * @param {Api} options.api
 * @param {import('../../state/captures.js').CaptureStore} options.store
 * @param {(chosen: { of: string[], pages: string[] }) => void} options.onAdd as the URL has them, `of`: a capture, or
 *   `capture/connection`; `pages`: `capture/page`; one of them has any
 */
export function openPicker({ api, store, onAdd }) {
  const list = el('div', { class: 'compare-choices', role: 'group', 'aria-label': 'Captures' });
  const add = button('Add', {
    kind: 'primary',
    disabled: true,
    onClick: () => {
      const boxes = chosen();
      const values = (/** @type {boolean} */ ofPages) =>
        boxes.filter((box) => isOfPage(box) === ofPages).map(({ value }) => value);
      sheet.close();
      onAdd({ of: values(false), pages: values(true) });
    },
  });
  const boxesOf = (/** @type {string} */ which) =>
    /** @type {HTMLInputElement[]} */ ([...list.querySelectorAll(`input${which}`)]);
  const chosen = () => boxesOf(':checked');
  // Pages are compared with pages, connections with connections.
  const settle = () => {
    const [first, ...others] = chosen();
    for (const box of boxesOf(':not(:checked)')) {
      const isFull = isOfPage(box) && others.length + 1 >= MAX_COMPARED_PAGES;
      box.disabled = first !== undefined && (isOfPage(box) !== isOfPage(first) || isFull);
    }
    add.disabled = first === undefined;
    setText(add, first === undefined ? 'Add' : `Add ${formatNumber(others.length + 1)}`);
  };
  list.addEventListener('change', settle);
  const noMatch = el('p', { class: 'second', role: 'status' });
  const search = el('input', {
    type: 'search',
    class: 'field',
    'aria-label': 'Search captures',
    placeholder: 'Name or finding',
    autocomplete: 'off',
    spellcheck: 'false',
    on: { input: () => narrow(search.value) },
  });

  /** What is chosen stays in view, whatever is searched for. @param {string} text */
  function narrow(text) {
    const query = text.trim().toLowerCase();
    const choices = /** @type {HTMLElement[]} */ ([...list.children]);
    for (const one of choices) {
      one.hidden = !one.textContent?.toLowerCase().includes(query) && one.querySelector('input:checked') === null;
    }
    const none = choices.every((one) => !one.textContent?.toLowerCase().includes(query));
    setText(noMatch, none ? `No capture has “${text.trim()}” in its name or worst finding.` : '');
  }

  const captures = store.list().filter((one) => one.state === 'ready' && connectionsOf(one) > 0);
  fill(
    list,
    ...captures.map((capture) => {
      const parts = connectionsOf(capture) > 1 || capture.requests > 0 ? partsOf(api, capture, settle) : null;
      return el(
        'div',
        { class: 'compare-capture' },
        choice(
          capture.id,
          el(
            'span',
            { class: 'compare-choice-name' },
            capture.name,
            capture.verdict && el('span', { class: 'compare-choice-verdict', text: ` ${capture.verdict.title}` }),
          ),
          `${connectionWords(capture)} · ${formatWhen(capture.createdEpoch)}`,
        ),
        parts,
      );
    }),
  );
  const nothing =
    captures.length === 0 && el('p', { text: 'There is no capture with connections yet. Add some on the first page.' });
  const sheet = openSheet({
    title: 'Add to the comparison',
    class: 'compare-sheet',
    body: el(
      'div',
      { class: 'compare-picker' },
      nothing || search,
      list,
      noMatch,
      el('div', { class: 'sheet-actions' }, add),
    ),
  });
}

/**
 * @param {string} value
 * @param {Node|string} name
 * @param {string} words
 * @param {'connection'|'page'} [kind] of what it is
 */
const choice = (value, name, words, kind = 'connection') =>
  el(
    'label',
    { class: 'compare-choice' },
    el('input', { type: 'checkbox', class: 'check', name: kind, value }),
    typeof name === 'string' ? el('span', { class: 'compare-choice-name', text: name }) : name,
    el('span', { class: 'second', text: words }),
  );

/**
 * A capture's connections and pages, fetched when they are opened.
 * @param {Api} api @param {Capture} capture @param {() => void} onShown
 */
function partsOf(api, { id, requests }, onShown) {
  const list = el('div', { class: 'compare-parts' });
  const element = el(
    'details',
    {},
    el('summary', { text: requests > 0 ? 'Connections and pages' : 'Connections' }),
    list,
  );
  element.addEventListener('toggle', () => void show(), { once: true });

  async function show() {
    list.textContent = 'Fetching the connections and pages.';
    try {
      const largest = {
        sort: 'bytes',
        order: /** @type {const} */ ('desc'),
        text: '',
        offset: 0,
        limit: MAX_CONNECTIONS,
      };
      const [{ rows, total }, { pages }] = await Promise.all([
        api.connections(id, largest),
        requests > 0 ? api.pages(id, MAX_PAGES) : { pages: [] },
      ]);
      fill(
        list,
        ...pages.map(({ page, url, requests: asked }) =>
          choice(`${id}/${page - 1}`, url, `page of ${count(asked, 'request')}`, 'page'),
        ),
        requests > 0 && choice(`${id}/all`, 'All requests', `${count(requests, 'request')}, as one page`, 'page'),
        ...rows.map(({ flow, client, server, serverName, bytes }) =>
          choice(
            `${id}/${flowText(flow)}`,
            `${formatFlow(flow)} · ${formatEndpoint(client)} → ${serverName ?? formatEndpoint(server)}`,
            formatBytes(bytes[0] + bytes[1]),
          ),
        ),
        total > rows.length &&
          el('p', { class: 'second', text: `The ${formatNumber(rows.length)} largest of ${formatNumber(total)}.` }),
      );
      onShown();
    } catch (error) {
      list.textContent = sentenceOf(error);
    }
  }
  return element;
}
