import { Curve } from './curve.js';
import { Plot } from './plot.js';

/**
 * Outstanding data of a direction as tcptrace counts it, bytes: red, with its mean in blue and its mean over time in
 * green, and the window that the other end offers in yellow.
 */
export class OutstandingDataPlot {
  #plot;
  #now;
  #window;
  #mean;
  #timeMean;
  #sum = 0;
  #count = 0;
  /** Bytes × seconds, each interval rounded down. */
  #weighted = 0;
  #lastUs = 0;
  #last = 0;

  /** @param {string} title @param {import('./plot.js').Write} write */
  constructor(title, write) {
    this.#plot = new Plot(
      {
        axes: 'timeval signed',
        title: `${title} (outstanding data)`,
        xLabel: 'time',
        yLabel: 'Outstanding Data (bytes)',
      },
      write,
    );
    this.#now = new Curve(this.#plot, 'red', 'owin');
    this.#window = new Curve(this.#plot, 'yellow', 'rwin');
    this.#mean = new Curve(this.#plot, 'blue', 'avg owin');
    this.#timeMean = new Curve(this.#plot, 'green', 'wavg owin');
  }

  end() {
    this.#plot.end();
  }

  /**
   * @param {number} timeUs
   * @param {number} owin
   * @param {number} windowBytes
   * @param {number} startUs of the connection
   */
  sample(timeUs, owin, windowBytes, startUs) {
    if (this.#count > 0) {
      this.#weighted += Math.floor(this.#last * (Math.max(0, timeUs - this.#lastUs) / 1e6));
      const elapsed = (timeUs - startUs) / 1e6;
      this.#timeMean.extend(this.#lastUs, elapsed > 0 ? this.#weighted / elapsed : 0);
    }
    this.#lastUs = timeUs;
    this.#last = owin;
    this.#sum += owin;
    this.#count++;
    this.#now.extend(timeUs, owin);
    this.#window.extend(timeUs, windowBytes);
    this.#mean.extend(timeUs, this.#sum / this.#count);
  }
}
