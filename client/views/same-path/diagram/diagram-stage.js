/** The diagram on screen: a stream at both points of a segment, and the segment's delays. */
import { drawAxis } from '../../timeline/axis.js';
import { laneStage } from '../../timeline/lane-stage.js';
import { TimeStage } from '../../timeline/time-stage.js';
import { alongOf } from '../layout.js';
import { intervalCardAt, packetCard } from '../packet-words.js';
import { diagramLayout } from './diagram-layout.js';
import { drawDelays } from './draw-delays.js';
import { drawStream } from './draw-stream.js';
import { highlightPacket } from './highlight.js';
import { passageAt } from './passage-at.js';

/** @typedef {import('./passages.js').DiagramScene} DiagramScene */
/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../timeline/axis.js').Ground} Ground */

export class DiagramStage {
  #given;
  #stage = laneStage('A stream at two captures, and its delays', 'same-path-diagram');
  #timeStage;

  /** @param {import('../ladder-stage.js').LadderStageGiven} given */
  constructor(given) {
    this.#given = given;
    const { time, theme, source, pointed } = given;
    this.#stage.spacer.hidden = true;
    this.#timeStage = new TimeStage({
      stage: this.#stage,
      time,
      theme,
      layOut: (size) =>
        source.frame === null
          ? null
          : { limits: { startNs: 0, endNs: Math.max(1, source.frame.durationNs) }, leftPx: diagramLayout(size).leftPx },
      draw: (renderer, ground) => this.#draw(renderer, ground),
      drawOver: (renderer, ground, pointerNs) => this.#drawOver(renderer, ground, pointerNs),
      focusNs: given.atNs,
      onPoint: () => {
        if (!this.#timeStage.pointer) pointed.set(-1);
        given.onPoint();
      },
      press: () => undefined,
    });
  }

  get element() {
    return this.#stage.element;
  }

  /** @returns {number|null} */
  get pointerNs() {
    return this.#timeStage.pointerNs;
  }

  /** Of the time axis; 0: it is not drawn. */
  get plotPx() {
    return this.#timeStage.ground?.x.widthPx ?? 0;
  }

  draw() {
    this.#timeStage.draw();
  }

  redrawOverlay() {
    this.#timeStage.redrawOverlay();
  }

  leave() {
    this.#timeStage.point(null);
  }

  /** @param {Ground} ground @returns {DiagramScene|null} */
  #sceneOf(ground) {
    const shown = this.#given.shown();
    const { frame } = this.#given.source;
    if (shown === null || frame === null || shown.between === null) return null;
    const [from, to] = shown.between;
    /** @type {[number, number]} */
    const along = shown.order[from] < shown.order[to] ? [from, to] : [to, from];
    return { ground, frame, layout: diagramLayout(ground), labels: shown.labels, between: shown.between, along };
  }

  /** @param {Renderer} renderer @param {Ground} ground */
  #draw(renderer, ground) {
    const scene = this.#sceneOf(ground);
    if (scene === null) return;
    drawStream(renderer, scene);
    drawDelays(renderer, scene);
    drawAxis(renderer, ground);
  }

  /**
   * @param {Renderer} renderer @param {Ground} ground @param {number|null} pointerNs
   * @returns {import('../../timeline/time-stage.js').Card|null}
   */
  #drawOver(renderer, ground, pointerNs) {
    const scene = this.#sceneOf(ground);
    const shown = this.#given.shown();
    if (scene === null || shown === null) return null;
    const { pointed } = this.#given;
    const { pointer } = this.#timeStage;
    if (pointer) {
      const at = passageAt(scene, pointer);
      pointed.set(at < 0 ? -1 : (scene.frame.listed?.packet[at] ?? -1));
    }
    const row = pointed.rowIn(scene.frame);
    if (row >= 0) highlightPacket(renderer, scene, row);
    if (row < 0 || pointer === null) return intervalCardAt(scene, pointerNs, pointer);
    const { frame, labels } = scene;
    const along = alongOf(shown.order);
    return {
      key: `packet ${pointed.number}`,
      content: () => packetCard({ frame, labels, ground, along }, row),
      at: pointer,
    };
  }

  picture() {
    return this.#timeStage.picture();
  }

  destroy() {
    this.#timeStage.destroy();
  }
}
