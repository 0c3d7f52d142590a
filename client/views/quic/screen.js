/** The diagram of a QUIC connection on screen. */
import { setText } from '../../base/dom.js';
import { ring } from '../../plot/glyphs.js';
import { headsPx, withAir } from '../timeline/axis.js';
import { laneStage } from '../timeline/lane-stage.js';
import { TimeStage } from '../timeline/time-stage.js';
import { spanOf } from './data/packets.js';
import { drawQuic } from './draw/draw.js';
import { leastHeight, LEFT, panesOf } from './draw/layout.js';
import { hitAt, placeOf } from './hit.js';
import { lossCard, packetCard } from './packets/card.js';
import { fateWords, packetName } from './packets/words.js';
import { valueCard } from './value-card.js';

/** @typedef {import('./draw/scene.js').QuicScene} QuicScene */
/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../timeline/axis.js').Ground} Ground */
/**
 * @typedef {object} QuicShown
 * @property {import('./data/packets.js').Packets} packets
 * @property {import('./data/sequence.js').Sequence|null} sequence
 * @property {import('./data/sender.js').Sender|null} sender
 * @property {number} direction
 * @property {boolean} isOpen
 * @property {number} selected row of the connection's packets; −1: none
 */
/**
 * @typedef {object} QuicScreenGiven
 * @property {import('../timeline/window/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {import('../timeline/note-flags.js').NoteFlags|null} notes
 * @property {() => QuicShown|null} shown
 * @property {import('./packets/rows.js').PacketRows} rows
 * @property {(row: number) => void} onSelect
 */

export class QuicScreen {
  #given;
  #stage = laneStage('Time–sequence diagram of the connection; the table below has the same packets', 'quic-stage');
  #timeStage;
  /** @type {import('./draw/scene.js').DrawnPane|null} */
  #drawn = null;
  /** Milliseconds that the latest drawing took. */
  drawMs = 0;

  /** @param {QuicScreenGiven} given */
  constructor(given) {
    this.#given = given;
    const { time, theme, notes, shown, rows, onSelect } = given;
    this.#timeStage = new TimeStage({
      stage: this.#stage,
      time,
      theme,
      notes,
      layOut: ({ width }) => shown() && { limits: limitsOf(shown()), leftPx: headsPx(width, LEFT) },
      draw: (renderer, ground) => this.#draw(renderer, ground),
      drawOver: (renderer, ground) => this.#drawOver(renderer, ground),
      focusNs: () => {
        const selected = shown()?.selected ?? -1;
        return selected < 0 ? null : (rows.at(selected)?.figures.time ?? null);
      },
      press: (pointer) => {
        const hit = this.#hit(pointer);
        if (hit !== null && hit.row >= 0) onSelect(hit.row);
      },
    });
  }

  get element() {
    return this.#stage.element;
  }
  get pointerNs() {
    return this.#timeStage.pointerNs;
  }

  draw() {
    const { clientWidth } = this.#stage.scroller;
    this.#stage.element.style.minHeight = `${leastHeight(clientWidth < 600)}px`;
    this.#timeStage.draw();
  }
  redrawOverlay() {
    this.#timeStage.redrawOverlay();
  }

  /** @param {Ground} ground @returns {QuicScene|null} */
  #scene(ground) {
    const shown = this.#given.shown();
    if (shown === null) return null;
    const { colours } = ground;
    const dataColour = shown.direction === 0 ? colours.c2s : colours.s2c;
    return { ...ground, ...shown, dataColour, light: this.#given.theme.name() === 'light' };
  }

  /** @param {Renderer} renderer @param {Ground} ground */
  #draw(renderer, ground) {
    const scene = this.#scene(ground);
    const from = performance.now();
    if (scene !== null) this.#drawn = drawQuic(renderer, scene);
    this.drawMs = performance.now() - from;
  }

  /** @param {{ x: number, y: number }} pointer */
  #hit(pointer) {
    const { ground } = this.#timeStage;
    const scene = ground && this.#scene(ground);
    const pane = ground && panesOf(ground.height, ground.narrow).find(({ id }) => id === 'sequence');
    if (!scene || !pane || !this.#drawn || pointer.y < pane.top || pointer.y > pane.top + pane.height) return null;
    return hitAt(scene, this.#drawn.scale.y, pointer);
  }

  /** @param {Renderer} renderer @param {Ground} ground @returns {import('../timeline/time-stage.js').Card|null} */
  #drawOver(renderer, ground) {
    const { pointer } = this.#timeStage;
    const scene = this.#scene(ground);
    if (scene === null || this.#drawn === null) return null;
    const { y } = this.#drawn.scale;
    const { selected } = /** @type {QuicShown} */ (this.#given.shown());
    const chosen = placeOf(scene, y, selected);
    if (chosen) ring(renderer, chosen.x, chosen.y, ground.colours.ink1);
    const hit = pointer === null ? null : this.#hit(pointer);
    if (pointer === null) return null;
    if (hit === null) return valuesAt(scene, pointer);
    ring(renderer, hit.x, hit.y, ground.colours.ink2);
    const { loss, row } = hit;
    if (row < 0 && loss !== null) return { key: `loss ${loss.pn}`, content: () => lossCard(loss), at: hit };
    const packet = this.#given.rows.at(row);
    if (packet === null) return null; // it is on its way, and then drawn again
    return { key: String(row), content: () => packetCard(packet), at: { x: hit.x, y: hit.y } };
  }

  /** A packet that the keyboard or the table came to. @param {import('./packets/words.js').PacketInWords} packet */
  announce({ figures }) {
    setText(this.#stage.announcer, `${packetName(figures)}: ${fateWords(figures)}`);
  }

  picture() {
    return this.#given.shown() === null ? null : this.#timeStage.picture();
  }

  focus() {
    this.#timeStage.focus();
  }

  close() {
    this.#timeStage.point(null);
  }

  destroy() {
    this.#timeStage.destroy();
  }
}

/**
 * What the pane of bytes in flight, or of round trips, has under the pointer.
 * @param {QuicScene} scene @param {{ x: number, y: number }} pointer
 * @returns {import('../timeline/time-stage.js').Card|null}
 */
function valuesAt({ sender, height, narrow, x }, pointer) {
  const { id } = panesOf(height, narrow).findLast(({ top }) => pointer.y >= top) ?? { id: null };
  if (sender === null || (id !== 'window' && id !== 'rtt')) return null;
  const timeNs = x.time(pointer.x);
  return { key: `${id} ${timeNs} ${sender.cwnd.count}`, content: () => valueCard(sender, id, timeNs), at: pointer };
}

/** @param {QuicShown|null} shown */
function limitsOf(shown) {
  const { startNs, endNs } = shown ? spanOf(shown.packets) : { startNs: 0, endNs: 0 };
  return endNs > startNs ? withAir({ startNs, endNs }) : { startNs, endNs: startNs + 1000 };
}
