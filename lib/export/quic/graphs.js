/**
 * Graphs of a QUIC connection for xplot, four of each direction: packet numbers (with what was acknowledged and lost),
 * data of streams by offset, RTT, and bytes in flight. Files are `q0_c2s_numbers.xpl` and alike.
 */
import { Curve } from '../xplot/curve.js';
import { Plot } from '../xplot/plot.js';
import { RoundTripPlot } from '../xplot/round-trip-plot.js';

/** @typedef {import('./connection.js').QuicConnectionData} QuicConnectionData */
/** @typedef {import('./connection.js').Packet} Packet */
/** @typedef {import('./connection.js').Sender} Sender */
/** @typedef {(fileName: string) => import('../xplot/plot.js').Write} Open */

const DIRECTIONS = /** @type {const} */ (['clientToServer', 'serverToClient']);
const LETTERS = Object.freeze(['c2s', 's2c']);
/** tcptrace's. */
const COLOR = Object.freeze({ data: 'white', again: 'red', ack: 'green', limit: 'yellow', probe: 'orange' });

/**
 * @param {QuicConnectionData} data @param {bigint} startEpochNs time of the capture's first packet
 * @param {Open} open gives where a file's text goes
 */
export function drawQuic(data, startEpochNs, open) {
  const startUs = Number(startEpochNs / 1000n);
  const at = (/** @type {number} */ seconds) => startUs + Math.round(seconds * 1e6);
  const senders = data.senders();
  DIRECTIONS.forEach((direction, d) => {
    const title = d === 0 ? titleOf(data, 0, 1) : titleOf(data, 1, 0);
    const file = (/** @type {string} */ what) => open(`${data.flow}_${LETTERS[d]}_${what}.xpl`);
    drawNumbers(
      data.packets(),
      direction,
      at,
      new Plot(headOf(title, 'packet numbers', 'packet number'), file('numbers')),
    );
    drawData(data, direction, at, new Plot(headOf(title, 'stream data', 'offset, stream above stream'), file('data')));
    const sender = senders.find((one) => one.direction === direction);
    if (sender === undefined) return;
    drawRoundTrips(sender, at, new RoundTripPlot(title, file('rtt')));
    drawFlight(sender, at, new Plot({ ...headOf(title, 'in flight', 'bytes'), axes: 'timeval signed' }, file('owin')));
  });
}

/** @param {QuicConnectionData} data @param {number} from @param {number} to */
const titleOf = ({ ends }, from, to) =>
  [ends[from], ends[to]].map(({ address, port }) => `${address}:${port}`).join('_==>_');

/** @param {string} title @param {string} what @param {string} yLabel */
const headOf = (title, what, yLabel) => ({
  axes: 'timeval double',
  title: `${title} (${what})`,
  xLabel: 'time',
  yLabel,
});

/**
 * 1-RTT packets, a bar each, counted from the first that was captured; the highest that was acknowledged, as a line.
 * Red with an R: declared lost; P: a probe.
 * @param {Iterable<Packet>} packets @param {string} direction
 * @param {(seconds: number) => number} at @param {Plot} plot
 */
function drawNumbers(packets, direction, at, plot) {
  /** @type {number|null} */
  let first = null;
  const acked = new Steps(plot, COLOR.ack);
  for (const packet of packets) {
    if (packet.space !== 'app') continue;
    const timeUs = at(packet.time);
    if (packet.direction !== direction) {
      const highest = packet.frames.find(({ type }) => type === 'ack')?.ranges?.[0]?.[1];
      if (highest !== undefined && first !== null) acked.rise(timeUs, highest + 1 - first);
      continue;
    }
    if (packet.pn === null) continue;
    first ??= packet.pn;
    const y = packet.pn - first;
    const isLost = packet.lossCause !== null;
    plot.line(timeUs, y, timeUs, y + 1, isLost ? COLOR.again : COLOR.data);
    if (isLost) plot.text('a', timeUs, y + 1, 'R', COLOR.again);
    if (packet.probe === true) plot.text('b', timeUs, y, 'P', COLOR.probe);
  }
  plot.end();
}

/**
 * STREAM frames, a bar each, streams one above the other in the order in which they came; red with an R: sent before.
 * The credit of each stream, by MAX_STREAM_DATA, as a line where it lies within the drawing.
 * @param {QuicConnectionData} data @param {string} direction
 * @param {(seconds: number) => number} at @param {Plot} plot
 */
function drawData(data, direction, at, plot) {
  const { bases, top } = stackOf(data, direction);
  /** @type {Map<number, Steps>} */
  const credit = new Map();
  for (const { time, direction: from, frames, resends } of data.packets()) {
    const timeUs = at(time);
    for (const { type, stream = -1, offset = 0, length = 0, limit = 0 } of frames) {
      const base = bases.get(stream);
      if (base === undefined) continue;
      if (type === 'max_stream_data' && from !== direction) {
        const line = credit.get(stream) ?? new Steps(plot, COLOR.limit);
        credit.set(stream, line);
        line.rise(timeUs, Math.min(top, base + limit));
      }
      if (type !== 'stream' || from !== direction) continue;
      const isAgain = resends.some((one) => one.stream === stream && one.offset < offset + length);
      plot.line(timeUs, base + offset, timeUs, base + offset + length, isAgain ? COLOR.again : COLOR.data);
      if (isAgain) plot.text('a', timeUs, base + offset + length, 'R', COLOR.again);
    }
  }
  plot.end();
}

/** Where each stream begins in the drawing. @param {QuicConnectionData} data @param {string} direction */
function stackOf(data, direction) {
  /** @type {Map<number, number>} */
  const ends = new Map();
  for (const { direction: from, frames } of data.packets()) {
    for (const { type, stream = -1, offset = 0, length = 0 } of from === direction ? frames : []) {
      if (type === 'stream') ends.set(stream, Math.max(ends.get(stream) ?? 0, offset + length));
    }
  }
  let top = 0;
  /** @type {Map<number, number>} */
  const bases = new Map();
  for (const [stream, end] of ends) {
    bases.set(stream, top);
    top += end;
  }
  return { bases, top };
}

/** @param {Sender} sender @param {(seconds: number) => number} at @param {RoundTripPlot} plot */
function drawRoundTrips({ rtt }, at, plot) {
  rtt.time.forEach((time, i) => plot.sample(at(time), rtt.seconds[i] * 1e6));
  plot.end();
}

/**
 * Bytes in flight, and the congestion window as inferred.
 * @param {Sender} sender @param {(seconds: number) => number} at @param {Plot} plot
 */
function drawFlight({ inFlight, cwnd }, at, plot) {
  const flight = new Curve(plot, 'red', 'in flight');
  inFlight.time.forEach((time, i) => flight.extend(at(time), inFlight.bytes[i]));
  const window = new Curve(plot, 'blue', 'cwnd');
  cwnd.time.forEach((time, i) => window.extend(at(time), cwnd.bytes[i]));
  plot.end();
}

/** A value that only rises, as steps. */
class Steps {
  #plot;
  #color;
  #atUs = NaN;
  #value = 0;

  /** @param {Plot} plot @param {string} color */
  constructor(plot, color) {
    this.#plot = plot;
    this.#color = color;
  }

  /** @param {number} timeUs @param {number} value */
  rise(timeUs, value) {
    if (value <= this.#value) return;
    if (!Number.isNaN(this.#atUs)) this.#plot.line(this.#atUs, this.#value, timeUs, this.#value, this.#color);
    this.#plot.line(timeUs, this.#value, timeUs, value, this.#color);
    this.#atUs = timeUs;
    this.#value = value;
  }
}
