/** A waterfall on screen: a virtual table of the requests, with their bars drawn over its right part. */
import { el, setText } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { virtualTable } from '../../components/virtual-table.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { createHoverCard } from '../connection/hover-card.js';
import { drawPointer, groundOf } from '../timeline/axis.js';
import { followTimePointer } from '../timeline/time-pointer.js';
import { HEADS_HIGH, ROW_HIGH, drawNames, drawWaterfall } from './draw-waterfall.js';
import { COLUMNS, cellsOf, rowCard } from './waterfall-words.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */

/** Left of the bars: name, status, size, connection, time, round trips. */
const LEFT = { wide: 458, narrow: 124 };

/**
 * @param {object} given
 * @param {import('../timeline/time-window.js').TimeWindow} given.time
 * @param {import('../../base/theme.js').Theme} given.theme
 * @param {() => ReturnType<typeof import('../timeline/note-flags.js').noteFlags>} given.notes
 * @param {() => boolean} given.isTable whether figures stand in place of the bars
 * @param {(row: WaterfallRow) => void} given.onChoose
 */
export function waterfallScreen({ time, theme, isTable, notes, onChoose }) {
  const data = canvasLayer('plot-data'), overlay = canvasLayer('plot-overlay');
  for (const { canvas } of [data, overlay]) canvas.setAttribute('aria-hidden', 'true');
  /** @type {WaterfallRow[]} */
  let rows = [];
  /** @type {import('../../plot/time-scale.js').TimeRange} */
  let limits = { startNs: 0, endNs: 1 };
  /** @type {WaterfallRow|null} */
  let chosen = null;
  /** @type {{ x: number, y: number }|null} */
  let pointer = null;
  /** @type {import('../timeline/axis.js').Ground|null} */
  let ground = null;

  const head = el('div', { class: 'waterfall-row waterfall-heads', role: 'row', 'aria-rowindex': 1 },
    ...COLUMNS.map(({ key, head: words, title, figures, table: only }) => (
    el('div', { class: `grid-cell in-${key}${figures ? ' column-figure' : ''}${only ? ' only-table' : ''}`, role: 'columnheader', title, text: words }))));
  const table = virtualTable({
    label: 'Requests', idPrefix: 'request', rowHeight: ROW_HIGH, head, createRow, rowAt: (index) => rows[index] ?? null, onRange: () => undefined,
    onOpen: (index) => choose(rows[index]),
  });
  const card = createHoverCard();
  const element = el('div', { class: 'waterfall-stage plots' }, table.element, data.canvas, overlay.canvas, card.element);

  /** @returns {import('../../components/virtual-table.js').RowView<WaterfallRow>} */
  function createRow() {
    /** @type {Record<string, HTMLElement>} */
    const cells = {};
    const line = el('div', { class: 'vt-row waterfall-row', role: 'row' });
    for (const { key, figures, table: only } of COLUMNS) {
      cells[key] = el('div', { class: `grid-cell in-${key}${figures ? ' column-figure' : ''}${only ? ' only-table' : ''}`, role: 'gridcell' });
      line.append(cells[key]);
    }
    return {
      element: line,
      update(row) {
        if (!row) return;
        const texts = cellsOf(row);
        for (const { key } of COLUMNS) setText(cells[key], texts[key]);
        cells.name.title = `${row.method} ${row.host}${row.target}`;
        line.classList.toggle('has-failed', row.status >= 400);
        line.classList.toggle('is-chosen', row === chosen);
      },
    };
  }

  /** @param {WaterfallRow|undefined} row */
  function choose(row) {
    if (!row) return;
    chosen = row;
    onChoose(row);
    table.refresh();
    redraw();
  }

  function draw() {
    const { clientWidth: width } = table.element, height = element.clientHeight;
    element.classList.toggle('is-table', isTable());
    if (width === 0 || !element.isConnected) return;
    for (const layer of [data, overlay]) {
      layer.canvas.hidden = isTable();
      layer.resize(width, height);
    }
    const leftPx = width < 600 ? LEFT.narrow : LEFT.wide;
    time.setLimits(limits, Math.max(40, width - leftPx - 14));
    const current = groundOf({ range: time.range, leftPx, width, height, colours: theme.colours() });
    ground = current;
    if (!isTable()) data.draw((renderer) => drawWaterfall(renderer, { ...current, narrow: true }, { rows, offset: table.offset() }));
    drawOverlay();
  }

  const rowAt = (/** @type {number} */ y) => (y < HEADS_HIGH ? null : rows[Math.floor((y - HEADS_HIGH + table.offset()) / ROW_HIGH)] ?? null);
  const pointerNs = () => (pointer && ground && pointer.x >= ground.x.leftPx ? ground.x.time(pointer.x) : null);

  function drawOverlay() {
    if (!ground) return;
    const current = ground, at = pointerNs(), row = pointer ? rowAt(pointer.y) : null;
    overlay.draw((renderer) => {
      notes().draw(renderer, current, at);
      drawPointer(renderer, current, { span: time.span, pointerNs: at, label: at === null ? '' : `${(at / 1e9).toFixed(6)} s` });
    });
    if (!row || !pointer || isTable()) return card.hide();
    card.show(`${row.request} ${row.endNs}`, () => rowCard(row), pointer, { width: element.clientWidth, height: element.clientHeight, left: 0 }, false);
  }

  const redraw = () => beforePaint(draw);
  const reoverlay = () => beforePaint(drawOverlay);
  table.element.addEventListener('scroll', redraw, { passive: true });
  // The table's body moves with its rows, and leaves the scroll bar out.
  const body = /** @type {HTMLElement} */ (table.element.querySelector('.vt-body'));
  const onStage = (/** @type {number} */ y) => y + body.getBoundingClientRect().top - element.getBoundingClientRect().top;
  followTimePointer(body, {
    time, ground: () => ground, canSelect: () => !isTable(),
    point(x, y) {
      pointer = { x, y: onStage(y) };
      reoverlay();
    },
    leave() {
      pointer = null;
      reoverlay();
    },
    press(_x, y) {
      table.element.focus({ preventScroll: true });
      if (time.span) time.select(null);
      choose(rowAt(onStage(y)) ?? undefined);
    },
  });
  const observer = new ResizeObserver(redraw);
  observer.observe(element);

  return {
    element, draw, redraw, pointerNs,
    step: table.step,
    /**
     * @param {WaterfallRow[]} next
     * @param {import('../../plot/time-scale.js').TimeRange} between
     * @param {number|null} message index of a request or answer to be chosen
     */
    setRows(next, between, message) {
      rows = next;
      limits = between;
      const place = rows.findIndex(({ request, response }) => message !== null && (request === message || response === message));
      const isNew = place >= 0 && chosen?.request !== rows[place].request;
      chosen = rows[place] ?? null;
      table.setTotal(rows.length);
      if (isNew) table.setActive(place);
      table.refresh();
      redraw();
    },
    chosen: () => chosen,
    /** The rows in view, for a file. @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null} */
    picture() {
      if (!ground || isTable()) return null;
      const shown = ground, offset = table.offset(), high = Math.min(shown.height, HEADS_HIGH + rows.length * ROW_HIGH - offset);
      return { width: shown.width, height: high, draw(renderer, colours) {
        const on = { ...shown, colours, height: high, narrow: true };
        drawWaterfall(renderer, on, { rows, offset });
        drawNames(renderer, on, { rows, offset });
      } };
    },
    destroy() {
      observer.disconnect();
      table.destroy();
    },
  };
}
