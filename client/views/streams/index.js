/** The multiplexing diagram: what shares a connection, in the order of time and of bytes, with what might be sent and when nothing might. */
import { el, fill, setText } from '../../base/dom.js';
import { count, formatBytes, formatNumber, missing } from '../../base/format.js';
import { beforePaint, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { messageBar } from '../../components/message-bar.js';
import { isAbort, sentenceOf as errorWords } from '../../state/api.js';
import { connectionPath } from '../../state/router.js';
import { spanWords } from '../connection/times.js';
import { backButton, choice, legend, toggle } from '../timeline/switches.js';
import { noteFlags } from '../timeline/note-flags.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { timeKeys } from '../timeline/time-keys.js';
import { urlWindow } from '../timeline/url-window.js';
import { waterfallFrom } from '../waterfall/waterfall-rows.js';
import { isShown, streamsFrom } from './stream-model.js';
import { streamsScreen } from './streams-screen.js';
import { laneTitle, sentenceOf, stalledNs } from './stream-words.js';

/** @typedef {import('./stream-model.js').Streams} Streams */

const LIVE_MS = 500;
/** Rows of the table beside the diagram; a connection with more is told by its diagram and its table of messages. */
const STREAMS_LISTED = 500;

/** @type {[string, string][]} */
const LEGEND = [
  ['is-c2s', 'client\'s frames'], ['is-s2c', 'server\'s frames'], ['is-balance', 'may still be sent'], ['is-grant', 'granted'],
  ['is-stall', 'stalled: nothing may be sent'], ['is-end', 'end'],
];

/**
 * @param {HTMLElement} container
 * @param {import('../../main.js').ViewContext & { captureId: string, flow: number }} context
 * @param {HTMLElement} extra switches for the connection's other views
 * @returns {import('../../state/types.js').View}
 */
export function mountStreamsView(container, { api, events, store, theme, captureId, flow, query, onQueryChange, navigate }, extra) {
  /** @type {Streams|null} */
  let streams = null;
  let direction = query.dir === 'c2s' ? 0 : 1, credit = query.credit !== '0';
  let abort = new AbortController();
  const urlQuery = () => ({ mode: 'streams', ...(direction === 0 ? { dir: 'c2s' } : {}), ...(credit ? {} : { credit: '0' }), ...time.query });
  const { time, writeUrl } = urlWindow({ query: urlQuery, onQueryChange, onChange: () => update() });
  const notes = noteFlags({ api, captureId, flow, onChange: () => update() });
  const screen = streamsScreen({
    time, theme, look: () => ({ direction, credit }), notes: () => notes,
    onOpen: (frame) => navigate(`${connectionPath(captureId, flow)}?frame=${frame}`),
  });
  const title = el('h1', { class: 'view-title' }), strong = el('strong', {}), rest = el('span', {});
  const way = choice(
    'Direction', [['s2c', 'server → client', 'What the server sends'], ['c2s', 'client → server', 'What the client sends']],
    (value) => change({ direction: value === 'c2s' ? 0 : 1 }),
  );
  const credits = toggle('Credit', 'What may still be sent (K)', () => change({ credit: !credit }));
  const back = backButton(() => time.back());
  const complaint = el('div', { class: 'connection-complaint' }), side = el('aside', { class: 'inspector streams-side', 'aria-label': 'Streams', tabindex: 0 });
  container.append(el('div', { class: 'waterfall' },
    el('div', { class: 'waterfall-main' },
      el('header', { class: 'lanes-head' }, el('div', { class: 'lanes-head-words' }, title, el('p', { class: 'sentence' }, strong, rest)),
        el(
          'div', { class: 'lanes-head-switches' }, back, extra, way.element, el('div', { class: 'switches' }, credits.element),
          exportSwitch({ theme, picture, name: () => `${store.get(captureId)?.name ?? 'capture'}-connection-${flow}-streams` }),
        ), legend(LEGEND)),
      complaint, screen.element),
    side));

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  function picture() {
    const drawing = screen.picture();
    if (!drawing || !streams) return null;
    const words = sentenceOf(streams, direction).join('');
    return {
      ...drawing, title: `${store.get(captureId)?.name ?? 'Capture'}, connection ${flow}: ${title.textContent ?? ''}`,
      caption: `${words} Seconds since the capture's first packet.`, legend: legendOf(LEGEND),
    };
  }

  /** @param {{ direction?: number, credit?: boolean }} part */
  function change(part) {
    direction = part.direction ?? direction;
    credit = part.credit ?? credit;
    writeUrl.call();
    screen.measure();
    showSide();
    update();
  }

  const update = () => beforePaint(show);
  function show() {
    way.set(direction === 0 ? 'c2s' : 's2c');
    credits.set(credit);
    back.hidden = time.zoom === null;
    if (streams) {
      const [first, more] = sentenceOf(streams, direction);
      setText(title, `${count(streams.lanes.length - 1, streams.protocol === 'webmux' ? 'session' : 'stream')} on one connection`);
      setText(strong, first);
      setText(rest, `${more}${streams.isCut ? ' There are more frames than are kept.' : ''}`);
    }
    screen.draw();
  }

  async function load() {
    abort.abort();
    abort = new AbortController();
    try {
      const [frame, requests, connection] = await Promise.all([
        api.streams(captureId, flow, abort.signal), api.connectionWaterfall(captureId, flow, abort.signal),
        api.connection(captureId, flow, abort.signal),
      ]);
      streams = streamsFrom(frame, waterfallFrom(requests).rows.toSorted((a, b) => a.startNs - b.startNs));
      fill(complaint);
      screen.setStreams(streams, limitsOf(streams));
      showSide(connection);
      update();
    } catch (error) {
      if (!isAbort(error)) fill(complaint, messageBar({ kind: 'failure', title: 'The streams cannot be shown', text: errorWords(error) }));
    }
  }

  /** @type {any} */
  let described = null;
  /** @param {any} [connection] as the server describes it */
  function showSide(connection = described) {
    described = connection;
    if (!streams) return;
    fill(side, el('div', { class: 'inspector-body' }, streamTable(streams, direction), costOf(connection, direction)));
  }

  const group = 'Streams', grow = throttle(LIVE_MS, () => void load());
  const stop = [
    addHotkeys([
      ...timeKeys({ group, whole: 'All of it', time, pointerNs: screen.pointerNs }),
      { group, keys: ['ArrowUp', 'ArrowDown'], words: 'Previous and next stream', run: (event) => screen.step(event.key === 'ArrowDown' ? 1 : -1) },
      { group, keys: ['.', ','], words: 'Next and previous stall', run: (event) => screen.stepStall(event.key === '.' ? 1 : -1) },
      { group, keys: ['D'], cap: 'Shift D', words: 'Swap direction', run: () => change({ direction: 1 - direction }) },
      { group, keys: ['k'], cap: 'K', words: 'Credit', run: () => change({ credit: !credit }) },
      { group, keys: ['Escape'], cap: 'Esc', words: 'Drop the selection', run: () => { screen.close(); time.select(null); } },
    ]),
    events.onProgress((progress) => { if (progress.id === captureId && (progress.flow === null || progress.flow.flow === flow)) grow.call(); }),
    store.subscribe(update), theme.subscribe(update),
  ];
  events.watch({ id: captureId, flow });
  void document.fonts.ready.then(update);
  time.arrive(query);
  void load();

  return {
    update(next) {
      writeUrl.cancel();
      direction = next.dir === 'c2s' ? 0 : 1;
      credit = next.credit !== '0';
      time.arrive(next);
      screen.measure();
      showSide();
      update();
    },
    destroy() {
      for (const each of stop) each();
      for (const each of [writeUrl, grow]) each.cancel();
      abort.abort();
      events.watch(null);
      notes.destroy();
      screen.destroy();
    },
  };
}

/** @param {Streams} streams */
function limitsOf({ lanes }) {
  const startNs = lanes.reduce((least, lane) => Math.min(least, lane.startNs), Infinity), endNs = lanes.reduce((most, lane) => Math.max(most, lane.endNs), 0);
  if (!(endNs > startNs)) return { startNs: 0, endNs: 1000 };
  const air = (endNs - startNs) * 0.015;
  return { startNs: Math.max(0, startNs - air), endNs: endNs + air };
}

/** The diagram's twin: a row a stream. @param {Streams} streams @param {number} direction */
function streamTable(streams, direction) {
  const heads = ['Id', 'Bytes', 'Most', 'Grants', 'Stalled', 'Done, s'], lanes = streams.lanes.filter(isShown);
  const rows = lanes.slice(0, STREAMS_LISTED).map((lane) => {
    const stalled = stalledNs(lane, direction), highest = lane.highest[direction];
    const cells = [
      formatBytes(lane.bytes[direction]), highest > 0 ? formatBytes(highest) : missing, formatNumber(lane.grants[direction]),
      stalled > 0 ? spanWords(stalled) : missing, formatNumber(lane.endNs / 1e9, 3),
    ];
    return el(
      'tr', {}, el('th', { scope: 'row', title: lane.name, text: lane.lane === 0 ? 'all' : laneTitle(streams, lane).replace(/^\w+ /, '') }),
      ...cells.map((text) => el('td', { text })),
    );
  });
  return el('section', { class: 'inspector-section' }, el('h2', { class: 'side-title', text: streams.protocol === 'webmux' ? 'Sessions' : 'Streams' }),
    el(
      'table', { class: 'streams-table', 'aria-label': 'Streams' },
      el('thead', {}, el('tr', {}, ...heads.map((text) => el('th', { scope: 'col', text })))), el('tbody', {}, ...rows),
    ),
    lanes.length > STREAMS_LISTED ? el('p', { class: 'caption', text: `The first ${formatNumber(STREAMS_LISTED)} of ${formatNumber(lanes.length)}.` }) : null);
}

/** @param {any} connection @param {number} direction @returns {HTMLElement|null} what multiplexing cost, of MUX */
function costOf(connection, direction) {
  const side = connection?.mux?.[direction === 0 ? 'clientToServer' : 'serverToClient'];
  const other = connection?.mux?.[direction === 0 ? 'serverToClient' : 'clientToServer'];
  if (!side) return null;
  const session = connection.mux.sessions[0]?.[direction === 0 ? 'clientToServer' : 'serverToClient'];
  /** @type {[string, string][]} */
  const facts = [
    [
      'Headers, padding',
      `${formatBytes(side.headerBytes + side.paddingBytes)}${side.overhead === null ? '' : `, ${formatNumber(side.overhead * 100, 1)} % with control`}`,
    ],
    ['Credit messages', formatNumber(other.creditMessages)],
    ...(other.creditOnlySegments === null ? [] : [/** @type {[string, string]} */ (['alone in a packet', formatNumber(other.creditOnlySegments)])]),
    ['Fragments', formatNumber(side.dataFragments)],
    ...(session ? [/** @type {[string, string]} */ ([`Initial credit, ${session.initialCreditFrom}`, formatBytes(session.initialCredit)])] : []),
  ];
  return el('section', { class: 'inspector-section' }, el('h2', { class: 'side-title', text: 'Cost of multiplexing' }),
    el('dl', { class: 'streams-facts' }, ...facts.flatMap(([label, value]) => [el('dt', { text: label }), el('dd', { text: value })])));
}
