import { Curve } from './curve.js';
import { Plot } from './plot.js';

/** RTT samples of a direction, in whole milliseconds, at the time of the acknowledgement. */
export class RoundTripPlot {
  #plot;
  #curve;

  /** @param {string} title @param {import('./plot.js').Write} write */
  constructor(title, write) {
    this.#plot = new Plot(
      { axes: 'timeval signed', title: `${title} (rtt samples)`, xLabel: 'time', yLabel: 'rtt (ms)' },
      write,
    );
    this.#curve = new Curve(this.#plot, 'red', 'rtt');
  }

  end() {
    this.#plot.end();
  }

  /** @param {number} timeUs @param {number} rttUs */
  sample(timeUs, rttUs) {
    this.#curve.extend(timeUs, rttUs / 1000);
  }
}
