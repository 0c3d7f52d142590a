import { OPTION } from '../../engine/segment-batch.js';
import { echoesMarks } from '../../transport/tcp/ecn-handshake.js';
import { SCALE_UNKNOWN } from '../../transport/tcp/header.js';
import { burstsOf } from './bursts.js';
import { flightSeries } from './flight-series.js';
import { hostQueueNs } from './host-queue.js';
import { SenderPasses } from './passes.js';
import { roundTrips } from './round-trips.js';
import { senderOrder } from './sender-order.js';
import { senderSamples } from './sender-samples.js';
import { vantagesOf } from './vantage/vantage.js';

/** A capture point that sees a host answer so soon is in it, or on its link. */
const AT_HOST_NS = 1e6;

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../connection/connection-packets.js').ConnectionOptions} ConnectionOptions */
/** @typedef {import('./sample-list.js').SampleList} SampleList */
/** @typedef {import('../../transport/bursts.js').Habits} Habits */
/** @typedef {import('../../transport/path.js').Vantage} Vantage */
/** @typedef {import('../../transport/path.js').Path} Path */

/**
 * A connection's path: where the capture was taken, round trips, bytes in flight. By direction of the
 * data: 0 the client's, 1 the server's.
 * @implements {Path}
 */
export class PathAnalysis {
  /**
   * @type {[SampleList, SampleList]} samples by answered direction: each measures the half of the path to its receiver
   */
  roundTrips;
  /** @type {[Vantage, Vantage]} */
  vantages;
  #packets;
  #sack;

  /** Whether both ends permit SACK, or use it. */
  get sack() {
    return this.#sack;
  }

  /** @param {ConnectionPackets} packets @param {ConnectionOptions} options */
  constructor(packets, options) {
    this.#packets = packets;
    /**
     * Whether the windows that each end advertises are known: their scale is known from the handshake or from the data.
     */
    this.windowsKnown = options.windowScale.map((shift) => shift !== SCALE_UNKNOWN);
    this.#sack = mayHaveSack(packets, options);
    /** Whether ECE of an acknowledgement reports CE-marked data. */
    this.echoesMarks = echoesMarks(packets);
    this.passes = new SenderPasses(packets);
    this.roundTrips = [roundTrips(this.passes, 0), roundTrips(this.passes, 1)];
    this.vantages = vantagesOf(packets, options, this.roundTrips);
  }

  /** @type {(import('./sender-order.js').SenderOrder | undefined)[]} */
  #orders = [];

  /** The packets in the order in which they passed a direction's sender. @param {number} direction */
  orderAtSender(direction) {
    return (this.#orders[direction] ??= senderOrder(
      this.passes,
      this.#packets,
      direction,
      this.vantages[direction],
      this.windowsKnown[1 - direction],
    ));
  }

  /**
   * How long segments had waited in their sender's host, by `hostQueueNs`: where the capture was taken elsewhere, they
   * may have waited on the path.
   * @param {number} direction
   */
  hostQueueNs(direction) {
    const { senderNs } = this.vantages[direction];
    return (senderNs ?? Infinity) <= AT_HOST_NS ? hostQueueNs(this.#packets, direction) : null;
  }

  /** A direction's flight size at its sender. @param {number} direction */
  flight(direction) {
    return flightSeries(this.passes, direction, this.orderAtSender(direction), this.#sack);
  }

  /**
   * Whether a direction's segments arrived at the capture point evenly spaced, as from a bottleneck.
   * @param {number} direction
   */
  isSpaced(direction) {
    return this.passes.isSpaced(direction);
  }

  /** Its sender's packets by what triggered them. @param {number} direction @param {Habits} known */
  bursts(direction, known) {
    return burstsOf(this, direction, known);
  }

  /** Round trips over the whole path, as measured by a direction's sender. @param {number} direction */
  senderSamples(direction) {
    return senderSamples(this.passes, direction, this.orderAtSender(direction));
  }
}

/**
 * Whether both ends permitted SACK or, without a handshake, either used it.
 * @param {ConnectionPackets} packets @param {ConnectionOptions} options
 */
function mayHaveSack({ sackLeft }, { synOptions: [client, server] }) {
  return (client & server & OPTION.SACK_PERMITTED) !== 0 || sackLeft.length > 0;
}
