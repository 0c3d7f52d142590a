/** The ladder on screen. */
import { setText } from '../../base/dom.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { laneStage } from '../timeline/lane-stage.js';
import { TimeStage } from '../timeline/time-stage.js';
import { drawLadder } from './draw-ladder.js';
import { packetAt } from './ladder-hit.js';
import { linesOf, LOST_AT } from './ladder-lines.js';
import { alongOf, layoutOf } from './layout.js';
import { intervalCardAt, packetCard } from './packet-words.js';

/** @typedef {import('./draw-ladder.js').LadderScene} LadderScene */
/** @typedef {import('../timeline/time-stage.js').Card} Card */
/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../timeline/axis.js').Ground} Ground */

/**
 * `atNs`: where the pointer is in the other drawing; `onPoint`: it moved in this one.
 * @typedef {import('./screen.js').PathScreenGiven & { pointed: import('./pointed.js').PointedPacket, onPoint:
 *   () => void, atNs: () => number|null }} LadderStageGiven
 */

const lines = new CoordinateBuffer();

export class LadderStage {
  #given;
  #stage = laneStage('Packets between the captures', 'same-path-stage');
  #timeStage;
  /** @type {import('./layout.js').PathLayout|null} */
  #layout = null;

  /** @param {LadderStageGiven} given */
  constructor(given) {
    this.#given = given;
    const { time, theme, source } = given;
    this.#stage.spacer.hidden = true;
    this.#timeStage = new TimeStage({
      stage: this.#stage,
      time,
      theme,
      isDown: true,
      layOut: (size) => this.#layOut(size),
      beforeDraw: ({ x }) => given.onNeed(source.frame === null ? null : time.range, x.widthPx),
      draw: (renderer, ground) => this.#draw(renderer, ground),
      drawOver: (renderer, ground, pointerNs) => this.#drawOver(renderer, ground, pointerNs),
      focusNs: given.atNs,
      onPoint: () => {
        if (!this.#timeStage.pointer) given.pointed.set(-1);
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

  draw() {
    this.#timeStage.draw();
  }

  /** @param {import('../timeline/time-stage.js').Size} size */
  #layOut(size) {
    const shown = this.#given.shown();
    if (shown === null) return null;
    const { frame } = this.#given.source;
    const layout = layoutOf(size, shown.order);
    this.#layout = layout;
    return {
      limits: frame === null ? null : { startNs: 0, endNs: Math.max(1, frame.durationNs) },
      leftPx: layout.top,
      widthPx: layout.height,
    };
  }

  /** @param {Ground} ground @returns {LadderScene|null} */
  #sceneOf(ground) {
    const shown = this.#given.shown();
    const { frame } = this.#given.source;
    if (shown === null || frame === null || this.#layout === null) return null;
    const { labels, order, delayNs } = shown;
    return { ground, frame, layout: this.#layout, labels, along: alongOf(order), delayNs };
  }

  /** @param {Renderer} renderer @param {Ground} ground */
  #draw(renderer, ground) {
    const scene = this.#sceneOf(ground);
    if (scene !== null) drawLadder(renderer, scene);
  }

  /** @param {Renderer} renderer @param {Ground} ground @param {number|null} pointerNs @returns {Card|null} */
  #drawOver(renderer, ground, pointerNs) {
    const scene = this.#sceneOf(ground);
    if (scene === null) return null;
    const { pointed } = this.#given;
    const { pointer } = this.#timeStage;
    if (pointer) pointed.set(numberAt(scene, packetAt(scene, pointer)));
    const row = pointed.rowIn(scene.frame);
    if (row >= 0) {
      highlight(renderer, scene, row);
      if (this.#isElsewhere()) return null;
      const at = pointer ?? { x: scene.layout.ladderRight / 2, y: ground.x.x(firstNs(scene, row)) };
      return { key: `packet ${pointed.number}`, content: () => packetCard(scene, row), at };
    }
    return intervalCardAt(scene, pointerNs, pointer);
  }

  /** Whether the packet is pointed at in another drawing, whose card says what it is. */
  #isElsewhere() {
    return this.#timeStage.pointer === null && this.#given.atNs() !== null;
  }

  /** To the next packet in view or the one before. @param {1|-1} step */
  step(step) {
    const { ground } = this.#timeStage;
    const scene = ground && this.#sceneOf(ground);
    if (!scene?.frame.listed) return;
    const { listed } = scene.frame;
    const { time } = this.#given;
    const from = this.#given.pointed.rowIn(scene.frame);
    this.#timeStage.point(null);
    const inView = (/** @type {number} */ row) =>
      firstNs(scene, row) >= time.range.startNs && firstNs(scene, row) <= time.range.endNs;
    const edge = step > 0 ? 0 : listed.packet.length - 1;
    let row = from >= 0 ? from + step : edge;
    while (row >= 0 && row < listed.packet.length && !inView(row)) row += step;
    if (row < 0 || row >= listed.packet.length) return;
    this.#given.pointed.set(listed.packet[row]);
    const { title, corner, lines: said } = packetCard(scene, row);
    setText(this.#stage.announcer, [title, corner, ...said.map(([label, value]) => `${label} ${value}`)].join('; '));
  }

  picture() {
    return this.#given.source.frame === null ? null : this.#timeStage.picture();
  }

  redrawOverlay() {
    this.#timeStage.redrawOverlay();
  }

  close() {
    this.#timeStage.point(null);
  }

  destroy() {
    this.#timeStage.destroy();
  }
}

/** @param {LadderScene} scene @param {number} row @returns {number} −1: it is none */
const numberAt = ({ frame: { listed } }, row) => (listed === null || row < 0 ? -1 : listed.packet[row]);

/** When a packet was seen first. @param {LadderScene} scene @param {number} row */
function firstNs({ frame: { listed }, along }, row) {
  if (listed === null) return NaN;
  const way = listed.isBack[row] ? [...along].reverse() : along;
  return listed.times[way.find((place) => !Number.isNaN(listed.times[place][row])) ?? 0][row];
}

/**
 * The same packet at all points.
 * @param {Renderer} renderer @param {LadderScene} scene @param {number} row
 */
function highlight(renderer, { ground: { x: y, colours }, frame: { listed }, layout, along, delayNs }, row) {
  if (listed === null) return;
  lines.clear();
  const ends = new CoordinateBuffer();
  linesOf(listed, row, along, delayNs, (kind, from, fromNs, to, toNs) => {
    const left = layout.columns[from];
    const right = left + (kind === 'lost' ? LOST_AT : 1) * (layout.columns[to] - left);
    lines.line(left, y.x(fromNs), right, y.x(toNs));
    ends.point(left, y.x(fromNs));
    if (kind !== 'lost') ends.point(right, y.x(toNs));
  });
  renderer.lines(lines, { colour: colours.ink1, width: 2.5 });
  renderer.dots(ends, 4, { colour: colours.ink1 });
}
