import { FLOW_F } from '../engine/flow-fields.js';
import { packetsTable } from '../export/packets-csv.js';
import { seriesTables } from '../export/series-csv.js';
import { drawFlow } from '../export/xplot/flow-graphs.js';
import { describeSenders } from '../insight/describe/describe-senders.js';
import { MAX_WHOLE_BURSTS, sketchSender } from '../insight/describe/downsample-sender.js';
import { senderFrame } from '../insight/describe/sender-frame.js';
import { Diagnoser } from '../insight/findings/diagnose.js';
import { creditStalls } from '../insight/sender/credit-stalls.js';
import { arcsFrame } from '../overview/arcs.js';
import { findPackets } from '../overview/find-packets.js';
import { laneOrderFrame } from '../overview/lane-order.js';
import { overviewLanes } from '../overview/lanes.js';
import { Waterfalls } from '../overview/waterfall.js';
import { http2Lanes } from '../protocols/http2/lanes.js';
import { lanesFrame } from '../protocols/model/multiplexed-frame.js';
import { muxLanes } from '../protocols/webmux/lanes.js';
import { icmpErrorsByRow } from '../tcpflow/describe/describe-icmp-errors.js';
import { describePacket } from '../tcpflow/describe/describe-packet.js';
import { packetFrame, sketchFrame, wholeSketch } from '../tcpflow/frames/packet-frame.js';
import { flightFrame, rttFrame } from '../tcpflow/frames/path-frames.js';
import { measureAllPackets } from '../tcpflow/sender/measured-packets.js';
import { tcptraceCsv } from '../tcpflow/tcptrace/csv.js';
import { describeFields, wiresharkFields } from '../tcpflow/wireshark/wireshark-fields.js';
import { CaptureAnalysis } from './capture-analysis.js';

/**
 * An analysis whose connections can be opened: packets, series, senders, and what is written for other tools. Apart
 * from `CaptureAnalysis`, since statistics of every connection need none of this, and its modules would take a fifth of
 * the start.
 */
export class OpenedAnalysis extends CaptureAnalysis {
  examiner = new Diagnoser(this.tcp, this.messages, this.muxCredit);

  /**
   * A connection's packets as columns.
   * @param {number} index
   * @param {{ measured?: boolean }} [options] of `packetFrame`
   */
  packetFrame(index, options) {
    this.judge(index);
    return packetFrame(this.tcp, index, options);
  }

  /**
   * Made ahead.
   * @type {Map<number, { version: number, frame: import('../shared/columns/column-frame.js').ColumnFrame }>}
   */
  #sketches = new Map();

  /**
   * Makes the sketch of a connection and keeps it until packets come or others take its place.
   * @param {number} index
   * @param {number} most that are kept
   */
  keepSketch(index, most) {
    const { version } = this;
    if (this.#sketches.get(index)?.version === version) return;
    this.#sketches.set(index, { version, frame: sketchFrame(this.tcp, index) });
    for (const [oldest] of this.#sketches) if (this.#sketches.size > most) this.#sketches.delete(oldest);
  }

  /**
   * Of what was sketched last: the page asks for range after range of it.
   * @type {{ index: number, version: number, rows: Int32Array|undefined }|null}
   */
  #sketch = null;

  /**
   * The packets that make its picture, where it is long. It is not judged for that, but it is for a range of which more
   * is wanted.
   * @param {number} index @param {{ startNs: number, endNs: number }} [range]
   */
  sketchFrame(index, range) {
    const { version } = this;
    if (range === undefined) {
      const kept = this.#sketches.get(index);
      const frame = kept?.version === version ? kept.frame : sketchFrame(this.tcp, index);
      return { ...frame, meta: { ...frame.meta } };
    }
    if (this.#sketch?.index !== index || this.#sketch.version !== version) {
      this.judge(index);
      this.#sketch = { index, version, rows: wholeSketch(this.tcp, index) };
    }
    return sketchFrame(this.tcp, index, { range, sketch: this.#sketch.rows });
  }

  /** A connection's RTT samples, and what its senders had in flight, as columns. @param {number} index */
  rttFrame(index) {
    return rttFrame(this.tcp, index);
  }

  /** @param {number} index */
  flightFrame(index) {
    return flightFrame(this.tcp, index);
  }

  /** When its senders waited for credit above TCP. @param {number} index */
  #creditStalls(index) {
    const { flows } = this.tcp;
    return creditStalls(
      this.messages,
      index,
      flows.clientEndpoint(index),
      flows.float(index, FLOW_F.END),
      this.muxCredit,
    );
  }

  /**
   * What was opened last: the page asks for parts of it again and again.
   * @type {{ index: number, version: number, frame: import('../shared/columns/column-frame.js').ColumnFrame }|null}
   */
  #sender = null;

  /** What is inferred of its senders, as columns. @param {number} index */
  senderFrame(index) {
    const { version } = this;
    const kept = this.#sender;
    if (kept?.index === index && kept.version === version) return { ...kept.frame, meta: { ...kept.frame.meta } };
    this.judge(index);
    const frame = senderFrame(this.tcp, index, this.#creditStalls(index));
    this.#sender = frame.rows > MAX_WHOLE_BURSTS ? { index, version, frame } : null;
    return { ...frame, meta: { ...frame.meta } };
  }

  /**
   * The same, of a long connection only what makes the picture of a range.
   * @param {number} index
   * @param {{ startNs: number, endNs: number }} [range]
   */
  senderSketch(index, range) {
    return sketchSender(this.senderFrame(index), range);
  }

  /**
   * What shares a connection, as columns: HTTP/2 streams or WebMUX sessions. Tunnels may hold several such connections
   * in one.
   * @param {number} index @param {number} [connection] which of them
   */
  lanesFrame(index, connection = 0) {
    const { messages } = this;
    const muxes = messages.mux.connectionsOf(index);
    const http2 = messages.http2Of(index);
    const record = muxes[connection];
    const facts = http2[connection - muxes.length];
    const lanes = record === undefined ? null : muxLanes(messages.mux, record, this.muxCredit);
    const meta = { flow: this.flowNumber(index), connection, connections: muxes.length + http2.length };
    return lanesFrame(
      lanes ?? (facts?.frames ? http2Lanes(facts.frames, facts.sides) : null),
      this.tcp.flows.clientEndpoint(index),
      meta,
    );
  }

  /** @param {Uint32Array} indexes of connections @returns the column frame `overview-order` */
  overviewOrder(indexes) {
    return laneOrderFrame(this.tcp.flows, indexes, this.durationNs);
  }

  /**
   * Connections on the capture's time axis.
   * @param {number[]} indexes
   * @param {import('../overview/lane-walk.js').LaneWindow} window what connections of many packets are told of
   * @returns {import('../shared/columns/column-frame.js').ColumnFrame} `overview-lanes`, with the connections' rows in
   *   `meta`
   */
  overviewLanes(indexes, window) {
    const rows = indexes.map((index) => this.rowFacts(index));
    const frame = overviewLanes(this.tcp, this.messages, indexes, window);
    return { ...frame, meta: { ...frame.meta, connections: rows } };
  }

  /**
   * A message and its other half, as `analyze --messages` prints them.
   * @param {number} index of the connection @param {number} message
   * @returns {{ request: import('../protocols/describe-message.js').Message|null, response:
   *   import('../protocols/describe-message.js').Message|null }|null}
   *   null: it has no such message
   */
  exchange(index, message) {
    if (this.messages.flowOf(message) !== index) return null;
    const one = this.messages.describe(message);
    const other = one.pair === null ? null : this.messages.describe(one.pair);
    return one.kind === 'request' ? { request: one, response: other } : { request: other, response: one };
  }

  #waterfalls = new Waterfalls(this.tcp, this.messages);

  /** Requests and answers of a connection: the column frame `waterfall`. @param {number} index */
  connectionWaterfall(index) {
    return this.#waterfalls.ofConnection(index);
  }

  /**
   * The same of a page or of all, with all pages in `meta`.
   * @param {number|'all'|null} page by its place; null: what fits
   */
  pageWaterfall(page) {
    return this.#waterfalls.ofPage(page);
  }

  /** Packets of all connections that fit what was typed. @param {string} text */
  findPackets(text) {
    return findPackets(this.tcp, this.messages, text);
  }

  /** Who asked for what: the column frame `overview-arcs`. */
  overviewArcs() {
    return arcsFrame(this.messages);
  }

  /** Every segment as `analyze --packets` prints it, in capture order. */
  *describePackets() {
    const { packets } = this.tcp;
    const measured = measureAllPackets(this.tcp);
    const fields = wiresharkFields(this.tcp);
    const icmpErrors = icmpErrorsByRow(this.tcp);
    for (let row = 0; row < measured.rttNs.length; row++) {
      const packet = describePacket(this.tcp, row, measured.rttNs[row], measured.inFlightBytes[row]);
      yield { ...packet, icmpErrors: icmpErrors.get(row), wireshark: describeFields(packets, fields, row) };
    }
  }

  /** The lines of `analyze --format tcptrace-csv`, line ends not included. @returns {Iterable<string>} */
  tcptraceCsv() {
    return tcptraceCsv(this.tcp, this.forTcptrace());
  }

  /**
   * Draws a connection's graphs for xplot.
   * @param {number} index
   * @param {(fileName: string) => import('../export/xplot/plot.js').Write} open gives where a file's text goes
   */
  drawGraphs(index, open) {
    drawFlow(this.tcp, index, this.forTcptrace(), open);
  }

  /** A connection's packets and series as tables, the packets first. @param {number} index */
  tables(index) {
    this.judge(index);
    return [packetsTable(this.tcp, index), ...seriesTables(this.tcp, index)];
  }

  /** What is told of a connection's senders, as `analyze --sender` prints it. @param {number} index */
  describeSenders(index) {
    return describeSenders(this.tcp, index, this.#creditStalls(index));
  }
}
