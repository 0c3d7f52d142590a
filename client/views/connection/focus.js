/**
 * What the reader points at, and what stays open: one packet or one message at a time, with ring, links, card, the table's row
 * and, for those who listen, a sentence.
 */
import { el } from '../../base/dom.js';
import { beforePaint, debounce, throttle } from '../../base/frame.js';
import { createHoverCard, frameWords } from './hover-card.js';
import { anchorOf, packetAt, rowAtTime } from './hit-test.js';
import { paneAt } from './layout.js';
import { messageLines, messageOfRow, messageTitle } from './message-facts.js';
import { frameLookup } from './messages.js';
import { messageAt } from './messages-lane.js';
import { announcementOf, factsOf } from './packet-facts.js';
import { KIND_MARKS, kindOfPacket } from './packet-kinds.js';

/** A pointer that stands still so long is read at: the card comes, and the table. Elements cost the browser more than lines on a canvas. */
const REST_MS = 80;
/** Least time between two changes of the figures under the cross-hair. */
const VALUES_MS = 100;

/** @typedef {import('./messages.js').PlacedMessage} PlacedMessage */

/**
 * @param {object} given
 * @param {import('./model.js').Model} given.model
 * @param {import('./shown-view.js').ShownView} given.view
 * @param {import('./diagram.js').Diagram} given.diagram
 * @param {ReturnType<typeof import('./pane-heads.js').createPaneHeads>} given.heads
 * @param {ReturnType<typeof import('./packet-table.js').createPacketTable>} given.table
 * @param {() => number[]} given.evidence rows that are marked
 * @param {(timeNs: number) => void} given.bringIntoView
 * @param {() => void} given.onPoint the pointer moves
 * @param {(row: number) => void} given.onArrive the focus was moved to a packet
 * @param {() => readonly import('../../state/types.js').Note[]} given.notes
 */
export function createFocus({ model, view, diagram, heads, table, evidence, bringIntoView, onPoint, onArrive, notes }) {
  const card = createHoverCard();
  const announcer = el('p', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
  /** Row that is pointed at, or moved to by keys; −1 for none. */
  let row = -1;
  /** Of that row: rows are numbered anew where the page has only a part of the packets. */
  let rowFrame = -1;
  /** @type {PlacedMessage|null} */
  let message = null;
  /** @type {number|null} */
  let cursorNs = null;

  const pinnedRow = () => {
    const { frame } = view.state;
    return frame === null ? -1 : frameLookup(model.columns)(frame);
  };
  const shownRow = () => (row >= 0 ? row : pinnedRow());

  /** Reading figures takes longer than moving a line. */
  const showValues = throttle(VALUES_MS, () => diagram.scene && heads.showValues(diagram.scene, cursorNs), { keepsBusy: true });

  function drawLines() {
    if (!diagram.scene || !diagram.drawn.sequence) return;
    diagram.drawOverlay(overlaid());
    showValues.call();
  }

  function draw() {
    atRest.cancel();
    drawLines();
    const { scene, layout, drawn } = diagram;
    if (scene && drawn.sequence) showCard(scene, layout, drawn.sequence.scale);
  }
  const atRest = debounce(REST_MS, draw);

  /** @returns {import('./overlay.js').Pointed} */
  function overlaid() {
    return { span: view.state.span, row: message ? -1 : shownRow(), ruler: view.state.ruler, notes: notes(), evidence: evidence(), cursorNs };
  }

  /** @param {import('./grid.js').Scene} scene @param {import('./layout.js').Layout} layout @param {import('../../plot/value-scale.js').ValueScale} scale */
  function showCard(scene, layout, scale) {
    const room = { width: layout.leftPx + layout.widthPx + 14, height: layout.height, left: layout.leftPx };
    if (message) {
      const placed = message;
      const lane = layout.panes.find((pane) => pane.id === 'messages');
      const mark = { x: Math.max(scene.x.x(placed.startNs), layout.leftPx), y: (lane?.top ?? 0) + (lane?.height ?? 0) - 8 };
      return card.show(`message ${placed.message.index} ${model.revision}`, () => messageCard(placed), mark, room, false);
    }
    const shown = shownRow();
    if (shown < 0) return card.hide();
    const [x, y] = anchorOf(scene, scale, shown);
    if (x < layout.leftPx - 8 || x > layout.leftPx + layout.widthPx + 8) return card.hide();
    const pane = layout.panes.find(({ id }) => id === 'sequence');
    const inPane = Math.min(Math.max(y, pane?.top ?? y), (pane?.top ?? 0) + (pane?.height ?? 0));
    return card.show(`packet ${shown} ${model.revision}`, () => packetCard(shown), { x, y: inPane }, room, shown === pinnedRow());
  }

  /** @param {number} of row */
  function packetCard(of) {
    const { title, frame, lines } = factsOf(model, of);
    const { letter, colour } = KIND_MARKS[kindOfPacket(model, of)];
    return { letter, letterClass: `in-${colour}`, title, corner: frameWords(frame), lines, canStay: true };
  }

  /** @param {PlacedMessage} placed */
  function messageCard(placed) {
    return { letter: '', letterClass: '', title: messageTitle(placed), corner: placed.message.protocol, lines: messageLines(model, placed), canStay: false };
  }

  return {
    element: card.element,
    announcer,
    draw,
    /** Row that is pointed at, or kept open. */
    get row() { return shownRow(); },
    get pointed() { return row; },
    get pointsAtMessage() { return message !== null; },
    get cursorNs() { return cursorNs; },
    /** @returns {PlacedMessage|null} the message pointed at, or that of the packet in focus, or the one in the selection */
    message() {
      if (message) return message;
      const shown = shownRow();
      const { span } = view.state;
      if (shown >= 0) return messageOfRow(model, shown);
      return span
        ? model.placed.find((placed) =>
          placed.message.kind === 'response' && placed.startNs <= span.endNs && (placed.deliveredNs ?? placed.endNs) >= span.startNs)
          ?? null
        : null;
    },

    /** @param {number} x @param {number} y @param {number} reach px */
    point(x, y, reach) {
      const { scene, layout, drawn } = diagram;
      if (!scene || !drawn.sequence) return;
      const inPlot = x >= layout.leftPx && x <= layout.leftPx + layout.widthPx;
      const pane = paneAt(layout, y);
      cursorNs = inPlot && pane && pane.id !== 'overview' ? scene.x.time(x) : null;
      row = cursorNs !== null && pane?.id === 'sequence' ? packetAt(scene, drawn.sequence.scale, x, y, reach) : -1;
      message = cursorNs !== null && pane?.id === 'messages' ? messageAt(scene, pane, x, y, reach / 2) : null;
      rowFrame = row >= 0 ? model.columns.frame[row] : -1;
      const to = row >= 0 || cursorNs === null ? row : rowAtTime(scene, cursorNs);
      if (to >= 0) table.follow(to, { atRest: true });
      beforePaint(drawLines);
      atRest.call();
      onPoint();
    },

    leave() {
      cursorNs = null;
      row = -1;
      message = null;
      beforePaint(draw);
    },

    destroy() {
      atRest.cancel();
      showValues.cancel();
    },

    /** Goes to a row by key or from the table. @param {number} to @param {{ fromTable?: boolean }} [how] */
    go(to, { fromTable = false } = {}) {
      if (to < 0) return;
      view.hold();
      row = to;
      rowFrame = model.columns.frame[to];
      message = null;
      cursorNs = model.columns.time[to];
      if (!fromTable) {
        table.follow(to);
        announcer.textContent = announcementOf(model, to);
      }
      bringIntoView(model.columns.time[to]);
      onArrive(to);
      beforePaint(draw);
    },

    /** @param {PlacedMessage|null} to */
    goToMessage(to) {
      if (!to) return;
      view.hold();
      message = to;
      cursorNs = to.startNs;
      announcer.textContent = `${to.message.kind}, ${messageTitle(to)}`;
      bringIntoView(to.startNs);
      beforePaint(draw);
    },

    /** Keeps the card of a row open. @param {number} of */
    pin(of) {
      if (of < 0) return;
      row = -1;
      message = null;
      bringIntoView(model.columns.time[of]);
      view.change({ frame: model.columns.frame[of] }, 'replace');
    },

    /** @returns {boolean} whether something was open */
    close() {
      const wasOpen = row >= 0 || message !== null || view.state.frame !== null;
      row = -1;
      message = null;
      if (view.state.frame !== null) view.change({ frame: null }, 'replace');
      beforePaint(draw);
      return wasOpen;
    },

    /** After the model has taken in others of its packets. */
    renew() {
      if (row >= 0) row = frameLookup(model.columns)(rowFrame);
    },

    /** After the URL changed: the table goes to the frame that is kept open. */
    restore() {
      row = -1;
      message = null;
      table.follow(pinnedRow());
    },
  };
}

/** @typedef {ReturnType<typeof createFocus>} Focus */
