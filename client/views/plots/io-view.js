/** What a capture's connections sent over time: an I/O graph, with a line for each of several filters. */
import { el, fill } from '../../base/dom.js';
import { beforePaint, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { filterField } from '../../components/filter/field.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../../components/missing-page.js';
import { sentenceOf } from '../../state/api-error.js';
import { capturePath, formatQuery } from '../../state/router.js';
import { download } from '../connection/head/exports.js';
import { exportSwitch } from '../timeline/picture-files.js';
import { selectionPanel } from '../timeline/selection-panel.js';
import { timeKeys } from '../timeline/time-keys.js';
import { spanWords } from '../timeline/times.js';
import { urlWindow } from '../timeline/url-window.js';
import { colourOfKind } from './draw-plot.js';
import { ioCsv, ioTotals } from './io-figures.js';
import { ioHead, seriesName } from './io-head.js';
import { IoScreen } from './io-screen.js';
import { intervalsOf, IoSource } from './io-source.js';
import { queryOf, stateFrom } from './io-state.js';

/** @typedef {import('./io-state.js').IoState} IoState */
/**
 * @typedef {import('../../state/view-context.js').CaptureViewContext & { onPlot: (plot:
 *   import('./plot-state.js').AnyPlot, text: string) => void }} IoContext `onPlot` turns to another plot, with
 *   this filter
 */

/** While the capture grows it is recounted this often at most. */
const AGAIN_MS = 1000;

class IoView {
  #container;
  #context;
  #state;
  /** Whether packets have come since the latest answer. */
  #hasGrown = false;
  #complaint = el('div', { class: 'connection-complaint' });
  #time;
  #writeUrl;
  #source;
  #screen;
  #selection;
  /** What is selected from. @type {import('../timeline/selected-connections.js').CountedConnections|null} */
  #counted = null;
  #head;
  #field;
  #grow = throttle(AGAIN_MS, () => {
    this.#hasGrown = true;
    this.#update();
  });
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {HTMLElement} container @param {IoContext} context */
  constructor(container, context) {
    const { api, captureId, query, onQueryChange, bar, theme } = context;
    this.#container = container;
    this.#context = context;
    this.#state = stateFrom(query);
    ({ time: this.#time, writeUrl: this.#writeUrl } = urlWindow({
      query: () => this.#query(),
      onQueryChange,
      onChange: () => this.#update(),
    }));
    this.#source = new IoSource({
      api,
      captureId,
      onChange: () => {
        fill(this.#complaint);
        this.#counted = { api, captureId, text: this.#state.text };
        this.#update();
      },
      onError: (error) => this.#complain(error),
    });
    this.#screen = new IoScreen({
      source: this.#source,
      time: this.#time,
      theme,
      shown: () => ({ panes: [...this.#state.panes], names: this.#names }),
      onNeed: (range, widthPx) => this.#need(range, widthPx),
    });
    this.#head = this.#newHead();
    this.#field = filterField({
      label: 'Filter connections',
      placeholder: 'Filter: host, :443, rtt > 100 ms',
      value: this.#state.text,
      onEnter: () => this.#screen.focus(),
      onChange: (text) => this.#change({ text }),
    });
    this.#selection = selectionPanel({
      time: this.#time,
      load: () => import('../timeline/selected-connections.js'),
      onTable: (span) => void this.#toTable(span),
    });
    container.append(this.#head.element, this.#complaint, this.#screen.element, this.#selection.element);
    bar.setControls([this.#field.element], { onSearch: () => this.#field.open() });
    this.#listening = this.#listen();
    this.#time.arrive(query);
    this.#update();
  }

  /** @param {unknown} error */
  #complain(error) {
    if (this.#source.durationNs === null && showMissing(this.#container, error, this.#context)) return;
    fill(this.#complaint, messageBar({ kind: 'failure', title: 'The graph cannot be shown', text: sentenceOf(error) }));
  }

  #newHead() {
    const { theme, onPlot } = this.#context;
    return ioHead({
      onPlot: (plot) => plot !== 'time' && onPlot(plot, this.#state.text),
      onChange: (part) => {
        if (part.text !== undefined) this.#field.set(part.text);
        this.#change(part);
      },
      onBack: () => this.#time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => `${this.#name}-over-time`,
        files: () => [{ label: 'Intervals (CSV)', onSelect: () => this.#saveCsv() }],
      }),
    });
  }

  #listen() {
    const { captureId, events, store, theme } = this.#context;
    const update = () => this.#update();
    const group = 'Graph over time';
    events.watch({ id: captureId, flow: null });
    return [
      addHotkeys([
        ...timeKeys({ group, whole: 'Whole capture', time: this.#time, pointerNs: () => this.#screen.pointerNs }),
        { group, keys: ['/'], words: 'Filter connections', run: () => this.#field.open() },
        {
          group,
          keys: ['ArrowLeft', 'ArrowRight'],
          words: 'Previous and next interval',
          run: (event) => this.#screen.step(event.key === 'ArrowRight' ? 1 : -1),
        },
        {
          group,
          keys: ['Escape'],
          cap: 'Esc',
          words: 'Close the card, clear the selection',
          run: () => {
            this.#screen.close();
            this.#time.select(null);
          },
        },
      ]),
      events.onProgress(({ id }) => {
        if (id === captureId) this.#grow.call();
      }),
      store.subscribe(update),
      theme.subscribe(update),
    ];
  }

  get #name() {
    const { store, captureId } = this.#context;
    return store.get(captureId)?.name ?? 'Capture';
  }

  get #names() {
    return [this.#state.text, ...this.#state.kept].map(seriesName);
  }

  #query() {
    return { ...queryOf(this.#state), ...this.#time.query };
  }

  /** @param {import('../../plot/time-scale.js').TimeRange} range @param {number} widthPx */
  #need(range, widthPx) {
    const { text, kept, direction, panes, intervalMs } = this.#state;
    // How long the capture is comes with its first answer.
    const isKnown = this.#source.durationNs !== null;
    const intervals = isKnown ? intervalsOf(range, widthPx, intervalMs) : { startNs: 0, intervalNs: 1, bins: 1 };
    const question = { texts: [text, ...kept], direction, hasTrips: isKnown && panes.has('rtt'), ...intervals };
    this.#source.need(question, this.#hasGrown);
    this.#hasGrown = false;
  }

  /** @param {Partial<IoState>} part */
  #change(part) {
    this.#state = { ...this.#state, ...part };
    this.#writeUrl.call();
    this.#update();
  }

  #saveCsv() {
    const text = ioCsv(this.#source.frames, this.#names);
    download(`${this.#name}-over-time.csv`, new Blob([text], { type: 'text/csv' }));
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#screen.picture();
    const legend = this.#names.map((words, place) => ({ colour: colourOfKind(place), words }));
    return drawing && { ...drawing, title: `${this.#name}: over time`, caption: this.#words(), legend };
  }

  #words() {
    const [frame] = this.#source.frames;
    if (frame === undefined) return 'Counting the packets.';
    return `Per ${spanWords(frame.intervalNs)}; ${ioTotals(frame, this.#time.range)}.`;
  }

  #update() {
    this.#head.update(this.#state, { title: this.#name, words: this.#words(), isZoomed: this.#time.zoom !== null });
    beforePaint(this.#screen.draw);
    void this.#selection.update(this.#counted);
  }

  /** @param {import('../../plot/time-scale.js').TimeRange} span */
  async #toTable(span) {
    const { captureId, navigate } = this.#context;
    const { openInFilter } = await import('../timeline/selected-connections.js');
    navigate(capturePath(captureId) + formatQuery({ text: openInFilter(this.#state.text, span) }));
  }

  /** The URL changed from outside. @param {import('../../state/types.js').Query} next */
  update(next) {
    this.#writeUrl.cancel();
    this.#state = stateFrom(next);
    this.#time.arrive(next);
    this.#field.set(this.#state.text);
    this.#update();
  }

  destroy() {
    for (const stop of this.#listening) stop();
    for (const each of [this.#writeUrl, this.#grow]) each.cancel();
    this.#time.destroy();
    this.#field.destroy();
    this.#context.events.watch(null);
    this.#source.destroy();
    this.#screen.destroy();
  }
}

/**
 * @param {HTMLElement} container
 * @param {IoContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountIoGraph = (container, context) => new IoView(container, context);
