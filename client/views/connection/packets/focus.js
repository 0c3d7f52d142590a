/**
 * The focus: one packet or one message at a time, pointed at or pinned, with ring, links, card, the
 * table's row and, for screen readers, a sentence.
 */
import { el } from '../../../base/dom.js';
import { beforePaint, debounce, throttle } from '../../../base/frame.js';
import { frameLookup } from '../data/messages.js';
import { paneAt } from '../panes/layout.js';
import { messageAt } from '../panes/messages.js';
import { createFocusCard } from './focus-card.js';
import { packetAt, rowAtTime } from './hit-test.js';
import { messageOfRow, messageTitle } from './message-facts.js';
import { announcementOf } from './packet-facts.js';
import { REST_MS } from './packet-table.js';

/** Least time between two changes of the figures under the cross-hair. */
const VALUES_MS = 100;

/** @typedef {import('../data/messages.js').PlacedMessage} PlacedMessage */

/**
 * @typedef {object} FocusGiven
 * @property {import('../data/model.js').Model} model
 * @property {import('../shown-view.js').ShownView} view
 * @property {import('../diagram.js').Diagram} diagram
 * @property {ReturnType<typeof import('../panes/pane-heads.js').createPaneHeads>} heads
 * @property {import('./packet-table.js').PacketTable} table
 * @property {() => number[]} evidence rows that are marked
 * @property {(timeNs: number) => void} bringIntoView
 * @property {() => void} onPoint the pointer moves
 * @property {(row: number) => void} onArrive the focus was moved to a packet
 * @property {() => readonly import('../../../state/types.js').Note[]} notes
 */

export class Focus {
  /** The live region that announces the focus. */
  announcer = el('p', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
  #given;
  #card;
  /** Row that is pointed at, or moved to by keys; −1 for none. */
  #row = -1;
  /** Of that row: rows are renumbered where the page has only a part of the packets. */
  #rowFrame = -1;
  /** @type {PlacedMessage|null} */
  #message = null;
  /** @type {number|null} */
  #cursorNs = null;
  #atRest = debounce(REST_MS, () => this.draw());
  /** Updating figures takes longer than moving a line. */
  #values = throttle(VALUES_MS, () => this.#showValues(), { keepsBusy: true });

  /** @param {FocusGiven} given */
  constructor(given) {
    this.#given = given;
    this.#card = createFocusCard(given.model, given.diagram);
  }

  /** The card. */
  get element() {
    return this.#card.element;
  }
  /** Row that is pointed at, or kept open. */
  get row() {
    return this.#row >= 0 ? this.#row : this.#pinnedRow();
  }
  get pointed() {
    return this.#row;
  }
  get pointsAtMessage() {
    return this.#message !== null;
  }
  get cursorNs() {
    return this.#cursorNs;
  }

  /**
   * @returns {PlacedMessage|null} the message pointed at, or that of the packet in focus, or the one in the selection
   */
  message() {
    const {
      model,
      view: {
        state: { span },
      },
    } = this.#given;
    if (this.#message) return this.#message;
    if (this.row >= 0) return messageOfRow(model, this.row);
    return (
      span &&
      (model.placed.find(
        ({ message, startNs, deliveredNs, endNs }) =>
          message.kind === 'response' && startNs <= span.endNs && (deliveredNs ?? endNs) >= span.startNs,
      ) ??
        null)
    );
  }

  /** The same function each time, as `beforePaint` requires. */
  draw = () => {
    this.#atRest.cancel();
    this.#drawLines();
    this.#card.show(this.#message, this.row, this.row === this.#pinnedRow());
  };

  /** Without the card. */
  #drawLines = () => {
    const {
      diagram,
      view: {
        state: { span, ruler },
      },
      notes,
      evidence,
    } = this.#given;
    if (!diagram.scene || !diagram.drawn.sequence) return;
    const row = this.#message ? -1 : this.row;
    diagram.drawOverlay({ span, row, ruler, notes: notes(), evidence: evidence(), cursorNs: this.#cursorNs });
    this.#values.call();
  };

  /** @param {number} x @param {number} y @param {number} reach px */
  point(x, y, reach) {
    const {
      model,
      diagram: { scene, layout, drawn },
      table,
      onPoint,
    } = this.#given;
    if (!scene || !drawn.sequence) return;
    const inPlot = x >= layout.leftPx && x <= layout.leftPx + layout.widthPx;
    const pane = paneAt(layout, y);
    this.#cursorNs = inPlot && pane && pane.id !== 'overview' ? scene.x.time(x) : null;
    const isInside = this.#cursorNs !== null;
    this.#row = isInside && pane?.id === 'sequence' ? packetAt(scene, drawn.sequence.scale, x, y, reach) : -1;
    this.#message = isInside && pane?.id === 'messages' ? messageAt(scene, pane, x, y, reach / 2) : null;
    this.#rowFrame = this.#row >= 0 ? model.columns.frame[this.#row] : -1;
    const to = this.#row >= 0 || this.#cursorNs === null ? this.#row : rowAtTime(scene, this.#cursorNs);
    if (to >= 0) table.follow(to, { atRest: true });
    beforePaint(this.#drawLines);
    this.#atRest.call();
    onPoint();
  }

  leave() {
    this.#cursorNs = null;
    this.#clear();
    beforePaint(this.draw);
  }

  /** Goes to a row by key or from the table. @param {number} to @param {{ fromTable?: boolean }} [how] */
  go(to, { fromTable = false } = {}) {
    if (to < 0) return;
    const { model, view, table, bringIntoView, onArrive } = this.#given;
    const timeNs = model.columns.time[to];
    view.hold();
    this.#row = to;
    this.#rowFrame = model.columns.frame[to];
    this.#message = null;
    this.#cursorNs = timeNs;
    if (!fromTable) {
      table.follow(to);
      this.announcer.textContent = announcementOf(model, to);
    }
    bringIntoView(timeNs);
    onArrive(to);
    beforePaint(this.draw);
  }

  /** @param {PlacedMessage|null} to */
  goToMessage(to) {
    if (!to) return;
    this.#given.view.hold();
    this.#message = to;
    this.#cursorNs = to.startNs;
    this.announcer.textContent = `${to.message.kind}, ${messageTitle(to)}`;
    this.#given.bringIntoView(to.startNs);
    beforePaint(this.draw);
  }

  /** Keeps the card of a row open. @param {number} row */
  pin(row) {
    if (row < 0) return;
    const { model, view, bringIntoView } = this.#given;
    this.#clear();
    bringIntoView(model.columns.time[row]);
    view.change({ frame: model.columns.frame[row] }, 'replace');
  }

  /** @returns {boolean} whether something was open */
  close() {
    const { view } = this.#given;
    const isPinned = view.state.frame !== null;
    const wasOpen = this.#row >= 0 || this.#message !== null || isPinned;
    this.#clear();
    if (isPinned) view.change({ frame: null }, 'replace');
    beforePaint(this.draw);
    return wasOpen;
  }

  /** After the model has got other packets. */
  renew() {
    if (this.#row >= 0) this.#row = frameLookup(this.#given.model.columns)(this.#rowFrame);
  }

  /** After the URL changed: the table goes to the frame that is kept open. */
  restore() {
    this.#clear();
    this.#given.table.follow(this.#pinnedRow());
  }

  destroy() {
    this.#atRest.cancel();
    this.#values.cancel();
  }

  #clear() {
    this.#row = -1;
    this.#message = null;
  }

  #showValues() {
    const {
      diagram: { scene },
      heads,
    } = this.#given;
    if (scene) heads.showValues(scene, this.#cursorNs);
  }

  #pinnedRow() {
    const {
      model,
      view: {
        state: { frame },
      },
    } = this.#given;
    return frame === null ? -1 : frameLookup(model.columns)(frame);
  }
}
