import { look } from '../findings/examination.js';
import { MAX_EXAMINED_IN_ALL, MAX_EXAMINED_PACKETS, MAX_OPENED_PACKETS } from '../findings/worth-examining.js';
import { CaptureTime } from '../ledger/capture-time.js';
import { describeCaptureTime, describeSumOfWaits, describeTime } from './describe-time.js';

/** @typedef {import('../ledger/flow-ledger.js').FlowLedger} FlowLedger */
/**
 * Of an analysis.
 * @typedef {Parameters<typeof look>[0] & { verdicts: { found: (flow: number) =>
 *   import('../../transport/losses.js').LossesAndReordering | undefined } }} Parts
 */

/** Examined connections whose time is reported, unless all are asked for. */
export const MAX_TIMED_FLOWS = 256;
/** Others, for each of which much of an examination is made. */
export const MAX_TIMED_UNEXAMINED = 128;
/** Of ledgers that wait to be told; further ones are made anew then. */
export const MAX_KEPT_INTERVALS = 2 ** 19;

/** Connections that may still be timed. */
class Left {
  #flows;
  #packets;

  /** @param {number} flows @param {number} packets of them */
  constructor(flows, packets) {
    this.#flows = flows;
    this.#packets = packets;
  }

  /** @param {number} packets */
  allows(packets) {
    if (this.#flows === 0 || packets > this.#packets) return false;
    this.#flows--;
    this.#packets -= packets;
    return true;
  }
}

/** Whose the time of connections, and of the capture, was. */
export class TimeQueries {
  #parts;
  #isAll;
  #examinedLeft;
  #othersLeft;
  #quicLeft;
  /** Of examined connections, until they are told; null: to be made anew. @type {Map<number, FlowLedger | null>} */
  #kept = new Map();
  #intervals = 0;
  /** Examined ones that are not told. @type {Set<number>} */
  #left = new Set();
  /** @type {Set<number>} */
  #counted = new Set();
  #time = new CaptureTime();

  /** @param {Parts} parts @param {{ all?: boolean }} [extent] all: of every connection */
  constructor(parts, { all = false } = {}) {
    this.#parts = parts;
    this.#isAll = all;
    const packets = all ? Infinity : MAX_EXAMINED_IN_ALL;
    this.#examinedLeft = new Left(all ? Infinity : MAX_TIMED_FLOWS, packets);
    this.#othersLeft = new Left(all ? Infinity : MAX_TIMED_UNEXAMINED, packets);
    this.#quicLeft = new Left(all ? Infinity : MAX_TIMED_FLOWS, packets);
  }

  /** Keeps a connection's ledger while it is examined. @param {number} index @param {() => FlowLedger} ledger */
  keep = (index, ledger) => {
    if (!this.#examinedLeft.allows(this.#packetsOf(index))) {
      this.#left.add(index);
      return;
    }
    const made = this.#intervals < MAX_KEPT_INTERVALS ? ledger() : null;
    this.#intervals += made === null ? 0 : sizeOf(made);
    this.#kept.set(index, made);
  };

  /**
   * `time` of a connection in `analyze --json`.
   * @param {number} index
   * @returns {ReturnType<typeof describeTime> | null} null: it is too long, or others were too many
   */
  describe(index) {
    const ledger = this.#take(index);
    if (ledger === null) return null;
    if (!this.#counted.has(index)) this.#time.add(ledger);
    this.#counted.add(index);
    return describeTime(ledger);
  }

  /**
   * The same of a connection of QUIC, once.
   * @param {number} packets @param {() => FlowLedger} make
   */
  describeQuic(packets, make) {
    if (packets > MAX_OPENED_PACKETS || !this.#quicLeft.allows(packets)) return null;
    const ledger = make();
    this.#time.add(ledger);
    return describeTime(ledger);
  }

  /** `time` of the capture: of the connections that were told. */
  describeCapture() {
    return describeCaptureTime(this.#time);
  }

  /** What the page shows of it. */
  describeCaptureWaits() {
    const { wallClock } = this.#time;
    return wallClock === null ? null : describeSumOfWaits(wallClock.ns, wallClock.sums);
  }

  /** @param {number} index */
  #take(index) {
    const kept = this.#kept.get(index);
    if (kept !== undefined) {
      this.#kept.delete(index);
      this.#intervals -= kept === null ? 0 : sizeOf(kept);
      return kept ?? this.#make(index);
    }
    if (this.#counted.has(index)) return this.#make(index);
    const packets = this.#packetsOf(index);
    const isTooLong = packets > (this.#isAll ? MAX_OPENED_PACKETS : MAX_EXAMINED_PACKETS);
    return isTooLong || this.#left.has(index) || !this.#othersLeft.allows(packets) ? null : this.#make(index);
  }

  /** @param {number} index */
  #packetsOf(index) {
    return this.#parts.tcp.flows.at(index).packets;
  }

  /** @param {number} index */
  #make(index) {
    const { tcp, messages, muxCredit, verdicts } = this.#parts;
    return look({ tcp, messages, muxCredit }, index, verdicts.found(index)).ledger();
  }
}

/** @param {FlowLedger} ledger */
const sizeOf = ({ intervals, exchanges }) =>
  exchanges.reduce((sum, one) => sum + one.intervals.length, intervals.length);
