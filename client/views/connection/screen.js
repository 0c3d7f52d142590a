/**
 * The view of one connection whose packets have arrived: its parts, what they show, and updates from outside.
 */
import { fill } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { messageBar } from '../../components/message-bar.js';
import { bisectLeft } from '../../vendor/d3.js';
import { isPartial } from './data/partial-packets.js';
import { Diagram } from './diagram.js';
import { wireInput } from './input/input.js';
import { createViewSteps } from './input/view-steps.js';
import { ScreenDrawing } from './screen-drawing.js';
import { screenParts } from './screen-parts.js';
import { ShownView } from './shown-view.js';

/**
 * @typedef {Omit<import('./screen-parts.js').ScreenPartsGiven, 'view'|'steps'|'diagram'|'redraw'|'stayBusy'>}
 *   PartsGiven
 */
/** @typedef {Pick<import('./index.js').ConnectionPlace, 'query'|'onQueryChange'>} UrlGiven */

/**
 * @param {HTMLElement} container
 * @param {PartsGiven & UrlGiven & { onRest: (direction: number, range: import('../../plot/time-scale.js').TimeRange,
 *   widthPx: number) => void }} given
 *   `onRest`: the hand rests, and this is in view
 */
export function createConnectionScreen(container, given) {
  const { model, query, onQueryChange, theme, onRest } = given;
  const diagram = new Diagram();
  const view = new ShownView({
    model,
    query,
    onQueryChange,
    widthPx: () => diagram.layout.widthPx,
    onChange: () => {
      numberAsChosen();
      beforePaint(drawing.draw);
    },
    onZoom: showInTable,
    onEnd: () => table.toEnd(),
  });
  const steps = createViewSteps({ model, view });
  const parts = screenParts({
    ...given,
    view,
    steps,
    diagram,
    redraw: () => drawing.draw(),
    stayBusy: () => drawing.stayBusy(),
  });
  const { element, table, focus, tools, toggleSide, complaint, strips } = parts;
  container.append(element);
  const drawing = new ScreenDrawing({ parts, model, view, theme, onRest });
  const input = wireInput({ model, view, steps, diagram, focus, tools, toggleSide });

  /** While there is only a sketch of all packets, nothing is listed. */
  const isListed = () => model.columns.sketch === null || isPartial(model.columns);

  /** Table and card use the same numbers as the axis. */
  function numberAsChosen() {
    const { absolute } = view.state;
    if (model.hasWireNumbers === absolute) return;
    model.hasWireNumbers = absolute;
    model.revision++;
    if (isListed()) table.update(model);
  }

  /**
   * The table begins with the first packet in view that the chosen finding rests on, or where the view does, unless the
   * reader is at a packet.
   */
  function showInTable() {
    if (focus.row >= 0 || focus.cursorNs !== null) return;
    const {
      target: { startNs, endNs },
    } = view;
    const { time, rows } = model.columns;
    const shown = steps.evidence().find((row) => time[row] >= startNs && time[row] <= endNs);
    table.showFrom(shown ?? bisectLeft(time, startNs, 0, rows));
  }

  /** What the URL asks for is shown, once there are packets. */
  function showAsked() {
    focus.restore();
    showInTable();
    steps.arriveAtFinding();
  }

  numberAsChosen();
  drawing.begin();
  if (isListed()) table.update(model);
  showAsked();
  drawing.draw();

  return {
    redraw() {
      if (isListed()) table.update(model);
      drawing.draw();
    },
    /** Its findings were fetched after it. */
    takeFindings() {
      steps.arriveAtFinding();
      drawing.draw();
    },
    /** @param {import('../../state/answer-types.js').Waits|null} time null: it is not known */
    takeTime: (time) => parts.head.setTime(time),
    /** After the model has grown. */
    grow() {
      fill(complaint);
      const wasEmpty = table.isEmpty;
      focus.renew();
      table.update(model);
      if (wasEmpty) showAsked();
      view.keepEnd();
      beforePaint(drawing.draw);
    },
    /**
     * The strips about reading and dropped packets stay.
     * @param {import('../../state/types.js').Capture} capture
     */
    setCapture: (capture) => strips.update(capture),
    /** @param {boolean} isLive whether packets come as they are captured */
    setLive: (isLive) => view.setLive(isLive),
    /**
     * @param {import('../../state/types.js').Query} next from the browser's back or forward, or from a guide
     * @param {{ glides?: boolean }} [how]
     */
    arrive(next, how) {
      view.arrive(next, how);
      numberAsChosen();
      focus.restore();
      showInTable();
      beforePaint(drawing.draw);
    },
    /** @param {string} sentence */
    complain(sentence) {
      fill(
        complaint,
        messageBar({
          kind: 'failure',
          title: 'Newer packets could not be fetched',
          text: sentence,
          onClose: () => fill(complaint),
        }),
      );
    },
    destroy() {
      view.destroy();
      drawing.destroy();
      focus.destroy();
      input.destroy();
      tools.destroy();
      table.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof createConnectionScreen>} ConnectionScreen */
