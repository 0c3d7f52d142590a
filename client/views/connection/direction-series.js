/**
 * What is drawn of one direction of a connection: its own segments, and the acknowledgements and windows that the other
 * end sends back. Built in one pass over the packets and extended when more arrive.
 */
import { GrowingColumn } from '../../plot/growing-column.js';
import { upperBound } from '../../plot/search.js';
import { BarSeries, LineSeries } from '../../plot/series-columns.js';
import { HoleList } from './holes.js';
import { isDuplicateSack } from './sack-blocks.js';
import { TCP, VERDICT, isMarkedCongested, sequenceLength, wasNeeded } from './packet-columns.js';

/** Weight of a new sample in the smoothed round trip (RFC 6298, section 2). */
const SRTT_GAIN = 1 / 8;

export class DirectionSeries {
  /** @param {number} direction of the bytes that this series is about */
  constructor(direction) {
    this.direction = direction;
    this.rows = 0;
    /** Segments sent for the first time. */
    this.segments = new BarSeries();
    this.retransmissions = new BarSeries();
    /** The same, parted for drawing: those that the receiver lacked (or may have), and those that it had. */
    this.repairs = new BarSeries();
    this.spurious = new BarSeries();
    this.lateArrivals = new BarSeries();
    /** The same packet seen twice by the capture: no verdict on TCP. */
    this.captureDuplicates = new BarSeries();
    this.pushes = new BarSeries();
    /** SYN, FIN and RST of this direction. */
    this.handshakes = new BarSeries();
    this.ownResets = 0;
    this.probes = new BarSeries();
    /** Segments that say the sender has slowed down (CWR), and answers that echo a congestion mark (ECE; RFC 3168, section 6.1). */
    this.slowed = new LineSeries();
    /** Segments that a router marked (CE). */
    this.marked = new LineSeries();
    this.echoes = new LineSeries();
    this.urgent = new LineSeries();
    /** Acknowledged up to here, and the edge of the receiver's window. */
    this.acks = new LineSeries();
    this.edge = new LineSeries();
    /** Receive window in bytes. */
    this.window = new LineSeries();
    /** Duplicate acknowledgements, and beside each how many in a row it makes. */
    this.duplicates = new LineSeries();
    this.duplicateRuns = new GrowingColumn();
    /** Resets by the other end, at what it had acknowledged. */
    this.resets = new LineSeries();
    this.windowUpdates = new LineSeries();
    this.zeroWindows = new LineSeries();
    /** Answers with SACK blocks, and those of them that report bytes which came twice. */
    this.sackRows = new LineSeries();
    this.duplicateSackRows = new LineSeries();
    this.inFlight = new LineSeries();
    this.rtt = new LineSeries();
    this.smoothedRtt = new LineSeries();
    /** Payload bytes sent so far, repeats included. */
    this.sent = new LineSeries();
    /** Highest sequence offset sent so far: the first item above an offset is the first sending of that byte. */
    this.highest = new LineSeries();
    this.holes = new HoleList();
    /** Spans in which the receiver's window was closed; the end is Infinity while it is. */
    this.closedWindows = { start: new GrowingColumn(16), end: new GrowingColumn(16) };
    this.minRttNs = Infinity;
  }

  #duplicateRun = 0;

  /**
   * @param {import('./packet-columns.js').PacketColumns} columns the same packets as before, and more
   */
  extend(columns) {
    for (let row = this.rows; row < columns.rows; row++) {
      if (columns.direction[row] === this.direction) this.#addSegment(columns, row);
      else this.#addAnswer(columns, row);
    }
    this.rows = columns.rows;
    for (const part of Object.values(this)) {
      if (part instanceof BarSeries || part instanceof LineSeries) part.summarise();
    }
  }

  /** @param {import('./packet-columns.js').PacketColumns} columns @param {number} row */
  #addSegment(columns, row) {
    const flags = columns.flags[row];
    const timeNs = columns.time[row];
    const low = columns.seq[row];
    const high = low + sequenceLength(columns, row);
    if ((flags & (TCP.SYN | TCP.FIN | TCP.RST)) !== 0) this.handshakes.push(timeNs, low, high, row);
    if ((flags & TCP.RST) !== 0) this.ownResets++;
    if (columns.verdict[row] === VERDICT.window_probe) this.probes.push(timeNs, low, high, row);
    if ((flags & (TCP.SYN | TCP.CWR)) === TCP.CWR) this.slowed.push(timeNs, high, row);
    if (isMarkedCongested(columns, row)) this.marked.push(timeNs, high, row);
    if ((flags & TCP.URG) !== 0) this.urgent.push(timeNs, high, row);
    if (high === low) return;
    if (columns.verdict[row] === VERDICT.duplicate_in_capture) {
      this.captureDuplicates.push(timeNs, low, high, row);
      return;
    }
    this.#placeSegment(columns, row, low, high);
    this.sent.push(timeNs, Math.max(0, this.sent.value.last) + columns.length[row], row);
    this.highest.push(timeNs, Math.max(this.highest.value.last, high), row);
    this.#noteFlight(timeNs, row);
  }

  /** @param {import('./packet-columns.js').PacketColumns} columns @param {number} row @param {number} low @param {number} high */
  #placeSegment(columns, row, low, high) {
    const timeNs = columns.time[row];
    const expected = this.highest.value.last;
    if (columns.verdict[row] === VERDICT.retransmission) {
      this.retransmissions.push(timeNs, low, high, row);
      (wasNeeded(columns, row) === false ? this.spurious : this.repairs).push(timeNs, low, high, row);
      this.holes.fill(low, high, timeNs);
    } else if (columns.verdict[row] === VERDICT.reordered) {
      this.lateArrivals.push(timeNs, low, high, row);
      this.holes.fill(low, high, timeNs);
    } else if (columns.length[row] > 0) {
      this.segments.push(timeNs, low, high, row);
      if ((columns.flags[row] & TCP.PSH) !== 0) this.pushes.push(timeNs, low, high, row);
      if (low > expected && expected >= 0) this.holes.open(expected, low, timeNs);
    }
  }

  /** @param {import('./packet-columns.js').PacketColumns} columns @param {number} row */
  #addAnswer(columns, row) {
    const timeNs = columns.time[row];
    if ((columns.flags[row] & TCP.RST) !== 0) this.resets.push(timeNs, Math.max(this.acks.value.last, columns.ack[row], 0), row);
    const ack = columns.ack[row];
    if (ack < 0) return;
    const { bits } = columns;
    const analysis = columns.analysis[row];
    const highest = Math.max(this.acks.value.last, ack);
    this.acks.push(timeNs, highest, row);
    if ((columns.flags[row] & (TCP.SYN | TCP.ECE)) === TCP.ECE) this.echoes.push(timeNs, ack, row);
    if ((columns.flags[row] & TCP.RST) === 0) this.#noteWindow(columns, row, ack);
    this.#duplicateRun = (analysis & bits.duplicate_ack) === 0 ? 0 : this.#duplicateRun + 1;
    if (this.#duplicateRun > 0) {
      this.duplicates.push(timeNs, ack, row);
      this.duplicateRuns.push(this.#duplicateRun);
    }
    if ((analysis & bits.window_update) !== 0) this.windowUpdates.push(timeNs, ack + columns.window[row], row);
    if (columns.sackCount[row] > 0) this.sackRows.push(timeNs, ack, row);
    if (isDuplicateSack(columns, row)) this.duplicateSackRows.push(timeNs, ack, row);
    if (columns.rtt[row] >= 0) this.#noteRtt(timeNs, columns.rtt[row], row);
    this.#noteFlight(timeNs, row);
  }

  /** @param {import('./packet-columns.js').PacketColumns} columns @param {number} row @param {number} ack */
  #noteWindow(columns, row, ack) {
    const timeNs = columns.time[row];
    const windowBytes = columns.window[row];
    this.edge.push(timeNs, ack + windowBytes, row);
    this.window.push(timeNs, windowBytes, row);
    const { start, end } = this.closedWindows;
    const isClosed = end.last === Infinity;
    if (windowBytes === 0) this.zeroWindows.push(timeNs, ack, row);
    if (windowBytes === 0 && !isClosed) {
      start.push(timeNs);
      end.push(Infinity);
    } else if (windowBytes > 0 && isClosed) {
      end.values[end.length - 1] = timeNs;
    }
  }

  /** @param {number} timeNs @param {number} rttNs @param {number} row */
  #noteRtt(timeNs, rttNs, row) {
    const smoothed = this.smoothedRtt.count === 0 ? rttNs : this.smoothedRtt.value.last + SRTT_GAIN * (rttNs - this.smoothedRtt.value.last);
    this.rtt.push(timeNs, rttNs, row);
    this.smoothedRtt.push(timeNs, smoothed, row);
    this.minRttNs = Math.min(this.minRttNs, rttNs);
  }

  /** Sent and not yet acknowledged. Before the first acknowledgement nothing is known. @param {number} timeNs @param {number} row */
  #noteFlight(timeNs, row) {
    if (this.acks.count === 0 || this.highest.count === 0) return;
    this.inFlight.push(timeNs, Math.max(0, this.highest.value.last - this.acks.value.last), row);
  }

  /** @returns {number} how long the window was closed, up to the last answer */
  get closedNs() {
    const { start, end } = this.closedWindows;
    let total = 0;
    for (let i = 0; i < start.length; i++) total += Math.min(end.values[i], this.acks.time.last) - start.values[i];
    return total;
  }

  /** @param {number} timeNs @returns {number} payload bytes sent up to then */
  sentUntil(timeNs) {
    return valueAt(this.sent, timeNs) ?? 0;
  }

  /** @param {number} timeNs @returns {number|null} sequence offset acknowledged up to then */
  ackedUntil(timeNs) {
    return valueAt(this.acks, timeNs);
  }

  /** @param {number} offset @returns {number|null} row of the packet that sent the byte at `offset` first */
  firstSending(offset) {
    const found = upperBound(this.highest.low, offset, this.highest.count);
    return found === this.highest.count ? null : this.highest.row.values[found];
  }

  /** @param {number} offset @returns {number|null} row of the first packet that acknowledged everything before `offset` */
  acknowledgement(offset) {
    const found = upperBound(this.acks.low, offset - 1e-9, this.acks.count);
    return found === this.acks.count ? null : this.acks.row.values[found];
  }
}

/**
 * @param {LineSeries} series
 * @param {number} timeNs
 * @returns {number|null} the value that holds then; null before the first
 */
export function valueAt(series, timeNs) {
  const after = upperBound(series.times, timeNs, series.count);
  return after === 0 ? null : series.low[after - 1];
}
