/**
 * Creates the parts of the view, connects them to the user's choices, and puts their elements together.
 */
import { el } from '../../base/dom.js';
import { captureStrips } from '../../components/capture-strips.js';
import { openLater } from '../../components/open-later.js';
import { toggle } from '../timeline/switches.js';
import { switched } from './data/mark-classes.js';
import { copyLink } from './head/exports.js';
import { createHead } from './head/head.js';
import { createTools } from './head/tools.js';
import { createViewFiles } from './head/view-files.js';
import { createViewPanel } from './head/view-panel.js';
import { createOverviewBrush } from './input/overview-brush.js';
import { Focus } from './packets/focus.js';
import { PacketTable } from './packets/packet-table.js';
import { movedPane, optionalShown, refolded } from './panes/layout.js';
import { createPaneHeads } from './panes/pane-heads.js';
import { createDrawer } from './side/drawer.js';
import { createSideColumn } from './side/side-column.js';

/**
 * @typedef {object} ScreenPartsGiven
 * @property {import('./data/model.js').Model} model
 * @property {import('./shown-view.js').ShownView} view
 * @property {import('./input/view-steps.js').ViewSteps} steps
 * @property {import('./diagram.js').Diagram} diagram
 * @property {import('../../base/theme.js').Theme} theme
 * @property {(file: string) => string} exportUrl
 * @property {(message: number) => string} bodyUrl
 * @property {() => void} onKeys asks for TLS keys
 * @property {{ captureName: string, flow: number }} of
 * @property {Parameters<typeof createTools>[0]['place']} place
 * @property {() => void} redraw
 * @property {() => void} stayBusy the pointer moves
 */

/** @param {ScreenPartsGiven} given */
export function screenParts(given) {
  const { model, view, steps, diagram, redraw, place } = given;
  const heads = paneHeads(given);
  const table = new PacketTable({
    onActive: (row) => focus.go(row, { fromTable: true }),
    onOpen: (row) => focus.pin(row),
  });
  const focus = new Focus({
    model,
    view,
    diagram,
    heads,
    table,
    evidence: steps.evidence,
    bringIntoView: steps.bringIntoView,
    onPoint: given.stayBusy,
    onArrive: (row) => tools.arriveAt(row),
    notes: () => tools.notes.all,
  });
  const files = createViewFiles({
    ...given,
    said: () => head.said(),
    pointed: () => ({
      span: view.state.span,
      row: focus.row,
      ruler: view.state.ruler,
      notes: tools.notes.all,
      evidence: steps.evidence(),
    }),
  });
  const tools = createTools({
    captureName: given.of.captureName,
    model,
    view,
    diagram,
    focus,
    bringIntoView: steps.bringIntoView,
    onValues: files.values,
    redraw,
    place,
  });
  const side = sideColumn(given);
  side.add(tools.notes.element);
  const brush = createOverviewBrush({ onRange: (next, gesture) => view.setZoom(next, gesture) });
  const viewPanel = createViewPanel({ onChange: (part) => view.change(part, 'start'), state: () => view.state });
  const ruler = toggle('Ruler', 'Drag over the time–sequence to measure (R)', tools.toggleRuler);
  const head = createHead({
    viewPanel,
    ruler: ruler.element,
    onUnit: (unit) => view.change({ unit }, 'start'),
    onBack: steps.back,
    onSide: () => toggleSide(),
    onFollow: (follow) => (follow ? view.follow() : view.hold()),
    explain: (signal) => place.api.explanation(place.captureId, place.flow, signal),
    exporting: {
      exportUrl: given.exportUrl,
      onPng: files.png,
      onSvg: files.svg,
      onSummaryPng: files.summaryPng,
      onSummarySvg: files.summarySvg,
      onValues: files.values,
      onLink: () => link(view),
      onStream: () => void followStream(given),
      packetBytes: () => (focus.row < 0 ? null : () => void tools.bytes()),
      onReport: () =>
        void openLater(
          () => import('../../reports/report-sheet.js'),
          ({ openReportSheet }) => openReportSheet(place),
        ),
      onDecodeAs: () =>
        void openLater(
          () => import('./dialogs.js'),
          ({ openDecodeAs }) => openDecodeAs({ ...place, port: model.flow.server.port }),
        ),
    },
  });

  const waiting = el('button', {
    type: 'button',
    class: 'waiting',
    title: 'Follow (End)',
    hidden: true,
    on: { click: () => view.follow() },
  });
  const complaint = el('div', { class: 'connection-complaint' });
  const strips = captureStrips();
  diagram.element.append(heads.element, brush.element, waiting, focus.element);
  const main = el(
    'div',
    { class: 'connection-main' },
    head.element,
    strips.element,
    complaint,
    diagram.element,
    table.element,
  );
  const element = el('div', { class: 'connection' }, main, side.element, focus.announcer);
  const toggleSide = createDrawer(element, side.element);
  return {
    element,
    diagram,
    heads,
    brush,
    head,
    viewPanel,
    ruler,
    waiting,
    complaint,
    strips,
    table,
    side,
    focus,
    tools,
    toggleSide,
  };
}

/** @typedef {ReturnType<typeof screenParts>} ScreenParts */

/** Its modules come when they are wanted. @param {ScreenPartsGiven} given */
async function followStream({ model, place: { api, captureId, flow } }) {
  const { openStreamSheet } = await import('./dialogs.js');
  openStreamSheet({ api, captureId, flow, start: model.flow.start, isTls: model.flow.tls !== null });
}

/** @param {ScreenPartsGiven} given */
function paneHeads({ view, diagram }) {
  return createPaneHeads({
    onDirection: (direction) => view.change({ direction }, 'start'),
    onMark: (id) => switchMark(view, id),
    onFold: (id) => view.change({ folded: refolded(view.state.folded, id) }, 'start'),
    onMove: (id, to) => view.change({ panes: movedPane(optionalShown(diagram.layout), id, to) }, 'start'),
  });
}

/** @param {ScreenPartsGiven} given */
function sideColumn({ view, steps, place, onKeys, bodyUrl }) {
  return createSideColumn({
    onZoomToSpan: () => steps.zoomToSpan(),
    onFinding: steps.showFinding,
    onEpisode: steps.zoomToEpisode,
    onMark: (id) => switchMark(view, id),
    captureId: place.captureId,
    onKeys,
    bodyUrl,
  });
}

/** @param {import('./shown-view.js').ShownView} view @param {import('./data/mark-classes.js').MarkClass} id */
function switchMark(view, id) {
  view.change({ hidden: switched(view.state.hidden, id) }, 'replace');
}

/** Of all that is shown: what has not been written yet is. @param {import('./shown-view.js').ShownView} view */
async function link(view) {
  view.writeUrlNow();
  await copyLink(location.href);
}
