import { el, fill } from '../../base/dom.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { connectionsOf, isGrowing, isLive } from '../../components/capture-text.js';
import { openFields } from '../../components/filter/field.js';
import { messageBar } from '../../components/message-bar.js';
import { openLater } from '../../components/open-later.js';
import { chooseFiles } from '../../components/page-drop.js';
import { captureTabs, tabsWhereThere } from '../../routes/capture-views.js';
import { ApiError, isAbort, isUnreachable, sentenceOf } from '../../state/api-error.js';
import { captureViewPath } from '../../state/router.js';
import { askForKeys } from '../dashboard/keys-button.js';
import { takeFiles } from '../dashboard/take-files.js';
import { stripPlace } from '../strip/place.js';
import { timeBar } from '../timeline/time-bar.js';
import { captureControls } from './capture-controls.js';
import { captureFigures } from './capture-figures.js';
import { captureFindings } from './capture-findings.js';
import { captureHead, isUnreadable } from './capture-head.js';
import { captureKeys } from './capture-keys.js';
import { SORTABLE } from './columns/registry.js';
import { ConnectionsTable } from './connections-table.js';
import { openFindPackets } from './find-packets.js';

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../state/types.js').Capture} Capture */
/** @typedef {import('./connection-source.js').Order} Order */
/** @typedef {Omit<Order, 'text'>} Usual the order of the table until the user chooses one */
/** @typedef {import('../../state/view-context.js').ViewContext & { captureId: string }} CaptureContext */

const phone = matchMedia('(max-width: 599px)');

/**
 * @param {Query} query @param {Usual} usual
 * @returns {Order} what the URL asks for; nonsense is the default
 */
function orderFrom(query, usual) {
  const sort = SORTABLE.find(({ sort }) => sort === query.sort)?.sort;
  const text = query.text ?? '';
  return sort === undefined ? { ...usual, text } : { sort, order: query.order === 'desc' ? 'desc' : 'asc', text };
}

/**
 * @param {Order} order @param {Usual} usual
 * @returns {Query} without what is the default anyway
 */
function queryFrom({ sort, order, text }, usual) {
  const isUsual = sort === usual.sort && order === usual.order;
  return { ...(isUsual ? {} : { sort, order }), ...(text === '' ? {} : { text }) };
}

/** @type {Usual} */
const AS_THEY_CAME = { sort: 'flow', order: 'asc' };
/** @type {Usual} */
const WORST_FIRST = { sort: 'verdict', order: 'desc' };

/**
 * Worst first, which is what the user came for. A live capture keeps the order of arrival, as does one that is still
 * being read: rows that move while it grows could not be followed.
 * @param {Capture|null} capture
 * @returns {Usual|null} null: it is not known yet
 */
function usualOrder(capture) {
  if (capture === null || (capture.state === 'ready' ? capture.judging : isGrowing(capture) && !isLive(capture))) {
    return null;
  }
  const isFaulty =
    capture.state === 'ready' && connectionsOf(capture) > 1 && (capture.verdict?.severity ?? 'note') !== 'note';
  return isFaulty ? WORST_FIRST : AS_THEY_CAME;
}

/** One capture: its head and the table of its connections. */
class CaptureView {
  #context;
  #stage;
  /** Null until it is known. @type {Usual|null} */
  #usual;
  #order;
  #abort = new AbortController();
  /** Packets of long connections that were examined, at the last look. @type {number|null} */
  #examined = null;
  /** Whether the capture's data has been requested. */
  #isBegun = false;
  /** Whether the server was unreachable then. */
  #isBehind = false;
  #problem = el('div', { class: 'page', hidden: true });
  #head = captureHead({
    onStop: ({ id }) => void this.#request('The capture was not stopped', (api) => api.stop(id)),
    onReadAgain: ({ id }) => void this.#request('The capture was not read', (api) => api.readAgain(id)),
    onChoose: () => this.#chooseAnother(),
    explain: (signal) => this.#context.api.explanation(this.#context.captureId, null, signal),
    pageUrl: (id) => this.#context.api.pageUrl(id),
  });
  #findings;
  #time;
  #figures;
  #controls;
  #strip;
  #table;
  #content;
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {HTMLElement} stage @param {CaptureContext} context */
  constructor(stage, context) {
    const { api, captureId, navigate, bar } = context;
    this.#context = context;
    this.#stage = stage;
    this.#usual = usualOrder(context.store.get(captureId));
    this.#order = orderFrom(context.query, this.#usual ?? AS_THEY_CAME);
    this.#findings = captureFindings({ api, captureId, navigate, onFilter: (text) => this.#filter(text) });
    this.#time = timeBar(() => api.captureTime(captureId));
    this.#time.element.hidden = true;
    this.#figures = captureFigures({
      api,
      captureId,
      name: () => context.store.get(captureId)?.name ?? 'capture',
      onFilter: (text) => this.#filter(text),
    });
    this.#controls = captureControls({
      api,
      captureId,
      text: this.#order.text,
      onText: (text) => this.#change({ ...this.#order, text }, { replace: true }),
      onEnter: () => this.#table.step(1),
      onFind: this.#openFind,
      onKeys: this.#askForKeys,
    });
    this.#strip = stripPlace({ api, captureId, text: () => this.#order.text, onText: (text) => this.#filter(text) });
    this.#table = this.#newTable();
    this.#content = el(
      'div',
      { class: 'capture-view', hidden: true },
      this.#head.element,
      el(
        'div',
        { class: 'capture-body' },
        el('div', { class: 'capture-main' }, this.#strip.element, this.#table.element),
        el('div', { class: 'capture-side' }, this.#time.element, this.#findings.element, this.#figures.element),
      ),
    );
    stage.append(this.#problem, this.#content);
    bar.setControls(this.#controls.elements, { onSearch: () => this.#controls.field.open() });
    this.#listening = this.#listen();
    this.#show();
    if (!this.#isBegun) void this.#load();
  }

  #askForKeys = () => askForKeys(this.#context, this.#context.captureId, this.#stage);

  /** @param {'png'|'svg'} form */
  #saveSummary(form) {
    const { api, captureId, store, theme } = this.#context;
    const capture = store.get(captureId);
    if (capture === null) return;
    void openLater(
      () => import('./summary/files.js'),
      ({ saveSummary }) => saveSummary(form, { api, capture, time: this.#time.said(), theme }),
    );
  }

  /** The capture's data is fetched once the capture is known to exist. */
  #begin() {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#table.begin();
    this.#findings.fetch();
    this.#fetchTime();
    this.#figures.fetch();
  }

  /** Once all has been read. */
  #fetchTime() {
    const capture = this.#context.store.get(this.#context.captureId);
    if (capture && !isGrowing(capture)) void this.#time.fetch();
  }

  #listen() {
    const { events, store, captureId, navigate } = this.#context;
    events.watch({ id: captureId, flow: null });
    phone.addEventListener('change', this.#changeTable);
    return [
      () => phone.removeEventListener('change', this.#changeTable),
      store.subscribe(() => this.#show()),
      events.onProgress(({ id }) => {
        if (id !== captureId || !this.#isBegun) return;
        this.#table.grow();
        this.#strip.grow();
        this.#findings.grow();
        this.#fetchTime();
        this.#figures.grow();
      }),
      events.onServer(({ connected }) => {
        if (connected && this.#isBegun) this.#table.grow();
        else if (connected && this.#isBehind) void this.#load();
      }),
      addHotkeys(
        captureKeys({
          onFilter: () => this.#controls.field.open(),
          onFields: openFields,
          onFind: this.#openFind,
          onStep: (step) => this.#table.step(step),
          onLanes: () => navigate(captureViewPath(captureId, 'lanes', { text: this.#order.text })),
        }),
      ),
    ];
  }

  #newTable() {
    const { api, captureId, navigate, store } = this.#context;
    return new ConnectionsTable({
      api,
      captureId,
      startEpoch: () => store.get(captureId)?.startEpoch ?? null,
      onColumns: (changed) => {
        this.#changeTable();
        this.#table.openColumns(changed);
      },
      order: this.#order,
      navigate,
      phoneKeys: this.#controls.phoneKeys,
      encryption: () => this.#context.store.get(this.#context.captureId)?.encryption,
      onKeys: this.#askForKeys,
      onSummary: (form) => this.#saveSummary(form),
      onFind: this.#openFind,
      onFilter: (text) => this.#filter(text),
      onBusy: (isBusy) => {
        this.#controls.field.setBusy(isBusy);
        if (!isBusy) void this.#strip.begin();
      },
      onSort: (sort, order) => this.#change({ ...this.#order, sort, order }),
    });
  }

  /** @param {string} text */
  #filter(text) {
    this.#controls.field.set(text);
    this.#change({ ...this.#order, text });
  }

  /** What is known of the capture by now may make another order the usual one, once. @param {Capture} capture */
  #noteUsual(capture) {
    if (this.#usual !== null) return;
    this.#usual = usualOrder(capture);
    const isChosen = this.#order.sort !== AS_THEY_CAME.sort || this.#order.order !== AS_THEY_CAME.order;
    const isMoved = isChosen || this.#context.query.sort !== undefined || this.#table.isInUse;
    if (this.#usual !== WORST_FIRST || isMoved) return;
    this.#order = { ...this.#order, ...this.#usual };
    this.#table.setOrder(this.#order);
  }

  #openFind = () => {
    const { api, captureId, navigate } = this.#context;
    openFindPackets({ api, captureId, navigate });
  };

  /** Rows of the desk and cards of a phone are different tables. */
  #changeTable = () => {
    const old = this.#table;
    this.#table = this.#newTable();
    old.element.replaceWith(this.#table.element);
    old.destroy();
    if (this.#isBegun) this.#table.begin();
    this.#show();
  };

  #chooseAnother() {
    const { captureId: shownId } = this.#context;
    chooseFiles((files) => void takeFiles(this.#context, files, { shownId, stage: this.#stage }));
  }

  /** @param {Order} next @param {{ replace?: boolean }} [options] */
  #change(next, options) {
    this.#order = next;
    this.#context.onQueryChange(queryFrom(next, this.#usual ?? AS_THEY_CAME), options);
    this.#table.setOrder(next);
    this.#strip.setText();
  }

  /**
   * @param {string} title of what is said where it fails
   * @param {(api: CaptureContext['api']) => Promise<import('../../state/types.js').Capture>} change
   */
  async #request(title, change) {
    const { api, store } = this.#context;
    try {
      store.put(await change(api));
    } catch (error) {
      this.#showProblem(title, error);
    }
  }

  /** @param {string} title @param {unknown} error @param {Node[]} [actions] */
  #showProblem(title, error, actions) {
    this.#problem.hidden = false;
    fill(
      this.#problem,
      messageBar({ kind: 'failure', title, text: sentenceOf(error), actions, isPage: this.#content.hidden === true }),
    );
  }

  /**
   * A capture that does not exist has no actions.
   * @param {string} title
   * @param {unknown} error
   */
  #showMissing(title, error) {
    const { bar } = this.#context;
    bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Capture' }]);
    bar.setControls([]);
    this.#showProblem(title, error, [el('a', { class: 'button', href: '/', text: 'All captures' })]);
  }

  /** What is found of long connections is shown as it comes. @param {import('../../state/types.js').Capture} capture */
  #noteExamining({ examining }) {
    const done = examining?.done ?? null;
    if (done === this.#examined) return;
    this.#examined = done;
    this.#table.grow();
    this.#strip.grow();
    this.#findings.grow();
  }

  #show() {
    const { store, bar, captureId } = this.#context;
    const capture = store.get(captureId);
    bar.setPath(
      [{ label: 'Captures', href: '/' }, { label: capture?.name ?? 'Capture' }],
      tabsWhereThere(store, captureId, captureTabs(captureId, 'capture')),
    );
    if (!capture) {
      if (!this.#content.hidden) this.#showGone();
      return;
    }
    this.#content.hidden = false;
    this.#problem.hidden = true;
    this.#head.update(capture);
    this.#noteUsual(capture);
    this.#noteExamining(capture);
    this.#controls.update(capture);
    this.#table.element.hidden = isUnreadable(capture);
    this.#strip.update(capture, !isUnreadable(capture));
    this.#table.setGrowing(isGrowing(capture), connectionsOf(capture), capture.quicConnections);
    this.#begin();
  }

  #showGone() {
    this.#content.hidden = true;
    this.#showMissing(
      'This capture is gone',
      new Error('It was deleted, here or in another window. The others are in the list of captures.'),
    );
  }

  async #load() {
    const { api, store, captureId } = this.#context;
    this.#isBehind = false;
    try {
      store.put(await api.capture(captureId, this.#abort.signal));
    } catch (error) {
      if (isAbort(error)) return;
      this.#isBehind = isUnreachable(error);
      if (error instanceof ApiError && error.status === 404) this.#showMissing('There is no such capture', error);
      else this.#showProblem('The capture cannot be shown', error);
    }
  }

  /** The URL changed from outside. @param {Query} next */
  update(next) {
    this.#order = orderFrom(next, this.#usual ?? AS_THEY_CAME);
    this.#controls.field.set(this.#order.text);
    this.#table.setOrder(this.#order);
    this.#strip.setText();
  }

  destroy() {
    this.#abort.abort();
    this.#controls.field.destroy();
    this.#context.events.watch(null);
    for (const stop of this.#listening) stop();
    this.#table.destroy();
    this.#strip.destroy();
    this.#findings.destroy();
    this.#figures.destroy();
  }
}

/**
 * @param {HTMLElement} stage
 * @param {CaptureContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountCaptureView = (stage, context) => new CaptureView(stage, context);
