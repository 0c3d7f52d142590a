/**
 * The parts of the view put together, and the state between them.
 */
import { el, fill, setText } from '../../base/dom.js';
import { count } from '../../base/format.js';
import { beforePaint, debounce } from '../../base/frame.js';
import { dropStrip } from '../../components/drop-strip.js';
import { messageBar } from '../../components/message-bar.js';
import { lowerBound } from '../../plot/search.js';
import { constrain, pan } from '../../plot/time-scale.js';
import { isPartial } from './detail.js';
import { diagramWords } from './diagram-words.js';
import { createDrawer } from './drawer.js';
import { createDiagram } from './diagram.js';
import { copyLink } from './exports.js';
import { createFocus } from './focus.js';
import { Follow } from './follow.js';
import { createHead } from './head.js';
import { movedPane, optionalShown, refolded } from './layout.js';
import { laneHeight } from './messages-lane.js';
import { switched } from './mark-classes.js';
import { busierDirection } from './model.js';
import { createOverviewHandles } from './overview-handles.js';
import { createPacketTable } from './packet-table.js';
import { evidenceRange, evidenceRows, findingBy } from './findings.js';
import { createPaneHeads } from './pane-heads.js';
import { createRehearsal } from './rehearsal.js';
import { createSideColumn } from './side-column.js';
import { queryFromState, sameRange, stateFromQuery } from './view-state.js';
import { toggle } from '../timeline/switches.js';
import { wireInput } from './input.js';
import { createTools } from './tools.js';
import { createViewFiles } from './view-files.js';
import { createViewPanel } from './view-panel.js';
import { ZoomHistory } from './zoom-history.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** Statistics and URL wait until a gesture pauses: sorting a million samples, or writing history, is too much for every frame. */
const PAUSE_MS = 120;

/** What stands beside the diagrams and is not drawn waits for less: elements cost the browser more than lines on a canvas. */
const REST_MS = 50;

/** @typedef {'start'|'move'|'replace'} Gesture a step of its own, the middle of one, or nothing worth a step */

/**
 * @param {HTMLElement} container
 * @param {Pick<import('./index.js').ConnectionPlace, 'query'|'onQueryChange'|'theme'> & { model: import('./model.js').Model, exportUrl:
 *   (file: string) => string, bodyUrl: (message: number) => string, captureHref: string, onRest: (direction: number, range: TimeRange,
 *   widthPx: number) => void, of: { captureName: string, flow: number }, place: Parameters<typeof createTools>[0]['place'] }} given
 */
export function createConnectionScreen(container, { model, query, onQueryChange, theme, exportUrl, bodyUrl, captureHref, of, place, onRest }) {
  let state = stateFromQuery(query, model.originNs);
  /** Zooming or panning, and whether the latest of that has been drawn. */
  let isMoving = false, isDrawn = true;
  /** Of the diagrams. */
  let room = { width: 0, height: 0 };
  const following = new Follow();
  const history = new ZoomHistory();

  const direction = () => state.direction ?? busierDirection(model);
  const range = () => (state.zoom ? constrain(state.zoom, model.limits) : model.limits);

  /** Found anew when the model has grown or another finding is chosen. */
  let marked = { of: '', rows: /** @type {number[]} */ ([]) };
  const evidence = () => {
    const of = `${model.revision} ${state.finding}`;
    if (marked.of !== of) marked = { of, rows: evidenceRows(model, findingBy(model, state.finding)) };
    return marked.rows;
  };
  const diagram = createDiagram();
  const switchMark = (/** @type {import('./mark-classes.js').MarkClass} */ id) => change({ hidden: switched(state.hidden, id) }, 'replace');
  const heads = createPaneHeads({
    onDirection: (chosen) => change({ direction: chosen }, 'start'), onMark: switchMark,
    onFold: (id) => change({ folded: refolded(state.folded, id) }, 'start'),
    onMove: (id, to) => change({ panes: movedPane(optionalShown(diagram.layout), id, to) }, 'start'),
  });
  const handles = createOverviewHandles({ onRange: (next, gesture) => setZoom(next, gesture) });
  const writeUrl = debounce(PAUSE_MS, () => onQueryChange(queryNow(), { replace: true }));
  const updateSide = debounce(PAUSE_MS, () => {
    onRest(direction(), range(), diagram.layout.widthPx);
    side.update(
      model, direction(),
      { span: state.span, range: range(), hidden: state.hidden, isLive: following.isLive, finding: state.finding, panes: state.panes },
      focus.message(),
    );
  });
  const besideAtRest = debounce(REST_MS, drawBeside);
  const viewPanel = createViewPanel({ onChange: (part) => change(part, 'start'), state: () => state });
  const ruler = toggle('Ruler', 'Drag over the time–sequence to measure (R)', () => tools.toggleRuler());
  const head = createHead({ viewPanel, ruler: ruler.element, onUnit: (unit) => change({ unit }, 'start'), onBack: () => back(),
    onSide: () => toggleSide(), onFollow: (follow) => (follow ? startFollowing() : hold()),
    exporting: { exportUrl, onPng: () => files.png(), onSvg: () => files.svg(), onValues: () => files.values(), onLink } });
  const side = createSideColumn({
    onZoomToSpan: () => zoomToSpan(), onFinding: (finding) => showFinding(finding), onEpisode: (episode) => zoomToEpisode(episode),
    onMark: switchMark, captureHref, bodyUrl,
  });
  const table = createPacketTable({ onActive: (row) => focus.go(row, { fromTable: true }), onOpen: (row) => focus.pin(row) });
  const waiting = el('button', { type: 'button', class: 'waiting', title: 'Follow (End)', hidden: true, on: { click: () => startFollowing() } });
  const complaint = el('div', { class: 'connection-complaint' });
  const focus = createFocus({ model, diagram, heads, table, state: () => state, evidence, range, direction, change, bringIntoView,
    onPoint: stayBusy, onMove: hold,
    onArrive: (row) => tools.arriveAt(row), notes: () => tools.notes.all });
  const tools = createTools({
    model, diagram, focus: () => focus, range, state: () => state, change, bringIntoView, onValues: () => files.values(),
    redraw: () => draw(), place,
  });
  side.add(tools.notes.element);

  const files = createViewFiles({
    model, diagram, of, theme, state: () => state, range, direction,
    pointed: () => ({ span: state.span, row: focus.row, ruler: state.ruler, notes: tools.notes.all, evidence: evidence() }),
  });

  /** What has not been written yet is. */
  async function onLink() {
    writeUrl.cancel();
    onQueryChange(queryNow(), { replace: true });
    await copyLink(location.href);
  }

  diagram.element.append(heads.element, handles.element, waiting, focus.element);
  const drops = dropStrip();
  const main = el('div', { class: 'connection-main' }, head.element, drops.element, complaint, diagram.element, table.element);
  const element = el('div', { class: 'connection' }, main, side.element, focus.announcer);
  const toggleSide = createDrawer(element, side.element);
  container.append(element);

  /** What Follow has in view is of the moment, so it is not in the URL. */
  function queryNow() {
    return queryFromState(following.isFollowing ? { ...state, zoom: null } : state, model.originNs);
  }

  /** Whatever the reader chooses stays where it is from then on. */
  function hold() {
    if (!following.isFollowing) return;
    following.hold(model.columns.rows);
    state = { ...state, zoom: state.zoom ?? model.limits };
    writeUrl.call();
    beforePaint(draw);
  }

  /** The hand goes on with something else: what waits for its rest waits on. */
  function stayBusy() {
    updateSide.postpone();
    besideAtRest.postpone();
  }

  /** @param {number} [spanNs] */
  function startFollowing(spanNs) {
    following.follow(spanNs);
    keepEnd();
    writeUrl.call();
    beforePaint(draw);
  }

  function keepEnd() {
    if (!following.isFollowing) return;
    state = { ...state, zoom: following.range(model.limits, diagram.layout.widthPx) };
    table.toEnd();
  }

  /** The table begins where the view does, unless the reader is at a packet. */
  function showInTable() {
    if (focus.row < 0 && focus.cursorNs === null) table.showFrom(lowerBound(model.columns.time, range().startNs, model.columns.rows));
  }

  function toEnd() {
    if (following.isLive) startFollowing(range().endNs - range().startNs);
    else setZoom(pan(range(), model.limits.endNs - range().endNs, model.limits), 'start');
  }

  /**
   * @param {Partial<import('./view-state.js').ViewState>} part
   * @param {Gesture} gesture 'start' makes a step that the browser's back undoes
   */
  function change(part, gesture) {
    isMoving = part.zoom !== undefined && gesture !== 'replace';
    isDrawn = false;
    if (part.zoom || part.span || part.frame) hold();
    else if (part.zoom === null) following.follow(Infinity);
    state = { ...state, ...part };
    if (part.zoom !== undefined) showInTable();
    if (gesture === 'start') {
      writeUrl.cancel();
      onQueryChange(queryNow());
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

  /** With a quarter of its length before and after it. @param {import('./episodes.js').Episode} episode */
  function zoomToEpisode({ startNs, endNs }) {
    const lastNs = Math.min(endNs, model.limits.endNs);
    const air = (lastNs - startNs) / 4;
    setZoom({ startNs: startNs - air, endNs: lastNs + air }, 'start');
  }

  /** Zooms to its evidence and marks the packets; once more, and they are no longer marked. @param {import('./findings.js').Finding} finding */
  function showFinding(finding) {
    if (state.finding === finding.code) return change({ finding: null }, 'replace');
    history.push(state.zoom);
    change({ finding: finding.code, ...atEvidence(finding) }, 'start');
  }

  /** Where the URL asks for a finding and for no stretch of time. */
  function arriveAtFinding() {
    const finding = state.zoom === null && model.columns.sketch === null ? findingBy(model, state.finding) : null;
    if (finding !== null) change(atEvidence(finding), 'replace');
  }

  /** @param {import('./findings.js').Finding} finding @returns {Partial<import('./view-state.js').ViewState>} */
  function atEvidence(finding) {
    const zoom = constrain(evidenceRange(model, finding), model.limits), of = finding.direction === 'clientToServer' ? 0 : 1;
    return { zoom: isWhole(zoom) ? null : zoom, ...(finding.direction === null ? {} : { direction: of }) };
  }

  function back() {
    const before = history.pop();
    if (before === undefined && !state.zoom) return;
    change({ zoom: before ?? null }, 'start');
  }

  /** @param {number} timeNs */
  function bringIntoView(timeNs) {
    const { startNs, endNs } = range();
    if (timeNs >= startNs && timeNs <= endNs) return;
    const half = (endNs - startNs) / 2;
    setZoom({ startNs: timeNs - half, endNs: timeNs + half }, 'replace');
  }

  const given = () => ({ model, direction: direction(), colours: theme.colours(), light: theme.name() === 'light', hidden: state.hidden, as: state });
  const rehearsal = createRehearsal({ given, range, unit: () => state.unit, diagram });

  function draw() {
    if (!element.isConnected) return;
    if (room.width === 0) return;
    diagram.resize(room.width, room.height, { messagesHeight: laneHeight(model), panes: state.panes, folded: state.folded });
    const isDone = diagram.draw(given(), range(), state.unit, { isMoving });
    if (!isDone) beforePaint(draw);
    isDrawn = true;
    drawAround();
    if (isMoving) besideAtRest.call();
    else drawBeside();
    focus.draw();
  }

  /** What is about the picture at once, be it in the middle of a gesture. */
  function drawAround() {
    const { layout, scene, drawn } = diagram;
    if (!scene) return;
    heads.update(scene, layout, drawn);
    if (handles.isDragged) placeHandles();
    updateSide.call();
  }

  function placeHandles() {
    const { layout } = diagram;
    handles.update(
      { range: range(), limits: model.limits, leftPx: layout.leftPx, widthPx: layout.widthPx, originNs: model.originNs }, layout.panes[0],
      layout.narrow,
    );
  }

  function updateHead() {
    const zoom = following.isFollowing ? null : state.zoom && range();
    head.update(model, direction(), state.unit, { zoom, path: history.path(state.zoom) }, following);
  }

  /** Everything else beside the canvases. */
  function drawBeside() {
    besideAtRest.cancel();
    // Where frames take long the hand may have gone on meanwhile.
    isMoving &&= !isDrawn;
    const { layout } = diagram;
    placeHandles();
    updateHead();
    const later = following.waiting(model.columns.rows);
    waiting.hidden = later === 0;
    waiting.style.top = `${layout.panes.find(({ id }) => id === 'sequence')?.top ?? 0}px`;
    if (later > 0) setText(waiting, `${count(later, 'packet')} waiting →`);
    viewPanel.update();
    diagram.element.classList.toggle('is-measuring', tools.isMeasuring());
    ruler.set(tools.isMeasuring());
    diagram.canvas.setAttribute('aria-label', `${diagramWords(model, direction())} The packet table below has the same rows.`);
    if (model.sender !== null || isPartial(model.columns)) rehearsal.begin();
  }

  /** Of a sketch that is the first of all packets nothing is listed yet. */
  const isListed = () => model.columns.sketch === null || isPartial(model.columns);

  const input = wireInput({
    target: diagram.overlayCanvas, diagram, model, focus, range, direction, state: () => state, change, setZoom, zoomToSpan, back, toggleSide, toEnd, tools,
  });
  const measure = () => { room = { width: diagram.element.clientWidth, height: diagram.element.clientHeight }; };
  const observer = new ResizeObserver(() => {
    const { width, height } = room;
    measure();
    // It also tells of the size that was there when it began to look.
    if (room.width !== width || room.height !== height) beforePaint(draw);
  });
  observer.observe(diagram.element);
  // Its words take a part of the height: measured without them, everything would be drawn twice.
  updateHead();
  measure();
  if (isListed()) table.update(model);
  focus.restore();
  showInTable();
  arriveAtFinding();
  draw();

  return {
    redraw() {
      if (isListed()) table.update(model);
      draw();
    },
    /** What is ill with the connection has come after it. */
    takeFindings() {
      arriveAtFinding();
      draw();
    },
    /** After the model has grown. */
    grow() {
      fill(complaint);
      const wasEmpty = table.isEmpty;
      focus.renew();
      table.update(model);
      if (wasEmpty) {
        focus.restore();
        showInTable();
        arriveAtFinding();
      }
      keepEnd();
      beforePaint(draw);
    },
    /** Packets that the capture lost stay said. @param {import('../../state/types.js').Capture} capture */
    setCapture: (capture) => drops.update(capture),
    /** @param {boolean} live whether packets come as they are captured */
    setLive(live) {
      if (live === following.isLive) return;
      following.isLive = live;
      if (live && !state.zoom && !state.span && state.frame === null) startFollowing();
      else if (live) following.hold(model.columns.rows);
      else if (following.isFollowing) hold();
      beforePaint(draw);
    },
    /** @param {import('../../state/types.js').Query} next from the browser's back or forward */
    arrive(next) {
      const arrived = stateFromQuery(next, model.originNs);
      writeUrl.cancel();
      history.arriveAt(arrived.zoom);
      state = arrived;
      if (arrived.zoom || arrived.span || arrived.frame !== null) following.hold(model.columns.rows);
      else following.follow();
      keepEnd();
      focus.restore();
      showInTable();
      beforePaint(draw);
    },
    /** @param {string} sentence */
    complain(sentence) {
      fill(complaint, messageBar({ kind: 'failure', title: 'Newer packets could not be fetched', text: sentence, onClose: () => fill(complaint) }));
    },
    destroy() {
      writeUrl.cancel();
      updateSide.cancel();
      besideAtRest.cancel();
      rehearsal.destroy();
      focus.destroy();
      observer.disconnect();
      input.destroy();
      tools.destroy();
      table.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof createConnectionScreen>} ConnectionScreen */
