/** The ladder, and beside it the diagram of a segment: what is pointed at in one is marked in the other too. */
import { el } from '../../base/dom.js';
import { shiftedRenderer } from '../../plot/shifted-renderer.js';
import { DiagramStage } from './diagram/diagram-stage.js';
import { LadderStage } from './ladder-stage.js';
import { PointedPacket } from './pointed.js';

/**
 * @typedef {object} Shown what is known of the path
 * @property {readonly string[]} labels
 * @property {readonly number[]} order place along the path of each capture
 * @property {readonly [number, number]|null} between whose stream and delays are drawn; null: none
 * @property {(from: number, to: number) => number} delayNs what a packet usually takes
 */
/**
 * @typedef {object} PathScreenGiven
 * @property {import('./ladder-source.js').LadderSource} source
 * @property {import('../timeline/window/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {() => Shown|null} shown null: nothing yet
 * @property {(range: import('../../plot/time-scale.js').TimeRange|null, px: number) => void} onNeed
 */

export class PathScreen {
  #given;
  #pointed;
  #ladder;
  #diagram;
  #element;

  /** @param {PathScreenGiven & { onPointed: (row: number) => void }} given `onPointed`: −1 for none */
  constructor(given) {
    this.#given = given;
    this.#pointed = new PointedPacket(() => {
      this.#redrawOverlays();
      given.onPointed(this.#pointed.rowIn(given.source.frame));
    });
    const shared = { ...given, pointed: this.#pointed, onPoint: () => this.#redrawOverlays() };
    this.#diagram = new DiagramStage({ ...shared, atNs: () => this.#ladder?.pointerNs ?? null });
    this.#ladder = new LadderStage({
      ...shared,
      atNs: () => this.#diagram.pointerNs,
      onNeed: (range, px) => given.onNeed(range, Math.max(px, this.#diagram.plotPx)),
    });
    this.#element = el('div', { class: 'same-path-plots' }, this.#ladder.element, this.#diagram.element);
  }

  get element() {
    return this.#element;
  }

  /** @returns {number|null} */
  get pointerNs() {
    return this.#ladder.pointerNs ?? this.#diagram.pointerNs;
  }

  draw() {
    this.#diagram.element.hidden = (this.#given.shown()?.between ?? null) === null;
    this.#ladder.draw();
    this.#diagram.draw();
  }

  #redrawOverlays() {
    this.#ladder.redrawOverlay();
    this.#diagram.redrawOverlay();
  }

  /** To the next packet in view or the one before. @param {1|-1} step */
  step(step) {
    this.#diagram.leave();
    this.#ladder.step(step);
  }

  close() {
    this.#ladder.close();
    this.#diagram.leave();
  }

  /** Both as they lie on the page. @returns {import('../timeline/time-stage.js').Drawing|null} */
  picture() {
    const drawings = [this.#ladder, this.#diagram].flatMap((stage) => {
      const drawing = this.#given.source.frame === null ? null : stage.picture();
      return drawing === null || stage.element.hidden ? [] : [{ drawing, ...placeIn(this.#element, stage.element) }];
    });
    if (drawings.length === 0) return null;
    return {
      width: Math.max(...drawings.map(({ drawing, left }) => left + drawing.width)),
      height: Math.max(...drawings.map(({ drawing, top }) => top + drawing.height)),
      draw: (renderer, colours, isLight) => {
        for (const { drawing, left, top } of drawings) {
          const { width, height } = drawing;
          renderer.clipped({ x: left, y: top, width, height }, () =>
            drawing.draw(shiftedRenderer(renderer, left, top), colours, isLight),
          );
        }
      },
    };
  }

  destroy() {
    this.#ladder.destroy();
    this.#diagram.destroy();
  }
}

/** @param {HTMLElement} outer @param {HTMLElement} inner */
function placeIn(outer, inner) {
  const [from, to] = [outer.getBoundingClientRect(), inner.getBoundingClientRect()];
  return { left: to.left - from.left, top: to.top - from.top };
}
