/** A waterfall on screen: a virtual table of the requests, with their bars drawn over its right part. */
import { el } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { VirtualTable } from '../../components/virtual-table.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { drawPointer, groundOf } from '../timeline/axis.js';
import { createHoverCard } from '../timeline/hover-card.js';
import { followTimePointer } from '../timeline/time-pointer.js';
import { drawNames, drawWaterfall, HEADS_HIGH, ROW_HIGH } from './draw-waterfall.js';
import { requestHeads, requestRow } from './waterfall-cells.js';
import { rowCard } from './waterfall-words.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */

/** Left of the bars: name, status, size, connection, time, round trips. */
const LEFT = { wide: 458, narrow: 124 };
/** Right of the bars, and their least width, px. */
const RIGHT_MARGIN = 14;
const LEAST_PLOT = 40;

/**
 * @typedef {object} WaterfallScreenGiven
 * @property {import('../timeline/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {() => ReturnType<typeof import('../timeline/note-flags.js').noteFlags>} notes
 * @property {() => boolean} isTable whether figures stand in place of the bars
 * @property {(row: WaterfallRow) => void} onChoose
 */

export class WaterfallScreen {
  #given;
  #data = canvasLayer('plot-data');
  #overlay = canvasLayer('plot-overlay');
  #card = createHoverCard();
  /** @type {WaterfallRow[]} */
  #rows = [];
  /** @type {import('../../plot/time-scale.js').TimeRange} */
  #limits = { startNs: 0, endNs: 1 };
  /** @type {WaterfallRow|null} */
  #chosen = null;
  /** @type {{ x: number, y: number }|null} */
  #pointer = null;
  /** As drawn last. @type {import('../timeline/axis.js').Ground|null} */
  #ground = null;
  /** @type {VirtualTable<WaterfallRow>} */
  #table = new VirtualTable({
    label: 'Requests',
    idPrefix: 'request',
    rowHeight: ROW_HIGH,
    head: requestHeads(),
    createRow: () => requestRow((row) => row === this.#chosen),
    rowAt: (index) => this.#rows[index] ?? null,
    onRange: () => undefined,
    onOpen: (index) => this.#choose(this.#rows[index]),
  });
  element = el(
    'div',
    { class: 'waterfall-stage plots' },
    this.#table.element,
    this.#data.canvas,
    this.#overlay.canvas,
    this.#card.element,
  );
  #observer = new ResizeObserver(() => this.#redraw());

  /** @param {WaterfallScreenGiven} given */
  constructor(given) {
    this.#given = given;
    for (const { canvas } of [this.#data, this.#overlay]) canvas.setAttribute('aria-hidden', 'true');
    this.#table.element.addEventListener('scroll', () => this.#redraw(), { passive: true });
    this.#followPointer();
    this.#observer.observe(this.element);
  }

  /** @param {WaterfallRow|undefined} row */
  #choose(row) {
    if (!row) return;
    this.#chosen = row;
    this.#given.onChoose(row);
    this.#table.refresh();
    this.#redraw();
  }

  #redraw() {
    beforePaint(this.draw);
  }

  /** The same function each time, as `beforePaint` wants it. */
  draw = () => {
    const { clientWidth: width } = this.#table.element;
    const height = this.element.clientHeight;
    const { time, theme, isTable } = this.#given;
    this.element.classList.toggle('is-table', isTable());
    if (width === 0 || !this.element.isConnected) return;
    for (const layer of [this.#data, this.#overlay]) {
      layer.canvas.hidden = isTable();
      layer.resize(width, height);
    }
    const leftPx = width < 600 ? LEFT.narrow : LEFT.wide;
    time.setLimits(this.#limits, Math.max(LEAST_PLOT, width - leftPx - RIGHT_MARGIN));
    const ground = groundOf({ range: time.range, leftPx, width, height, colours: theme.colours() });
    this.#ground = ground;
    const shown = { rows: this.#rows, offset: this.#table.offset };
    if (!isTable()) this.#data.draw((renderer) => drawWaterfall(renderer, { ...ground, narrow: true }, shown));
    this.#drawOverlay();
  };

  /** @param {number} y px on the stage @returns {WaterfallRow|null} */
  #rowAt(y) {
    return y < HEADS_HIGH ? null : (this.#rows[Math.floor((y - HEADS_HIGH + this.#table.offset) / ROW_HIGH)] ?? null);
  }

  /** @returns {number|null} where the pointer is, if it is on the time axis */
  get pointerNs() {
    const x = this.#ground?.x;
    return this.#pointer && x && this.#pointer.x >= x.leftPx ? x.time(this.#pointer.x) : null;
  }

  #drawOverlay = () => {
    const ground = this.#ground;
    const pointer = this.#pointer;
    const { time, notes, isTable } = this.#given;
    if (!ground) return;
    const pointerNs = this.pointerNs;
    const row = pointer ? this.#rowAt(pointer.y) : null;
    const { clientWidth: width, clientHeight: height } = this.element;
    this.#overlay.draw((renderer) => {
      notes().draw(renderer, ground, pointerNs);
      drawPointer(renderer, ground, { span: time.span, pointerNs, reading: ground.ticks.reading });
    });
    if (!row || !pointer || isTable()) return this.#card.hide();
    this.#card.show(`${row.request} ${row.endNs}`, () => rowCard(row), pointer, { width, height, left: 0 }, false);
  };

  /** On the table's body, which moves with its rows and leaves the scroll bar out. */
  #followPointer() {
    const body = this.#table.body;
    const { time, isTable } = this.#given;
    const onStage = (/** @type {number} */ y) =>
      y + body.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    followTimePointer(body, {
      time,
      ground: () => this.#ground,
      canSelect: () => !isTable(),
      point: (x, y) => this.#pointAt({ x, y: onStage(y) }),
      leave: () => this.#pointAt(null),
      press: (_x, y) => {
        this.#table.element.focus({ preventScroll: true });
        if (time.span) time.select(null);
        this.#choose(this.#rowAt(onStage(y)) ?? undefined);
      },
    });
  }

  /** @param {{ x: number, y: number }|null} pointer */
  #pointAt(pointer) {
    this.#pointer = pointer;
    beforePaint(this.#drawOverlay);
  }

  /** To the next row. @param {1|-1} step */
  step(step) {
    this.#table.step(step);
  }

  /**
   * @param {WaterfallRow[]} rows
   * @param {import('../../plot/time-scale.js').TimeRange} limits
   * @param {number|null} message index of a request or answer to be chosen
   */
  setRows(rows, limits, message) {
    this.#rows = rows;
    this.#limits = limits;
    const place = rows.findIndex(
      ({ request, response }) => message !== null && (request === message || response === message),
    );
    const isNew = place >= 0 && this.#chosen?.request !== rows[place].request;
    this.#chosen = rows[place] ?? null;
    this.#table.setTotal(rows.length);
    if (isNew) this.#table.setActive(place);
    this.#table.refresh();
    this.#redraw();
  }

  get chosen() {
    return this.#chosen;
  }

  /**
   * The rows in view, for a file.
   * @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null}
   */
  picture() {
    const ground = this.#ground;
    const shown = { rows: this.#rows, offset: this.#table.offset };
    if (!ground || this.#given.isTable()) return null;
    const { width } = ground;
    const height = Math.min(ground.height, HEADS_HIGH + shown.rows.length * ROW_HIGH - shown.offset);
    return {
      width,
      height,
      draw(renderer, colours) {
        const on = { ...ground, colours, height, narrow: true };
        drawWaterfall(renderer, on, shown);
        drawNames(renderer, on, shown);
      },
    };
  }

  destroy() {
    this.#observer.disconnect();
    this.#table.destroy();
  }
}
