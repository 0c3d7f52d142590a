/** The lanes of a capture: a line for each connection, by server, all on one time axis. */
import { el, fill } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { beforePaint, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { isLive } from '../../components/capture-text.js';
import { filterField } from '../../components/filter/field.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../../components/missing-page.js';
import { sentenceOf } from '../../state/api-error.js';
import { capturePath, connectionPath, formatQuery, messagesPath } from '../../state/router.js';
import { noteFlags } from '../timeline/note-flags.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { selectionPanel } from '../timeline/selection-panel.js';
import { urlWindow } from '../timeline/url-window.js';
import { LaneSource } from './lane-source.js';
import { lanesHead, LEGEND } from './lanes-head.js';
import { lanesKeys } from './lanes-keys.js';
import { placedArcs } from './placed-arcs.js';
import { LanesScreen } from './screen.js';
import { stripPlace } from './strip-place.js';
import { queryOf, stateFrom } from './view-state.js';

/** @typedef {import('./view-state.js').LanesState} LanesState */
/** @typedef {import('../../state/view-context.js').CaptureViewContext} LanesContext */

const LIVE_MS = 300;

class LanesView {
  #container;
  #context;
  #state;
  #hasOrder = false;
  /** @type {import('./draw-arcs.js').PlacedArc[]} */
  #arcs = [];
  #complaint = el('div', { class: 'connection-complaint' });
  #none = el('p', { class: 'lanes-none second', role: 'status', hidden: true });
  #time;
  #writeUrl;
  #source;
  #screen;
  #notes;
  #strip;
  #selection;
  /** What is selected from. @type {import('../timeline/selected-connections.js').CountedConnections|null} */
  #counted = null;
  #head;
  #field;
  #grow = throttle(LIVE_MS, () => this.#source.grow());
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {HTMLElement} container @param {LanesContext} context */
  constructor(container, context) {
    const { api, captureId, query, onQueryChange, bar } = context;
    this.#container = container;
    this.#context = context;
    this.#state = stateFrom(query);
    ({ time: this.#time, writeUrl: this.#writeUrl } = urlWindow({
      query: () => this.#query(),
      onQueryChange,
      onChange: () => this.#update(),
    }));
    this.#source = new LaneSource({
      api,
      captureId,
      onChange: () => this.#arrived(),
      onError: (error) => this.#complain(error),
    });
    this.#notes = noteFlags({ api, captureId, onChange: () => this.#update() });
    this.#screen = this.#newScreen();
    this.#head = this.#newHead();
    this.#field = filterField({
      label: 'Filter connections',
      placeholder: 'Filter: host, :443, rtt > 100 ms',
      value: this.#state.text,
      onEnter: () => this.#screen.focus(),
      onChange: (text) => this.#filter(text),
    });
    this.#selection = selectionPanel({
      time: this.#time,
      load: () => import('../timeline/selected-connections.js'),
      onTable: (span) => void this.#toTable(span),
    });
    const body = el('div', { class: 'lanes-body' }, this.#screen.element, this.#selection.element);
    this.#strip = stripPlace({ ...context, body, screen: this.#screen, source: this.#source, time: this.#time });
    container.append(this.#head.element, this.#complaint, this.#none, body);
    bar.setControls([this.#field.element], { onSearch: () => this.#field.open() });
    this.#listening = this.#listen();
    this.#time.arrive(query);
    this.#noteLive();
    this.#source.setText(this.#state.text);
  }

  #newScreen() {
    return new LanesScreen({
      source: this.#source,
      time: this.#time,
      theme: this.#context.theme,
      state: () => this.#state,
      arcs: () => this.#arcs,
      notes: () => this.#notes,
      onOpen: (lane, message) => this.#open(lane, message),
      onDrawn: () => this.#strip.update(),
      onActive: (lane) => {
        this.#state = { ...this.#state, flow: this.#source.order?.flow[lane] ?? null };
        this.#writeUrl.call();
      },
    });
  }

  #newHead() {
    const { theme, store, captureId } = this.#context;
    const time = this.#time;
    return lanesHead({
      onChange: (part) => this.#change(part),
      onFollow: (follow) => (follow ? time.follow() : time.hold()),
      onBack: () => time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => `${store.get(captureId)?.name ?? 'capture'}-lanes`,
      }),
    });
  }

  #listen() {
    const { captureId, events, store, theme, navigate } = this.#context;
    const update = () => this.#update();
    events.watch({ id: captureId, flow: null });
    void document.fonts.ready.then(update);
    return [
      addHotkeys(
        lanesKeys({
          time: this.#time,
          screen: this.#screen,
          onOpen: (lane, message) => this.#open(lane, message),
          onFilter: () => this.#field.open(),
          onAcks: () => this.#change({ acks: !this.#state.acks }),
          onReferers: () => this.#change({ arcs: new Set(this.#state.arcs.has('referer') ? [] : ['referer']) }),
          onTable: () => navigate(capturePath(captureId) + formatQuery({ text: this.#state.text })),
        }),
      ),
      events.onProgress(({ id }) => {
        if (id === captureId) this.#grow.call();
      }),
      store.subscribe(() => this.#noteLive()),
      theme.subscribe(update),
    ];
  }

  #query() {
    return { ...queryOf(this.#state), ...this.#time.query };
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const { store, captureId } = this.#context;
    const { order } = this.#source;
    const drawing = this.#screen.picture();
    return (
      order &&
      drawing && {
        ...drawing,
        title: `${store.get(captureId)?.name ?? 'Capture'}: lanes`,
        caption: wordsOf(order),
        legend: legendOf(LEGEND),
      }
    );
  }

  /** @param {number} lane @param {import('./lane-columns.js').LaneMessage|null} message */
  #open(lane, message) {
    const { captureId, navigate, onQueryChange } = this.#context;
    const flow = this.#source.order?.flow[lane];
    if (flow === undefined) return;
    this.#writeUrl.cancel();
    onQueryChange({ ...this.#query(), flow: String(flow) }, { replace: true });
    navigate(message ? `${messagesPath(captureId, flow)}?message=${message.index}` : connectionPath(captureId, flow));
  }

  /** @param {string} text */
  #filter(text) {
    this.#change({ text });
    this.#source.setText(text);
  }

  /** @param {Partial<LanesState>} part */
  #change(part) {
    this.#state = { ...this.#state, ...part };
    this.#writeUrl.call();
    if (part.arcs) void this.#fetchArcs();
    if (part.rows !== undefined) this.#screen.measure();
    this.#update();
  }

  async #fetchArcs() {
    const found = this.#state.arcs.size > 0 ? await this.#source.arcs() : null;
    this.#arcs = placedArcs(found, this.#source.order, this.#state.arcs);
    this.#update();
  }

  #arrived() {
    const { order } = this.#source;
    const { flow, arcs } = this.#state;
    const isFirst = !this.#hasOrder;
    this.#hasOrder = order !== null;
    fill(this.#complaint);
    this.#screen.measure();
    if (order) this.#counted = { ...this.#context, text: this.#source.text };
    if (order && isFirst && flow !== null && order.flow.includes(flow)) {
      this.#screen.setActive(order.flow.indexOf(flow));
    }
    if (isFirst && arcs.size > 0) void this.#fetchArcs();
    this.#update();
  }

  /** @param {unknown} error */
  #complain(error) {
    if (this.#source.order === null && showMissing(this.#container, error, this.#context)) return;
    fill(this.#complaint, messageBar({ kind: 'failure', title: 'The lanes cannot be shown', text: sentenceOf(error) }));
  }

  #update() {
    beforePaint(this.#show);
  }

  /** The same function each time, as `beforePaint` requires. */
  #show = () => {
    const { store, captureId } = this.#context;
    const { order } = this.#source;
    const { text } = this.#state;
    this.#head.update(this.#state, {
      title: store.get(captureId)?.name ?? 'Capture',
      words: order ? wordsOf(order) : 'Fetching the connections.',
      time: this.#time,
    });
    this.#none.hidden = !order || order.flow.length > 0;
    this.#none.textContent = text === '' ? 'No TCP connections.' : `No connection matches “${text}”.`;
    this.#screen.draw();
    void this.#selection.update(this.#counted);
  };

  /** @param {import('../../plot/time-scale.js').TimeRange} span */
  async #toTable(span) {
    const { captureId, navigate } = this.#context;
    const { openInFilter } = await import('../timeline/selected-connections.js');
    navigate(capturePath(captureId) + formatQuery({ text: openInFilter(this.#state.text, span) }));
  }

  #noteLive() {
    const capture = this.#context.store.get(this.#context.captureId);
    if (capture) this.#time.setLive(isLive(capture));
    this.#update();
  }

  /** The URL changed from outside. @param {import('../../state/types.js').Query} next */
  update(next) {
    const before = this.#state;
    this.#writeUrl.cancel();
    this.#state = stateFrom(next);
    this.#time.arrive(next);
    this.#field.set(this.#state.text);
    if (this.#state.text !== before.text) this.#source.setText(this.#state.text);
    this.#screen.measure();
    void this.#fetchArcs();
    this.#update();
  }

  destroy() {
    for (const stop of this.#listening) stop();
    for (const each of [this.#writeUrl, this.#grow]) each.cancel();
    this.#time.destroy();
    this.#context.events.watch(null);
    this.#notes.destroy();
    this.#strip.destroy();
    this.#source.destroy();
    this.#screen.destroy();
  }
}

/** @param {import('./lane-source.js').LaneOrder} order */
function wordsOf({ flow, group, total }) {
  if (total === 0) return '';
  const shown =
    flow.length === total
      ? count(total, 'connection')
      : `${formatNumber(flow.length)} of ${count(total, 'connection')}`;
  return `${shown} to ${count(group.length, 'server')}. The client's packets and requests are above each line, the server's below.`;
}

/**
 * @param {HTMLElement} container
 * @param {LanesContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountLanesView = (container, context) => new LanesView(container, context);
