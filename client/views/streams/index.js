/**
 * The multiplexing diagram: streams of a connection, by time and by byte order, with the window left and stalls.
 */
import { el, fill } from '../../base/dom.js';
import { beforePaint, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../../components/missing-page.js';
import { isAbort, sentenceOf as errorWords } from '../../state/api-error.js';
import { connectionPath } from '../../state/router.js';
import { max, min } from '../../vendor/d3.js';
import { noteFlags } from '../timeline/note-flags.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { selectionPanel } from '../timeline/selection-panel.js';
import { urlWindow } from '../timeline/url-window.js';
import { waterfallFrom } from '../waterfall/waterfall-rows.js';
import { selectionLines } from './selected-frames.js';
import { streamsFrom } from './stream-model.js';
import { sentenceOf, titleOf } from './stream-words.js';
import { LEGEND, streamsHead } from './streams-head.js';
import { streamsKeys } from './streams-keys.js';
import { StreamsScreen } from './streams-screen.js';
import { sideBody } from './streams-side.js';

/** @typedef {import('./stream-model.js').Streams} Streams */
/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../state/view-context.js').CaptureViewContext & { flow: number }} StreamsContext */

const LIVE_MS = 500;

/**
 * @param {Query} query
 * @returns {{ direction: number, credit: boolean }} whose bytes are shown, and whether with what might be sent
 */
const lookFrom = ({ dir, credit }) => ({ direction: dir === 'c2s' ? 0 : 1, credit: credit !== '0' });

class StreamsView {
  #container;
  #context;
  #look;
  /** @type {Streams|null} */
  #streams = null;
  /** The connection that they share. @type {import('../../state/answer-types.js').Connection|null} */
  #connection = null;
  #abort = new AbortController();
  #complaint = el('div', { class: 'connection-complaint' });
  #side = el('aside', { class: 'inspector streams-side', 'aria-label': 'Streams', tabindex: 0 });
  #time;
  #writeUrl;
  #notes;
  #screen;
  #selection;
  /** What is selected from. @type {import('./selected-frames.js').FramesShown|null} */
  #shown = null;
  #head;
  #grow = throttle(LIVE_MS, () => void this.#load());
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /**
   * @param {HTMLElement} container
   * @param {StreamsContext} context
   * @param {HTMLElement} extra switches for the connection's other views
   */
  constructor(container, context, extra) {
    const { api, captureId, flow, query, theme, navigate, onQueryChange } = context;
    this.#container = container;
    this.#context = context;
    this.#look = lookFrom(query);
    ({ time: this.#time, writeUrl: this.#writeUrl } = urlWindow({
      query: () => this.#query(),
      onQueryChange,
      onChange: () => this.#update(),
    }));
    this.#notes = noteFlags({ api, captureId, flow, onChange: () => this.#update() });
    this.#screen = new StreamsScreen({
      time: this.#time,
      theme,
      look: () => this.#look,
      notes: () => this.#notes,
      onOpen: (frame) => navigate(`${connectionPath(captureId, flow)}?frame=${frame}`),
    });
    this.#selection = selectionPanel({ time: this.#time, load: async () => ({ selectionLines }) });
    this.#head = streamsHead({
      extra,
      onChange: (part) => this.#change(part),
      onCredit: () => this.#change({ credit: !this.#look.credit }),
      onBack: () => this.#time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => `${this.#captureName ?? 'capture'}-connection-${flow}-streams`,
      }),
    });
    container.append(
      el(
        'div',
        { class: 'waterfall', 'data-figures': 'streams' },
        el(
          'div',
          { class: 'waterfall-main' },
          this.#head.element,
          this.#complaint,
          this.#screen.element,
          this.#selection.element,
        ),
        this.#side,
      ),
    );
    this.#listening = this.#listen();
    this.#time.arrive(query);
    void this.#load();
  }

  #listen() {
    const { captureId, flow, events, store, theme } = this.#context;
    const update = () => this.#update();
    events.watch({ id: captureId, flow });
    void document.fonts.ready.then(update);
    return [
      addHotkeys(
        streamsKeys({
          time: this.#time,
          screen: this.#screen,
          onSwap: () => this.#change({ direction: 1 - this.#look.direction }),
          onCredit: () => this.#change({ credit: !this.#look.credit }),
        }),
      ),
      events.onProgress((progress) => {
        if (progress.id === captureId && (progress.flow === null || progress.flow.flow === flow)) this.#grow.call();
      }),
      store.subscribe(update),
      theme.subscribe(update),
    ];
  }

  /** @returns {Query} */
  #query() {
    const { direction, credit } = this.#look;
    return {
      mode: 'streams',
      ...(direction === 0 ? { dir: 'c2s' } : {}),
      ...(credit ? {} : { credit: '0' }),
      ...this.#time.query,
    };
  }

  get #captureName() {
    return this.#context.store.get(this.#context.captureId)?.name;
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#screen.picture();
    const streams = this.#streams;
    if (!drawing || !streams) return null;
    return {
      ...drawing,
      title: `${this.#captureName ?? 'Capture'}, connection ${this.#context.flow}: ${titleOf(streams)}`,
      caption: `${sentenceOf(streams, this.#look.direction).join('')} Seconds since the capture's first packet.`,
      legend: legendOf(LEGEND),
    };
  }

  /** @param {{ direction?: number, credit?: boolean }} part */
  #change(part) {
    this.#look = { ...this.#look, ...part };
    this.#writeUrl.call();
    this.#showLook();
  }

  #showLook() {
    this.#screen.measure();
    this.#showSide();
    this.#update();
  }

  #update() {
    beforePaint(this.#show);
  }

  /** The same function each time, as `beforePaint` requires. */
  #show = () => {
    this.#head.update({ streams: this.#streams, ...this.#look, isZoomed: this.#time.zoom !== null });
    this.#screen.draw();
    void this.#selection.update(this.#shown);
  };

  async #load() {
    const { api, captureId, flow } = this.#context;
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      const [frame, requests, connection] = await Promise.all([
        api.streams(captureId, flow, signal),
        api.connectionWaterfall(captureId, flow, signal),
        api.connection(captureId, flow, signal),
      ]);
      this.#streams = streamsFrom(
        frame,
        waterfallFrom(requests).rows.toSorted((a, b) => a.startNs - b.startNs),
      );
      this.#connection = connection;
      fill(this.#complaint);
      this.#screen.setStreams(this.#streams, limitsOf(this.#streams));
      this.#showSide();
      this.#update();
    } catch (error) {
      if (isAbort(error) || (this.#streams === null && showMissing(this.#container, error, this.#context))) return;
      fill(
        this.#complaint,
        messageBar({ kind: 'failure', title: 'The streams cannot be shown', text: errorWords(error) }),
      );
    }
  }

  #showSide() {
    if (this.#streams === null) return;
    const { direction } = this.#look;
    this.#shown = { streams: this.#streams, direction };
    fill(this.#side, sideBody(this.#streams, this.#connection, direction));
  }

  /** The URL changed from outside. @param {Query} next */
  update(next) {
    this.#writeUrl.cancel();
    this.#look = lookFrom(next);
    this.#time.arrive(next);
    this.#showLook();
  }

  destroy() {
    for (const stop of this.#listening) stop();
    for (const each of [this.#writeUrl, this.#grow]) each.cancel();
    this.#time.destroy();
    this.#abort.abort();
    this.#context.events.watch(null);
    this.#notes.destroy();
    this.#screen.destroy();
  }
}

/** @param {Streams} streams */
function limitsOf({ lanes }) {
  const startNs = min(lanes, (lane) => lane.startNs) ?? 0;
  const endNs = max(lanes, (lane) => lane.endNs) ?? 0;
  if (!(endNs > startNs)) return { startNs: 0, endNs: 1000 };
  const air = (endNs - startNs) * 0.015;
  return { startNs: Math.max(0, startNs - air), endNs: endNs + air };
}

/**
 * @param {HTMLElement} container
 * @param {StreamsContext} context
 * @param {HTMLElement} extra switches for the connection's other views
 * @returns {import('../../state/types.js').View}
 */
export const mountStreamsView = (container, context, extra) => new StreamsView(container, context, extra);
