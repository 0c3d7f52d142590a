/**
 * Pages side by side: their waterfalls on one time axis, the same request in one row. What is shown is in the URL.
 */
import { el, fill } from '../../../base/dom.js';
import { beforePaint, throttle } from '../../../base/frame.js';
import { addHotkeys } from '../../../base/hotkeys.js';
import { button } from '../../../components/button.js';
import { messageBar } from '../../../components/message-bar.js';
import { isAbort, sentenceOf } from '../../../state/api-error.js';
import { formatQuery, waterfallPath } from '../../../state/router.js';
import { exportSwitch, legendOf } from '../../timeline/picture-files.js';
import { selectionPanel } from '../../timeline/selection-panel.js';
import { timeKeys } from '../../timeline/time-keys.js';
import { TimeWindow } from '../../timeline/time-window.js';
import { LEGEND } from '../../waterfall/waterfall-head.js';
import { differenceTable } from '../difference-table.js';
import { openPicker } from '../picker.js';
import { headline, pageFigures, requestFigures, selectionLines, waitFigures } from './figures.js';
import { pagesHead } from './head.js';
import { loadPages } from './load.js';
import { matchRequests } from './match.js';
import { pagesScreen } from './screen.js';
import { queryFromState, stateFromQuery } from './state.js';

/** @typedef {import('./state.js').PagesState} PagesState */

/** Requests that are listed beside the diagram. */
const REQUESTS_LISTED = 60;
/** Requests of captures that grow are fetched and matched anew no more often than this. */
const GROW_MS = 500;
/** All of the axis, and nothing selected. */
const WHOLE = { zoom: null, span: null };

class PagesView {
  #context;
  #state;
  /** @type {import('./screen.js').PagesShown|null} */
  #shown = null;
  #abort = new AbortController();
  #isLoading = false;
  /** Of each capture when its requests were asked for last. @type {Map<string, number|undefined>} */
  #packets = new Map();
  #grow = throttle(GROW_MS, () => {
    if (!this.#isLoading) void this.#load({ isFollowing: true });
  });
  #time = new TimeWindow((gesture) => this.#takeTime(gesture));
  #screen;
  #head;
  #side = el('aside', { class: 'compare-side', 'aria-label': 'Differences', tabindex: 0 });
  #selection = selectionPanel({ time: this.#time, load: async () => ({ selectionLines }) });
  #messages = el('div', { class: 'page', hidden: true });
  #content;
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {HTMLElement} container @param {import('../../../state/view-context.js').ViewContext} context */
  constructor(container, context) {
    const { theme, navigate, query } = context;
    this.#context = context;
    this.#state = stateFromQuery(query);
    this.#time.arriveAt(this.#state.zoom, this.#state.span);
    this.#screen = pagesScreen({
      time: this.#time,
      theme,
      onOpen: ({ of }, row) =>
        navigate(waterfallPath(of.id) + formatQuery({ page: of.page, message: String(row.request) })),
    });
    this.#head = pagesHead({
      onAlign: (align) => this.#change({ align, ...WHOLE }),
      onAdd: () => this.#pick(),
      onRemove: (index) => this.#remove(index),
      onBack: () => this.#time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => (this.#shown?.pages ?? []).map(({ name }) => name).join('-against-'),
      }),
    });
    this.#content = el(
      'div',
      { class: 'compare', hidden: true },
      el('div', { class: 'compare-main' }, this.#head.element, this.#screen.element, this.#selection.element),
      this.#side,
    );
    container.append(this.#messages, this.#content);
    this.#listening = this.#listen();
    void this.#load();
  }

  #listen() {
    const { theme, store } = this.#context;
    const time = this.#time;
    const group = 'Pages';
    void document.fonts.ready.then(this.#screen.redraw);
    return [
      theme.subscribe(this.#screen.redraw),
      store.subscribe(() => this.#takeCaptures()),
      addHotkeys([
        ...timeKeys({ group, whole: 'Zoom to fit', time, pointerNs: () => this.#screen.pointerNs() }),
        {
          group,
          keys: ['ArrowUp', 'ArrowDown'],
          words: 'Previous and next request',
          run: ({ key }) => this.#screen.step(key === 'ArrowDown' ? 1 : -1),
        },
        { group, keys: ['Enter'], words: 'Inspect the request', run: () => this.#screen.openActive() },
        {
          group,
          keys: ['Escape'],
          cap: 'Esc',
          words: 'Clear the selection',
          run: () => {
            this.#screen.close();
            time.select(null);
          },
        },
      ]),
    ];
  }

  /** @returns {import('../../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#screen.picture();
    const shown = this.#shown;
    if (!drawing || !shown) return null;
    const { pages, slots } = shown;
    const { strong, rest } = pages.length > 1 ? headline(pages, slots) : { strong: '', rest: '' };
    return {
      ...drawing,
      title: pages.map(({ letter, url, name }) => `${letter} ${url}, ${name}`).join(' against '),
      caption: `${strong} ${rest}`.trim(),
      legend: legendOf(LEGEND),
    };
  }

  #pick() {
    const { api, store, navigate } = this.#context;
    openPicker({
      api,
      store,
      onAdd: ({ of, pages }) => {
        if (pages.length === 0) return navigate(`/compare${formatQuery({ of: of.join(',') })}`);
        const added = stateFromQuery({ pages: pages.join(',') }).pages;
        this.#change({ pages: [...this.#state.pages, ...added], ...WHOLE });
      },
    });
  }

  /** @param {number} index */
  #remove(index) {
    const pages = this.#state.pages.filter((_, i) => i !== index);
    if (pages.length === 0) this.#context.navigate('/compare');
    else this.#change({ pages, ...WHOLE });
  }

  /** @param {Partial<PagesState>} part */
  #change(part) {
    const next = queryFromState({ ...this.#state, ...part });
    this.#context.onQueryChange(next);
    this.update(next);
  }

  /** What is in view or selected was changed by hand. @param {'start'|'move'|'replace'|'frame'} gesture */
  #takeTime(gesture) {
    if (gesture !== 'frame') {
      const { zoom, span } = this.#time;
      this.#state = { ...this.#state, zoom, span };
      this.#context.onQueryChange(queryFromState(this.#state), { replace: gesture !== 'start' });
    }
    beforePaint(this.#show);
  }

  /** @param {{ isFollowing?: boolean }} [how] `isFollowing`: where it fails, what is shown stays */
  async #load({ isFollowing = false } = {}) {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const { pages: wanted } = this.#state;
    this.#isLoading = true;
    this.#packets = new Map(wanted.map(({ id }) => [id, this.#context.store.get(id)?.packets]));
    try {
      const pages = await loadPages(this.#context, wanted, signal);
      this.#shown = { pages, slots: matchRequests(pages.map(({ rows }) => rows)), align: this.#state.align };
      this.#messages.hidden = true;
      this.#content.hidden = false;
      this.#showTables();
    } catch (error) {
      if (!isAbort(error) && !(isFollowing && this.#shown)) this.#complain(error);
    }
    if (signal.aborted) return;
    this.#isLoading = false;
    this.#takeCaptures();
  }

  /** Names of captures may come after their pages, and more packets of those that are being captured or read. */
  #takeCaptures() {
    const { store } = this.#context;
    const renamed = (this.#shown?.pages ?? []).filter(({ of, name }) => (store.get(of.id)?.name ?? name) !== name);
    for (const page of renamed) page.name = store.get(page.of.id)?.name ?? page.name;
    if (renamed.length > 0) this.#showTables();
    const hasGrown = [...this.#packets].some(([id, before]) => {
      const capture = store.get(id);
      // Of one that had been read already the library only came later than its requests.
      return capture && capture.packets !== before && !(before === undefined && capture.state === 'ready');
    });
    if (hasGrown) this.#grow.call();
  }

  #showTables() {
    if (!this.#shown) return;
    const { pages, slots } = this.#shown;
    fill(
      this.#side,
      differenceTable('Differences', pages, pageFigures(pages)),
      differenceTable('What each page waited for', pages, waitFigures(pages)),
      differenceTable('Requests that differ most, by their time', pages, requestFigures(slots, REQUESTS_LISTED)),
    );
    this.#show();
  }

  /** The same function each time, as `beforePaint` requires. */
  #show = () => {
    if (!this.#shown) return;
    this.#head.update(this.#shown, this.#time.zoom !== null);
    this.#screen.show(this.#shown);
    void this.#selection.update(this.#shown);
  };

  /** @param {unknown} error */
  #complain(error) {
    this.#content.hidden = true;
    this.#messages.hidden = false;
    fill(
      this.#messages,
      messageBar({
        kind: 'failure',
        title: 'These pages cannot be compared',
        text: sentenceOf(error),
        actions: [button('Choose others', { onClick: () => this.#context.navigate('/compare') })],
      }),
    );
  }

  /** The URL changed from outside. @param {import('../../../state/types.js').Query} next */
  update(next) {
    const before = this.#state;
    this.#state = stateFromQuery(next);
    this.#time.arriveAt(this.#state.zoom, this.#state.span);
    const isSame = JSON.stringify(before.pages) === JSON.stringify(this.#state.pages);
    if (!isSame || !this.#shown) return void this.#load();
    if (this.#shown.align !== this.#state.align) this.#shown = { ...this.#shown, align: this.#state.align };
    this.#show();
  }

  destroy() {
    this.#abort.abort();
    this.#grow.cancel();
    this.#time.destroy();
    for (const stop of this.#listening) stop();
    this.#screen.destroy();
  }
}

/**
 * @param {HTMLElement} container
 * @param {import('../../../state/view-context.js').ViewContext} context
 * @returns {import('../../../state/types.js').View}
 */
export const mountPagesView = (container, context) => new PagesView(container, context);
