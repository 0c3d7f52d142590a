/**
 * Pages side by side: their waterfalls on one time axis, the same request in one row. What is shown is in the URL.
 */
import { el, fill } from '../../../base/dom.js';
import { button } from '../../../components/button.js';
import { messageBar } from '../../../components/message-bar.js';
import { isAbort, sentenceOf } from '../../../state/api-error.js';
import { captureViewPath, formatQuery } from '../../../state/router.js';
import { exportSwitch, legendOf } from '../../timeline/picture-files.js';
import { TimeFrame } from '../../timeline/time-frame.js';
import { waterfallLegend } from '../../waterfall/waterfall-legend.js';
import { differenceTable } from '../difference-table.js';
import { openPicker } from '../picker.js';
import { TIMES_FROM_ALIGNMENT } from '../state.js';
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

class PagesView {
  #context;
  #state;
  /** @type {import('./screen.js').PagesShown|null} */
  #shown = null;
  #isLoading = false;
  /** Of each capture when its requests were asked for last. @type {Map<string, number|undefined>} */
  #packets = new Map();
  #frame;
  #screen;
  #head;
  #side = el('aside', { class: 'compare-side', 'aria-label': 'Differences', tabindex: 0 });
  #messages = el('div', { class: 'page', hidden: true });
  #content;

  /** @param {HTMLElement} container @param {import('../../../state/view-context.js').ViewContext} context */
  constructor(container, context) {
    const { theme, navigate, query } = context;
    this.#context = context;
    this.#state = stateFromQuery(query);
    this.#frame = new TimeFrame({
      container,
      context,
      query: () => queryFromState(this.#state),
      inQuery: TIMES_FROM_ALIGNMENT,
      show: () => this.#show(),
      failure: 'These pages cannot be compared',
      onFailure: (error) => this.#complain(error),
      isEmpty: () => this.#shown === null,
      grow: () => {
        if (!this.#isLoading) void this.#load({ isFollowing: true });
      },
      growMs: GROW_MS,
      selection: { load: async () => ({ selectionLines }), from: () => this.#shown },
    });
    const { time, selection } = this.#frame;
    this.#screen = pagesScreen({
      time,
      theme,
      onOpen: ({ of }, row) =>
        navigate(captureViewPath(of.id, 'waterfall', { page: of.page, message: String(row.request) })),
    });
    this.#head = pagesHead({
      onAlign: (align) => this.#change({ align }),
      onAdd: () => this.#pick(),
      onRemove: (index) => this.#remove(index),
      onBack: () => time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => (this.#shown?.pages ?? []).map(({ name }) => name).join('-against-'),
      }),
    });
    this.#content = el(
      'div',
      { class: 'compare', hidden: true },
      el('div', { class: 'compare-main' }, this.#head.element, this.#screen.element, selection?.element ?? null),
      this.#side,
    );
    container.append(this.#messages, this.#content);
    this.#begin();
    void this.#load();
  }

  #begin() {
    const group = 'Pages';
    const screen = this.#screen;
    this.#frame.begin(
      {
        group,
        whole: 'Zoom to fit',
        pointerNs: screen.pointerNs,
        own: [
          {
            group,
            keys: ['ArrowUp', 'ArrowDown'],
            words: 'Previous and next request',
            run: ({ key }) => screen.step(key === 'ArrowDown' ? 1 : -1),
          },
          { group, keys: ['Enter'], words: 'Inspect the request', run: screen.openActive },
        ],
        close: screen.close,
      },
      () => this.#takeCaptures(),
    );
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
      legend: legendOf(waterfallLegend(pages.flatMap(({ rows }) => rows))),
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
        this.#change({ pages: [...this.#state.pages, ...added] });
      },
    });
  }

  /** @param {number} index */
  #remove(index) {
    const pages = this.#state.pages.filter((_, i) => i !== index);
    if (pages.length === 0) this.#context.navigate('/compare');
    else this.#change({ pages });
  }

  /** All of it is in view then. @param {Partial<PagesState>} part */
  #change(part) {
    const next = queryFromState({ ...this.#state, ...part });
    this.#context.onQueryChange(next);
    this.update(next);
  }

  /** @param {{ isFollowing?: boolean }} [how] `isFollowing`: where it fails, what is shown stays */
  #load({ isFollowing = false } = {}) {
    const { pages: requested } = this.#state;
    this.#isLoading = true;
    this.#packets = new Map(requested.map(({ id }) => [id, this.#context.store.get(id)?.packets]));
    return this.#frame.load(async (signal) => {
      try {
        const pages = await loadPages(this.#context, requested, signal);
        this.#shown = { pages, slots: matchRequests(pages.map(({ rows }) => rows)), align: this.#state.align };
        this.#messages.hidden = true;
        this.#content.hidden = false;
        this.#showTables();
      } catch (error) {
        if (isAbort(error) || !(isFollowing && this.#shown)) throw error;
      } finally {
        if (!signal.aborted) this.#isLoading = false;
      }
      this.#takeCaptures();
    });
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
    if (hasGrown) this.#frame.grow();
  }

  #showTables() {
    if (!this.#shown) return;
    const { pages, slots } = this.#shown;
    fill(
      this.#side,
      differenceTable('Differences', pages, pageFigures(pages)),
      differenceTable('What held each page', pages, waitFigures(pages)),
      differenceTable('Requests that differ most, by their time', pages, requestFigures(slots, REQUESTS_LISTED)),
    );
    this.#frame.update();
  }

  #show() {
    if (!this.#shown) return;
    this.#head.update(this.#shown, this.#frame.time.zoom !== null);
    this.#screen.show(this.#shown);
  }

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
    this.#frame.arrive(next);
    const isSame = JSON.stringify(before.pages) === JSON.stringify(this.#state.pages);
    if (!isSame || !this.#shown) return void this.#load();
    if (this.#shown.align !== this.#state.align) this.#shown = { ...this.#shown, align: this.#state.align };
    this.#frame.update();
  }

  destroy() {
    this.#frame.destroy();
    this.#screen.destroy();
  }
}

/**
 * @param {HTMLElement} container
 * @param {import('../../../state/view-context.js').ViewContext} context
 * @returns {import('../../../state/types.js').View}
 */
export const mountPagesView = (container, context) => new PagesView(container, context);
