import { TCP } from '../../engine/segment-batch.js';
import { OutstandingDataPlot } from './outstanding-data.js';
import { RoundTripPlot } from './round-trip-plot.js';
import { SegmentSizePlot } from './segment-size.js';
import { ThroughputPlot } from './throughput.js';
import { TimeLinePlot } from './time-line.js';
import { TimeSequencePlot } from './time-sequence.js';

/**
 * @typedef {import('./traced-segment.js').TracedSegment} TracedSegment
 * @typedef {import('./plot.js').Write} Write
 *
 * @typedef {object} PlottedConnection
 * @property {[string, string]} letters tcptrace's names of the ends
 * @property {[string, string]} endpoints as titles show them
 * @property {number} startUs time of the first packet
 */

/** The graphs of one direction. */
class DirectionPlots {
  #title;
  #open;
  #segmentSize;
  /** @type {ThroughputPlot|null} */
  #throughput = null;
  /** @type {RoundTripPlot|null} */
  #roundTrips = null;

  /** @param {string} title @param {(suffix: string) => Write} open */
  constructor(title, open) {
    this.#title = title;
    this.#open = open;
    this.timeSequence = new TimeSequencePlot(title, open('tsg'));
    this.outstanding = new OutstandingDataPlot(title, open('owin'));
    this.#segmentSize = new SegmentSizePlot(title, open('ssize'));
    /** Window of the latest segment that is no reset. */
    this.windowBytes = 0;
  }

  /** @param {TracedSegment} segment of this direction @param {number} startUs of the connection */
  segment(segment, startUs) {
    const { timeUs, length } = segment;
    if (this.#throughput === null) {
      this.#throughput = new ThroughputPlot(this.#title, this.#open('tput'), timeUs, length);
    } else if (length > 0) this.#throughput.data(timeUs, length, startUs);
    if (length > 0) this.#segmentSize.segment(timeUs, length);
    this.timeSequence.segment(segment, startUs);
  }

  /** An acknowledgement took a sample of this direction. @param {number} timeUs @param {number} rttUs */
  roundTrip(timeUs, rttUs) {
    this.#roundTrips ??= new RoundTripPlot(this.#title, this.#open('rtt'));
    this.#roundTrips.sample(timeUs, rttUs);
  }

  end() {
    for (const plot of [this.timeSequence, this.outstanding, this.#segmentSize, this.#throughput, this.#roundTrips]) {
      plot?.end();
    }
  }
}

/**
 * Draws the files that `tcptrace -G` writes of a connection: for each direction time-sequence, outstanding data,
 * segment size and, if not empty, throughput and RTT; and the time line of both.
 */
export class ConnectionPlots {
  #startUs;
  #directions;
  #timeLine;

  /** @param {PlottedConnection} connection @param {(fileName: string) => Write} open gives where a file's text goes */
  constructor({ letters: [a, b], endpoints, startUs }, open) {
    const title = (/** @type {number} */ from) => `${endpoints[from]}_==>_${endpoints[1 - from]}`;
    this.#startUs = startUs;
    this.#directions = [
      new DirectionPlots(title(0), (suffix) => open(`${a}2${b}_${suffix}.xpl`)),
      new DirectionPlots(title(1), (suffix) => open(`${b}2${a}_${suffix}.xpl`)),
    ];
    this.#timeLine = new TimeLinePlot(title(0), open(`${a}_${b}_tline.xpl`), startUs);
  }

  /** The connection's next segment. @param {TracedSegment} segment */
  segment(segment) {
    const { direction, timeUs, flags, rttUs, owin } = segment;
    const own = this.#directions[direction];
    const other = this.#directions[1 - direction];
    own.segment(segment, this.#startUs);
    this.#timeLine.segment(segment);
    if (rttUs !== null && rttUs > 1) other.roundTrip(timeUs, rttUs);
    if (flags & TCP.RST) {
      other.timeSequence.resetBack(segment);
      return;
    }
    own.windowBytes = segment.windowBytes;
    if (flags & TCP.ACK) other.timeSequence.acknowledgement(segment);
    if (owin !== null) own.outstanding.sample(timeUs, owin, other.windowBytes, this.#startUs);
  }

  end() {
    for (const direction of this.#directions) direction.end();
    this.#timeLine.end();
  }
}

/** tcptrace's name of the n-th end, from 0: a … z, aa … @param {number} n */
export function endLetters(n) {
  let name = '';
  for (let rest = n; rest >= 0; rest = Math.floor(rest / 26) - 1) name = String.fromCharCode(97 + (rest % 26)) + name;
  return name;
}
