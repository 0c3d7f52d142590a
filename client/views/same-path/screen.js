/** The ladder and its panes on screen. */
import { setText } from '../../base/dom.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { laneStage } from '../timeline/lane-stage.js';
import { TimeStage } from '../timeline/time-stage.js';
import { drawDelays } from './draw-delays.js';
import { drawLadder } from './draw-ladder.js';
import { packetAt } from './ladder-hit.js';
import { linesOf, LOST_AT } from './ladder-lines.js';
import { layoutOf } from './layout.js';
import { intervalCard, packetCard } from './packet-words.js';

/** @typedef {import('./draw-ladder.js').LadderScene} LadderScene */
/** @typedef {import('../timeline/time-stage.js').Card} Card */
/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../timeline/axis.js').Ground} Ground */

/**
 * @typedef {object} Shown what is known of the path
 * @property {readonly string[]} labels
 * @property {readonly number[]} order place along the path of each capture
 * @property {readonly [number, number]|null} between along the path; null: no delays are known
 * @property {LadderScene['delayNs']} delayNs
 */
/**
 * @typedef {object} PathScreenGiven
 * @property {import('./ladder-source.js').LadderSource} source
 * @property {import('../timeline/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {() => Shown|null} shown null: nothing yet
 * @property {(range: import('../../plot/time-scale.js').TimeRange|null, px: number) => void} onNeed
 */

const lines = new CoordinateBuffer();

export class PathScreen {
  #given;
  #stage = laneStage('Packets between the captures', 'same-path-stage');
  #timeStage;
  /** @type {import('./layout.js').PathLayout|null} */
  #layout = null;
  /** Number of the packet that the keyboard is at; −1: none. */
  #chosen = -1;

  /** @param {PathScreenGiven} given */
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
      onPoint: () => {
        if (this.#timeStage.pointer) this.#chosen = -1;
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
    const layout = layoutOf(size, shown.order, shown.between !== null);
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
    const along = order.map((_, place) => order.indexOf(place));
    return { ground, frame, layout: this.#layout, labels, along, delayNs };
  }

  /** @param {Renderer} renderer @param {Ground} ground */
  #draw(renderer, ground) {
    const scene = this.#sceneOf(ground);
    if (scene === null) return;
    drawLadder(renderer, scene);
    const between = this.#given.shown()?.between ?? null;
    if (between !== null) drawDelays(renderer, scene, between);
  }

  /** @param {Renderer} renderer @param {Ground} ground @param {number|null} pointerNs @returns {Card|null} */
  #drawOver(renderer, ground, pointerNs) {
    const scene = this.#sceneOf(ground);
    if (scene === null) return null;
    const { pointer } = this.#timeStage;
    const row = pointer ? packetAt(scene, pointer) : this.#rowOfChosen(scene);
    if (row >= 0) {
      highlight(renderer, scene, row);
      const at = pointer ?? { x: scene.layout.ladderRight, y: ground.x.x(firstNs(scene, row)) };
      return { key: `packet ${scene.frame.listed?.packet[row]}`, content: () => packetCard(scene, row), at };
    }
    if (pointer === null || pointerNs === null || scene.frame.listed !== null) return null;
    const bin = Math.floor((pointerNs - scene.frame.startNs) / scene.frame.binNs);
    if (!scene.frame.sums.some(({ sent }) => sent[bin] > 0)) return null;
    return { key: `bin ${scene.frame.startNs} ${bin}`, content: () => intervalCard(scene, bin), at: pointer };
  }

  /** @param {LadderScene} scene */
  #rowOfChosen({ frame: { listed } }) {
    return this.#chosen < 0 || listed === null ? -1 : listed.packet.indexOf(this.#chosen);
  }

  /** To the next packet in view or the one before. @param {1|-1} step */
  step(step) {
    const { ground } = this.#timeStage;
    const scene = ground && this.#sceneOf(ground);
    if (!scene?.frame.listed) return;
    const { listed } = scene.frame;
    const { time } = this.#given;
    this.#timeStage.point(null);
    const from = this.#rowOfChosen(scene);
    const inView = (/** @type {number} */ row) =>
      firstNs(scene, row) >= time.range.startNs && firstNs(scene, row) <= time.range.endNs;
    const edge = step > 0 ? 0 : listed.packet.length - 1;
    let row = from >= 0 ? from + step : edge;
    while (row >= 0 && row < listed.packet.length && !inView(row)) row += step;
    if (row < 0 || row >= listed.packet.length) return;
    this.#chosen = listed.packet[row];
    const { title, corner, lines: said } = packetCard(scene, row);
    setText(this.#stage.announcer, [title, corner, ...said.map(([label, value]) => `${label} ${value}`)].join('; '));
    this.#timeStage.redrawOverlay();
  }

  picture() {
    return this.#given.source.frame === null ? null : this.#timeStage.picture();
  }

  close() {
    this.#chosen = -1;
    this.#timeStage.point(null);
  }

  destroy() {
    this.#timeStage.destroy();
  }
}

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
