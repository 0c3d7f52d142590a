/** The waterfall of a page, or of one connection, with the inspector beside it. */
import { flowText } from '../../../lib/shared/quic-flow.js';
import { el, fill } from '../../base/dom.js';
import { isLive } from '../../components/capture-text.js';
import { comparePagesPath } from '../../state/router.js';
import { max, min } from '../../vendor/d3.js';
import { askForKeys, keysButton } from '../dashboard/keys-button.js';
import { inspector } from '../inspector/inspector.js';
import { withAir } from '../timeline/axis.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { timeBar } from '../timeline/time-bar.js';
import { TimeFrame } from '../timeline/time-frame.js';
import { layPath } from './critical-path.js';
import { LaidHar } from './laid-har.js';
import { selectionLines } from './selected-requests.js';
import { waterfallHead } from './waterfall-head.js';
import { GROUP, waterfallKeys } from './waterfall-keys.js';
import { waterfallLegend } from './waterfall-legend.js';
import { shownPage, waterfallFrom } from './waterfall-rows.js';
import { WaterfallScreen } from './waterfall-screen.js';
import { sentenceOf } from './waterfall-words.js';
import { keysWanted, lacksKeys, withoutRequestsIn } from './without-requests.js';

/** @typedef {import('../../state/view-context.js').CaptureViewContext} WaterfallContext */
/** @typedef {import('../../state/types.js').View} View */
/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('./waterfall-rows.js').Waterfall} Waterfall */

const LIVE_MS = 500;

/**
 * The subject of a waterfall: a page, or one connection.
 * @typedef {object} WaterfallSubject
 * @property {(page: string, signal: AbortSignal) => Promise<ArrayBuffer>} fetchFrame
 * @property {() => Promise<{ time: import('../../state/answer-types.js').Waits|null }>} fetchTime whose it was
 * @property {boolean} hasPages
 * @property {HTMLElement|null} extra switches for other views of the connection
 * @property {number} [flow] the connection
 */

class WaterfallView {
  #context;
  #subject;
  #chosenPage;
  /** Index of the request or answer that is chosen. @type {number|null} */
  #message;
  #keys;
  /** As the user chose; null: as what is shown asks for. @type {import('./waterfall-head.js').Look|null} */
  #chosenLook;
  /** @type {Waterfall|null} */
  #shown = null;
  #summary = 'Fetching the requests.';
  /** What held the page; '': it is not known. */
  #held = '';
  #frame;
  #side;
  #screen;
  /** @type {ReturnType<typeof import('./routes.js').routesTable>|null} */
  #routes = null;
  #har;
  #head;
  #time;

  /** @param {HTMLElement} container @param {WaterfallContext} context @param {WaterfallSubject} subject */
  constructor(container, context, subject) {
    const { api, captureId, query, theme } = context;
    this.#context = context;
    this.#subject = subject;
    this.#chosenPage = pageFrom(query);
    this.#message = indexFrom(query.message);
    this.#chosenLook = lookFrom(query);
    this.#frame = new TimeFrame({
      container,
      context,
      flow: subject.flow,
      query: () => this.#query(),
      show: () => this.#show(),
      failure: 'The requests cannot be shown',
      isEmpty: () => this.#shown === null,
      grow: () => void this.#load(),
      growMs: LIVE_MS,
      selection: { load: async () => ({ selectionLines }), from: () => this.#screen.rows },
    });
    const { time, notes, complaint, selection } = this.#frame;
    this.#side = inspector({
      api,
      captureId,
      onClose: () => this.#choose(null),
      onShown: (row, exchange) => this.#screen.setStream(row && openStream(row, exchange)),
    });
    this.#screen = new WaterfallScreen({
      time,
      theme,
      isTable: () => this.#look === 'table',
      notes,
      onChoose: ({ request }) => this.#choose(request),
    });
    this.#har = new LaidHar({
      startEpochMs: () => Number(context.store.get(captureId)?.startEpoch ?? 0) * 1e3,
      shown: () => this.#shown,
      onComplaint: (bar) => fill(complaint, bar),
      onLaid: () => this.#takeRows(),
    });
    this.#keys = keysButton(() => askForKeys(context, context.captureId, container));
    this.#keys.hidden = true;
    this.#time = timeBar(subject.fetchTime);
    this.#time.element.hidden = true;
    this.#head = this.#newHead();
    container.append(
      // Above both: beside the inspector it would be higher, and the rows move from under the pointer.
      this.#head.element,
      el(
        'div',
        { class: 'waterfall' },
        el(
          'div',
          { class: 'waterfall-main' },
          complaint,
          this.#har.element,
          this.#screen.element,
          selection?.element ?? null,
          this.#screen.totals,
        ),
        this.#side.element,
      ),
    );
    container.addEventListener('drop', (event) => this.#har.dropped(event));
    this.#frame.begin({
      group: GROUP,
      whole: 'All requests',
      pointerNs: () => this.#screen.pointerNs,
      own: waterfallKeys({
        screen: this.#screen,
        onLook: () => this.#setLook(this.#look === 'table' ? 'bars' : 'table'),
      }),
      close: () => time.span === null && this.#choose(null),
      closeWords: 'Clear the selection, close the inspector',
    });
    void this.#load();
  }

  #newHead() {
    const { hasPages, extra, flow } = this.#subject;
    const { theme } = this.#context;
    return waterfallHead({
      hasPages,
      extra,
      keys: this.#keys,
      onPage: (page) => this.#turnTo(page),
      onLook: (look) => this.#setLook(look),
      onBack: () => this.#frame.time.back(),
      onFilter: (words) => this.#filter(words),
      columns: this.#screen.columns,
      time: this.#time.element,
      compareHref: (page) => comparePagesPath([`${this.#context.captureId}/${page}`]),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        files: () => [
          ...this.#requestFiles(),
          { label: 'Overlay a browser’s HAR…', onSelect: () => this.#har.choose() },
        ],
        name: () =>
          `${this.#frame.captureName ?? 'capture'}-${flow === undefined ? 'page' : `connection-${flow}`}-waterfall`,
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

  /** @returns {Query} */
  #query() {
    return {
      ...(this.#subject.hasPages && this.#chosenPage ? { page: this.#chosenPage } : {}),
      ...(this.#message === null ? {} : { message: String(this.#message) }),
      ...(this.#chosenLook === null ? {} : { view: this.#chosenLook }),
    };
  }

  /** The address of the page that is shown; undefined of one connection, of all pages, and before anything has come. */
  get #pageUrl() {
    return this.#shown ? shownPage(this.#shown)?.url : undefined;
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#screen.picture();
    const { flow } = this.#subject;
    const requests = `requests${flow === undefined ? '' : ` of connection ${flowText(flow)}`}`;
    return (
      drawing && {
        ...drawing,
        title: `${this.#frame.captureName ?? 'Capture'}: ${this.#pageUrl ?? requests}`,
        caption: `${this.#held}${this.#held && ' '}${this.#summary} Seconds since the capture's first packet.`,
        legend: legendOf(waterfallLegend(this.#screen.rows)),
      }
    );
  }

  #show() {
    const { flow } = this.#subject;
    const hasRows = this.#shown?.rows.length !== 0;
    const title =
      this.#pageUrl ??
      (flow === undefined ? (this.#frame.captureName ?? 'Capture') : `Requests of connection ${flowText(flow)}`);
    this.#head.update({
      title,
      verdict: this.#held,
      words: this.#summary,
      look: this.#look,
      legend: waterfallLegend(this.#shown?.rows ?? []),
      isZoomed: this.#frame.time.zoom !== null,
    });
    const isOfRoutes = this.#look === 'routes';
    this.#screen.element.hidden = !hasRows || isOfRoutes;
    this.#screen.totals.hidden = isOfRoutes;
    if (this.#routes) this.#routes.element.hidden = !isOfRoutes;
    this.#screen.draw();
  }

  /**
   * The page that the server chose stays as a live capture grows. A file that is read again, as with keys that came
   * late, may have further pages: it is asked anew.
   */
  get #shownPage() {
    const capture = this.#context.store.get(this.#context.captureId);
    if (!capture || !isLive(capture)) return '';
    if (!this.#shown || this.#shown.pages.length === 0) return '';
    return this.#shown.page < 0 ? 'all' : String(this.#shown.page);
  }

  #load() {
    return this.#frame.load(async (signal) => {
      const came = waterfallFrom(await this.#subject.fetchFrame(this.#chosenPage || this.#shownPage, signal));
      this.#shown = came;
      this.#keys.hidden = true;
      this.#summarise(came, came.rows.length === 0 ? await this.#wordsWithout(signal) : sentenceOf(came.rows));
      this.#head.listPages(came);
      this.#showTime(came);
      this.#showRows(came);
      void this.#showPath(came, signal);
      if (came.routes) void this.#showRoutes(signal);
    });
  }

  /** @param {Waterfall} waterfall @param {string} sentence */
  #summarise({ isCut }, sentence) {
    this.#summary = `${sentence}${isCut ? ' The capture has more requests, which are not shown.' : ''}`;
  }

  /**
   * What held the page, once its rows are there; nothing where it cannot be had, or while the capture grows.
   * @param {Waterfall} came @param {AbortSignal} signal
   */
  async #showPath(came, signal) {
    const { api, captureId, store } = this.#context;
    const capture = store.get(captureId);
    this.#held = '';
    if (came.page < 0 || came.rows.length === 0 || (capture && isLive(capture))) return;
    const answer = await api.pageVerdict(captureId, came.page, signal).catch(() => null);
    if (this.#shown !== came || answer === null) return;
    const { verdict } = answer;
    layPath(came.rows, verdict);
    if (verdict !== null) {
      this.#held = verdict.sentence;
      this.#summarise(came, sentenceOf(came.rows, { isHeld: true }));
    }
    this.#takeRows();
  }

  /** Whose it was, of all that is shown; a page has a verdict. @param {Waterfall} waterfall */
  #showTime({ page }) {
    const capture = this.#context.store.get(this.#context.captureId);
    if (page >= 0 || !capture || isLive(capture)) this.#time.set(null);
    else void this.#time.fetch();
  }

  /** @param {Waterfall} waterfall */
  #showRows(waterfall) {
    this.#screen.setRows(waterfall.rows, limitsOf(waterfall), this.#message);
    void this.#side.show(this.#screen.chosen);
    void this.#har.lay();
    this.#frame.update();
  }

  /** The rows have changed. */
  #takeRows() {
    if (this.#shown) this.#screen.setRows(this.#shown.rows, limitsOf(this.#shown), this.#message);
    this.#frame.update();
  }

  /**
   * What there is instead of requests. Asked for anew: keys that a capture had before a restart are gone.
   * @param {AbortSignal} signal
   */
  async #wordsWithout(signal) {
    const { api, captureId } = this.#context;
    const { flow } = this.#subject;
    if (flow === undefined) {
      const words = keysWanted((await api.capture(captureId, signal)).encryption);
      this.#keys.hidden = words === '';
      return words || 'No requests.';
    }
    const connection = await api.connection(captureId, flow, signal);
    this.#keys.hidden = !lacksKeys(connection);
    return withoutRequestsIn(connection);
  }

  /** @param {string} page */
  #turnTo(page) {
    this.#chosenPage = page;
    this.#message = null;
    this.#frame.time.zoom = null;
    this.#frame.time.span = null;
    this.#context.onQueryChange(this.#frame.query);
    void this.#load();
  }

  /** @param {number|null} message index of a request */
  #choose(message) {
    this.#message = message;
    if (message === null) this.#takeRows();
    void this.#side.show(this.#screen.chosen);
    this.#frame.writeUrl.call();
  }

  /** @param {string} words */
  #filter(words) {
    this.#screen.filter(words);
    this.#frame.update();
  }

  /** @returns {import('./waterfall-head.js').Look} */
  get #look() {
    const isOfRoutes = this.#shown?.routes === true;
    if (this.#chosenLook === 'routes' && !isOfRoutes) return 'bars';
    return this.#chosenLook ?? (isOfRoutes ? 'routes' : 'bars');
  }

  /** @param {import('./waterfall-head.js').Look} look */
  #setLook(look) {
    this.#chosenLook = look;
    this.#frame.writeUrl.call();
    this.#frame.update();
  }

  /** Routes of an API, whose table is loaded when there is one. @param {AbortSignal} signal */
  async #showRoutes(signal) {
    if (this.#routes === null) {
      const { routesTable } = await import('./routes.js');
      if (signal.aborted) return;
      this.#routes = routesTable(this.#context);
      this.#screen.element.after(this.#routes.element);
    }
    this.#frame.update();
    await this.#routes.load(signal);
  }

  /** The URL changed from outside. @param {Query} next */
  update(next) {
    const before = this.#chosenPage;
    this.#chosenPage = pageFrom(next);
    this.#message = indexFrom(next.message);
    this.#chosenLook = lookFrom(next);
    this.#frame.arrive(next);
    if (before !== this.#chosenPage) {
      this.#shown = null;
      return void this.#load();
    }
    if (this.#shown) return this.#showRows(this.#shown);
    void this.#side.show(this.#screen.chosen);
    this.#frame.update();
  }

  destroy() {
    this.#frame.destroy();
    this.#side.destroy();
    this.#routes?.destroy();
    this.#screen.destroy();
  }
}

/** @param {Query} query */
const pageFrom = ({ page = '' }) => (/^(\d{1,6}|all)$/.test(page) ? page : '');

/** @param {Query} query @returns {import('./waterfall-head.js').Look|null} */
const lookFrom = ({ view }) => (view === 'bars' || view === 'table' || view === 'routes' ? view : null);

/** @param {string|undefined} text @returns {number|null} */
const indexFrom = (text) => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : null);

/**
 * @param {import('./waterfall-rows.js').WaterfallRow} row
 * @param {import('../../state/answer-types.js').Exchange|null} exchange
 */
const openStream = ({ request }, exchange) => (exchange?.stream ? { request, ...exchange.stream } : null);

/** From the first phase of all to the last. @param {Waterfall} waterfall */
function limitsOf({ rows }) {
  const firstOf = (/** @type {import('./waterfall-rows.js').WaterfallRow} */ { startNs, browser, critical }) =>
    Math.min(startNs, browser?.fromNs ?? Infinity, critical?.parts[0].fromNs ?? Infinity);
  const startNs = min(rows, firstOf) ?? 0;
  const endNs = max(rows, (row) => Math.max(row.endNs, row.browser?.toNs ?? 0)) ?? 0;
  return withAir({ startNs, endNs: Math.max(startNs + 1000, endNs) }, 0);
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
    fetchTime: () => api.captureTime(captureId),
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
    fetchTime: () => api.connectionTime(captureId, flow),
    hasPages: false,
    extra,
    flow,
  });
}
