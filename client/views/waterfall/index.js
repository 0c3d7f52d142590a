/** The waterfall of a page, or of one connection, with the inspector beside it. */
import { el, fill } from '../../base/dom.js';
import { beforePaint, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { isLive } from '../../components/capture-text.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../../components/missing-page.js';
import { isAbort, sentenceOf as errorWords } from '../../state/api-error.js';
import { comparePagesPath } from '../../state/router.js';
import { max, min } from '../../vendor/d3.js';
import { inspector } from '../inspector/inspector.js';
import { noteFlags } from '../timeline/note-flags.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { selectionPanel } from '../timeline/selection-panel.js';
import { urlWindow } from '../timeline/url-window.js';
import { LaidHar } from './laid-har.js';
import { selectionLines } from './selected-requests.js';
import { LEGEND, waterfallHead } from './waterfall-head.js';
import { waterfallKeys } from './waterfall-keys.js';
import { waterfallFrom } from './waterfall-rows.js';
import { WaterfallScreen } from './waterfall-screen.js';
import { sentenceOf, withoutRequests } from './waterfall-words.js';
import { withoutRequestsIn } from './without-requests.js';

/** @typedef {import('../../state/view-context.js').CaptureViewContext} WaterfallContext */
/** @typedef {import('../../state/types.js').View} View */
/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('./waterfall-rows.js').Waterfall} Waterfall */

const LIVE_MS = 500;

/**
 * The subject of a waterfall: a page, or one connection.
 * @typedef {object} WaterfallSubject
 * @property {(page: string, signal: AbortSignal) => Promise<ArrayBuffer>} fetchFrame
 * @property {boolean} hasPages
 * @property {HTMLElement|null} extra switches for other views of the connection
 * @property {number} [flow] the connection
 */

class WaterfallView {
  #container;
  #context;
  #subject;
  #chosenPage;
  /** Index of the request or answer that is chosen. @type {number|null} */
  #message;
  #isTable;
  /** @type {Waterfall|null} */
  #shown = null;
  #said = 'Fetching the requests.';
  #abort = new AbortController();
  #complaint = el('div', { class: 'connection-complaint' });
  #time;
  #writeUrl;
  #side;
  #notes;
  #screen;
  #selection;
  #har;
  #head;
  #grow = throttle(LIVE_MS, () => void this.#load());
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {HTMLElement} container @param {WaterfallContext} context @param {WaterfallSubject} subject */
  constructor(container, context, subject) {
    const { api, captureId, query, theme, onQueryChange } = context;
    this.#container = container;
    this.#context = context;
    this.#subject = subject;
    this.#chosenPage = pageFrom(query);
    this.#message = indexFrom(query.message);
    this.#isTable = query.view === 'table';
    ({ time: this.#time, writeUrl: this.#writeUrl } = urlWindow({
      query: () => this.#query(),
      onQueryChange,
      onChange: () => this.#update(),
    }));
    this.#side = inspector({ api, captureId, onClose: () => this.#choose(null) });
    this.#notes = noteFlags({ api, captureId, flow: subject.flow, onChange: () => this.#update() });
    this.#screen = new WaterfallScreen({
      time: this.#time,
      theme,
      isTable: () => this.#isTable,
      notes: () => this.#notes,
      onChoose: ({ request }) => this.#choose(request),
    });
    this.#selection = selectionPanel({ time: this.#time, load: async () => ({ selectionLines }) });
    this.#har = new LaidHar({
      startEpochMs: () => Number(context.store.get(captureId)?.startEpoch ?? 0) * 1e3,
      shown: () => this.#shown,
      onComplaint: (bar) => fill(this.#complaint, bar),
      onLaid: () => this.#takeRows(),
    });
    this.#head = this.#newHead();
    container.append(
      el(
        'div',
        { class: 'waterfall' },
        el(
          'div',
          { class: 'waterfall-main' },
          this.#head.element,
          this.#complaint,
          this.#har.element,
          this.#screen.element,
          this.#selection.element,
          this.#screen.totals,
        ),
        this.#side.element,
      ),
    );
    container.addEventListener('drop', (event) => this.#har.dropped(event));
    this.#listening = this.#listen();
    this.#time.arrive(query);
    void this.#load();
  }

  #newHead() {
    const { hasPages, extra, flow } = this.#subject;
    const { theme } = this.#context;
    return waterfallHead({
      hasPages,
      extra,
      onPage: (page) => this.#turnTo(page),
      onLook: (isTable) => this.#setTable(isTable),
      onBack: () => this.#time.back(),
      onFilter: (words) => this.#filter(words),
      columns: this.#screen.columns,
      compareHref: (page) => comparePagesPath([`${this.#context.captureId}/${page}`]),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        files: () => [
          ...this.#requestFiles(),
          { label: 'Overlay a browser’s HAR…', onSelect: () => this.#har.choose() },
        ],
        name: () => `${this.#captureName ?? 'capture'}-${flow === undefined ? 'page' : `connection-${flow}`}-waterfall`,
      }),
    });
  }

  /** Exports of the requests; for a page those of its whole capture. */
  #requestFiles() {
    const { api, captureId, store } = this.#context;
    const { flow } = this.#subject;
    const order = /** @type {const} */ ({
      sort: 'flow',
      order: 'asc',
      text: flow === undefined ? '' : `flow == ${flow}`,
    });
    const whose = flow === undefined ? 'the capture' : `connection ${flow}`;
    // Bodies are read from the capture's file, which is not there before the capture ends.
    const capture = store.get(captureId);
    const formats = capture && !isLive(capture) ? ['csv', 'json', 'har'] : ['csv', 'json'];
    return formats.map((format) => ({
      label: `All requests of ${whose} as ${format.toUpperCase()}`,
      href: api.listUrl(captureId, `requests.${format}`, order),
      download: `requests.${format}`,
    }));
  }

  #listen() {
    const { captureId, events, store, theme } = this.#context;
    const { flow } = this.#subject;
    const update = () => this.#update();
    events.watch({ id: captureId, flow: flow ?? null });
    void document.fonts.ready.then(update);
    return [
      addHotkeys(
        waterfallKeys({
          time: this.#time,
          screen: this.#screen,
          onClose: () => (this.#time.span ? this.#time.select(null) : this.#choose(null)),
          onLook: () => this.#setTable(!this.#isTable),
        }),
      ),
      events.onProgress((progress) => {
        if (
          progress.id === captureId &&
          (flow === undefined || progress.flow === null || progress.flow.flow === flow)
        ) {
          this.#grow.call();
        }
      }),
      store.subscribe(update),
      theme.subscribe(update),
    ];
  }

  /** @returns {Query} */
  #query() {
    return {
      ...(this.#subject.hasPages && this.#chosenPage ? { page: this.#chosenPage } : {}),
      ...(this.#message === null ? {} : { message: String(this.#message) }),
      ...(this.#isTable ? { view: 'table' } : {}),
      ...this.#time.query,
    };
  }

  get #captureName() {
    return this.#context.store.get(this.#context.captureId)?.name;
  }

  /** The address of the page that is shown; undefined of one connection, of all pages, and before anything has come. */
  get #pageUrl() {
    return this.#shown && this.#shown.page !== -1 ? this.#shown.pages[this.#shown.page]?.url : undefined;
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#screen.picture();
    const { flow } = this.#subject;
    const requests = `requests${flow === undefined ? '' : ` of connection ${flow}`}`;
    return (
      drawing && {
        ...drawing,
        title: `${this.#captureName ?? 'Capture'}: ${this.#pageUrl ?? requests}`,
        caption: `${this.#said} Seconds since the capture's first packet.`,
        legend: legendOf(LEGEND),
      }
    );
  }

  #update() {
    beforePaint(this.#show);
  }

  /** The same function each time, as `beforePaint` requires. */
  #show = () => {
    const { flow } = this.#subject;
    const hasRows = this.#shown?.rows.length !== 0;
    const title =
      this.#pageUrl ?? (flow === undefined ? (this.#captureName ?? 'Capture') : `Requests of connection ${flow}`);
    this.#head.update({
      title,
      words: this.#said,
      isTable: this.#isTable,
      hasRows,
      isZoomed: this.#time.zoom !== null,
    });
    this.#screen.element.hidden = !hasRows;
    this.#screen.draw();
    void this.#selection.update(this.#screen.rows);
  };

  /** The page that the server chose stays, even as the capture grows. */
  get #shownPage() {
    if (!this.#shown || this.#shown.pages.length === 0) return '';
    return this.#shown.page < 0 ? 'all' : String(this.#shown.page);
  }

  async #load() {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      const came = waterfallFrom(await this.#subject.fetchFrame(this.#chosenPage || this.#shownPage, signal));
      this.#shown = came;
      const said = came.rows.length === 0 ? await this.#wordsWithout(signal) : sentenceOf(came.rows);
      this.#said = `${said}${came.isCut ? ' The capture has more requests, which are not shown.' : ''}`;
      fill(this.#complaint);
      this.#head.listPages(came);
      this.#showRows(came);
    } catch (error) {
      if (isAbort(error) || (this.#shown === null && showMissing(this.#container, error, this.#context))) return;
      fill(
        this.#complaint,
        messageBar({ kind: 'failure', title: 'The requests cannot be shown', text: errorWords(error) }),
      );
    }
  }

  /** @param {Waterfall} waterfall */
  #showRows(waterfall) {
    this.#screen.setRows(waterfall.rows, limitsOf(waterfall), this.#message);
    void this.#side.show(this.#screen.chosen);
    void this.#har.lay();
    this.#update();
  }

  /** The rows have changed. */
  #takeRows() {
    if (this.#shown) this.#screen.setRows(this.#shown.rows, limitsOf(this.#shown), this.#message);
    this.#update();
  }

  /** What there is instead of requests. @param {AbortSignal} signal */
  async #wordsWithout(signal) {
    const { api, captureId, store } = this.#context;
    const { flow } = this.#subject;
    return flow === undefined
      ? withoutRequests(store.get(captureId)?.encryption)
      : withoutRequestsIn(await api.connection(captureId, flow, signal));
  }

  /** @param {string} page */
  #turnTo(page) {
    this.#chosenPage = page;
    this.#message = null;
    this.#time.zoom = null;
    this.#time.span = null;
    this.#context.onQueryChange(this.#query());
    void this.#load();
  }

  /** @param {number|null} message index of a request */
  #choose(message) {
    this.#message = message;
    if (message === null) this.#takeRows();
    void this.#side.show(this.#screen.chosen);
    this.#writeUrl.call();
  }

  /** @param {string} words */
  #filter(words) {
    this.#screen.filter(words);
    this.#update();
  }

  /** @param {boolean} isTable */
  #setTable(isTable) {
    this.#isTable = isTable;
    this.#writeUrl.call();
    this.#update();
  }

  /** The URL changed from outside. @param {Query} next */
  update(next) {
    this.#writeUrl.cancel();
    const before = this.#chosenPage;
    this.#chosenPage = pageFrom(next);
    this.#message = indexFrom(next.message);
    this.#isTable = next.view === 'table';
    this.#time.arrive(next);
    if (before !== this.#chosenPage) {
      this.#shown = null;
      return void this.#load();
    }
    if (this.#shown) return this.#showRows(this.#shown);
    void this.#side.show(this.#screen.chosen);
    this.#update();
  }

  destroy() {
    for (const stop of this.#listening) stop();
    for (const each of [this.#writeUrl, this.#grow]) each.cancel();
    this.#time.destroy();
    this.#abort.abort();
    this.#context.events.watch(null);
    this.#notes.destroy();
    this.#side.destroy();
    this.#screen.destroy();
  }
}

/** @param {Query} query */
const pageFrom = ({ page = '' }) => (/^(\d{1,6}|all)$/.test(page) ? page : '');

/** @param {string|undefined} text @returns {number|null} */
const indexFrom = (text) => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : null);

/** From the first phase of all to the last, with a little air. @param {Waterfall} waterfall */
function limitsOf({ rows }) {
  const startNs = min(rows, (row) => Math.min(row.startNs, row.browser?.fromNs ?? Infinity)) ?? 0;
  const endNs = max(rows, (row) => Math.max(row.endNs, row.browser?.toNs ?? 0)) ?? 0;
  return { startNs, endNs: Math.max(startNs + 1000, endNs + (endNs - startNs) * 0.01) };
}

/**
 * @param {HTMLElement} container
 * @param {WaterfallContext} context
 * @returns {View}
 */
export function mountWaterfallView(container, context) {
  const { api, captureId } = context;
  return new WaterfallView(container, context, {
    fetchFrame: (page, signal) => api.pageWaterfall(captureId, page, signal),
    hasPages: true,
    extra: null,
  });
}

/**
 * The same of one connection.
 * @param {HTMLElement} container
 * @param {WaterfallContext & { flow: number }} context
 * @param {HTMLElement|null} extra switches for other views of the connection
 * @returns {View}
 */
export function mountConnectionWaterfall(container, context, extra) {
  const { api, captureId, flow } = context;
  return new WaterfallView(container, context, {
    fetchFrame: (_page, signal) => api.connectionWaterfall(captureId, flow, signal),
    hasPages: false,
    extra,
    flow,
  });
}
