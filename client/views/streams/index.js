/**
 * The multiplexing diagram: streams of a connection, by time and by byte order, with the window left and stalls.
 */
import { el, fill } from '../../base/dom.js';
import { connectionPath } from '../../state/router.js';
import { max, min } from '../../vendor/d3.js';
import { withAir } from '../timeline/axis.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { TimeFrame } from '../timeline/time-frame.js';
import { waterfallFrom } from '../waterfall/waterfall-rows.js';
import { selectionLines } from './selected-frames.js';
import { streamsFrom } from './stream-model.js';
import { sentenceOf, titleOf } from './stream-words.js';
import { LEGEND, streamsHead } from './streams-head.js';
import { GROUP, streamsKeys } from './streams-keys.js';
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
  #context;
  #look;
  /** @type {Streams|null} */
  #streams = null;
  /** The connection that they share. @type {import('../../state/answer-types.js').Connection|null} */
  #connection = null;
  #side = el('aside', { class: 'inspector streams-side', 'aria-label': 'Streams', tabindex: 0 });
  #frame;
  #screen;
  /** What is selected from. @type {import('./selected-frames.js').FramesShown|null} */
  #shown = null;
  #head;

  /**
   * @param {HTMLElement} container
   * @param {StreamsContext} context
   * @param {HTMLElement} extra switches for the connection's other views
   */
  constructor(container, context, extra) {
    const { captureId, flow, query, theme, navigate } = context;
    this.#context = context;
    this.#look = lookFrom(query);
    this.#frame = new TimeFrame({
      container,
      context,
      flow,
      query: () => this.#query(),
      show: () => this.#show(),
      failure: 'The streams cannot be shown',
      isEmpty: () => this.#streams === null,
      grow: () => void this.#load(),
      growMs: LIVE_MS,
      selection: { load: async () => ({ selectionLines }), from: () => this.#shown },
    });
    const { time, notes, complaint, selection } = this.#frame;
    this.#screen = new StreamsScreen({
      time,
      theme,
      look: () => this.#look,
      notes,
      onOpen: (frame) => navigate(`${connectionPath(captureId, flow)}?frame=${frame}`),
    });
    this.#head = streamsHead({
      extra,
      onChange: (part) => this.#change(part),
      onCredit: () => this.#change({ credit: !this.#look.credit }),
      onBack: () => time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => `${this.#frame.captureName ?? 'capture'}-connection-${flow}-streams`,
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
          complaint,
          this.#screen.element,
          selection?.element ?? null,
        ),
        this.#side,
      ),
    );
    this.#frame.begin({
      group: GROUP,
      whole: 'Zoom to fit',
      pointerNs: () => this.#screen.pointerNs,
      own: streamsKeys({
        screen: this.#screen,
        onSwap: () => this.#change({ direction: 1 - this.#look.direction }),
        onCredit: () => this.#change({ credit: !this.#look.credit }),
      }),
      close: () => this.#screen.close(),
    });
    void this.#load();
  }

  /** @returns {Query} */
  #query() {
    const { direction, credit } = this.#look;
    return { mode: 'streams', ...(direction === 0 ? { dir: 'c2s' } : {}), ...(credit ? {} : { credit: '0' }) };
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#screen.picture();
    const streams = this.#streams;
    if (!drawing || !streams) return null;
    return {
      ...drawing,
      title: `${this.#frame.captureName ?? 'Capture'}, connection ${this.#context.flow}: ${titleOf(streams)}`,
      caption: `${sentenceOf(streams, this.#look.direction).join('')} Seconds since the capture's first packet.`,
      legend: legendOf(LEGEND),
    };
  }

  /** @param {{ direction?: number, credit?: boolean }} part */
  #change(part) {
    this.#look = { ...this.#look, ...part };
    this.#frame.writeUrl.call();
    this.#showLook();
  }

  #showLook() {
    this.#screen.measure();
    this.#showSide();
    this.#frame.update();
  }

  #show() {
    this.#head.update({ streams: this.#streams, ...this.#look, isZoomed: this.#frame.time.zoom !== null });
    this.#screen.draw();
  }

  #load() {
    const { api, captureId, flow } = this.#context;
    return this.#frame.load(async (signal) => {
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
      this.#screen.setStreams(this.#streams, limitsOf(this.#streams));
      this.#showSide();
      this.#frame.update();
    });
  }

  #showSide() {
    if (this.#streams === null) return;
    const { direction } = this.#look;
    this.#shown = { streams: this.#streams, direction };
    fill(this.#side, sideBody(this.#streams, this.#connection, direction));
  }

  /** The URL changed from outside. @param {Query} next */
  update(next) {
    this.#look = lookFrom(next);
    this.#frame.arrive(next);
    this.#showLook();
  }

  destroy() {
    this.#frame.destroy();
    this.#screen.destroy();
  }
}

/** @param {Streams} streams */
function limitsOf({ lanes }) {
  const startNs = min(lanes, (lane) => lane.startNs) ?? 0;
  const endNs = max(lanes, (lane) => lane.endNs) ?? 0;
  if (!(endNs > startNs)) return { startNs: 0, endNs: 1000 };
  return withAir({ startNs, endNs }, 0);
}

/**
 * @param {HTMLElement} container
 * @param {StreamsContext} context
 * @param {HTMLElement} extra switches for the connection's other views
 * @returns {import('../../state/types.js').View}
 */
export const mountStreamsView = (container, context, extra) => new StreamsView(container, context, extra);
