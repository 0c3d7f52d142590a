/**
 * The parts of the view put together, and the state between them.
 */
import { el, fill } from '../../base/dom.js';
import { beforePaint, debounce } from '../../base/frame.js';
import { messageBar } from '../../components/message-bar.js';
import { constrain } from '../../plot/time-scale.js';
import { createDiagram } from './diagram.js';
import { createFocus } from './focus.js';
import { createHead } from './head.js';
import { busierDirection } from './model.js';
import { createOverviewHandles } from './overview-handles.js';
import { createPacketTable } from './packet-table.js';
import { createPaneHeads } from './pane-heads.js';
import { createSideColumn } from './side-column.js';
import { queryFromState, sameRange, stateFromQuery } from './view-state.js';
import { wireInput } from './input.js';
import { ZoomHistory } from './zoom-history.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** Statistics and URL wait until a gesture pauses: sorting a million samples, or writing history, is too much for every frame. */
const PAUSE_MS = 120;

/** @typedef {'start'|'move'|'replace'} Gesture a step of its own, the middle of one, or nothing worth a step */

/**
 * @param {HTMLElement} container
 * @param {Pick<import('./index.js').ConnectionPlace, 'query'|'onQueryChange'|'theme'> & { model: import('./model.js').Model }} given
 */
export function createConnectionScreen(container, { model, query, onQueryChange, theme }) {
  let state = stateFromQuery(query, model.originNs);
  let isFollowing = false;
  let isLive = false;
  const history = new ZoomHistory();

  const direction = () => state.direction ?? busierDirection(model);
  const range = () => (state.zoom ? constrain(state.zoom, model.limits) : model.limits);

  const diagram = createDiagram();
  const heads = createPaneHeads({ onDirection: (chosen) => change({ direction: chosen }, 'start') });
  const handles = createOverviewHandles({ onRange: (next, gesture) => setZoom(next, gesture) });
  const writeUrl = debounce(PAUSE_MS, () => onQueryChange(queryFromState(state, model.originNs), { replace: true }));
  const updateSide = debounce(PAUSE_MS, () => side.update(model, direction(), { span: state.span, range: range() }, focus.message()));
  const head = createHead({ onUnit: (unit) => change({ unit }, 'start'), onBack: () => back(), onSide: () => toggleSide() });
  const side = createSideColumn({ onZoomToSpan: () => zoomToSpan() });
  const table = createPacketTable({ onActive: (row) => focus.go(row, { fromTable: true }), onOpen: (row) => focus.pin(row) });
  const complaint = el('div', { class: 'connection-complaint' });
  const focus = createFocus({ model, diagram, heads, table, state: () => state, range, direction, change, bringIntoView });

  diagram.element.append(heads.element, handles.element, focus.element);
  const main = el('div', { class: 'connection-main' }, head.element, complaint, diagram.element, table.element);
  const element = el('div', { class: 'connection' }, main, side.element, focus.announcer);
  container.append(element);

  /**
   * @param {Partial<import('./view-state.js').ViewState>} part
   * @param {Gesture} gesture 'start' makes a step that the browser's back undoes
   */
  function change(part, gesture) {
    state = { ...state, ...part };
    if (gesture === 'start') {
      writeUrl.cancel();
      onQueryChange(queryFromState(state, model.originNs));
    } else {
      writeUrl.call();
    }
    beforePaint(draw);
  }

  /** @param {TimeRange|null} next @param {Gesture} gesture */
  function setZoom(next, gesture) {
    const zoom = next && isWhole(next) ? null : next && constrain(next, model.limits);
    if (sameRange(zoom, state.zoom)) return;
    if (gesture === 'start') history.push(state.zoom);
    isFollowing = isLive && zoom !== null && zoom.endNs >= model.limits.endNs - 1;
    change({ zoom }, gesture);
  }

  /** @param {TimeRange} wanted */
  const isWhole = (wanted) => wanted.startNs <= model.limits.startNs + 1 && wanted.endNs >= model.limits.endNs - 1;

  function zoomToSpan() {
    const { span } = state;
    if (!span) return;
    history.push(state.zoom);
    change({ zoom: constrain(span, model.limits), span: null }, 'start');
  }

  function back() {
    const before = history.pop();
    if (before === undefined && !state.zoom) return;
    change({ zoom: before ?? null }, 'start');
  }

  function toggleSide() {
    const isWide = matchMedia('(min-width: 1200px)').matches;
    element.classList.toggle(isWide ? 'without-side' : 'with-side');
  }

  /** @param {number} timeNs */
  function bringIntoView(timeNs) {
    const { startNs, endNs } = range();
    if (timeNs >= startNs && timeNs <= endNs) return;
    const half = (endNs - startNs) / 2;
    setZoom({ startNs: timeNs - half, endNs: timeNs + half }, 'replace');
  }

  function draw() {
    if (!element.isConnected) return;
    const { clientWidth, clientHeight } = diagram.element;
    if (clientWidth === 0) return;
    diagram.resize(clientWidth, clientHeight, model.placed.length > 0);
    diagram.draw({ model, direction: direction(), colours: theme.colours(), light: theme.name() === 'light' }, range(), state.unit);
    drawAround();
    focus.draw();
  }

  /** Everything beside the canvases. */
  function drawAround() {
    const { layout, scene, drawn } = diagram;
    if (!scene) return;
    heads.update(scene, layout, drawn);
    const overview = layout.panes[0];
    handles.update({ range: range(), limits: model.limits, leftPx: layout.leftPx, widthPx: layout.widthPx, originNs: model.originNs }, overview, layout.narrow);
    head.update(model, direction(), state.unit, { zoom: state.zoom && range(), path: history.path(state.zoom) });
    updateSide.call();
    diagram.canvas.setAttribute('aria-label', `${describe()} The packet table below has the same rows.`);
  }

  function describe() {
    const { series, columns } = model;
    const shown = series[direction()];
    const words = direction() === 0 ? 'client to server' : 'server to client';
    return `Time–sequence diagram, ${words}: ${columns.rows} packets, ${shown.segments.count} segments, ${shown.retransmissions.count} sent again, `
      + `${shown.lateArrivals.count} arrived late, window closed ${shown.closedWindows.start.length} times.`;
  }

  const input = wireInput({
    target: diagram.overlayCanvas, diagram, model, focus, range, direction, state: () => state, change, setZoom, zoomToSpan, back, toggleSide,
    follow: () => { isFollowing = isLive; },
  });
  const observer = new ResizeObserver(() => beforePaint(draw));
  observer.observe(diagram.element);
  table.update(model);
  focus.restore();
  draw();

  return {
    redraw: draw,
    /** After the model has grown. */
    grow() {
      const { zoom } = state;
      if (isFollowing && zoom) {
        const span = zoom.endNs - zoom.startNs;
        state = { ...state, zoom: { startNs: model.limits.endNs - span, endNs: model.limits.endNs } };
      }
      fill(complaint);
      table.update(model);
      beforePaint(draw);
    },
    /** @param {boolean} live whether more packets may come */
    setLive(live) {
      isLive = live;
      isFollowing &&= live;
    },
    /** @param {import('../../state/types.js').Query} next from the browser's back or forward */
    arrive(next) {
      const arrived = stateFromQuery(next, model.originNs);
      writeUrl.cancel();
      history.arriveAt(arrived.zoom);
      state = arrived;
      focus.restore();
      beforePaint(draw);
    },
    /** @param {string} sentence */
    complain(sentence) {
      fill(complaint, messageBar({ kind: 'failure', title: 'Newer packets could not be fetched', text: sentence, onClose: () => fill(complaint) }));
    },
    destroy() {
      writeUrl.cancel();
      updateSide.cancel();
      observer.disconnect();
      input.destroy();
      table.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof createConnectionScreen>} ConnectionScreen */
