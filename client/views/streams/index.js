/** The multiplexing diagram: what shares a connection, in the order of time and of bytes, with what might be sent and when nothing might. */
import { el, fill } from '../../base/dom.js';
import { beforePaint, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { messageBar } from '../../components/message-bar.js';
import { isAbort, sentenceOf as errorWords } from '../../state/api.js';
import { connectionPath } from '../../state/router.js';
import { noteFlags } from '../timeline/note-flags.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { urlWindow } from '../timeline/url-window.js';
import { waterfallFrom } from '../waterfall/waterfall-rows.js';
import { streamsFrom } from './stream-model.js';
import { sentenceOf, titleOf } from './stream-words.js';
import { LEGEND, streamsHead } from './streams-head.js';
import { streamsKeys } from './streams-keys.js';
import { streamsScreen } from './streams-screen.js';
import { sideBody } from './streams-side.js';

/** @typedef {import('./stream-model.js').Streams} Streams */

const LIVE_MS = 500;
/**
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').ViewContext & { captureId: string, flow: number }} context
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
  const head = streamsHead({
    extra, onChange: change, onCredit: () => change({ credit: !credit }), onBack: () => time.back(),
    exporting: exportSwitch({ theme, picture, name: () => `${store.get(captureId)?.name ?? 'capture'}-connection-${flow}-streams` }),
  });
  const complaint = el('div', { class: 'connection-complaint' }), side = el('aside', { class: 'inspector streams-side', 'aria-label': 'Streams', tabindex: 0 });
  container.append(el('div', { class: 'waterfall' }, el('div', { class: 'waterfall-main' }, head.element, complaint, screen.element), side));

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  function picture() {
    const drawing = screen.picture();
    if (!drawing || !streams) return null;
    const words = sentenceOf(streams, direction).join('');
    return {
      ...drawing, title: `${store.get(captureId)?.name ?? 'Capture'}, connection ${flow}: ${titleOf(streams)}`,
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
    head.update({ streams, direction, credit, isZoomed: time.zoom !== null });
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

  /** @type {import('../../state/answer-types.js').Connection|null} */
  let described = null;
  /** @param {import('../../state/answer-types.js').Connection|null} [connection] */
  function showSide(connection = described) {
    described = connection;
    if (!streams) return;
    fill(side, sideBody(streams, connection, direction));
  }

  const grow = throttle(LIVE_MS, () => void load());
  const stop = [
    addHotkeys(streamsKeys({ time, screen, onSwap: () => change({ direction: 1 - direction }), onCredit: () => change({ credit: !credit }) })),
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
