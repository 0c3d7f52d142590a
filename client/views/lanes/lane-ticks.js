/**
 * Packets of lanes as ticks: the client's above the life line, the server's below. Those that fall on one pixel are
 * drawn once; neighbouring pixels become one box, so that a busy lane costs no more than a quiet one.
 */
import { TICK } from '../../../lib/shared/columns/tick-kinds.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { bisectLeft, bisectRight } from '../../vendor/d3.js';

/** @typedef {import('./lane-columns.js').Lane} Lane */
/** @typedef {import('../timeline/axis.js').Ground} Ground */

/**
 * How each kind is drawn, the most important last. `null` colour: the direction's.
 * @type {{ bit: number, colour: 'ink1'|'ooo'|'retx'|'win'|null, high: number }[]}
 */
const STYLES = [
  { bit: TICK.ACK, colour: null, high: 3 },
  { bit: TICK.DATA, colour: null, high: 6 },
  { bit: TICK.PUSH, colour: null, high: 8 },
  { bit: TICK.FIN, colour: 'ink1', high: 8 },
  { bit: TICK.SYN, colour: 'ink1', high: 8 },
  { bit: TICK.REORDERED, colour: 'ooo', high: 9 },
  { bit: TICK.RETRANSMISSION, colour: 'retx', high: 9 },
  { bit: TICK.ZERO_WINDOW, colour: 'win', high: 9 },
  { bit: TICK.RESET, colour: 'retx', high: 9 },
];

/** Ticks of all lanes of a drawing, gathered by how they look. */
export class TickBatches {
  #batches = STYLES.map(() => [new CoordinateBuffer(), new CoordinateBuffer()]);
  /** Across the outer ends of pushed packets' ticks. */
  #pushes = [new CoordinateBuffer(), new CoordinateBuffer()];
  /** The run of pixels under way, by style and direction. */
  #from = new Float64Array(STYLES.length * 2);
  #to = new Float64Array(STYLES.length * 2);

  /**
   * @param {Ground} ground
   * @param {Lane} lane
   * @param {number} middle y of its life line
   * @param {{ acks: boolean, scale: number }} how
   */
  add({ x }, { ticks: { times, directions, kinds } }, middle, { acks, scale }) {
    this.#to.fill(-1);
    const end = bisectRight(times, x.range.endNs);
    for (let i = bisectLeft(times, x.range.startNs); i < end; i++) {
      const px = Math.floor(x.x(times[i]));
      const side = directions[i];
      for (let style = acks ? 0 : 1; style < STYLES.length; style++) {
        if (kinds[i] & STYLES[style].bit) this.#extend(style, side, px, middle, scale);
      }
    }
    for (let style = 0; style < STYLES.length; style++) {
      for (const side of [0, 1]) this.#flush(style, side, middle, scale);
    }
  }

  /** @param {number} style @param {number} side @param {number} px @param {number} middle @param {number} scale */
  #extend(style, side, px, middle, scale) {
    const run = style * 2 + side;
    if (this.#to[run] >= 0 && px <= this.#to[run]) {
      this.#to[run] = Math.max(this.#to[run], px + 1);
      return;
    }
    this.#flush(style, side, middle, scale);
    this.#from[run] = px;
    this.#to[run] = px + 1;
  }

  /** @param {number} style @param {number} side @param {number} middle @param {number} scale */
  #flush(style, side, middle, scale) {
    const run = style * 2 + side;
    if (this.#to[run] < 0) return;
    const high = STYLES[style].high * scale;
    const y = side === 0 ? middle - 1 - high / 2 : middle + 1 + high / 2;
    this.#batches[style][side].line(this.#from[run], y, this.#to[run], y);
    if (STYLES[style].bit === TICK.PUSH) {
      const end = side === 0 ? y - high / 2 : y + high / 2;
      this.#pushes[side].line(this.#from[run] - 1, end, this.#to[run] + 1, end);
    }
    this.#to[run] = -1;
  }

  /** @param {import('../../plot/renderer.js').Renderer} renderer @param {Ground} ground @param {number} scale */
  draw(renderer, { colours }, scale) {
    this.#batches.forEach((sides, style) =>
      sides.forEach((coordinates, side) => {
        const { colour, high } = STYLES[style];
        if (coordinates.length > 0) {
          renderer.lines(coordinates, { colour: colours[colour ?? (side === 0 ? 'c2s' : 's2c')], width: high * scale });
        }
        coordinates.clear();
      }),
    );
    this.#pushes.forEach((ends, side) => {
      renderer.lines(ends, { colour: colours[side === 0 ? 'c2s' : 's2c'], width: 1.5 });
      ends.clear();
    });
  }
}
