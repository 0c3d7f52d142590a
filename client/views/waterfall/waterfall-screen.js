/** A waterfall on screen: a virtual table of the requests, with their bars drawn over its right part. */
import { el, setText } from '../../base/dom.js';
import { VirtualTable } from '../../components/virtual-table.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { headsPx, MIN_PLOT_PX } from '../timeline/axis.js';
import { createHoverCard } from '../timeline/hover-card.js';
import { TimeStage } from '../timeline/time-stage.js';
import { drawNames, drawWaterfall, HEADS_HIGH, ROW_HIGH } from './draw-waterfall.js';
import { withStream } from './stream-rows.js';
import { requestHeads, requestRow } from './waterfall-cells.js';
import { arranged, columnPanel, COLUMNS, nextSorting, WaterfallLayout } from './waterfall-columns.js';
import { rowCard, totalsOf } from './waterfall-words.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */

/** Left of the bars on a phone: the name alone. */
const NARROW_LEFT_PX = 124;

/**
 * @typedef {object} WaterfallScreenGiven
 * @property {import('../timeline/window/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {import('../timeline/note-flags.js').NoteFlags|null} notes
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
  /** As shown, without the messages of streams. @type {WaterfallRow[]} */
  #requests = [];
  /** As shown. @type {WaterfallRow[]} */
  #rows = [];
  /** @type {import('./stream-rows.js').OpenStream|null} */
  #stream = null;
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
  #stage;

  /** @param {WaterfallScreenGiven} given */
  constructor(given) {
    this.#given = given;
    const { time, theme, notes, isTable } = given;
    for (const { canvas } of [this.#data, this.#overlay]) canvas.setAttribute('aria-hidden', 'true');
    this.#stage = new TimeStage({
      stage: this.#elements(),
      time,
      theme,
      notes,
      layOut: ({ width }) => ({ limits: this.#limits, leftPx: this.#leftPx(width) }),
      draw: (renderer, ground) => !isTable() && drawWaterfall(renderer, { ...ground, narrow: true }, this.#shown),
      drawOver: () => this.#cardAt(),
      canSelect: () => !isTable(),
      press: ({ y }) => this.#choose(this.#rowAt(y) ?? undefined),
    });
    for (const kind of ['keydown', 'focus', 'blur']) {
      this.#table.element.addEventListener(kind, () => this.#stage.redrawOverlay());
    }
    this.#layOut();
  }

  /** The pointer acts on the table's body, which moves with its rows and excludes the scroll bar. */
  #elements() {
    return {
      element: this.element,
      data: this.#data,
      overlay: this.#overlay,
      card: this.#card,
      surface: this.#table.body,
      scroller: this.#table.element,
      room: () => ({ width: this.element.clientWidth, height: this.element.clientHeight, left: 0 }),
      resize: () => {
        const isTable = this.#given.isTable();
        this.element.classList.toggle('is-table', isTable);
        const size = { width: this.#table.element.clientWidth, height: this.element.clientHeight };
        for (const layer of [this.#data, this.#overlay]) {
          layer.canvas.hidden = isTable;
          layer.resize(size.width, size.height);
        }
        return size;
      },
    };
  }

  /** @param {number} width */
  #leftPx(width) {
    return headsPx(width, { wide: Math.min(this.#layout.leftPx, width - 2 * MIN_PLOT_PX), narrow: NARROW_LEFT_PX });
  }

  get #shown() {
    return { rows: this.#rows, offset: this.#table.offset };
  }

  get totals() {
    return this.#totals;
  }

  /** The requests shown; a new array when they change. */
  get rows() {
    return this.#requests;
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
    this.#requests = arranged(this.#all, { sorting: this.#sorting, words: this.#words });
    this.#rows = withStream(this.#requests, this.#stream);
    this.#heads.set(this.#sorting);
    this.#totals.hidden = this.#all.length === 0;
    setText(this.#totals, totalsOf(this.#requests, this.#all.length));
    this.#table.setTotal(this.#rows.length);
    this.#table.refresh();
    this.#redraw();
  }

  /** @param {WaterfallRow|undefined} row */
  #choose(row) {
    if (!row) return;
    this.#chosen = row.under ?? row;
    this.#given.onChoose(this.#chosen);
    this.#table.refresh();
    this.#redraw();
  }

  #redraw() {
    this.#stage.redraw();
  }

  draw() {
    this.#stage.draw();
  }

  /** @param {number} y px on the stage @returns {WaterfallRow|null} */
  #rowAt(y) {
    return y < HEADS_HIGH ? null : (this.#rows[Math.floor((y - HEADS_HIGH + this.#table.offset) / ROW_HIGH)] ?? null);
  }

  get pointerNs() {
    return this.#stage.pointerNs;
  }

  #cardAt() {
    const at = this.#stage.pointer ?? this.#keyboardAt;
    const row = at ? this.#rowAt(at.y) : null;
    if (!row || !at || this.#given.isTable()) return null;
    return {
      key: [row.request, row.startNs, row.endNs, row.browser?.toNs, row.critical?.words].join(' '),
      content: () => rowCard(row),
      at,
    };
  }

  /** The row that the keyboard is at, unless the inspector shows it. */
  get #keyboardAt() {
    const { active, element, offset } = this.#table;
    const row = this.#rows[active];
    if (!row || row === this.#chosen || !element.matches(':focus-visible')) return null;
    return { x: this.#leftPx(element.clientWidth), y: HEADS_HIGH + (active + 0.5) * ROW_HIGH - offset };
  }

  /** The messages of the chosen request's stream. @param {import('./stream-rows.js').OpenStream|null} stream */
  setStream(stream) {
    this.#stream = stream;
    this.#arrange();
  }

  /** To the next row. @param {1|-1} step */
  step(step) {
    this.#table.step(step);
    this.#stage.redrawOverlay();
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

  /** The rows in view, for an image file. */
  picture() {
    const shown = this.#shown;
    if (this.#given.isTable()) return null;
    return this.#stage.picture(HEADS_HIGH + shown.rows.length * ROW_HIGH - shown.offset, (renderer, ground) => {
      const on = { ...ground, narrow: true };
      drawWaterfall(renderer, on, shown);
      drawNames(renderer, on, shown);
    });
  }

  destroy() {
    this.#stage.destroy();
    this.#table.destroy();
  }
}
