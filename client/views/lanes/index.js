/** The lanes of a capture: a line for each connection, by server, all on one time axis. */
import { flowText } from '../../../lib/shared/quic-flow.js';
import { el, fill } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { isLive } from '../../components/capture-text.js';
import { filterField } from '../../components/filter/field.js';
import { capturePath, connectionPath, formatQuery, messagesPath } from '../../state/router.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { connectionsOfSpan } from '../timeline/selection/span-selection.js';
import { TimeFrame } from '../timeline/time-frame.js';
import { LaneSource } from './lane-source.js';
import { lanesHead } from './lanes-head.js';
import { GROUP, lanesKeys } from './lanes-keys.js';
import { lanesLegend } from './lanes-legend.js';
import { placedArcs } from './placed-arcs.js';
import { LanesScreen } from './screen.js';
import { stripPlace } from './strip-place.js';
import { queryOf, stateFrom } from './view-state.js';

/** @typedef {import('./view-state.js').LanesState} LanesState */
/** @typedef {import('../../state/view-context.js').CaptureViewContext} LanesContext */

const LIVE_MS = 300;

class LanesView {
  #context;
  #state;
  #hasOrder = false;
  /** @type {import('./draw-arcs.js').PlacedArc[]} */
  #arcs = [];
  #none = el('p', { class: 'lanes-none second', role: 'status', hidden: true });
  #frame;
  #source;
  #screen;
  #strip;
  /** What is selected from. @type {import('../timeline/selection/selected-connections.js').CountedConnections|null} */
  #counted = null;
  #head;
  #field;

  /** @param {HTMLElement} container @param {LanesContext} context */
  constructor(container, context) {
    const { api, captureId, query, bar } = context;
    this.#context = context;
    this.#state = stateFrom(query);
    this.#frame = new TimeFrame({
      container,
      context,
      query: () => queryOf(this.#state),
      show: () => this.#show(),
      failure: 'The lanes cannot be shown',
      isEmpty: () => this.#source.order === null,
      grow: () => this.#source.grow(),
      growMs: LIVE_MS,
      selection: connectionsOfSpan(context, { from: () => this.#counted, text: () => this.#state.text }),
    });
    this.#source = new LaneSource({
      api,
      captureId,
      onChange: () => this.#arrived(),
      onError: (error) => this.#frame.complain(error),
    });
    this.#screen = this.#newScreen();
    this.#head = this.#newHead();
    this.#field = filterField({
      value: this.#state.text,
      onEnter: () => this.#screen.focus(),
      onChange: (text) => this.#filter(text),
    });
    const body = el('div', { class: 'lanes-body' }, this.#screen.element, this.#frame.selection?.element ?? null);
    const { time } = this.#frame;
    this.#strip = stripPlace({ ...context, body, screen: this.#screen, source: this.#source, time });
    container.append(this.#head.element, this.#frame.complaint, this.#none, body);
    bar.setControls([this.#field.element], { onSearch: () => this.#field.open() });
    this.#begin();
    this.#noteLive();
    this.#source.setText(this.#state.text);
  }

  #newScreen() {
    return new LanesScreen({
      source: this.#source,
      time: this.#frame.time,
      theme: this.#context.theme,
      state: () => this.#state,
      arcs: () => this.#arcs,
      notes: this.#frame.notes,
      onOpen: (lane, message) => this.#open(lane, message),
      onDrawn: () => this.#strip.update(),
      onActive: (lane) => {
        this.#state = { ...this.#state, flow: this.#source.order?.flow[lane] ?? null };
        this.#frame.writeUrl.call();
      },
    });
  }

  #newHead() {
    const { theme } = this.#context;
    const { time } = this.#frame;
    return lanesHead({
      onChange: (part) => this.#change(part),
      onFollow: (follow) => (follow ? time.follow() : time.hold()),
      onBack: () => time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => `${this.#frame.captureName ?? 'capture'}-lanes`,
      }),
    });
  }

  #begin() {
    const { captureId, navigate } = this.#context;
    const { time } = this.#frame;
    const screen = this.#screen;
    const own = lanesKeys({
      time,
      screen,
      onOpen: (lane, message) => this.#open(lane, message),
      onFilter: () => this.#field.open(),
      onAcks: () => this.#change({ acks: !this.#state.acks }),
      onReferers: () => this.#change({ arcs: new Set(this.#state.arcs.has('referer') ? [] : ['referer']) }),
      onTable: () => navigate(capturePath(captureId) + formatQuery({ text: this.#state.text })),
    });
    this.#frame.begin(
      {
        group: GROUP,
        whole: 'Whole capture',
        pointerNs: () => screen.pointerNs,
        own,
        close: () => screen.close(),
        closeWords: 'Close the card, clear the selection',
      },
      () => this.#noteLive(),
    );
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const { order } = this.#source;
    const drawing = this.#screen.picture();
    return (
      order &&
      drawing && {
        ...drawing,
        title: `${this.#frame.captureName ?? 'Capture'}: lanes`,
        caption: wordsOf(order),
        legend: legendOf(lanesLegend(this.#source.lanes, this.#state.show)),
      }
    );
  }

  /** @param {number} lane @param {import('./lane-columns.js').LaneMessage|null} message */
  #open(lane, message) {
    const { captureId, navigate, onQueryChange } = this.#context;
    const flow = this.#source.order?.flow[lane];
    if (flow === undefined) return;
    this.#frame.writeUrl.cancel();
    onQueryChange({ ...this.#frame.query, flow: flowText(flow) }, { replace: true });
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
    this.#frame.writeUrl.call();
    if (part.arcs) void this.#fetchArcs();
    if (part.rows !== undefined) this.#screen.measure();
    this.#frame.update();
  }

  async #fetchArcs() {
    const found = this.#state.arcs.size > 0 ? await this.#source.arcs() : null;
    this.#arcs = placedArcs(found, this.#source.order, this.#state.arcs);
    this.#frame.update();
  }

  #arrived() {
    const { order } = this.#source;
    const { flow, arcs } = this.#state;
    const isFirst = !this.#hasOrder;
    this.#hasOrder = order !== null;
    fill(this.#frame.complaint);
    this.#screen.measure();
    if (order) this.#counted = { ...this.#context, text: this.#source.text };
    if (order && isFirst && flow !== null && order.flow.includes(flow)) {
      this.#screen.setActive(order.flow.indexOf(flow));
    }
    if (isFirst && arcs.size > 0) void this.#fetchArcs();
    this.#frame.update();
  }

  #show() {
    const { order } = this.#source;
    const { text } = this.#state;
    this.#head.update(this.#state, {
      title: this.#frame.captureName ?? 'Capture',
      words: order ? wordsOf(order) : 'Fetching the connections.',
      legend: lanesLegend(this.#source.lanes, this.#state.show),
      time: this.#frame.time,
    });
    this.#none.hidden = !order || order.flow.length > 0;
    this.#none.textContent =
      text === '' ? 'Lanes show TCP connections, and there are none.' : `No connection matches “${text}”.`;
    this.#screen.draw();
  }

  #noteLive() {
    const capture = this.#context.store.get(this.#context.captureId);
    if (capture) this.#frame.time.setLive(isLive(capture));
    this.#frame.update();
  }

  /** The URL changed from outside. @param {import('../../state/types.js').Query} next */
  update(next) {
    const before = this.#state;
    this.#state = stateFrom(next);
    this.#frame.arrive(next);
    this.#field.set(this.#state.text);
    if (this.#state.text !== before.text) this.#source.setText(this.#state.text);
    this.#screen.measure();
    void this.#fetchArcs();
    this.#frame.update();
  }

  destroy() {
    this.#frame.destroy();
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
