import { TCP } from '../../engine/segment-batch.js';
import { microsecondsText } from '../../shared/epoch.js';
import { Plot } from './plot.js';

/** @typedef {import('./traced-segment.js').TracedSegment} TracedSegment */

/** Positions of the two ends' lines, and the width of the drawing. */
const END_X = [40, 60];
const WIDTH = 100;
/** Colours of the segments from a and from b. */
const SEGMENT_COLOR = ['green', 'yellow'];
const FLAG_WORDS = /** @type {[number, string][]} */ ([
  [TCP.SYN, 'SYN '],
  [TCP.FIN, 'FIN '],
  [TCP.RST, 'RST '],
  [TCP.PSH, 'PSH '],
  [TCP.URG, 'URG '],
]);

/** Time runs downwards, from the connection's start. */
class DownwardPlot extends Plot {
  #startUs;

  /** @param {import('./plot.js').PlotHead} head @param {import('./plot.js').Write} write @param {number} startUs */
  constructor(head, write, startUs) {
    super(head, write);
    this.#startUs = startUs;
  }

  /** @override @param {number} timeUs @param {number} x */
  point(timeUs, x) {
    return `${x} -${microsecondsText(Math.max(0, timeUs - this.#startUs))}`;
  }
}

/**
 * The time-line graph of both directions: segments as arrows between two vertical lines, end a's at the left. The
 * arrival of a segment at the far end is guessed as a third of the last round trip.
 *
 * ```
 *              a       b
 *  SYN 0:0(0)  │──────▶│
 *              │◀──────│  SYN 0:0(0) ack 1
 * ```
 */
export class TimeLinePlot {
  #plot;
  #startUs;
  /** Base of relative sequence numbers, once a segment of the direction without SYN has come. */
  #base = [0, 0];
  /** First sequence number of each direction that is not 0. */
  #first = [0, 0];

  /** @param {string} title @param {import('./plot.js').Write} write @param {number} startUs */
  constructor(title, write, startUs) {
    this.#plot = new DownwardPlot(
      { axes: 'unsigned dtime', title: `${title} (time line graph)`, xLabel: 'segments', yLabel: 'relative time' },
      write,
      startUs,
    );
    this.#startUs = startUs;
    this.#plot.mark('invisible', startUs, 0);
    this.#plot.mark('invisible', startUs, WIDTH);
  }

  end() {
    this.#plot.end();
  }

  /** @param {TracedSegment} segment */
  segment(segment) {
    const plot = this.#plot;
    const { timeUs, direction, flags } = segment;
    const third = Math.trunc(segment.rttLastUs / 3);
    const farUs = direction === 0 ? timeUs + third : timeUs - third;
    const label = this.#label(segment);
    for (const x of END_X) plot.line(this.#startUs, x, farUs, x);
    plot.color(flags & (TCP.SYN | TCP.FIN | TCP.RST) ? 'orange' : SEGMENT_COLOR[direction]);
    if (direction === 0) {
      plot.line(timeUs, END_X[0], farUs, END_X[1]);
      plot.mark('rarrow', farUs, END_X[1]);
    } else {
      plot.line(farUs, END_X[1], timeUs, END_X[0]);
      plot.mark('larrow', timeUs, END_X[0]);
    }
    plot.color('white');
    if (direction === 0) plot.text('l', timeUs, END_X[0], label);
    else plot.text('r', farUs, END_X[1], label);
  }

  #label(
    /** @type {TracedSegment} */ {
      direction,
      seq,
      length,
      flags,
      ack,
      windowBytes,
      retransmittedBytes,
      hardwareDuplicate,
    },
  ) {
    const base = this.#base[direction];
    const parts = FLAG_WORDS.filter(([flag]) => flags & flag).map(([, word]) => word);
    this.#first[direction] ||= seq;
    parts.push(`${relative(seq, base)}:${relative(seq + length, base)}(${length}) `);
    if (base === 0 && !(flags & TCP.SYN)) this.#base[direction] = this.#first[direction];
    if (flags & TCP.ACK) parts.push(`ack ${relative(ack, this.#base[1 - direction])} `);
    parts.push(`win ${windowBytes} `);
    if (retransmittedBytes > 0) parts.push('R ');
    if (hardwareDuplicate) parts.push('HD ');
    return parts.join('');
  }
}

/** @param {number} seq @param {number} base */
const relative = (seq, base) => (seq - base) >>> 0;
