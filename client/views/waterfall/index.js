/** The waterfall of a page, or of one connection, with the inspector beside it. */
import { el, fill } from '../../base/dom.js';
import { beforePaint, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { messageBar } from '../../components/message-bar.js';
import { isAbort, sentenceOf as errorWords } from '../../state/api.js';
import { showMissing } from '../missing-page.js';
import { inspector } from '../inspector/inspector.js';
import { noteFlags } from '../timeline/note-flags.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { urlWindow } from '../timeline/url-window.js';
import { LEGEND, waterfallHead } from './waterfall-head.js';
import { waterfallKeys } from './waterfall-keys.js';
import { waterfallFrom } from './waterfall-rows.js';
import { waterfallScreen } from './waterfall-screen.js';
import { sentenceOf, withoutRequests } from './waterfall-words.js';
import { withoutRequestsIn } from './without-requests.js';

/** @typedef {import('../../state/view-context.js').ViewContext} ViewContext */
/** @typedef {import('../../state/types.js').View} View */
/** @typedef {import('./waterfall-rows.js').Waterfall} Waterfall */

const LIVE_MS = 500;

/**
 * @param {HTMLElement} container
 * @param {ViewContext & { captureId: string, onMissing: () => void }} context
 * @returns {View}
 */
export function mountWaterfallView(container, context) {
  return mount(container, context, (page, signal) => context.api.pageWaterfall(context.captureId, page, signal), () => true, { page: true, extra: null });
}

/**
 * The same of one connection.
 * @param {HTMLElement} container
 * @param {ViewContext & { captureId: string, flow: number, onMissing: () => void }} context
 * @param {HTMLElement|null} extra switches for other views of the connection
 * @returns {View}
 */
export function mountConnectionWaterfall(container, context, extra) {
  const { api, captureId, flow } = context;
  return mount(
    container, context, (_page, signal) => api.connectionWaterfall(captureId, flow, signal),
    (progress) => progress.flow === null || progress.flow.flow === flow, { page: false, extra, flow },
  );
}

/**
 * @param {HTMLElement} container
 * @param {ViewContext & { captureId: string, onMissing: () => void }} context
 * @param {(page: string, signal: AbortSignal) => Promise<ArrayBuffer>} fetchFrame
 * @param {(progress: import('../../state/types.js').Progress) => boolean} concerns
 * @param {{ page: boolean, extra: HTMLElement|null, flow?: number }} options
 * @returns {View}
 */
function mount(container, { api, events, store, theme, captureId, query, onQueryChange, onMissing }, fetchFrame, concerns, { page: hasPages, extra, flow }) {
  let chosenPage = pageFrom(query);
  let message = indexFrom(query.message);
  let isTable = query.view === 'table';
  /** @type {Waterfall|null} */
  let shown = null;
  let said = 'Fetching the requests.';
  let abort = new AbortController();
  /** @returns {import('../../state/types.js').Query} */
  const urlQuery = () => ({
    ...(hasPages && chosenPage ? { page: chosenPage } : {}), ...(message === null ? {} : { message: String(message) }),
    ...(isTable ? { view: 'table' } : {}), ...time.query,
  });
  const { time, writeUrl } = urlWindow({ query: urlQuery, onQueryChange, onChange: () => update() });
  const side = inspector({ api, captureId, onClose: () => choose(null) });
  const notes = noteFlags({ api, captureId, flow, onChange: () => update() });
  const screen = waterfallScreen({ time, theme, isTable: () => isTable, notes: () => notes, onChoose: (row) => choose(row.request) });
  const head = waterfallHead({
    hasPages, extra, onPage: turnTo, onLook: setTable, onBack: () => time.back(),
    exporting: exportSwitch({
      theme, picture, name: () => `${store.get(captureId)?.name ?? 'capture'}-${flow === undefined ? 'page' : `connection-${flow}`}-waterfall`,
    }),
  });
  const complaint = el('div', { class: 'connection-complaint' });
  container.append(el('div', { class: 'waterfall' }, el('div', { class: 'waterfall-main' }, head.element, complaint, screen.element), side.element));

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  function picture() {
    const drawing = screen.picture(), name = store.get(captureId)?.name ?? 'Capture', page = shown?.pages[shown.page];
    return drawing
      && {
        ...drawing,
        title: `${name}: ${page && shown?.page !== -1 ? page.url : `requests${flow === undefined ? '' : ` of connection ${flow}`}`}`,
        caption: `${said} Seconds since the capture's first packet.`, legend: legendOf(LEGEND),
      };
  }

  /** @param {string} name the capture's */
  const nameOf = (name) => (flow === undefined ? name : `Requests of connection ${flow}`);

  const update = () => beforePaint(show);
  function show() {
    const name = store.get(captureId)?.name ?? 'Capture', page = shown?.pages[shown.page];
    const hasRows = shown?.rows.length !== 0;
    head.update({ title: page && shown?.page !== -1 ? page.url : nameOf(name), words: said, isTable, hasRows, isZoomed: time.zoom !== null });
    screen.element.hidden = !hasRows;
    screen.draw();
  }

  /** What the server chose stays, however the capture grows. */
  const shownPage = () => {
    if (!shown || shown.pages.length === 0) return '';
    return shown.page < 0 ? 'all' : String(shown.page);
  };

  async function load() {
    abort.abort();
    abort = new AbortController();
    try {
      const came = waterfallFrom(await fetchFrame(chosenPage || shownPage(), abort.signal));
      shown = came;
      said = `${came.rows.length === 0 ? await wordsWithout(abort.signal) : sentenceOf(came.rows)}${came.isCut ? ' The capture has more requests, which are not shown.' : ''}`;
      fill(complaint);
      head.listPages(came);
      screen.setRows(came.rows, limitsOf(came), message);
      void side.show(screen.chosen());
      update();
    } catch (error) {
      if (isAbort(error) || (shown === null && showMissing(container, error, { captureId, store, onMissing }))) return;
      fill(complaint, messageBar({ kind: 'failure', title: 'The requests cannot be shown', text: errorWords(error) }));
    }
  }

  /** What there is in place of requests. @param {AbortSignal} signal */
  async function wordsWithout(signal) {
    return flow === undefined ? withoutRequests(store.get(captureId)?.encryption) : withoutRequestsIn(await api.connection(captureId, flow, signal));
  }

  /** @param {string} page */
  function turnTo(page) {
    chosenPage = page;
    message = null;
    time.zoom = null;
    time.span = null;
    onQueryChange(urlQuery());
    void load();
  }

  /** @param {number|null} next index of a request */
  function choose(next) {
    message = next;
    if (next === null && shown) screen.setRows(shown.rows, limitsOf(shown), null);
    void side.show(screen.chosen());
    writeUrl.call();
  }

  /** @param {boolean} table */
  function setTable(table) {
    isTable = table;
    writeUrl.call();
    update();
  }

  const grow = throttle(LIVE_MS, () => void load());
  const stop = [
    addHotkeys(waterfallKeys({
      time, screen, onClose: () => (time.span ? time.select(null) : choose(null)), onLook: () => setTable(!isTable),
    })),
    events.onProgress((progress) => { if (progress.id === captureId && concerns(progress)) grow.call(); }),
    store.subscribe(update),
    theme.subscribe(update),
  ];
  events.watch({ id: captureId, flow: flow ?? null });
  void document.fonts.ready.then(update);
  time.arrive(query);
  void load();

  return {
    update(next) {
      writeUrl.cancel();
      const before = chosenPage;
      chosenPage = pageFrom(next);
      message = indexFrom(next.message);
      isTable = next.view === 'table';
      time.arrive(next);
      if (before !== chosenPage) {
        shown = null;
        return void load();
      }
      if (shown) screen.setRows(shown.rows, limitsOf(shown), message);
      void side.show(screen.chosen());
      update();
    },
    destroy() {
      for (const each of stop) each();
      for (const each of [writeUrl, grow]) each.cancel();
      abort.abort();
      events.watch(null);
      notes.destroy();
      side.destroy();
      screen.destroy();
    },
  };
}

/** @param {import('../../state/types.js').Query} query */
const pageFrom = ({ page = '' }) => (/^(\d{1,6}|all)$/.test(page) ? page : '');

/** @param {string|undefined} text @returns {number|null} */
const indexFrom = (text) => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : null);

/** From the first phase of all to the last, with a little air. @param {Waterfall} waterfall */
function limitsOf({ rows }) {
  if (rows.length === 0) return { startNs: 0, endNs: 1 };
  const startNs = rows.reduce((least, row) => Math.min(least, row.startNs), Infinity), endNs = rows.reduce((most, row) => Math.max(most, row.endNs), 0);
  return { startNs, endNs: Math.max(startNs + 1000, endNs + (endNs - startNs) * 0.01) };
}
