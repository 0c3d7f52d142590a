/**
 * Draws the view: the diagrams in every frame of a gesture, with what moves with them; what is beside them when the
 * input pauses.
 */
import { setText } from '../../base/dom.js';
import { count } from '../../base/format.js';
import { beforePaint, debounce } from '../../base/frame.js';
import { PAUSE_MS } from '../timeline/time-frame.js';
import { diagramWords } from './head/diagram-text.js';
import { laneHeight } from './panes/messages.js';

/**
 * Elements beside the diagrams wait for less than statistics: elements cost the browser more than
 * lines on a canvas.
 */
const REST_MS = 50;

/** @typedef {import('./screen-parts.js').ScreenParts} ScreenParts */

export class ScreenDrawing {
  #parts;
  #model;
  #view;
  #theme;
  #onRest;
  /** Of the diagrams. */
  #room = { width: 0, height: 0 };
  /** Statistics wait until a gesture pauses: sorting a million samples is too much for every frame. */
  #side = debounce(PAUSE_MS, () => this.#updateSide());
  #beside = debounce(REST_MS, () => this.#drawBeside());
  #observer = new ResizeObserver(() => this.#takeSize());

  /**
   * @param {object} given
   * @param {ScreenParts} given.parts
   * @param {import('./data/model.js').Model} given.model
   * @param {import('./shown-view.js').ShownView} given.view
   * @param {import('../../base/theme.js').Theme} given.theme
   * @param {(direction: number, range: import('../../plot/time-scale.js').TimeRange, widthPx: number) => void}
   *   given.onRest
   */
  constructor({ parts, model, view, theme, onRest }) {
    this.#parts = parts;
    this.#model = model;
    this.#view = view;
    this.#theme = theme;
    this.#onRest = onRest;
  }

  /** Draws for the first time, and again whenever the diagrams' size changes. */
  begin() {
    this.#observer.observe(this.#parts.diagram.element);
    // Its words take a part of the height: measured without them, everything would be drawn twice.
    this.#updateHead();
    this.#measure();
  }

  /** The same function each time, as `beforePaint` requires. */
  draw = () => {
    const { element, diagram, focus } = this.#parts;
    const { state, range, isMoving } = this.#view;
    const { width, height } = this.#room;
    if (!element.isConnected || width === 0) return;
    diagram.resize(width, height, {
      messagesHeight: laneHeight(this.#model),
      panes: state.panes,
      folded: state.folded,
    });
    const isDone = diagram.draw(this.#given(), range, state.unit, { isMoving });
    if (!isDone) beforePaint(this.draw);
    this.#view.noteDrawn();
    this.#drawAround();
    if (isMoving) this.#beside.call();
    else this.#drawBeside();
    focus.draw();
  };

  /** The user goes on with something else: what waits for a pause keeps waiting. */
  stayBusy() {
    this.#side.postpone();
    this.#beside.postpone();
  }

  destroy() {
    this.#side.cancel();
    this.#beside.cancel();
    this.#observer.disconnect();
  }

  #measure() {
    const { clientWidth: width, clientHeight: height } = this.#parts.diagram.element;
    this.#room = { width, height };
  }

  /** The observer also reports the initial size. */
  #takeSize() {
    const { width, height } = this.#room;
    this.#measure();
    if (this.#room.width !== width || this.#room.height !== height) beforePaint(this.draw);
  }

  /** @returns {import('./diagram.js').Given} */
  #given() {
    const { state, direction } = this.#view;
    const theme = this.#theme;
    return {
      model: this.#model,
      direction,
      colours: theme.colours(),
      light: theme.name() === 'light',
      hidden: state.hidden,
      as: state,
    };
  }

  /** Elements updated at once, even during a gesture. */
  #drawAround() {
    const {
      diagram: { layout, scene, drawn },
      heads,
    } = this.#parts;
    if (!scene) return;
    heads.update(scene, layout, drawn);
    this.#side.call();
  }

  #placeBrush() {
    const {
      diagram: { layout },
      brush,
    } = this.#parts;
    const { limits, originNs } = this.#model;
    brush.update(
      { range: this.#view.range, limits, leftPx: layout.leftPx, widthPx: layout.widthPx, originNs },
      layout.panes[0],
      layout.narrow,
    );
  }

  #updateHead() {
    const { state, range, direction, following, history } = this.#view;
    const zoom = following.isFollowing ? null : state.zoom && range;
    this.#parts.head.update(this.#model, direction, state.unit, { zoom, path: history.path(state.zoom) }, following);
  }

  #updateSide() {
    const { side, focus, diagram } = this.#parts;
    const { state, range, direction, following } = this.#view;
    this.#onRest(direction, range, diagram.layout.widthPx);
    side.update(
      this.#model,
      direction,
      {
        span: state.span,
        range,
        hidden: state.hidden,
        isLive: following.isLive,
        finding: state.finding,
        panes: state.panes,
      },
      focus.message(),
    );
  }

  /** Everything else beside the canvases. */
  #drawBeside() {
    const { diagram, viewPanel, tools, ruler } = this.#parts;
    const model = this.#model;
    this.#beside.cancel();
    this.#view.rest();
    this.#placeBrush();
    this.#updateHead();
    this.#showWaiting();
    viewPanel.update();
    diagram.element.classList.toggle('is-measuring', tools.isMeasuring());
    ruler.set(tools.isMeasuring());
    diagram.canvas.setAttribute(
      'aria-label',
      `${diagramWords(model, this.#view.direction)} The packet table below has the same rows.`,
    );
  }

  /** How many packets have come since the user holds. */
  #showWaiting() {
    const {
      waiting,
      diagram: { layout },
    } = this.#parts;
    const later = this.#view.following.waiting(this.#model.columns.rows);
    waiting.hidden = later === 0;
    waiting.style.top = `${layout.panes.find(({ id }) => id === 'sequence')?.top ?? 0}px`;
    if (later > 0) setText(waiting, `${count(later, 'packet')} waiting →`);
  }
}
