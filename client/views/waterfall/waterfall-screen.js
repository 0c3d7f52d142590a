/** A waterfall on screen: a virtual table of the requests, with their bars drawn over its right part. */
import { el, setText } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { VirtualTable } from '../../components/virtual-table.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { drawPointer, groundOf } from '../timeline/axis.js';
import { createHoverCard } from '../timeline/hover-card.js';
import { followTimePointer } from '../timeline/time-pointer.js';
import { drawNames, drawWaterfall, HEADS_HIGH, ROW_HIGH } from './draw-waterfall.js';
import { requestHeads, requestRow } from './waterfall-cells.js';
import { arranged, columnPanel, COLUMNS, nextSorting, WaterfallLayout } from './waterfall-columns.js';
import { rowCard, totalsOf } from './waterfall-words.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */

/** Left of the bars on a phone: the name alone. */
const NARROW_LEFT_PX = 124;
/** Right of the bars, and their least width, px. */
const RIGHT_MARGIN = 14;
const LEAST_PLOT = 40;

/**
 * @typedef {object} WaterfallScreenGiven
 * @property {import('../timeline/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {() => ReturnType<typeof import('../timeline/note-flags.js').noteFlags>} notes
 * @property {() => boolean} isTable whether a table of figures replaces the bars
 * @property {(row: WaterfallRow) => void} onChoose
 */

export class WaterfallScreen {
  #given;
  #data = canvasLayer('plot-data');
  #overlay = canvasLayer('plot-overlay');
  #card = createHoverCard();
  /** By their start. @type {readonly WaterfallRow[]} */
  #all = [];
  /** As shown. @type {WaterfallRow[]} */
  #rows = [];
  #layout = new WaterfallLayout();
  /** @type {import('./waterfall-columns.js').Sorting} */
  #sorting = null;
  #words = '';
  #totals = el('p', { class: 'waterfall-totals', role: 'status', 'data-figure': 'Totals' });
  #heads = requestHeads({ onSort: (key) => this.#sort(key), grip: this.#newGrip() });
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
    head: this.#heads.element,
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
  /** Chooses the columns left of the bars. */
  columns = columnPanel(this.#layout, () => this.#layOut());
  #observer = new ResizeObserver(() => this.#redraw());

  /** @param {WaterfallScreenGiven} given */
  constructor(given) {
    this.#given = given;
    for (const { canvas } of [this.#data, this.#overlay]) canvas.setAttribute('aria-hidden', 'true');
    this.#table.element.addEventListener('scroll', () => this.#redraw(), { passive: true });
    this.#followPointer();
    this.#observer.observe(this.element);
    this.#layOut();
  }

  get totals() {
    return this.#totals;
  }

  /** The rows shown; a new array when they change. */
  get rows() {
    return this.#rows;
  }

  /** The grip at the right edge of the names: dragging it, or arrow keys, make them wider. */
  #newGrip() {
    const grip = el('span', {
      class: 'name-grip',
      role: 'separator',
      tabindex: 0,
      'aria-label': 'Width of the names',
      'aria-orientation': 'vertical',
    });
    const setWidth = (/** @type {number} */ px) => {
      this.#layout.namePx = px;
      this.#layOut();
    };
    grip.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      const fromPx = this.#layout.namePx - event.clientX;
      grip.setPointerCapture(event.pointerId);
      grip.onpointermove = ({ clientX }) => setWidth(fromPx + clientX);
      grip.onlostpointercapture = () => {
        grip.onpointermove = null;
      };
    });
    grip.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -10, ArrowRight: 10 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      setWidth(this.#layout.namePx + step);
    });
    return grip;
  }

  #layOut() {
    const { element } = this;
    for (const { key, isOfTable } of COLUMNS) {
      if (!isOfTable) element.classList.toggle(`hides-${key}`, !this.#layout.shows(key));
    }
    element.style.setProperty('--name-px', `${this.#layout.namePx}px`);
    element.style.setProperty('--status-px', `${this.#layout.statusPx}px`);
    this.#heads.element.querySelector('.name-grip')?.setAttribute('aria-valuenow', String(this.#layout.namePx));
    this.#redraw();
  }

  /** @param {string} key */
  #sort(key) {
    this.#sorting = nextSorting(this.#sorting, key);
    this.#arrange();
  }

  /** @param {string} words that the rows shown have in them */
  filter(words) {
    this.#words = words;
    this.#arrange();
  }

  #arrange() {
    this.#rows = arranged(this.#all, { sorting: this.#sorting, words: this.#words });
    this.#heads.set(this.#sorting);
    this.#totals.hidden = this.#all.length === 0;
    setText(this.#totals, totalsOf(this.#rows, this.#all.length));
    this.#table.setTotal(this.#rows.length);
    this.#table.refresh();
    this.#redraw();
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

  /** The same function each time, as `beforePaint` requires. */
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
    const leftPx = width < 600 ? NARROW_LEFT_PX : Math.min(this.#layout.leftPx, width - 2 * LEAST_PLOT);
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
    this.#card.show(
      `${row.request} ${row.endNs} ${row.browser?.toNs}`,
      () => rowCard(row),
      pointer,
      { width, height, left: 0 },
      false,
    );
  };

  /** On the table's body, which moves with its rows and excludes the scroll bar. */
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
    this.#all = rows;
    if (this.#layout.fitStatus(rows)) this.#layOut();
    this.#limits = limits;
    this.#arrange();
    const place = this.#rows.findIndex(
      ({ request, response }) => message !== null && (request === message || response === message),
    );
    const isNew = place >= 0 && this.#chosen?.request !== this.#rows[place].request;
    this.#chosen = this.#rows[place] ?? null;
    if (isNew) this.#table.setActive(place);
  }

  get chosen() {
    return this.#chosen;
  }

  /**
   * The rows in view, for an image file.
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
