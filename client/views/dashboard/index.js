import { el, fill, setText } from '../../base/dom.js';
import { count, formatBytes, formatNumber } from '../../base/format.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { button } from '../../components/button.js';
import { holdsWords, sourceWords } from '../../components/capture-text.js';
import { offerMenu } from '../../components/menu.js';
import { messageBar } from '../../components/message-bar.js';
import { openLater } from '../../components/open-later.js';
import { chooseFiles } from '../../components/page-drop.js';
import { searchField } from '../../components/search-field.js';
import { openSheet } from '../../components/sheet.js';
import { toast } from '../../components/toast.js';
import { sentenceOf } from '../../state/api-error.js';
import { capturePath } from '../../state/router.js';
import { batchLine } from './batch-line.js';
import { captureList } from './capture-list.js';
import { chosenCaptures } from './chosen.js';
import { chosenPages } from './chosen-pages.js';
import { dashboardKeys } from './dashboard-keys.js';
import { emptyState } from './empty-state.js';
import { examplesList } from './examples-list.js';
import { firstMinute } from './first-minute.js';
import { TrafficSparks } from './interface-traffic.js';
import { LivePanel } from './live-panel.js';
import { dropZone, elsewherePanel, examplesPanel, fleetLink, remotePanel, studiesLink, studiesPanel } from './side.js';
import { HEAD_NAMES, listHeads, nextSorting, sorted, sortingFrom, sortingText } from './sorting.js';
import { hasTags, searchParts, tagSearch } from './tags.js';
import { takeFiles } from './take-files.js';

/** @typedef {import('../../state/types.js').Capture} Capture */
/** @typedef {import('../../state/view-context.js').ViewContext} ViewContext */

/** @param {string} className @param {string} words */
function legendEntry(className, words) {
  return el(
    'span',
    { class: 'spark-legend-entry' },
    el('span', { class: `spark-legend-mark ${className}`, 'aria-hidden': 'true' }),
    words,
  );
}

const sparkLegend = () =>
  el(
    'span',
    { class: 'spark-legend' },
    legendEntry('mark-c2s', 'client → server'),
    legendEntry('mark-s2c', 'server → client'),
    legendEntry('mark-retx', 'retransmitted'),
  );

/** @param {Capture} capture @returns {string} what its row says, and what the worst finding of it says */
function searched(capture) {
  const { first, second } = holdsWords(capture);
  const { title, sentence, message } = capture.verdict ?? {};
  return [capture.name, sourceWords(capture), first, second, title, sentence, message].join('\n');
}

/** @param {Capture[]} captures @param {string} text */
function search(captures, text) {
  const { tags, rest } = searchParts(text);
  return captures.filter(
    (capture) => hasTags(capture, tags) && (rest === '' || searched(capture).toLowerCase().includes(rest)),
  );
}

/** @param {import('../../state/types.js').Storage | null} storage */
const storageWords = (storage) =>
  storage === null || storage.uploadLimitBytes === null
    ? ''
    : `Kept until deleted · ${formatBytes(storage.usedBytes)} used${storage.freeBytes === null ? '' : `, ${formatBytes(storage.freeBytes)} free`}`;

/** The dashboard: all captures, and every way to get another one. */
class Dashboard {
  #context;
  #stage;
  /** The search text. */
  #text;
  #sorting;
  #heads = listHeads((key) => this.#sort(nextSorting(key, this.#sorting)));
  #messages = el('div', { class: 'messages' });
  #refused = el('div', { class: 'messages' });
  #batch = batchLine();
  #noMatch = el('p', { class: 'no-match', role: 'status' });
  #counted = el('span', {});
  #stored = el('span', { class: 'list-storage' });
  #places = ['Studies', 'Fleet'].map((text) =>
    el('a', { class: 'view-tab wide-only', href: `/${text.toLowerCase()}`, text }),
  );
  /**
   * Whether there was nothing to search when the controls were put up; null: they have not been.
   * @type {boolean|null}
   */
  #shownNothing = null;
  #pagesPath;
  #chosen = chosenCaptures({
    pagesPath: (captures) => this.#pagesPath(captures),
    onChange: () => this.#show(),
    onTags: (ids) => this.#openTags(ids),
    onDelete: (ids) => this.#delete(ids),
  });
  #export = button('Export', { kind: 'quiet', 'aria-haspopup': 'menu' });
  #choose = () => chooseFiles((files) => void takeFiles(this.#context, files, { shownId: null, stage: this.#stage }));
  #zone = dropZone({ onChoose: this.#choose });
  #field;
  #list;
  #traffic;
  #live;
  #liveHome;
  #library;
  #empty;
  #element;
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {HTMLElement} stage @param {ViewContext} context */
  constructor(stage, context) {
    const { api, bar, events, navigate } = context;
    this.#pagesPath = chosenPages(context.api);
    this.#context = context;
    this.#stage = stage;
    this.#text = context.query.text ?? '';
    this.#sorting = sortingFrom(context.query.sort);
    this.#field = searchField({
      label: 'Search captures by name, finding or #tag',
      placeholder: 'Name, finding, #tag',
      value: this.#text,
      onInput: (text) => this.#setFilter(text),
    });
    this.#list = this.#newList();
    this.#traffic = new TrafficSparks({
      ask: () => api.interfaceTraffic(),
      isShown: () => this.#live.isShown && events.serverState().connected,
    });
    this.#live = new LivePanel({ api, traffic: this.#traffic, onStarted: (id) => navigate(capturePath(id)) });
    this.#liveHome = el('div', {}, this.#live.element);
    this.#library = this.#newLibrary();
    this.#empty = emptyState({
      onChoose: this.#choose,
      onLive: () => this.#openLive(),
      examples: this.#newExamples(),
      elsewhere: context.elsewhere,
    });
    this.#element = this.#newElement();
    stage.append(this.#element);
    bar.setPath([{ label: 'Captures' }]);
    this.#listening = this.#listen();
    this.#show();
  }

  #newList() {
    const { api, store, uploads, keeping } = this.#context;
    return captureList({
      chosen: this.#chosen,
      more: keeping?.actions,
      fileUrl: api.fileUrl,
      pageUrl: api.pageUrl,
      onRename: async (capture, name) => store.put(await api.rename(capture.id, name)),
      onTag: (tag) => {
        this.#field.set(tagSearch(tag));
        this.#setFilter(tagSearch(tag));
      },
      onTags: ({ id }) => this.#openTags([id]),
      onDelete: (capture) => this.#delete([capture.id]),
      onStop: (capture) =>
        void this.#attempt(`${capture.name} was not stopped`, async () => store.put(await api.stop(capture.id))),
      onReadAgain: (capture) =>
        void this.#attempt(`${capture.name} was not read`, async () => store.put(await api.readAgain(capture.id))),
      onCancel: (upload) => uploads.cancel(upload.id),
    });
  }

  /** @param {string[]} ids */
  #delete(ids) {
    const { api, store } = this.#context;
    const captures = ids.flatMap((id) => store.get(id) ?? []);
    const remove = async () => {
      for (const { id } of captures) {
        // One that was deleted, before another could not be, is not asked for again.
        if (store.get(id) === null) continue;
        await api.remove(id);
        store.drop(id);
      }
      toast(captures.length === 1 ? `${captures[0].name} deleted` : `${captures.length} captures deleted`);
    };
    void openLater(
      () => import('./dialogs.js'),
      ({ confirmDelete }) => confirmDelete(captures, remove),
    );
  }

  /** @param {string[]} ids */
  #openTags(ids) {
    const { api, store } = this.#context;
    const save = async (/** @type {string} */ id, /** @type {string[]} */ tags) =>
      store.put(await api.setTags(id, tags));
    void openLater(
      () => import('./dialogs.js'),
      ({ openTagSheet }) => openTagSheet({ ids, captures: () => store.list(), save }),
    );
  }

  /** Exports of the shown list. */
  #offerFiles() {
    const files = /** @type {const} */ (['csv', 'json']).map((format) => ({
      label: `Captures as ${format.toUpperCase()}`,
      onSelect: () =>
        void openLater(
          () => import('./dialogs.js'),
          ({ downloadList }) => downloadList(this.#shown(), format),
        ),
    }));
    offerMenu(this.#export, () => files, { label: 'Export' });
  }

  #shown() {
    return sorted(search(this.#context.store.list(), this.#text), this.#sorting);
  }

  #newExamples() {
    const { api, store, navigate } = this.#context;
    return examplesList({ api, store, navigate });
  }

  #newLibrary() {
    this.#offerFiles();
    const tools = el('div', { class: 'library-tools' }, this.#chosen.element, this.#field.element);
    return el(
      'div',
      { class: 'library', 'data-figures': 'library', 'data-drawn-figures': HEAD_NAMES.join('|') },
      el('div', { class: 'library-head' }, el('h1', { class: 'page-title', text: 'Captures' }), tools),
      this.#batch.element,
      this.#heads.element,
      this.#list.element,
      this.#noMatch,
      el(
        'div',
        { class: 'list-foot' },
        this.#counted,
        sparkLegend(),
        this.#stored,
        this.#export,
        this.#context.keeping?.element,
      ),
    );
  }

  #newElement() {
    const { elsewhere } = this.#context;
    const isAlone = elsewhere !== null;
    const ways = el(
      'div',
      { class: 'phone-ways' },
      button('Choose files', { kind: 'primary', onClick: this.#choose }),
      ...(isAlone ? [] : [button('Start live', { onClick: () => this.#openLive() }), studiesLink(), fleetLink()]),
    );
    return el(
      'div',
      { class: 'dashboard' },
      el('div', { class: 'dashboard-main' }, ways, this.#refused, this.#messages, this.#library, this.#empty),
      el(
        'aside',
        { class: 'dashboard-side', 'aria-label': 'Add captures' },
        this.#zone.element,
        ...(isAlone ? [elsewherePanel(elsewhere)] : [this.#liveHome, remotePanel()]),
        firstMinute(),
        examplesPanel(this.#newExamples()),
        isAlone ? null : studiesPanel(),
      ),
    );
  }

  #listen() {
    const { store, uploads } = this.#context;
    const show = () => this.#show();
    return [
      store.subscribe(show),
      uploads.subscribe(show),
      addHotkeys(
        dashboardKeys({
          onSearch: () => this.#field.open(),
          onChoose: this.#choose,
          onLive: () => this.#openLive(),
          onStep: (step) => this.#list.step(step),
        }),
      ),
    ];
  }

  /** On a wide page the panel is in view; on a phone it comes as a sheet. */
  #openLive() {
    if (this.#liveHome.offsetParent !== null) return void this.#live.focus();
    openSheet({
      title: 'Start live',
      body: this.#live.element,
      onClose: () => this.#liveHome.append(this.#live.element),
    });
  }

  /** @param {string} title @param {() => Promise<void>} task */
  async #attempt(title, task) {
    try {
      await task();
    } catch (error) {
      this.#messages.append(messageBar({ kind: 'failure', title, text: sentenceOf(error), onClose: () => undefined }));
    }
  }

  /** @param {string} text */
  #setFilter(text) {
    this.#text = text;
    this.#writeUrl();
  }

  /** @param {import('./sorting.js').Sorting} sorting */
  #sort(sorting) {
    this.#sorting = sorting;
    this.#writeUrl();
  }

  #writeUrl() {
    const query = { text: this.#text, sort: sortingText(this.#sorting) };
    this.#context.onQueryChange(query, { replace: true });
    this.#show();
  }

  #showRefused() {
    const { uploads } = this.#context;
    const failed = uploads.list().filter(({ state }) => state === 'failed');
    const shown = failed.map(({ id }) => String(id)).join();
    if (this.#refused.dataset.shown === shown) return;
    this.#refused.dataset.shown = shown;
    fill(
      this.#refused,
      ...failed.map((upload) =>
        messageBar({
          kind: 'failure',
          title: `${upload.name} was not accepted`,
          text: upload.error ?? '',
          onClose: () => uploads.cancel(upload.id),
          actions: [button('Choose another file', { onClick: this.#choose })],
        }),
      ),
    );
  }

  #showFailure() {
    const { store } = this.#context;
    const failure = store.failure();
    this.#messages.querySelector('.load-failure')?.remove();
    if (!failure || store.isLoaded()) return;
    const bar = messageBar({
      kind: 'failure',
      title: 'The captures cannot be listed',
      text: sentenceOf(failure),
      actions: [button('Try again', { onClick: () => void store.load() })],
    });
    bar.classList.add('load-failure');
    this.#messages.prepend(bar);
  }

  /**
   * Rebuilt only where they change: a link that has the focus would lose it.
   * @param {boolean} nothing there is nothing to search
   */
  #showControls(nothing) {
    if (nothing === this.#shownNothing) return;
    this.#shownNothing = nothing;
    this.#context.bar.setControls(this.#context.elsewhere === null ? this.#places : [], {
      onSearch: nothing ? null : () => this.#field.open(),
    });
  }

  #show() {
    const { store, uploads } = this.#context;
    const captures = store.list();
    const sending = uploads.list().filter(({ state }) => state !== 'failed');
    const nothing = captures.length === 0 && sending.length === 0;
    this.#showFailure();
    this.#showRefused();
    if (store.isLoaded()) this.#chosen.keepOnly(captures);
    this.#library.hidden = nothing;
    this.#showControls(nothing);
    this.#batch.update(captures, sending);
    this.#empty.hidden = !nothing || !store.isLoaded();
    this.#element.classList.toggle('is-empty', nothing);
    this.#showList(captures, sending);
    this.#zone.setStorage(store.storage());
    setText(this.#stored, storageWords(store.storage()));
  }

  /** @param {Capture[]} captures @param {import('../../state/uploads.js').Upload[]} sending */
  #showList(captures, sending) {
    const text = this.#text;
    const matching = this.#shown();
    this.#heads.update(this.#sorting);
    const all = count(captures.length, 'capture');
    this.#list.show(matching, text === '' ? sending : []);
    this.#noMatch.hidden = matching.length > 0 || text === '';
    setText(this.#noMatch, text === '' ? '' : `No capture has “${text}” in its name, in what it shows or as a tag.`);
    setText(this.#counted, matching.length === captures.length ? all : `${formatNumber(matching.length)} of ${all}`);
  }

  /** The URL changed from outside. @param {import('../../state/types.js').Query} next */
  update(next) {
    this.#text = next.text ?? '';
    this.#sorting = sortingFrom(next.sort);
    this.#field.set(this.#text);
    this.#show();
  }

  destroy() {
    for (const stop of this.#listening) stop();
    this.#traffic.destroy();
  }
}

/**
 * @param {HTMLElement} stage
 * @param {ViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountDashboard = (stage, context) => new Dashboard(stage, context);
