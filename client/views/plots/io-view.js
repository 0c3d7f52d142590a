/** What a capture's connections sent over time: an I/O graph, with a line for each of several filters. */
import { fill } from '../../base/dom.js';
import { filterField } from '../../components/filter/field.js';
import { download } from '../connection/head/exports.js';
import { exportSwitch } from '../timeline/picture-files.js';
import { connectionsOfSpan } from '../timeline/selection/span-selection.js';
import { TimeFrame } from '../timeline/time-frame.js';
import { spanWords } from '../timeline/times.js';
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
  #context;
  #state;
  /** Whether packets have come since the latest answer. */
  #hasGrown = false;
  #frame;
  #source;
  #screen;
  /** What is selected from. @type {import('../timeline/selection/selected-connections.js').CountedConnections|null} */
  #counted = null;
  #head;
  #field;

  /** @param {HTMLElement} container @param {IoContext} context */
  constructor(container, context) {
    const { api, captureId, query, bar, theme } = context;
    this.#context = context;
    this.#state = stateFrom(query);
    this.#frame = new TimeFrame({
      container,
      context,
      query: () => queryOf(this.#state),
      show: () => this.#show(),
      failure: 'The graph cannot be shown',
      isEmpty: () => this.#source.durationNs === null,
      grow: () => {
        this.#hasGrown = true;
        this.#frame.update();
      },
      growMs: AGAIN_MS,
      selection: connectionsOfSpan(context, { from: () => this.#counted, text: () => this.#state.text }),
    });
    const { time, notes, complaint, selection } = this.#frame;
    this.#source = new IoSource({
      api,
      captureId,
      onChange: () => {
        fill(complaint);
        this.#counted = { api, captureId, text: this.#state.text };
        this.#frame.update();
      },
      onError: (error) => this.#frame.complain(error),
    });
    this.#screen = new IoScreen({
      source: this.#source,
      time,
      theme,
      notes,
      shown: () => ({ panes: [...this.#state.panes], names: this.#names }),
      onNeed: (range, widthPx) => this.#need(range, widthPx),
    });
    this.#head = this.#newHead();
    this.#field = filterField({
      value: this.#state.text,
      onEnter: () => this.#screen.focus(),
      onChange: (text) => this.#change({ text }),
    });
    container.append(this.#head.element, complaint, this.#screen.element, selection?.element ?? '');
    bar.setControls([this.#field.element], { onSearch: () => this.#field.open() });
    this.#begin();
    this.#frame.update();
  }

  #newHead() {
    const { theme, onPlot } = this.#context;
    return ioHead({
      onPlot: (plot) => plot !== 'time' && onPlot(plot, this.#state.text),
      onChange: (part) => {
        if (part.text !== undefined) this.#field.set(part.text);
        this.#change(part);
      },
      onBack: () => this.#frame.time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => `${this.#name}-over-time`,
        files: () => [{ label: 'Intervals (CSV)', onSelect: () => this.#saveCsv() }],
      }),
    });
  }

  #begin() {
    const group = 'Graph over time';
    this.#frame.begin({
      group,
      whole: 'Whole capture',
      pointerNs: () => this.#screen.pointerNs,
      own: [
        { group, keys: ['/'], words: 'Filter connections', run: () => this.#field.open() },
        {
          group,
          keys: ['ArrowLeft', 'ArrowRight'],
          words: 'Previous and next interval',
          run: (event) => this.#screen.step(event.key === 'ArrowRight' ? 1 : -1),
        },
      ],
      close: () => this.#screen.close(),
      closeWords: 'Close the card, clear the selection',
    });
  }

  get #name() {
    return this.#frame.captureName ?? 'Capture';
  }

  get #names() {
    return [this.#state.text, ...this.#state.kept].map(seriesName);
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
    this.#frame.writeUrl.call();
    this.#frame.update();
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
    return `Per ${spanWords(frame.intervalNs)}; ${ioTotals(frame, this.#frame.time.range)}.`;
  }

  #show() {
    const isZoomed = this.#frame.time.zoom !== null;
    this.#head.update(this.#state, { title: this.#name, words: this.#words(), isZoomed });
    this.#screen.draw();
  }

  /** The URL changed from outside. @param {import('../../state/types.js').Query} next */
  update(next) {
    this.#state = stateFrom(next);
    this.#frame.arrive(next);
    this.#field.set(this.#state.text);
    this.#frame.update();
  }

  destroy() {
    this.#frame.destroy();
    this.#field.destroy();
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
