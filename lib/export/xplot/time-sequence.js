import { TCP } from '../../engine/segment-batch.js';
import { Plot } from './plot.js';

/** @typedef {import('./traced-segment.js').TracedSegment} TracedSegment */

const COLOR = Object.freeze({
  data: 'white',
  retransmission: 'red',
  hardwareDuplicate: 'blue',
  synFin: 'orange',
  ack: 'green',
  window: 'yellow',
  outOfOrder: 'pink',
  sack: 'purple',
  probe: 'orange',
  urgent: 'red',
  ecn: 'yellow',
  push: 'white',
  text: 'magenta',
});

/**
 * The time-sequence graph of one direction: its segments, and the other direction's acknowledgements and windows.
 *
 * ```
 *  seq │              ┌──── window (yellow)
 *      │      ┌───────┘
 *      │ ─────┘    ↑
 *      │           │ segment (white; red where a byte of it was seen before)
 *      │        ┌──↓─ acknowledged (green)
 *      │ ───────┘
 *      └──────────────── time
 * ```
 */
export class TimeSequencePlot {
  #plot;
  /** @param {string} title @param {import('./plot.js').Write} write */
  constructor(title, write) {
    this.#plot = new Plot(
      { axes: 'timeval double', title: `${title} (time sequence graph)`, xLabel: 'time', yLabel: 'sequence number' },
      write,
    );
  }

  end() {
    this.#plot.end();
  }

  /** A segment of this direction. @param {TracedSegment} segment @param {number} startUs of the connection */
  segment(segment, startUs) {
    const plot = this.#plot;
    const { timeUs, seq, length, flags } = segment;
    const end = seq + length;
    if (segment.outOfOrder) this.#letter('a', timeUs, end, 'O', COLOR.outOfOrder);
    if (segment.retransmittedBytes > 0 && !(flags & (TCP.SYN | TCP.FIN))) {
      this.#letter('a', timeUs, end, segment.hardwareDuplicate ? 'HD' : 'R', COLOR.retransmission);
    }
    if (segment.probe) this.#letter('b', timeUs, end, 'P', COLOR.probe);
    plot.color(COLOR.data);
    if (flags & TCP.SYN) this.#syn(segment, startUs);
    else if (flags & TCP.FIN) this.#fin(segment);
    else if (length > 0) this.#data(segment);
    else this.#ends(timeUs, seq, seq);
    this.#congestion(segment);
    if (length > 0 && flags & TCP.URG) this.#letter('a', timeUs, end, 'U', COLOR.urgent);
    if (flags & TCP.RST) plot.text('a', timeUs, seq, 'RST_OUT', COLOR.text);
  }

  /** A reset by the other direction. @param {TracedSegment} segment */
  resetBack({ timeUs, flags, ack, previousAck }) {
    this.#plot.text('a', timeUs, flags & TCP.ACK ? ack : previousAck, 'RST_IN', COLOR.text);
  }

  /** An acknowledgement by the other direction. @param {TracedSegment} segment not a reset */
  acknowledgement(segment) {
    const { timeUs, ack, windowBytes, sacks } = segment;
    if (windowBytes === 0) this.#plot.text('a', timeUs, ack, 'Z', COLOR.text);
    if (segment.previousAckUs !== null) {
      this.#ackStep(segment, segment.previousAckUs);
      this.#windowStep(segment, segment.previousAckUs);
    }
    if (sacks.length > 0) this.#sacks(segment);
  }

  #letter(
    /** @type {'a'|'b'} */ where,
    /** @type {number} */ timeUs,
    /** @type {number} */ y,
    /** @type {string} */ letter,
    /** @type {string} */ color,
  ) {
    this.#plot.color(color);
    this.#plot.text(where, timeUs, y, letter);
  }

  #ends(/** @type {number} */ timeUs, /** @type {number} */ low, /** @type {number} */ high) {
    this.#plot.mark('darrow', timeUs, low);
    this.#plot.mark('uarrow', timeUs, high);
  }

  #syn(/** @type {TracedSegment} */ segment, /** @type {number} */ startUs) {
    const plot = this.#plot;
    const { timeUs, seq } = segment;
    // So that both directions' graphs begin at the same time.
    if (segment.flags & TCP.ACK) plot.mark('dot', startUs, seq, COLOR.ack);
    plot.color(synFinColor(segment));
    plot.mark('diamond', timeUs, seq);
    plot.text('a', timeUs, seq + 1, `${sentAgain(segment)}SYN`);
    plot.mark('uarrow', timeUs, seq + 1);
    plot.line(timeUs, seq, timeUs, seq + 1);
  }

  #fin(/** @type {TracedSegment} */ segment) {
    const plot = this.#plot;
    const { timeUs, seq, length } = segment;
    const end = seq + length;
    if (length > 0) {
      plot.mark('darrow', timeUs, seq);
      plot.line(timeUs, seq, timeUs, end);
    }
    plot.color(synFinColor(segment));
    if (length === 0) plot.mark('darrow', timeUs, end);
    plot.line(timeUs, end, timeUs, end + 1);
    plot.mark('box', timeUs, end + 1);
    plot.text('a', timeUs, end + 1, `${sentAgain(segment)}FIN`);
  }

  #data(/** @type {TracedSegment} */ segment) {
    const plot = this.#plot;
    const { timeUs, seq, length } = segment;
    const end = seq + length;
    if (segment.hardwareDuplicate) plot.color(COLOR.hardwareDuplicate);
    else if (segment.retransmittedBytes > 0) plot.color(COLOR.retransmission);
    plot.mark('darrow', timeUs, seq);
    if (segment.flags & TCP.PSH) {
      plot.mark('diamond', timeUs, end, COLOR.push);
      plot.mark('dot', timeUs, end, COLOR.push);
    } else plot.mark('uarrow', timeUs, end);
    plot.line(timeUs, seq, timeUs, end);
  }

  #congestion(/** @type {TracedSegment} */ { timeUs, seq, flags, congestionExperienced }) {
    const words = [flags & TCP.CWR ? 'CWR' : '', congestionExperienced ? 'CE' : ''].filter(Boolean);
    if (words.length === 0) return;
    this.#plot.color(COLOR.ecn);
    this.#plot.mark('diamond', timeUs, seq);
    this.#plot.text('a', timeUs, seq, words.join(' '));
  }

  #ackStep(
    /** @type {TracedSegment} */ { timeUs, ack, flags, previousAck, thirdDuplicateAck },
    /** @type {number} */ previousUs,
  ) {
    const plot = this.#plot;
    plot.color(COLOR.ack);
    plot.line(previousUs, previousAck, timeUs, previousAck);
    if (previousAck !== ack) plot.line(timeUs, previousAck, timeUs, ack);
    else {
      plot.mark('dtick', timeUs, ack);
      if (thirdDuplicateAck) plot.text('a', timeUs, ack, '3');
    }
    if (!(flags & TCP.ECE) || flags & TCP.SYN) return;
    plot.color(COLOR.ecn);
    plot.mark('diamond', timeUs, ack);
  }

  #windowStep(
    /** @type {TracedSegment} */ { timeUs, ack, windowBytes, previousWindowEnd },
    /** @type {number} */ previousUs,
  ) {
    const plot = this.#plot;
    const windowEnd = ack + windowBytes;
    plot.color(COLOR.window);
    plot.line(previousUs, previousWindowEnd, timeUs, previousWindowEnd);
    if (previousWindowEnd !== windowEnd) plot.line(timeUs, previousWindowEnd, timeUs, windowEnd);
    else plot.mark('utick', timeUs, windowEnd);
  }

  #sacks(/** @type {TracedSegment} */ { timeUs, sacks }) {
    const plot = this.#plot;
    plot.color(COLOR.sack);
    sacks.forEach(([left, right], i) => {
      plot.line(timeUs, left, timeUs, right);
      plot.mark('htick', timeUs, left);
      plot.mark('htick', timeUs, right);
      if (sacks.length > 1) plot.text('r', timeUs, right, String(i + 1));
    });
    plot.text('a', timeUs, Math.max(...sacks.map(([, right]) => right)), 'S');
  }
}

/** @param {TracedSegment} segment */
function synFinColor({ hardwareDuplicate, retransmittedBytes }) {
  if (hardwareDuplicate) return COLOR.hardwareDuplicate;
  return retransmittedBytes > 0 ? COLOR.retransmission : COLOR.synFin;
}

/** @param {TracedSegment} segment */
function sentAgain({ hardwareDuplicate, retransmittedBytes }) {
  if (hardwareDuplicate) return 'HD ';
  return retransmittedBytes > 0 ? 'R ' : '';
}
