/**
 * All connections of a capture over time, above their table. A drag selects a span: the filter then has it, so that
 * table, address, lanes and exports follow.
 */
import { MAX_STRIP_BINS } from '../../../lib/shared/captures/strip.js';
import { openInFilter, spanOfFilter } from '../../../lib/shared/filter/open-in.js';
import { el, setText } from '../../base/dom.js';
import { beforePaint, debounce } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { theme } from '../../base/theme.js';
import { button } from '../../components/button.js';
import { NewestAnswer } from '../../state/newest-answer.js';
import { AXIS_HIGH, drawAxis, drawTimeGrid, headsPx } from '../timeline/axis.js';
import { PAUSE_MS } from '../timeline/time-frame.js';
import { TimeStage } from '../timeline/time-stage.js';
import { spanWords } from '../timeline/times.js';
import { drawStrip } from './draw-strip.js';
import { openWords, stripLegend, stripWords } from './legend.js';
import { stripStage } from './stage.js';
import { openAt, stripFrom } from './strip-data.js';
import { WholeTime } from './whole-time.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {import('../timeline/axis.js').Ground} Ground */

const GROUP = 'Connections over time';
const LEFT = { wide: 20, narrow: 16 };
/** Above and below the bands, px. */
const BAND_AIR = 5;
/** A key moves by this part of the capture. */
const KEY_STEPS = 100;
/** Ends of a selection are rounded to a decimal place at least as fine as this part of the capture. */
const EXACT = 1000;
const WORDS_ID = 'strip-words';
/** While the capture grows it is recounted this often at most. */
const AGAIN_MS = 2000;

/**
 * @typedef {object} ConnectionStripGiven
 * @property {import('../../state/api.js').Api} api
 * @property {string} captureId
 * @property {string} text filter of the table
 * @property {(text: string) => void} onText filters the table
 */

export class ConnectionStrip {
  #given;
  #source;
  /** The filter without a span. */
  #text = '';
  #time = new WholeTime(() => this.#moved());
  /** Where the keyboard is, and where its selection began. @type {{ atNs: number, fromNs: number|null }|null} */
  #cursor = null;
  #legend = stripLegend((filter) => this.#given.onText(this.#text === '' ? filter : `(${this.#text}) && ${filter}`));
  #words = el('p', { class: 'visually-hidden', id: WORDS_ID });
  #reading = el('p', { class: 'strip-reading' });
  #announcer = el('p', { class: 'visually-hidden', role: 'status' });
  #clear = button('Clear the time', { onClick: () => this.#drop() });
  #elements = stripStage(WORDS_ID);
  #stage;
  element;
  #write = debounce(PAUSE_MS, () => this.#tell());
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {ConnectionStripGiven} given */
  constructor(given) {
    const { api, captureId, text } = given;
    this.#given = given;
    this.#clear.classList.add('strip-clear');
    this.#source = new NewestAnswer({
      againMs: AGAIN_MS,
      onChange: () => this.#update(),
      fetch: async (/** @type {string} */ filter, signal) =>
        stripFrom(await api.connectionStrip(captureId, { text: filter, bins: MAX_STRIP_BINS }, signal)),
    });
    this.#stage = new TimeStage({
      stage: this.#elements,
      time: this.#time,
      theme,
      fingersSelect: true,
      layOut: ({ width }) => {
        const { answer: strip } = this.#source;
        return strip && { limits: { startNs: 0, endNs: strip.durationNs }, leftPx: headsPx(width, LEFT) };
      },
      draw: (renderer, ground) => this.#draw(renderer, ground),
      drawOver: (_renderer, _ground, pointerNs) => this.#read(pointerNs),
      focusNs: () => this.#cursor?.atNs ?? null,
      onPoint: () => {
        this.#cursor = null;
      },
      press: () => undefined,
    });
    this.element = el(
      'section',
      { class: 'strip', 'aria-label': GROUP, 'data-figures': 'connections table', 'data-figure': GROUP },
      el('div', { class: 'strip-head' }, this.#legend.element, this.#reading, this.#clear),
      this.#words,
      this.#stage.element,
      this.#announcer,
    );
    this.#elements.surface.addEventListener('keydown', (event) => this.#onKey(event));
    this.#listening = [
      theme.subscribe(() => this.#stage.redraw()),
      addHotkeys([{ keys: ['Escape'], cap: 'Esc', words: 'Clear the time', group: GROUP, run: () => this.#drop() }]),
    ];
    this.setText(text);
  }

  /** The table's filter has changed. @param {string} filter */
  setText(filter) {
    const { text, span } = spanOfFilter(filter);
    this.#text = text;
    this.#write.cancel();
    this.#time.arriveAt({ zoom: null, span });
    this.#source.need(text);
    this.#update();
  }

  /** The capture has grown. */
  grow() {
    this.#source.grow();
  }

  #moved() {
    this.#write.call();
    this.#update();
  }

  /** What is selected is asked for, with ends that can be read. */
  #tell() {
    const { span, limits } = this.#time;
    if (span === null) return this.#given.onText(this.#text);
    const step = 10 ** Math.floor(Math.log10((limits.endNs - limits.startNs) / EXACT));
    const [startNs, endNs] = [span.startNs, span.endNs].map((ns) => Math.round(ns / step) * step);
    this.#given.onText(openInFilter(this.#text, { startNs, endNs }));
  }

  #drop() {
    this.#cursor = null;
    if (this.#time.span === null) return this.#stage.redrawOverlay();
    this.#time.select(null);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { answer: strip } = this.#source;
    const { endNs } = this.#time.limits;
    const from = this.#cursor?.atNs ?? this.#time.span?.endNs ?? 0;
    const step = endNs / KEY_STEPS;
    const to = { ArrowLeft: from - step, ArrowRight: from + step, Home: 0, End: endNs }[event.key];
    if (strip === null || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const atNs = Math.min(endNs, Math.max(0, to));
    const fromNs = event.shiftKey ? (this.#cursor?.fromNs ?? from) : null;
    this.#stage.point(null);
    this.#cursor = { atNs, fromNs };
    if (fromNs !== null && fromNs !== atNs) {
      this.#time.select({ startNs: Math.min(fromNs, atNs), endNs: Math.max(fromNs, atNs) });
    }
    setText(this.#announcer, `${this.#stage.ground?.ticks.reading(atNs) ?? ''}: ${openWords(openAt(strip, atNs))}`);
  }

  /** @param {import('../../plot/renderer.js').Renderer} renderer @param {Ground} ground */
  #draw(renderer, ground) {
    const { answer: strip } = this.#source;
    if (strip === null) return;
    const { x, height, colours } = ground;
    drawTimeGrid(renderer, ground, AXIS_HIGH, height);
    const place = { top: AXIS_HIGH + BAND_AIR, height: height - AXIS_HIGH - 2 * BAND_AIR };
    drawStrip(renderer, strip, { x: (ns) => x.x(ns), leftPx: x.leftPx, widthPx: x.widthPx, ...place }, colours);
    drawAxis(renderer, ground);
  }

  /** What is open at a time, in words beside the legend. @param {number|null} pointerNs */
  #read(pointerNs) {
    const { answer: strip } = this.#source;
    const { span } = this.#time;
    const isRead = strip !== null && pointerNs !== null;
    setText(this.#reading, isRead ? `${openWords(openAt(strip, pointerNs))}` : (span && spanText(span)) || '');
    return null;
  }

  #update() {
    const { answer: strip } = this.#source;
    if (strip) {
      this.#legend.update(strip);
      setText(this.#words, stripWords(strip));
    }
    this.#clear.hidden = this.#time.span === null;
    beforePaint(this.#stage.draw);
  }

  destroy() {
    for (const stop of this.#listening) stop();
    this.#write.cancel();
    this.#source.destroy();
    this.#stage.destroy();
    this.#time.destroy();
  }
}

/** @param {TimeRange} span */
const spanText = ({ startNs, endNs }) => `Open between ${spanWords(startNs)} and ${spanWords(endNs)}`;
