import { el, fill, setText } from '../../base/dom.js';
import { count, formatBytes, formatNumber } from '../../base/format.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { chooseFiles } from '../../components/page-drop.js';
import { searchField } from '../../components/search-field.js';
import { openSheet } from '../../components/sheet.js';
import { toast } from '../../components/toast.js';
import { sentenceOf } from '../../state/api.js';
import { capturePath } from '../../state/router.js';
import { captureList } from './capture-list.js';
import { chosenCaptures } from './chosen.js';
import { confirmDelete } from './confirm-delete.js';
import { examplesList } from '../examples-list.js';
import { emptyState } from './empty-state.js';
import { livePanel } from './live-panel.js';
import { dropZone, examplesPanel, remotePanel, studiesLink, studiesPanel } from './side.js';

/** @typedef {import('../../state/types.js').Capture} Capture */

/** @param {string} className @param {string} words */
function legendEntry(className, words) {
  return el('span', { class: 'spark-legend-entry' }, el('span', { class: `spark-legend-mark ${className}`, 'aria-hidden': 'true' }), words);
}

function listHead() {
  const heads = ['Capture', 'Bytes over time', 'What it shows', 'Packets', 'Conns', 'Length'];
  return el('div', { class: 'capture-heads', 'aria-hidden': 'true' }, el('span', {}), ...heads.map((text) => el('span', { text })));
}

/** @param {Capture[]} captures @param {string} text */
function search(captures, text) {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? captures : captures.filter(({ name, verdict }) => `${name}\n${verdict?.title ?? ''}`.toLowerCase().includes(wanted));
}

/**
 * The dashboard: all captures, and every way to get another one.
 * @param {HTMLElement} stage
 * @param {import('../../state/view-context.js').ViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export function mountDashboard(stage, { api, store, uploads, bar, query, onQueryChange, navigate }) {
  let text = query.text ?? '';
  const choose = () => chooseFiles(uploads.add);
  const field = searchField({ label: 'Search captures by name or finding', placeholder: 'Name or finding', value: text, onInput: setFilter });
  const messages = el('div', { class: 'messages' });
  const refused = el('div', { class: 'messages' });
  const chosen = chosenCaptures({ onChange: () => show() });
  const list = captureList({
    chosen,
    fileUrl: api.fileUrl,
    onRename: async (capture, name) => store.put(await api.rename(capture.id, name)),
    onDelete: (capture) => confirmDelete(capture, async () => {
      await api.remove(capture.id);
      store.drop(capture.id);
      toast(`${capture.name} is deleted`);
    }),
    onStop: (capture) => void attempt(`${capture.name} was not stopped`, async () => store.put(await api.stop(capture.id))),
    onCancel: (upload) => uploads.cancel(upload.id),
  });
  const studies = el('a', { class: 'view-tab wide-only', href: '/studies', text: 'Studies' });
  /** @type {boolean|null} */
  let shownNothing = null;
  const noMatch = el('p', { class: 'no-match', role: 'status' });
  const counted = el('span', {});
  const stored = el('span', { class: 'list-storage' });
  const live = livePanel({ api, onStarted: (id) => navigate(capturePath(id)) });
  const zone = dropZone({ onChoose: choose });
  const liveHome = el('div', {}, live.element);
  const library = el('div', { class: 'library' },
    el('div', { class: 'library-head' }, el('h1', { class: 'page-title', text: 'Captures' }), el('div', { class: 'library-tools' }, field.element, chosen.link)),
    listHead(), list.element, noMatch,
    el('div', { class: 'list-foot' }, counted,
      el(
        'span', { class: 'spark-legend' }, legendEntry('mark-c2s', 'client → server'), legendEntry('mark-s2c', 'server → client'),
        legendEntry('mark-retx', 'sent again'),
      ),
      stored));
  const examples = () => examplesList({ api, store, navigate });
  const empty = emptyState({ onChoose: choose, onLive: openLive, examples: examples() });
  const element = el('div', { class: 'dashboard' },
    el('div', { class: 'dashboard-main' },
      el(
        'div', { class: 'phone-ways' }, button('Choose files', { kind: 'primary', onClick: choose }),
        button('Start live', { onClick: openLive }), studiesLink(),
      ),
      refused, messages, library, empty),
    el('aside', { class: 'dashboard-side', 'aria-label': 'Add captures' }, zone.element, liveHome, remotePanel(), examplesPanel(examples()), studiesPanel()));

  /** On a wide page the panel is in view; on a phone it comes as a sheet. */
  function openLive() {
    if (liveHome.offsetParent !== null) return void live.focus();
    openSheet({ title: 'Start live', body: live.element, onClose: () => liveHome.append(live.element) });
  }

  /** @param {string} title @param {() => Promise<void>} task */
  async function attempt(title, task) {
    try {
      await task();
    } catch (error) {
      messages.append(messageBar({ kind: 'failure', title, text: sentenceOf(error), onClose: () => undefined }));
    }
  }

  /** @param {string} next */
  function setFilter(next) {
    text = next;
    onQueryChange({ text }, { replace: true });
    show();
  }

  function showRefused() {
    const failed = uploads.list().filter(({ state }) => state === 'failed');
    const shown = failed.map(({ id }) => String(id)).join();
    if (refused.dataset.shown === shown) return;
    refused.dataset.shown = shown;
    fill(refused, ...failed.map((upload) => messageBar({
      kind: 'failure', title: `${upload.name} was not taken`, text: upload.error ?? '', onClose: () => uploads.cancel(upload.id),
      actions: [button('Choose another file', { onClick: choose })],
    })));
  }

  function showFailure() {
    const failure = store.failure();
    messages.querySelector('.load-failure')?.remove();
    if (!failure || store.isLoaded()) return;
    const bar = messageBar({
      kind: 'failure', title: 'The captures cannot be listed', text: sentenceOf(failure),
      actions: [button('Try again', { onClick: () => void store.load() })],
    });
    bar.classList.add('load-failure');
    messages.prepend(bar);
  }

  /** Put up anew only where they change: a link that has the focus would lose it. @param {boolean} nothing there is nothing to search */
  function showControls(nothing) {
    if (nothing === shownNothing) return;
    shownNothing = nothing;
    bar.setControls([studies], { onSearch: nothing ? null : () => field.open() });
  }

  function show() {
    const captures = store.list();
    const matching = search(captures, text);
    const sending = uploads.list().filter(({ state }) => state !== 'failed');
    const nothing = captures.length === 0 && sending.length === 0;
    showFailure();
    showRefused();
    if (store.isLoaded()) chosen.keepOnly(captures);
    library.hidden = nothing;
    showControls(nothing);
    empty.hidden = !nothing || !store.isLoaded();
    element.classList.toggle('is-empty', nothing);
    list.show(matching, text === '' ? sending : []);
    noMatch.hidden = matching.length > 0 || text === '';
    setText(noMatch, text === '' ? '' : `No capture has “${text}” in its name or worst finding.`);
    setText(
      counted,
      matching.length === captures.length ? count(captures.length, 'capture') : `${formatNumber(matching.length)} of ${count(captures.length, 'capture')}`,
    );
    const storage = store.storage();
    zone.setStorage(storage);
    setText(
      stored,
      storage
        ? `Kept until deleted · ${formatBytes(storage.usedBytes)} used${storage.freeBytes === null ? '' : `, ${formatBytes(storage.freeBytes)} free`}`
        : '',
    );
  }

  stage.append(element);
  bar.setPath([{ label: 'Captures' }]);
  const stopListening = [
    store.subscribe(show),
    uploads.subscribe(show),
    addHotkeys([
      { keys: ['/'], words: 'Search by name or finding', group: 'Captures', run: () => field.open() },
      { keys: ['o'], words: 'Choose files to open', group: 'Captures', run: choose },
      { keys: ['l'], words: 'Choose an interface', group: 'Captures', run: openLive },
      { keys: ['ArrowUp', 'ArrowDown'], words: 'Previous and next capture', group: 'Captures', run: (event) => list.step(event.key === 'ArrowDown' ? 1 : -1) },
      { keys: ['Enter'], words: 'Open the capture', group: 'Captures' },
      { keys: ['x'], words: 'Choose the capture, to compare it', group: 'Captures' },
      { keys: ['F2'], words: 'Rename the capture', group: 'Captures' },
      { keys: ['Delete'], words: 'Delete the capture', group: 'Captures' },
    ]),
  ];
  show();

  return {
    update(next) {
      text = next.text ?? '';
      field.set(text);
      show();
    },
    destroy() {
      for (const stop of stopListening) stop();
    },
  };
}
