import { Curve } from './curve.js';
import { Plot } from './plot.js';

/** Segments over which the red line is the mean: tcptrace's -A. */
const INTERVAL_SEGMENTS = 10;
/** Assumed time between two packets where none has passed, or the clock was set back. */
const NO_TIME_US = 1000;

/**
 * Throughput of a direction, bytes/s: a yellow dot for each segment with data since the one before, red the mean over
 * ten segments, blue the mean since the connection's start.
 */
export class ThroughputPlot {
  #plot;
  #interval;
  #average;
  #firstUs;
  #lastUs;
  #packets = 1;
  #bytes;
  #totalBytes;

  /**
   * @param {string} title
   * @param {import('./plot.js').Write} write
   * @param {number} timeUs
   * @param {number} length of the direction's first packet
   */
  constructor(title, write, timeUs, length) {
    this.#plot = new Plot(
      { axes: 'timeval signed', title: `${title} (throughput)`, xLabel: 'time', yLabel: 'thruput (bytes/sec)' },
      write,
    );
    this.#interval = new Curve(this.#plot, 'red', 'inst. tput');
    this.#average = new Curve(this.#plot, 'blue', 'avg. tput');
    this.#firstUs = timeUs;
    this.#lastUs = timeUs;
    this.#bytes = length;
    this.#totalBytes = length;
  }

  end() {
    this.#plot.end();
  }

  /** @param {number} timeUs @param {number} length above 0 @param {number} startUs of the connection */
  data(timeUs, length, startUs) {
    this.#totalBytes += length;
    if (this.#packets + 1 >= INTERVAL_SEGMENTS) {
      this.#interval.extend(timeUs, bytesPerSecond(this.#bytes, timeUs - this.#firstUs));
      this.#average.extend(timeUs, bytesPerSecond(this.#totalBytes, timeUs - startUs));
      this.#firstUs = timeUs;
      this.#packets = 0;
      this.#bytes = 0;
    }
    this.#plot.mark('dot', timeUs, Math.trunc(bytesPerSecond(length, timeUs - this.#lastUs)), 'yellow');
    this.#lastUs = timeUs;
    this.#packets++;
    this.#bytes += length;
  }
}

/** @param {number} bytes @param {number} us */
const bytesPerSecond = (bytes, us) => bytes / ((us > 0 ? us : NO_TIME_US) / 1e6);
