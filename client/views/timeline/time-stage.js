/**
 * The stage of a view with a time axis: two canvases, one for what is drawn and one for what the pointer adds, with a
 * card. A view says where its plot lies, and draws; the stage sizes, follows the pointer, and makes pictures.
 */
import { beforePaint } from '../../base/frame.js';
import { drawPointer, groundOf, plotWidth } from './axis.js';
import { drawPointerDown } from './axis-down.js';
import { followTimePointer } from './time-pointer.js';

/** @typedef {import('./axis.js').Ground} Ground */
/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {{ x: number, y: number, reach: number }} Pointer px on the stage */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {import('./hover-card.js').CardContent} CardContent */
/** @typedef {{ key: string, content: () => CardContent, at: { x: number, y: number } }} Card */
/** @typedef {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>} Drawing */
/** @typedef {import('./lane-stage.js').LaneStage} LaneStage */

/**
 * What is on the page: `laneStage`, or the like.
 * @typedef {Record<'element' | 'scroller' | 'surface', HTMLElement> & Pick<LaneStage, 'data' | 'overlay' | 'resize'> &
 *   Partial<Pick<LaneStage, 'card' | 'room'>>} StageElements
 */
/**
 * Where the plot lies; where time goes down, `leftPx` is its top and `widthPx`, then needed, its height. limits: all
 * that can be in view; null: not known yet.
 * @typedef {{ limits: TimeRange|null, leftPx: number, widthPx?: number, originName?: string }} Laid
 */

/**
 * @typedef {object} TimeStageGiven
 * @property {StageElements} stage
 * @property {import('./window/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {(size: Size) => Laid|null} layOut null: there is nothing to draw
 * @property {(renderer: Renderer, ground: Ground) => void} draw
 * @property {(ground: Ground) => void} [beforeDraw] it is known what is in view
 * @property {() => void} [onDrawn]
 * @property {(renderer: Renderer, ground: Ground, pointerNs: number|null) => Card|null} drawOver what the pointer or
 *   the keyboard adds
 * @property {import('./note-flags.js').NoteFlags|null} [notes]
 * @property {() => number|null} [focusNs] where the keyboard is
 * @property {() => void} [onPoint] the pointer moved, or left
 * @property {(pointer: Pointer, hadSpan: boolean) => void} press a click or tap, which drops the selection
 * @property {() => number} [bottom] of the plot, px
 * @property {() => boolean} [canSelect]
 * @property {() => boolean} [isPanning]
 * @property {boolean} [fingersSelect] what a finger does along the axis, where there is nothing to pan
 * @property {boolean} [isDown] whether time goes down; `x` of a ground is then the scale of y
 */

export class TimeStage {
  #given;
  /** As drawn last. @type {Ground|null} */
  #ground = null;
  /** @type {Pointer|null} */
  #pointer = null;
  #observer = new ResizeObserver(() => this.redraw());

  /** @param {TimeStageGiven} given */
  constructor(given) {
    this.#given = given;
    const { stage, time, canSelect, isPanning, fingersSelect, isDown } = given;
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach) => ({
      x,
      y: y + this.#surfaceTop,
      reach,
    });
    followTimePointer(stage.surface, {
      time,
      ground: () => this.#ground,
      canSelect,
      isPanning,
      fingersSelect,
      isDown,
      point: (x, y, reach) => this.point(at(x, y, reach)),
      leave: () => this.point(null),
      press: (x, y, reach) => {
        const pointer = at(x, y, reach);
        const hadSpan = time.span !== null;
        this.focus();
        this.point(pointer);
        if (hadSpan) time.select(null);
        given.press(pointer, hadSpan);
      },
    });
    stage.scroller.addEventListener('scroll', () => this.redraw(), { passive: true });
    this.#observer.observe(stage.scroller);
  }

  get element() {
    return this.#given.stage.element;
  }
  get ground() {
    return this.#ground;
  }
  get pointer() {
    return this.#pointer;
  }

  /** @returns {number|null} where the pointer is, if it is on the time axis */
  get pointerNs() {
    const x = this.#ground?.x;
    const pointer = this.#pointer;
    if (!pointer || !x || pointer.y >= this.#bottom) return null;
    const px = this.#given.isDown ? pointer.y : pointer.x;
    return px < x.leftPx || px > x.leftPx + x.widthPx ? null : x.time(px);
  }

  get #bottom() {
    return this.#given.bottom?.() ?? Infinity;
  }

  /** A surface that moves with its rows begins above the stage. */
  get #surfaceTop() {
    const { surface, element } = this.#given.stage;
    return surface.getBoundingClientRect().top - element.getBoundingClientRect().top;
  }

  /** @param {Pointer|null} pointer */
  point(pointer) {
    this.#pointer = pointer;
    this.#given.onPoint?.();
    this.redrawOverlay();
  }

  redraw() {
    beforePaint(this.draw);
  }
  redrawOverlay() {
    beforePaint(this.#drawOverlay);
  }

  /** The same function each time, as `beforePaint` requires. */
  draw = () => {
    const { stage, time, theme, layOut, draw, beforeDraw, onDrawn } = this.#given;
    if (stage.scroller.clientWidth === 0 || !stage.element.isConnected) return;
    const size = stage.resize();
    const laid = layOut(size);
    if (laid === null) return;
    const { limits, leftPx, widthPx, originName } = laid;
    if (limits) time.setLimits(limits, widthPx ?? plotWidth(size.width, leftPx));
    const ground = groundOf({ range: time.range, leftPx, widthPx, ...size, colours: theme.colours(), originName });
    this.#ground = ground;
    beforeDraw?.(ground);
    stage.data.draw((renderer) => draw(renderer, ground));
    this.#drawOverlay();
    onDrawn?.();
  };

  #drawOverlay = () => {
    const ground = this.#ground;
    if (!ground) return;
    const { stage, time, notes, drawOver, focusNs } = this.#given;
    const atNs = this.#pointer ? this.pointerNs : (focusNs?.() ?? null);
    const pointed = { ...ground, height: Math.min(ground.height, this.#bottom) };
    /** @type {Card|null} */
    let card = null;
    stage.overlay.draw((renderer) => {
      notes?.draw(renderer, pointed, atNs);
      const draw = this.#given.isDown ? drawPointerDown : drawPointer;
      draw(renderer, pointed, { span: time.span, pointerNs: atNs, reading: ground.ticks.reading });
      card = drawOver(renderer, ground, atNs);
    });
    this.#showCard(card);
  };

  /** @param {Card|null} card */
  #showCard(card) {
    const { stage } = this.#given;
    if (card === null) stage.card?.hide();
    else if (stage.room) stage.card?.show(card.key, card.content, card.at, stage.room(), false);
  }

  focus() {
    this.#given.stage.scroller.focus({ preventScroll: true });
  }

  /**
   * What is in view, for a file.
   * @param {number} height px, at most the view's
   * @param {(renderer: Renderer, ground: Ground) => void} [draw] as on the page unless given
   * @returns {Drawing|null} null: nothing is drawn yet
   */
  picture(height = Infinity, draw = this.#given.draw) {
    const ground = this.#ground;
    if (!ground) return null;
    const high = Math.min(ground.height, height);
    return {
      width: ground.width,
      height: high,
      draw: (renderer, colours) => draw(renderer, { ...ground, colours, height: high }),
    };
  }

  destroy() {
    this.#observer.disconnect();
  }
}
