/** The lanes of a capture: a line for each connection, by server, all on one time axis. */
import { el, fill } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { beforePaint, debounce, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { filterField } from '../../components/filter-field.js';
import { messageBar } from '../../components/message-bar.js';
import { sentenceOf } from '../../state/api.js';
import { capturePath, connectionPath, formatQuery, messagesPath } from '../../state/router.js';
import { noteFlags } from '../timeline/note-flags.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { timeKeys } from '../timeline/time-keys.js';
import { TimeWindow } from '../timeline/time-window.js';
import { laneSource } from './lane-source.js';
import { LEGEND, lanesHead } from './lanes-head.js';
import { lanesScreen } from './screen.js';
import { queryOf, stateFrom } from './view-state.js';

/** @typedef {import('./view-state.js').LanesState} LanesState */

/** The URL waits until a gesture pauses. */
const PAUSE_MS = 120;
const LIVE_MS = 300;
/** With more connections than this lanes are low, unless the reader wants them tall. */
const MOST_TALL = 60;

/**
 * @param {HTMLElement} container
 * @param {import('../../main.js').ViewContext & { captureId: string }} context
 * @returns {import('../../state/types.js').View}
 */
export function mountLanesView(container, { api, events, store, theme, bar, captureId, query, onQueryChange, navigate }) {
  let state = stateFrom(query);
  /** @type {'tall'|'low'|null} decided once, so that lanes do not change their height while connections come */
  let ownRows = null;
  /** @type {import('./draw-arcs.js').PlacedArc[]} */
  let arcs = [];
  const complaint = el('div', { class: 'connection-complaint' });
  const time = new TimeWindow((gesture) => {
    if (gesture === 'start') {
      writeUrl.cancel();
      onQueryChange(urlQuery());
    } else {
      writeUrl.call();
    }
    update();
  });
  const urlQuery = () => ({ ...queryOf(state), ...time.query });
  const writeUrl = debounce(PAUSE_MS, () => onQueryChange(urlQuery(), { replace: true }));
  const full = () => ({ ...state, rows: state.rows ?? ownRows ?? /** @type {const} */ ('tall') });
  const source = laneSource({ api, captureId, onChange: arrived, onError: complain });
  const screen = lanesScreen({
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
    label: 'Filter connections', placeholder: 'Words, or as: rtt > 100 ms && port == 443', value: state.text, onEnter: () => screen.focus(),
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
    const lanes = new Map(Array.from(source.order()?.flow ?? [], (flow, lane) => [flow, lane]));
    arcs = [];
    for (let i = 0; found && i < found.kind.length; i++) {
      const kind = /** @type {'referer'|'redirect'} */ (found.kinds[found.kind[i]]), fromLane = lanes.get(found.fromFlow[i]);
      const toLane = lanes.get(found.toFlow[i]);
      if (fromLane !== undefined && toLane !== undefined && state.arcs.has(kind)) {
        arcs.push({ kind, fromLane, toLane, fromNs: found.fromTime[i], toNs: found.toTime[i] });
      }
    }
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
  const group = 'Lanes';
  const stop = [
    addHotkeys([
      ...timeKeys({ group, whole: 'Whole capture', time, pointerNs: screen.pointerNs }),
      { group, keys: ['/'], words: 'Filter connections', run: () => field.open() },
      {
        group, keys: ['ArrowUp', 'ArrowDown'], words: 'Previous and next lane',
        run: (event) => screen.setActive(screen.active() + (event.key === 'ArrowDown' ? 1 : -1)),
      },
      { group, keys: ['PageUp', 'PageDown'], words: 'A page up or down', run: (event) => screen.page(event.key === 'PageDown' ? 1 : -1) },
      { group, keys: ['Home'], words: 'First lane', run: () => screen.setActive(0) },
      { group, keys: ['End'], words: 'Last lane; while packets arrive: follow them', run: () => (time.following.isLive ? time.follow() : screen.last()) },
      { group, keys: ['ArrowLeft', 'ArrowRight'], words: 'Previous and next message of the lane', run: (event) => panOrStep(event) },
      { group, keys: ['Enter'], words: 'Open the connection, or the message', run: () => open(Math.max(0, screen.active()), screen.focused()) },
      { group, keys: ['Escape'], cap: 'Esc', words: 'Close the card, drop the selection', run: () => { screen.close(); time.select(null); } },
      { group, keys: ['k'], cap: 'K', words: 'ACKs', run: () => change({ acks: !state.acks }) },
      { group, keys: ['g'], cap: 'G', words: 'Referers', run: () => change({ arcs: new Set(state.arcs.has('referer') ? [] : ['referer']) }) },
      {
        group, keys: ['l'], cap: 'L', words: 'The same connections as a table',
        run: () => navigate(capturePath(captureId) + formatQuery({ text: state.text })),
      },
    ]),
    events.onProgress(({ id }) => { if (id === captureId) grow.call(); }),
    store.subscribe(noteLive),
    theme.subscribe(update),
  ];
  events.watch({ id: captureId, flow: null });
  void document.fonts.ready.then(update);
  time.arrive(query);
  noteLive();
  source.setText(state.text);

  /** @param {KeyboardEvent} event */
  function panOrStep(event) {
    const step = event.key === 'ArrowRight' ? 1 : -1;
    if (event.shiftKey) time.panBy(step * 0.1 * time.spanNs, event.repeat ? 'move' : 'start');
    else screen.stepMessage(step);
  }

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
