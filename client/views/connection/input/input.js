/**
 * Pointer and keys, turned into changes of the view's state.
 */
import { pan, zoomAbout } from '../../../plot/time-scale.js';
import { followPointer } from '../../timeline/pointer.js';
import { STEP_IN } from '../../timeline/window/time-window.js';
import { frameLookup } from '../data/messages.js';
import { EVENT_CHOICES } from '../data/packet-kinds.js';
import { messageOfRow } from '../packets/message-facts.js';
import { nextEvent, nextOfKind } from '../packets/next-mark.js';
import { openLegend } from '../side/figure-label.js';
import { connectionKeys } from './keyboard.js';

/**
 * @param {object} given
 * @param {import('../data/model.js').Model} given.model
 * @param {import('../shown-view.js').ShownView} given.view
 * @param {import('./view-steps.js').ViewSteps} given.steps
 * @param {import('../diagram.js').Diagram} given.diagram
 * @param {import('../packets/focus.js').Focus} given.focus
 * @param {import('../head/tools.js').Tools} given.tools
 * @param {() => void} given.toggleSide
 * @returns {{ destroy: () => void }}
 */
export function wireInput({ model, view, steps, diagram, focus, tools, toggleSide }) {
  const timeAt = (/** @type {number} */ px) => {
    const { startNs, endNs } = view.range;
    return Math.min(Math.max(diagram.scene?.x.time(px) ?? startNs, startNs), endNs);
  };
  const zoomPoint = () => {
    const { startNs, endNs } = view.target;
    const { cursorNs } = focus;
    return cursorNs !== null && cursorNs >= startNs && cursorNs <= endNs ? cursorNs : (startNs + endNs) / 2;
  };
  const spanNs = () => view.target.endNs - view.target.startNs;

  const keys = connectionKeys({
    zoom: (factor, gesture) => view.setZoom(zoomAbout(view.target, factor, zoomPoint(), model.limits), gesture),
    pan: (share, gesture) => view.setZoom(pan(view.target, share * spanNs(), model.limits), gesture),
    fit: () => view.setZoom(null, 'jump'),
    end: () => view.toEnd(),
    zoomToSpan: () => steps.zoomToSpan(),
    back: steps.back,
    swap: () => view.change({ direction: 1 - view.direction }, 'start'),
    sameKind: (step) => focus.go(nextOfKind(model, view.direction, focus.row, view.range.startNs, step)),
    event(step) {
      const kinds = EVENT_CHOICES.find(({ id }) => id === view.state.events)?.kinds;
      focus.go(nextEvent(model, view.direction, focus.row, view.range.startNs, step, kinds));
    },
    level(step) {
      const message = focus.message();
      if (step > 0) focus.goToMessage(messageOfRow(model, Math.max(0, focus.row)) ?? message);
      else if (message) focus.go(frameLookup(model.columns)(message.message.firstFrame));
    },
    keepOpen: () => focus.pin(focus.row),
    close() {
      if (tools.closeRuler()) return;
      if (!focus.close() && view.state.span) view.change({ span: null }, 'replace');
    },
    side: toggleSide,
    ruler: tools.toggleRuler,
    find: tools.find,
    note: tools.addNote,
    values: tools.values,
    bytes: () => void tools.bytes(),
    legend: openLegend,
  });

  followPointer(diagram.overlayCanvas, {
    point: (x, y, reach) => focus.point(x, y, reach),
    leave: () => focus.leave(),
    press(x, y, reach) {
      focus.point(x, y, reach);
      if (focus.pointed >= 0) focus.pin(focus.pointed);
      else if (!focus.pointsAtMessage && !focus.close() && view.state.span) view.change({ span: null }, 'replace');
    },
    select(fromX, toX) {
      const [startNs, endNs] = [timeAt(fromX), timeAt(toX)].sort((a, b) => a - b);
      focus.leave();
      view.change(
        { span: endNs > startNs ? { startNs: Math.round(startNs), endNs: Math.round(endNs) } : null },
        'replace',
      );
    },
    view: () => ({
      range: view.range,
      leftPx: diagram.layout.leftPx,
      widthPx: diagram.layout.widthPx,
      limits: model.limits,
    }),
    show: (range, gesture) => view.setZoom(range, gesture),
    selection: () => view.state.span,
    zoomIn(selection, aboutX) {
      if (selection) steps.zoomToSpan(selection);
      else view.setZoom(zoomAbout(view.range, STEP_IN, timeAt(aboutX), model.limits), 'jump');
    },
    isPanning: keys.isSpaceDown,
    isMeasuring: tools.isMeasuring,
    measure: tools.measure,
  });

  return { destroy: keys.destroy };
}
