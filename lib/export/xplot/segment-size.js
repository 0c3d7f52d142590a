import { Curve } from './curve.js';
import { Plot } from './plot.js';

/** Sizes of a direction's segments with data, bytes: each in red, the mean of all so far in blue. */
export class SegmentSizePlot {
  #plot;
  #sizes;
  #mean;
  #bytes = 0;
  #count = 0;

  /** @param {string} title @param {import('./plot.js').Write} write */
  constructor(title, write) {
    this.#plot = new Plot(
      {
        axes: 'timeval signed',
        title: `${title} (segment size graph)`,
        xLabel: 'time',
        yLabel: 'segment size (bytes)',
      },
      write,
    );
    this.#sizes = new Curve(this.#plot, 'red', 'segsize');
    this.#mean = new Curve(this.#plot, 'blue', 'avg segsize');
  }

  end() {
    this.#plot.end();
  }

  /** @param {number} timeUs @param {number} length above 0 */
  segment(timeUs, length) {
    this.#bytes += length;
    this.#count++;
    this.#sizes.extend(timeUs, length);
    this.#mean.extend(timeUs, this.#bytes / this.#count);
  }
}
