/**
 * The drawn data of one direction of a connection: its own segments, and the acknowledgements and windows that the
 * other end sends back. Built in one pass over the packets and extended when more arrive.
 */
import { TCP, VERDICT } from '../../../../lib/shared/packet-enums.js';
import { GrowingColumn } from '../../../plot/growing-column.js';
import { BarSeries, LineSeries, Moments } from '../../../plot/series-columns.js';
import { bisectRight } from '../../../vendor/d3.js';
import { HoleList } from './holes.js';
import { isMarkedCongested, sequenceLength, wasNeeded } from './packet-columns.js';
import { isCutBefore } from './partial-packets.js';
import { isDuplicateSack } from './sack-blocks.js';

/** Segments from which the full size is taken. */
const LOOKED_AT = 2000;

export class DirectionSeries {
  /** @param {number} direction of the bytes that this series is about */
  constructor(direction) {
    this.direction = direction;
    this.rows = 0;
    /** Segments sent for the first time. */
    this.segments = new BarSeries();
    this.retransmissions = new BarSeries();
    /** The same, split for drawing: those that the receiver lacked (or may have lacked), and spurious ones. */
    this.repairs = new BarSeries();
    this.spurious = new BarSeries();
    this.lateArrivals = new BarSeries();
    /** Of both of these, what carried no data: SYN and FIN, which are drawn with them, and not counted with them. */
    this.repeatedControls = new BarSeries();
    this.lateControls = new BarSeries();
    /** The same packet captured twice: not TCP's doing. */
    this.captureDuplicates = new BarSeries();
    this.pushes = new BarSeries();
    /** SYN, FIN and RST of this direction. */
    this.handshakes = new BarSeries();
    this.ownResets = 0;
    this.probes = new BarSeries();
    /**
     * Segments by which the sender reports a reduced window (CWR), and ACKs that echo a congestion mark (ECE; RFC 3168,
     * section 6.1).
     */
    this.slowed = new LineSeries();
    /** Segments that a router marked (CE). */
    this.marked = new LineSeries();
    this.echoes = new LineSeries();
    this.urgent = new LineSeries();
    /**
     * Acknowledged up to here, and the edge of the receiver's window: nothing where its scale is not known, as of the
     * window itself.
     */
    this.acks = new LineSeries(this.#answers);
    this.edge = new LineSeries(this.#answers);
    /** Receive window in bytes. */
    this.window = new LineSeries(this.#answers);
    /** Duplicate acknowledgements, and beside each how many in a row it makes. */
    this.duplicates = new LineSeries();
    this.duplicateRuns = new GrowingColumn();
    /** Resets by the other end, at what it had acknowledged. */
    this.resets = new LineSeries();
    this.windowUpdates = new LineSeries();
    this.zeroWindows = new LineSeries();
    /** ACKs with SACK blocks, and those of them with D-SACK. */
    this.sackRows = new LineSeries();
    this.duplicateSackRows = new LineSeries();
    this.inFlight = new LineSeries();
    /** Payload bytes sent so far, retransmissions included. */
    this.sent = new LineSeries(this.#sendings);
    /** Highest sequence offset sent so far: the first item above an offset is the first transmission of that byte. */
    this.highest = new LineSeries(this.#sendings);
    /** Payload bytes of each. */
    this.sizes = new LineSeries(this.#sendings);
    this.holes = new HoleList();
    /** Spans in which the receiver's window was closed; the end is Infinity while it is. */
    this.closedWindows = { start: new GrowingColumn(16), end: new GrowingColumn(16) };
  }

  #answers = new Moments();
  #sendings = new Moments();
  #duplicateRun = 0;

  /**
   * Adds packets up to a row. They are visible only after `summarise`.
   * @param {import('./packet-columns.js').PacketColumns} columns the same packets as before, and more
   * @param {number} [to] exclusive
   */
  extend(columns, to = columns.rows) {
    if (this.rows === 0) this.#reserve(columns);
    for (let row = this.rows; row < to; row++) {
      if (columns.direction[row] === this.direction) this.#addSegment(columns, row);
      else this.#addAnswer(columns, row);
    }
    this.rows = to;
  }

  /** To be called after `extend`, before drawing. */
  summarise() {
    for (const part of Object.values(this)) {
      if (part instanceof BarSeries || part instanceof LineSeries) part.summarise();
    }
    this.holes.summarise();
  }

  /** Room for what every packet brings. @param {import('./packet-columns.js').PacketColumns} columns */
  #reserve({ rows, direction, length }) {
    let answers = 0;
    let data = 0;
    for (let row = 0; row < rows; row++) {
      if (direction[row] !== this.direction) answers++;
      else if (length[row] > 0) data++;
    }
    this.segments.reserve(data);
    for (const part of [this.sent, this.highest, this.sizes]) part.reserve(data + 2);
    for (const part of [this.acks, this.edge, this.window]) part.reserve(answers);
    this.inFlight.reserve(answers + data);
  }

  /** @param {import('./packet-columns.js').PacketColumns} columns @param {number} row */
  #addSegment(columns, row) {
    const flags = columns.flags[row];
    const timeNs = columns.time[row];
    const low = columns.seq[row];
    const high = low + sequenceLength(columns, row);
    if ((flags & (TCP.SYN | TCP.FIN | TCP.RST)) !== 0) this.handshakes.push(timeNs, low, high, row);
    if ((flags & TCP.RST) !== 0) this.ownResets++;
    if (columns.verdict[row] === VERDICT.WINDOW_PROBE) this.probes.push(timeNs, low, high, row);
    if ((flags & (TCP.SYN | TCP.CWR)) === TCP.CWR) this.slowed.push(timeNs, high, row);
    if (isMarkedCongested(columns, row)) this.marked.push(timeNs, high, row);
    if ((flags & TCP.URG) !== 0) this.urgent.push(timeNs, high, row);
    if (high === low) return;
    if (columns.verdict[row] === VERDICT.DUPLICATE_IN_CAPTURE) {
      this.captureDuplicates.push(timeNs, low, high, row);
      return;
    }
    this.#placeSegment(columns, row, low, high);
    this.#sendings.push(timeNs, row);
    this.sent.add(columns.payload ? columns.payload[row] : Math.max(0, this.sent.value.last) + columns.length[row]);
    this.highest.add(Math.max(this.highest.value.last, high));
    this.sizes.add(columns.length[row]);
    this.#noteFlight(timeNs, row);
  }

  /**
   * @param {import('./packet-columns.js').PacketColumns} columns
   * @param {number} row
   * @param {number} low
   * @param {number} high
   */
  #placeSegment(columns, row, low, high) {
    const timeNs = columns.time[row];
    const expected = this.highest.value.last;
    if (columns.verdict[row] === VERDICT.RETRANSMISSION) {
      this.retransmissions.push(timeNs, low, high, row);
      if (columns.length[row] === 0) this.repeatedControls.push(timeNs, low, high, row);
      (wasNeeded(columns, row) === false ? this.spurious : this.repairs).push(timeNs, low, high, row);
      this.holes.fill(low, high, timeNs);
    } else if (columns.verdict[row] === VERDICT.REORDERED) {
      this.lateArrivals.push(timeNs, low, high, row);
      if (columns.length[row] === 0) this.lateControls.push(timeNs, low, high, row);
      this.holes.fill(low, high, timeNs);
    } else if (columns.length[row] > 0) {
      const jumps = low > expected && expected >= 0;
      const isCut = isCutBefore(columns, row);
      // What a sketch leaves out was sent between the packets that it keeps.
      this.segments.push(timeNs, jumps && isCut ? expected : low, high, row);
      if ((columns.flags[row] & TCP.PSH) !== 0) this.pushes.push(timeNs, low, high, row);
      if (jumps && !isCut) this.holes.open(expected, low, timeNs);
    }
  }

  /** @param {import('./packet-columns.js').PacketColumns} columns @param {number} row */
  #addAnswer(columns, row) {
    const timeNs = columns.time[row];
    if ((columns.flags[row] & TCP.RST) !== 0) {
      this.resets.push(timeNs, Math.max(this.acks.value.last, columns.ack[row], 0), row);
    }
    const ack = columns.ack[row];
    if (ack < 0) return;
    const { bits } = columns;
    const analysis = columns.analysis[row];
    this.#answers.push(timeNs, row);
    this.acks.add(Math.max(this.acks.value.last, ack));
    if ((columns.flags[row] & (TCP.SYN | TCP.ECE)) === TCP.ECE) this.echoes.push(timeNs, ack, row);
    this.#noteWindow(columns, row, ack);
    this.#duplicateRun = (analysis & bits.duplicate_ack) === 0 ? 0 : this.#duplicateRun + 1;
    if (this.#duplicateRun > 0) {
      this.duplicates.push(timeNs, ack, row);
      this.duplicateRuns.push(this.#duplicateRun);
    }
    if ((analysis & bits.window_update) !== 0 && this.edge.count > 0) {
      this.windowUpdates.push(timeNs, ack + columns.window[row], row);
    }
    if (columns.sackCount[row] > 0) this.sackRows.push(timeNs, ack, row);
    if (isDuplicateSack(columns, row)) this.duplicateSackRows.push(timeNs, ack, row);
    this.#noteFlight(timeNs, row);
  }

  /** @param {import('./packet-columns.js').PacketColumns} columns @param {number} row @param {number} ack */
  #noteWindow(columns, row, ack) {
    const timeNs = columns.time[row];
    // A reset's window is meaningless: the previous one stays.
    const isReset = (columns.flags[row] & TCP.RST) !== 0;
    const windowBytes = isReset && this.window.count > 0 ? this.window.value.last : columns.window[row];
    if (columns.windowKnown[columns.direction[row]] && this.window.count === this.acks.count - 1) {
      this.edge.add(isReset && this.edge.count > 0 ? this.edge.value.last : ack + windowBytes);
      this.window.add(windowBytes);
    }
    if (isReset) return;
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

  /**
   * Sent and not yet acknowledged. Before the first acknowledgement nothing is known.
   * @param {number} timeNs
   * @param {number} row
   */
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

  #fullSegment = 0;

  /**
   * @returns {number} payload bytes of a full segment: the size that carries most of the data sent first; 1 without
   *   data
   */
  get fullSegment() {
    if (this.#fullSegment > 0) return this.#fullSegment;
    /** @type {Map<number, number>} */
    const carried = new Map();
    const looked = Math.min(this.sizes.count, LOOKED_AT);
    for (let i = 0; i < looked; i++) {
      carried.set(this.sizes.low[i], (carried.get(this.sizes.low[i]) ?? 0) + this.sizes.low[i]);
    }
    const [[size] = [1]] = [...carried].sort((a, b) => b[1] - a[1]);
    if (looked === LOOKED_AT) this.#fullSegment = size;
    return size || 1;
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
    const found = bisectRight(this.highest.low, offset, 0, this.highest.count);
    return found === this.highest.count ? null : this.highest.row.values[found];
  }

  /**
   * @param {number} offset
   * @returns {number|null} row of the first packet that acknowledged everything before `offset`
   */
  acknowledgement(offset) {
    const found = bisectRight(this.acks.low, offset - 1e-9, 0, this.acks.count);
    return found === this.acks.count ? null : this.acks.row.values[found];
  }
}

/**
 * @param {LineSeries} series
 * @param {number} timeNs
 * @returns {number|null} the value that holds then; null before the first
 */
export function valueAt(series, timeNs) {
  const after = bisectRight(series.times, timeNs, 0, series.count);
  return after === 0 ? null : series.low[after - 1];
}
