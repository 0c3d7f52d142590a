import { PACKET, SPACE_NAMES } from '../wire/versions.js';
import { Acknowledgements } from './acknowledgements.js';
import { Carried } from './carried.js';
import { CAUSE, CAUSES, FATE, PROBES } from './fates.js';
import { initialWindowOf } from './initial-window.js';
import { limitSpans } from './limits.js';
import { isAck } from './packets.js';
import { Queue } from './queue.js';
import { sendsOf, SMALLEST_MTU } from './sends.js';
import { spinRoundTrips } from './spin.js';
import { halvesOf, vantagesOf } from './vantage.js';
import { Walk } from './walk.js';

/** @typedef {import('./packets.js').QuicPackets} QuicPackets */
/** @typedef {Record<string, number | undefined>} Parameters transport parameters by name (RFC 9000 section 18.2) */

/** RFC 9000 section 18.2, ms. */
const DEFAULT_MAX_ACK_DELAY = 25;
/** Where acknowledgements were moved by the shortest round trip to the sender. */
const MOVED_CONFIDENCE = 0.6;

/** What became of a connection's packets, by the direction of what was sent. */
export class Recovery {
  /** @type {[DirectionRecovery, DirectionRecovery]} */
  directions;

  /**
   * @param {QuicPackets} packets
   * @param {{ parameters: [Parameters, Parameters] }} known by the end that announced them
   */
  constructor(packets, { parameters }) {
    this.packets = packets;
    const halves = [halvesOf(packets, 0), halvesOf(packets, 1)];
    this.vantages = vantagesOf(halves);
    this.directions = [
      new DirectionRecovery(packets, 0, { vantage: this.vantages[0], halves: halves[1], parameters }),
      new DirectionRecovery(packets, 1, { vantage: this.vantages[1], halves: halves[0], parameters }),
    ];
  }
}

/** One end's packets. */
export class DirectionRecovery {
  /** @type {Int32Array | null} */
  #sendOfRow = null;
  /** @type {Map<number, number> | null} */
  #rttOfRow = null;

  /**
   * @param {QuicPackets} packets @param {number} direction
   * @param {object} known
   * @param {import('../../transport/path.js').Vantage} known.vantage
   * @param {ReturnType<typeof halvesOf>} known.halves round trips between the capture point and this end
   * @param {[Parameters, Parameters]} known.parameters
   */
  constructor(packets, direction, { vantage, halves, parameters }) {
    const receiver = parameters[1 - direction];
    this.packets = packets;
    /** Transport parameters of the other end. */
    this.receiver = receiver;
    this.direction = direction;
    this.vantage = vantage;
    const isAway = vantage.place === 'receiver' || vantage.place === 'middle';
    /** From when the other end's packets pass the capture point until what they set off does. */
    this.shiftNs = isAway ? (vantage.senderNs ?? 0) : 0;
    /** In the order of packets at their sender. */
    this.orderConfidence = this.shiftNs > 0 ? MOVED_CONFIDENCE : 1;
    this.sends = sendsOf(
      packets,
      direction,
      isAway ? { rttNs: (vantage.senderNs ?? 0) + (vantage.receiverNs ?? 0), queue: new Queue(halves) } : null,
    );
    this.carried = new Carried(packets, this.sends);
    this.acks = new Acknowledgements(packets, direction, this.sends, this.shiftNs);
    this.walk = new Walk(packets, direction, this, {
      shiftNs: this.shiftNs,
      maxAckDelayNs: (receiver.max_ack_delay ?? DEFAULT_MAX_ACK_DELAY) * 1e6,
      credit: receiver.initial_max_data ?? Infinity,
      isZeroRttRejected: direction === 0 && isZeroRttRejected(packets),
    });
  }

  get samples() {
    return this.walk.samples;
  }

  get hasData() {
    return this.carried.total.some((bytes) => bytes > 0);
  }

  get persistent() {
    return this.walk.persistent;
  }

  get packetsSent() {
    return this.sends.ackEliciting.reduce((sum, one) => sum + one, 0);
  }

  /** Of the largest packet that is no probe of the path's MTU. */
  get maxPacketBytes() {
    const { count, bytes, isProbe } = this.sends;
    let most = 0;
    for (let k = 0; k < count; k++) if (!isProbe[k] && bytes[k] > most) most = bytes[k];
    return most || SMALLEST_MTU;
  }

  get maxDatagramBytes() {
    const { count, direction, datagramBytes } = this.packets;
    let most = 0;
    for (let row = 0; row < count; row++) {
      if (direction[row] === this.direction && datagramBytes[row] > most) most = datagramBytes[row];
    }
    return most;
  }

  /** @param {import('../../transport/quic/sent.js').LimitKnown} known */
  limits(known) {
    return limitSpans(this, known);
  }

  /** @param {number} rttNs */
  initialWindow(rttNs) {
    return initialWindowOf(this, rttNs);
  }

  /** What MAX_DATA allowed, from when it was known. */
  credit() {
    const { count, timeNs, credit } = this.walk.log;
    const series = { timeNs: /** @type {number[]} */ ([]), bytes: /** @type {number[]} */ ([]) };
    for (let e = 0; e < count; e++) {
      if (credit[e] === Infinity || (e > 0 && credit[e] === credit[e - 1])) continue;
      series.timeNs.push(timeNs[e]);
      series.bytes.push(credit[e]);
    }
    return series;
  }

  spinSamples() {
    return spinRoundTrips(this.packets, this.packets.spin, this.direction);
  }

  /** Packets that the sender declared lost, in the order of their numbers. */
  losses() {
    const { sends, walk } = this;
    const list = [];
    for (let k = 0; k < sends.count; k++) {
      if (walk.cause[k] === CAUSE.NONE) continue;
      const row = sends.packet[k];
      list.push({
        space: String(SPACE_NAMES[sends.space[k]]),
        pn: sends.pn[k],
        frame: row < 0 ? null : this.packets.frame[row],
        timeNs: walk.lostNs[k],
        cause: CAUSES[walk.cause[k]],
        spurious: this.#wasSpurious(k),
        isEliciting: sends.ackEliciting[k] === 1,
      });
    }
    return list;
  }

  /** Packets that a time-out made leave. */
  probes() {
    const { sends, walk } = this;
    const list = [];
    for (let k = 0; k < sends.count; k++) {
      const kind = PROBES[walk.probe[k]];
      if (kind === null || sends.packet[k] < 0) continue;
      list.push({
        space: String(SPACE_NAMES[sends.space[k]]),
        pn: sends.pn[k],
        frame: this.packets.frame[sends.packet[k]],
        kind,
        timeNs: sends.timeNs[k],
        waitedNs: walk.waitsOfProbes.get(k) ?? 0,
      });
    }
    return list;
  }

  /** Data in a packet that others had carried. @param {number} row */
  resendsOf(row) {
    const { resends } = this.carried;
    const send = this.sendOf(row);
    const list = [];
    for (let n = firstNotBelow(resends.send, send); resends.send[n] === send; n++) {
      if (resends.stream[n] < 0) continue;
      const ofPacket = this.sends.pn[resends.of[n]];
      list.push({ stream: resends.stream[n], offset: resends.offset[n], length: resends.length[n], ofPacket });
    }
    return list;
  }

  /** The RTT sample that a packet of the other end gave, seconds. @param {number} row @returns {number | null} */
  rttOf(row) {
    this.#rttOfRow ??= new Map(
      Array.from({ length: this.samples.count }, (_, at) => [this.samples.packet[at], this.samples.rttNs[at] / 1e9]),
    );
    return this.#rttOfRow.get(row) ?? null;
  }

  /** A packet's place among the sends; −1: it has no number, or is a copy. @param {number} row */
  sendOf(row) {
    this.#sendOfRow ??= sendsByRow(this.packets.count, this.sends);
    return this.#sendOfRow[row];
  }

  /** It was acknowledged after all; null: nothing that was acknowledged later tells. @param {number} k of the sends */
  #wasSpurious(k) {
    const { fate, cause } = this.walk;
    if (fate[k] === FATE.ACKED) return true;
    return cause[k] === CAUSE.PTO && this.sends.packet[k] >= 0 ? null : false;
  }
}

/** @param {QuicPackets} packets @param {{ parameters: [Parameters, Parameters] }} known */
export const recover = (packets, known) => new Recovery(packets, known);

/** @param {number} count @param {import('./sends.js').Sends} sends */
function sendsByRow(count, { count: all, packet }) {
  const sends = new Int32Array(count).fill(-1);
  for (let k = 0; k < all; k++) if (packet[k] >= 0) sends[packet[k]] = k;
  return sends;
}

/** @param {number[]} rising @param {number} value @returns {number} the first place that is not below it */
function firstNotBelow(rising, value) {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether the server took none of the client's 0-RTT packets: none was acknowledged.
 * @param {QuicPackets} packets
 */
function isZeroRttRejected({ count, type, direction, frameStart, frameCount, frames, pn }) {
  let first = Infinity;
  let last = -1;
  for (let row = 0; row < count; row++) {
    if (type[row] === PACKET.ZERO_RTT && pn[row] >= 0) {
      first = Math.min(first, pn[row]);
      last = Math.max(last, pn[row]);
    }
  }
  if (last < 0) return false;
  for (let row = 0; row < count; row++) {
    if (direction[row] === 0) continue;
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
      if (!isAck(frames.type[f])) continue;
      for (let r = frames.a[f]; r < frames.a[f] + frames.b[f]; r++) {
        if (frames.ranges.low[r] <= last && frames.ranges.high[r] >= first) return false;
      }
    }
  }
  return true;
}
