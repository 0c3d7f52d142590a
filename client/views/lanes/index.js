/** The lanes of a capture: a line for each connection, by server, all on one time axis. */
import { el, fill } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { beforePaint, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { filterField } from '../../components/filter-field.js';
import { messageBar } from '../../components/message-bar.js';
import { sentenceOf } from '../../state/api.js';
import { capturePath, connectionPath, formatQuery, messagesPath } from '../../state/router.js';
import { noteFlags } from '../timeline/note-flags.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { urlWindow } from '../timeline/url-window.js';
import { laneSource } from './lane-source.js';
import { LEGEND, lanesHead } from './lanes-head.js';
import { lanesKeys } from './lanes-keys.js';
import { placedArcs } from './placed-arcs.js';
import { LanesScreen } from './screen.js';
import { queryOf, stateFrom } from './view-state.js';

/** @typedef {import('./view-state.js').LanesState} LanesState */

const LIVE_MS = 300;
/** With more connections than this lanes are low, unless the reader wants them tall. */
const MOST_TALL = 60;

/**
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').ViewContext & { captureId: string }} context
 * @returns {import('../../state/types.js').View}
 */
export function mountLanesView(container, { api, events, store, theme, bar, captureId, query, onQueryChange, navigate }) {
  let state = stateFrom(query);
  /** @type {'tall'|'low'|null} decided once, so that lanes do not change their height while connections come */
  let ownRows = null;
  /** @type {import('./draw-arcs.js').PlacedArc[]} */
  let arcs = [];
  const complaint = el('div', { class: 'connection-complaint' });
  const urlQuery = () => ({ ...queryOf(state), ...time.query });
  const { time, writeUrl } = urlWindow({ query: urlQuery, onQueryChange, onChange: () => update() });
  const full = () => ({ ...state, rows: state.rows ?? ownRows ?? /** @type {const} */ ('tall') });
  const source = laneSource({ api, captureId, onChange: arrived, onError: complain });
  const screen = new LanesScreen({
    source, time, theme, state: full, arcs: () => arcs, notes: () => notes,
    onOpen: open,
    onActive(lane) {
      state = { ...state, flow: source.order()?.flow[lane] ?? null };
      writeUrl.call();
    },
  });
  const notes = noteFlags({ api, captureId, onChange: () => update() });
  const head = lanesHead({
    onChange: change, onFollow: (follow) => (follow ? time.follow() : time.hold()), onBack: () => time.back(),
    onZoomToSpan: () => time.zoomToSpan(),
    exporting: exportSwitch({ theme, picture, name: () => `${store.get(captureId)?.name ?? 'capture'}-lanes` }),
  });
  const field = filterField({
    label: 'Filter connections', placeholder: 'Words, or rtt > 100 ms', value: state.text, onEnter: () => screen.focus(),
    onChange(text) {
      change({ text });
      source.setText(text);
    },
  });
  const none = el('p', { class: 'lanes-none second', role: 'status', hidden: true });
  container.append(head.element, complaint, none, screen.element);
  bar.setControls([field.element], { onSearch: () => field.open() });

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  function picture() {
    const order = source.order(), drawing = screen.picture();
    return order && drawing && { ...drawing, title: `${store.get(captureId)?.name ?? 'Capture'}: lanes`, caption: wordsOf(order), legend: legendOf(LEGEND) };
  }

  /** @param {number} lane @param {import('./lane-columns.js').LaneMessage|null} message */
  function open(lane, message) {
    const flow = source.order()?.flow[lane];
    if (flow === undefined) return;
    writeUrl.cancel();
    onQueryChange({ ...urlQuery(), flow: String(flow) }, { replace: true });
    navigate(message ? `${messagesPath(captureId, flow)}?message=${message.index}` : connectionPath(captureId, flow));
  }

  /** @param {Partial<LanesState>} part */
  function change(part) {
    state = { ...state, ...part };
    writeUrl.call();
    if (part.arcs) void fetchArcs();
    if (part.rows) screen.measure();
    update();
  }

  async function fetchArcs() {
    const found = state.arcs.size > 0 ? await source.arcs() : null;
    arcs = placedArcs(found, source.order(), state.arcs);
    update();
  }

  function arrived() {
    const order = source.order(), isFirst = ownRows === null;
    if (order && isFirst) ownRows = order.flow.length > MOST_TALL ? 'low' : 'tall';
    fill(complaint);
    screen.measure();
    if (order && isFirst && state.flow !== null && order.flow.includes(state.flow)) screen.setActive(order.flow.indexOf(state.flow));
    if (isFirst && state.arcs.size > 0) void fetchArcs();
    update();
  }

  /** @param {unknown} error */
  function complain(error) {
    fill(complaint, messageBar({ kind: 'failure', title: 'The lanes cannot be shown', text: sentenceOf(error) }));
  }

  const update = () => beforePaint(show);
  function show() {
    const order = source.order(), capture = store.get(captureId);
    head.update(full(), { title: capture?.name ?? 'Capture', words: order ? wordsOf(order) : 'Fetching the connections.', time });
    none.hidden = !order || order.flow.length > 0;
    none.textContent = state.text === '' ? 'No TCP connections.' : `No connection matches “${state.text}”.`;
    screen.draw();
  }

  /** @param {import('./lane-source.js').LaneOrder} order */
  function wordsOf({ flow, group, total }) {
    if (total === 0) return '';
    const shown = flow.length === total ? count(total, 'connection') : `${formatNumber(flow.length)} of ${count(total, 'connection')}`;
    return `${shown} to ${count(group.length, 'server')}. The client's packets and requests stand above each line, the server's below.`;
  }

  const grow = throttle(LIVE_MS, () => source.grow());
  const noteLive = () => {
    const capture = store.get(captureId);
    if (capture) time.setLive(capture.state === 'live' || (capture.source === 'stdin' && capture.state !== 'ready' && capture.state !== 'failed'));
    update();
  };
  const stop = [
    addHotkeys(lanesKeys({
      time, screen, onOpen: open, onFilter: () => field.open(), onAcks: () => change({ acks: !state.acks }),
      onReferers: () => change({ arcs: new Set(state.arcs.has('referer') ? [] : ['referer']) }),
      onTable: () => navigate(capturePath(captureId) + formatQuery({ text: state.text })),
    })),
    events.onProgress(({ id }) => { if (id === captureId) grow.call(); }),
    store.subscribe(noteLive),
    theme.subscribe(update),
  ];
  events.watch({ id: captureId, flow: null });
  void document.fonts.ready.then(update);
  time.arrive(query);
  noteLive();
  source.setText(state.text);

  return {
    update(next) {
      const before = state;
      writeUrl.cancel();
      state = stateFrom(next);
      time.arrive(next);
      field.set(state.text);
      if (state.text !== before.text) source.setText(state.text);
      screen.measure();
      void fetchArcs();
      update();
    },
    destroy() {
      for (const each of stop) each();
      for (const each of [writeUrl, grow]) each.cancel();
      events.watch(null);
      notes.destroy();
      source.destroy();
      screen.destroy();
    },
  };
}
