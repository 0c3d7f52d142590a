import { el, fill } from '../../base/dom.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { button } from '../../components/button.js';
import { filterField } from '../../components/filter-field.js';
import { messageBar } from '../../components/message-bar.js';
import { chooseFiles } from '../../components/page-drop.js';
import { ApiError, isAbort, sentenceOf } from '../../state/api.js';
import { comparePath } from '../../state/router.js';
import { isGrowing } from '../capture-words.js';
import { formatQuery, lanesPath } from '../../state/router.js';
import { captureTabs, tabsWhereThere } from '../overview-places.js';
import { captureFindings } from './capture-findings.js';
import { captureHead, isUnreadable } from './capture-head.js';
import { columns } from './connection-rows.js';
import { openFindPackets } from './find-packets.js';
import { connectionsTable } from './connections-table.js';

/** @typedef {import('../../state/types.js').Query} Query */

const phone = matchMedia('(max-width: 599px)');

/** @param {Query} query @returns {import('./connection-source.js').Order} what the URL asks for; nonsense is the default */
function orderFrom(query) {
  const sort = columns.find((column) => column.sort && column.sort === query.sort)?.sort ?? 'flow';
  return { sort, order: query.order === 'desc' ? 'desc' : 'asc', text: query.text ?? '' };
}

/** @param {import('./connection-source.js').Order} order @returns {Query} without what is the default anyway */
function queryFrom({ sort, order, text }) {
  return { ...(sort === 'flow' && order === 'asc' ? {} : { sort, order }), ...(text === '' ? {} : { text }) };
}

/**
 * One capture: its head and the table of its connections.
 * @param {HTMLElement} stage
 * @param {import('../../state/view-context.js').ViewContext & { captureId: string }} context
 * @returns {import('../../state/types.js').View}
 */
export function mountCaptureView(stage, { api, events, store, uploads, bar, captureId, query, onQueryChange, navigate }) {
  let order = orderFrom(query);
  const abort = new AbortController();
  const problem = el('div', { class: 'page', hidden: true });
  const head = captureHead({ onStop: (capture) => void stop(capture), onChoose: choose });
  const makeTable = () =>
    connectionsTable({ api, captureId, order, onSort: (sort, direction) => change({ ...order, sort, order: direction }), navigate, onFind: () => openFind() });
  let table = makeTable();
  const findings = captureFindings({ api, captureId, navigate });
  const field = filterField({
    label: 'Filter connections', placeholder: 'Words, or rtt > 100 ms', value: order.text,
    onChange: (text) => change({ ...order, text }, { replace: true }), onEnter: () => table.step(1),
  });
  const keys = button('TLS keys…', { onClick: () => chooseFiles((files) => void addKeys(files)) });
  keys.title = 'Decrypt with a key log (SSLKEYLOGFILE). It stays in the server\'s memory.';
  const openFind = () => openFindPackets({ api, captureId, navigate });
  const find = button('Find…', { onClick: openFind });
  find.title = 'Packets of all connections: by frame, flag, address, URL (P)';
  const download = el('a', { class: 'button button-plain', href: api.fileUrl(captureId), download: '', text: 'Download' });
  const compare = el('a', {
    class: 'button button-plain', href: comparePath([{ id: captureId, flow: null }]), text: 'Compare',
    title: 'Its largest connection beside another\'s',
  });
  const content = el('div', { class: 'capture-view', hidden: true }, head.element, el('div', { class: 'capture-body' }, table.element, findings.element));
  stage.append(problem, content);

  /** Rows of the desk and cards of a phone are different tables. */
  function changeTable() {
    const old = table;
    table = makeTable();
    old.element.replaceWith(table.element);
    old.destroy();
    show();
  }

  function choose() {
    chooseFiles((files) => {
      uploads.add(files);
      navigate('/');
    });
  }

  /** @param {import('./connection-source.js').Order} next @param {{ replace?: boolean }} [options] */
  function change(next, options) {
    order = next;
    onQueryChange(queryFrom(order), options);
    table.setOrder(order);
  }

  /** @param {import('../../state/types.js').Capture} capture */
  async function stop(capture) {
    try {
      store.put(await api.stop(capture.id));
    } catch (error) {
      showProblem('The capture was not stopped', error);
    }
  }

  /** @param {File[]} files key logs */
  async function addKeys(files) {
    try {
      for (const file of files) store.put(await api.addKeys(captureId, file));
    } catch (error) {
      showProblem('The keys were not taken', error);
    }
  }

  /** @param {string} title @param {unknown} error @param {Node[]} [actions] */
  function showProblem(title, error, actions) {
    problem.hidden = false;
    fill(problem, messageBar({ kind: 'failure', title, text: sentenceOf(error), actions, isPage: content.hidden === true }));
  }

  /** What can be done with a capture cannot be done with one that is not there. @param {string} title @param {unknown} error */
  function showMissing(title, error) {
    bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Capture' }]);
    bar.setControls([]);
    showProblem(title, error, [el('a', { class: 'button', href: '/', text: 'All captures' })]);
  }

  function show() {
    const capture = store.get(captureId);
    bar.setPath([{ label: 'Captures', href: '/' }, { label: capture?.name ?? 'Capture' }], tabsWhereThere(store, captureId, captureTabs(captureId, 'capture')));
    if (!capture) {
      if (!content.hidden) showGone();
      return;
    }
    content.hidden = false;
    problem.hidden = true;
    head.update(capture);
    keys.hidden = capture.encryption.tls === 0;
    table.element.hidden = isUnreadable(capture);
    table.setGrowing(isGrowing(capture), capture.connections);
  }

  function showGone() {
    content.hidden = true;
    showMissing('This capture is gone', new Error('It was deleted, here or in another window. The others are in the list of captures.'));
  }

  async function load() {
    try {
      store.put(await api.capture(captureId, abort.signal));
    } catch (error) {
      if (isAbort(error)) return;
      if (error instanceof ApiError && error.status === 404) showMissing('There is no such capture', error);
      else showProblem('The capture cannot be shown', error);
    }
  }

  bar.setControls([field.element, find, keys, compare, download], { onSearch: () => field.open() });
  events.watch({ id: captureId, flow: null });
  const stopListening = [
    store.subscribe(show),
    events.onProgress(({ id }) => {
      if (id !== captureId) return;
      table.grow();
      findings.grow();
    }),
    events.onServer(({ connected }) => {
      if (connected) table.grow();
    }),
    addHotkeys([
      { keys: ['/'], words: 'Filter connections', group: 'Connections', run: () => field.open() },
      { keys: ['p'], cap: 'P', words: 'Find packets in all connections', group: 'Connections', run: openFind },
      {
        keys: ['ArrowUp', 'ArrowDown'], words: 'Previous and next connection', group: 'Connections',
        run: (event) => table.step(event.key === 'ArrowDown' ? 1 : -1),
      },
      { keys: ['PageUp', 'PageDown'], words: 'A page up or down', group: 'Connections' },
      { keys: ['Home', 'End'], words: 'First and last connection', group: 'Connections' },
      { keys: ['Enter'], words: 'Open the connection', group: 'Connections' },
      {
        keys: ['l'], cap: 'L', words: 'The same connections as lanes', group: 'Connections',
        run: () => navigate(lanesPath(captureId) + formatQuery({ text: order.text })),
      },
    ]),
  ];
  phone.addEventListener('change', changeTable);
  show();
  findings.fetch();
  if (!store.get(captureId)) void load();

  return {
    update(next) {
      order = orderFrom(next);
      field.set(order.text);
      table.setOrder(order);
    },
    destroy() {
      phone.removeEventListener('change', changeTable);
      abort.abort();
      field.destroy();
      events.watch(null);
      for (const stopOne of stopListening) stopOne();
      table.destroy();
      findings.destroy();
    },
  };
}
