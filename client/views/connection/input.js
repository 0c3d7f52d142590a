/**
 * Pointer and keys, turned into changes of the view's state.
 */
import { pan, zoomAbout } from '../../plot/time-scale.js';
import { connectionKeys } from './keyboard.js';
import { nextEvent, nextOfKind } from './marks-walk.js';
import { messageOfRow } from './message-facts.js';
import { frameLookup } from './messages.js';
import { EVENT_CHOICES } from './packet-kinds.js';
import { followPointer } from './pointer.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */

/**
 * @param {object} given
 * @param {HTMLElement} given.target
 * @param {import('./diagram.js').Diagram} given.diagram
 * @param {import('./model.js').Model} given.model
 * @param {import('./focus.js').Focus} given.focus
 * @param {() => TimeRange} given.range
 * @param {() => number} given.direction
 * @param {() => import('./view-state.js').ViewState} given.state
 * @param {(part: Partial<import('./view-state.js').ViewState>, gesture: import('./screen.js').Gesture) => void} given.change
 * @param {(range: TimeRange|null, gesture: import('./screen.js').Gesture) => void} given.setZoom
 * @param {() => void} given.zoomToSpan
 * @param {() => void} given.back
 * @param {() => void} given.toggleSide
 * @param {() => void} given.toEnd to the last packets, and with them while they come
 * @param {import('./tools.js').Tools} given.tools
 * @returns {{ destroy: () => void }}
 */
export function wireInput({ target, diagram, model, focus, range, direction, state, change, setZoom, zoomToSpan, back, toggleSide, toEnd, tools }) {
  const timeAt = (/** @type {number} */ px) => {
    const { startNs, endNs } = range();
    return Math.min(Math.max(diagram.scene?.x.time(px) ?? startNs, startNs), endNs);
  };
  const zoomPoint = () => {
    const { startNs, endNs } = range();
    const { cursorNs } = focus;
    return cursorNs !== null && cursorNs >= startNs && cursorNs <= endNs ? cursorNs : (startNs + endNs) / 2;
  };
  const spanNs = () => range().endNs - range().startNs;

  const keys = connectionKeys({
    zoom: (factor, gesture) => setZoom(zoomAbout(range(), factor, zoomPoint(), model.limits), gesture),
    pan: (share, gesture) => setZoom(pan(range(), share * spanNs(), model.limits), gesture),
    fit: () => setZoom(null, 'start'),
    end: toEnd,
    zoomToSpan,
    back,
    swap: () => change({ direction: 1 - direction() }, 'start'),
    sameKind: (step) => focus.go(nextOfKind(model, direction(), focus.row, range().startNs, step)),
    event: (step) => focus.go(nextEvent(model, direction(), focus.row, range().startNs, step, EVENT_CHOICES.find(({ id }) => id === state().events)?.kinds)),
    level(step) {
      const message = focus.message();
      if (step > 0) focus.goToMessage(messageOfRow(model, Math.max(0, focus.row)) ?? message);
      else if (message) focus.go(frameLookup(model.columns)(message.message.firstFrame));
    },
    keepOpen: () => focus.pin(focus.row),
    close() {
      if (tools.closeRuler()) return;
      if (!focus.close() && state().span) change({ span: null }, 'replace');
    },
    side: toggleSide,
    ruler: tools.toggleRuler,
    find: tools.find,
    note: tools.addNote,
    values: tools.values,
  });

  followPointer(target, {
    point: focus.point,
    leave: focus.leave,
    press(x, y, reach) {
      focus.point(x, y, reach);
      if (focus.pointed >= 0) focus.pin(focus.pointed);
      else if (!focus.pointsAtMessage && !focus.close() && state().span) change({ span: null }, 'replace');
    },
    select(fromX, toX) {
      const [startNs, endNs] = [timeAt(fromX), timeAt(toX)].sort((a, b) => a - b);
      focus.leave();
      change({ span: endNs > startNs ? { startNs: Math.round(startNs), endNs: Math.round(endNs) } : null }, 'replace');
    },
    pan: (byPx, gesture) => setZoom(pan(range(), byPx * (spanNs() / diagram.layout.widthPx), model.limits), gesture),
    zoom: (factor, aboutX, gesture) => setZoom(zoomAbout(range(), factor, timeAt(aboutX), model.limits), gesture),
    isPanning: keys.isSpaceDown,
    isMeasuring: tools.isMeasuring,
    measure: tools.measure,
  });

  return { destroy: keys.destroy };
}
