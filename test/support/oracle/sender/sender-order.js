import { ColumnRoom } from '../../../../lib/engine/columns.js';
import { OPTION } from '../../../../lib/engine/segment-batch.js';
import { leftAfterNs, senderClock } from './sender-clock.js';
import { swappedOrder } from './swapped.js';
import { leavingTimes } from './trains.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../../../../lib/tcpflow/sender/vantage/vantage.js').Vantage} Vantage */

/** Confidence by what put a packet in its place. */
const CONFIDENCE = Object.freeze({ ECHO: 0.95, CROWDED_ECHO: 0.8, NO_ECHO: 0.6, SHIFTED: 0.5, AS_CAPTURED: 0.1 });
/** Acknowledgements of one timestamp, from which on a segment's place among them is uncertain. */
const CROWD = 4;
/**
 * Acknowledgements of one tick come within this of each other: when the sender's clock shows a segment to have left
 * later, all had come.
 */
const SPREAD_NS = 5e6;
/**
 * The shortest round trip to the sender has its reaction in it; many are faster. An acknowledgement that seems to come
 * too soon does no harm, one that seems to come behind what it set off does.
 */
const REACTION_SHARE = 0.1;
const REACTION_NS = 0.2e6;

/**
 * The packets of a connection in the order in which they passed the sender of one direction, and when. Times are the
 * sender's plus the shortest delay from it to the capture point, so that a packet that nothing delayed keeps the time
 * of its capture.
 * @typedef {object} SenderOrder
 * @property {'captured' | 'echoes' | 'shifted'} method how it was told
 * @property {Int32Array} packet indexes of the connection's packets
 * @property {Float64Array} timeNs when each of those left or reached the sender; rising
 * @property {Float32Array} confidence that it stands where it belongs, 0 … 1
 */

/**
 * At the sender that is the capture's own order. Elsewhere a segment that the sender sent before it had an
 * acknowledgement passes behind it, and has to be put back. With timestamps a segment says itself which acknowledgement
 * was the latest to arrive:
 *
 * ```
 *   sender                 capture point                receiver
 *      │                         ● ◀──── ACK 9, TSval 70 ── │
 *      │ ── data, TSecr 69 ────▶ ●                          │     left before ACK 9 came
 *      │ ◀───────────────────────●                          │
 *      │ ── data, TSecr 70 ────▶ ●                          │     left after it
 * ```
 *
 * (tcp-analysis: "TSecr flight".) Without timestamps acknowledgements are moved by the shortest round trip between the
 * capture point and the sender.
 *
 * @param {ConnectionPackets} packets
 * @param {number} direction of the data
 * @param {Vantage} vantage
 * @param {boolean} windowKnown
 * @returns {SenderOrder}
 */
export function senderOrder(packets, direction, { place, senderNs, receiverNs, confidence }, windowKnown) {
  if (place === 'sender') {
    const list = swappedOrder(packets, direction, windowKnown);
    return {
      method: 'captured',
      packet: Int32Array.from(list, ({ packet }) => packet),
      timeNs: Float64Array.from(list, ({ timeNs }) => timeNs),
      confidence: new Float32Array(list.length).fill(confidence),
    };
  }
  if (senderNs === null) return capturedOrder(packets, CONFIDENCE.AS_CAPTURED);
  const back = acknowledgements(packets, direction);
  const echoes = echoGroups(packets, direction, back);
  return echoes === null
    ? shiftedOrder(packets, direction, senderNs, senderNs + (receiverNs ?? 0), windowKnown)
    : echoedOrder(packets, direction, { senderNs, back, echoes });
}

/** @param {ConnectionPackets} packets @param {number} confidence @returns {SenderOrder} */
function capturedOrder({ count, timeNs }, confidence) {
  const room = new ColumnRoom(count, 2, 8);
  const packet = room.int32();
  for (let i = 0; i < count; i++) packet[i] = i;
  return { method: 'captured', packet, timeNs, confidence: room.float32().fill(confidence) };
}

/** Packets of the other direction, in order. @param {ConnectionPackets} packets @param {number} direction */
function acknowledgements({ count, direction: directions }, direction) {
  const list = new Int32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) if (directions[i] !== direction) list[length++] = i;
  return list.subarray(0, length);
}

/** An order being put together. */
class Merge {
  count = 0;
  timeNs;
  packet;
  confidence;

  /** @param {number} length */
  constructor(length) {
    const room = new ColumnRoom(length, 3, 16);
    this.packet = room.int32();
    this.timeNs = room.float64();
    this.confidence = room.float32();
  }

  get lastNs() {
    return this.count === 0 ? -Infinity : this.timeNs[this.count - 1];
  }

  /** @param {number} packet @param {number} timeNs @param {number} confidence */
  add(packet, timeNs, confidence) {
    this.confidence[this.count] = confidence;
    this.timeNs[this.count] = Math.max(timeNs, this.lastNs);
    this.packet[this.count++] = packet;
  }

  /** @param {SenderOrder['method']} method @returns {SenderOrder} */
  finished(method) {
    const { packet, timeNs, confidence } = this;
    return { method, packet, timeNs, confidence };
  }
}

/**
 * @param {ConnectionPackets} packets
 * @param {number} direction
 * @param {number} senderNs the shortest round trip to the sender @param {number} baseNs that of the whole path
 * @param {boolean} windowKnown
 * @returns {SenderOrder}
 */
function shiftedOrder(packets, direction, senderNs, baseNs, windowKnown) {
  const reactionNs = Math.min(senderNs * REACTION_SHARE, REACTION_NS);
  const merge = new Merge(packets.count);
  const back = acknowledgements(packets, direction);
  const behindNs = senderNs - reactionNs;
  const leftNs = leavingTimes(packets, direction, back, behindNs, baseNs, windowKnown);
  let next = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction) continue;
    for (; next < back.length && packets.timeNs[back[next]] + behindNs <= leftNs[i]; next++) {
      merge.add(back[next], Math.min(leftNs[i], packets.timeNs[back[next]] + senderNs), CONFIDENCE.SHIFTED);
    }
    merge.add(i, leftNs[i], CONFIDENCE.SHIFTED);
  }
  for (; next < back.length; next++) merge.add(back[next], packets.timeNs[back[next]] + senderNs, CONFIDENCE.SHIFTED);
  return merge.finished('shifted');
}

/**
 * Acknowledgements with one and the same timestamp cannot be told apart by their echo: how many there are, and how many
 * segments echo them.
 * @typedef {{ group: Int32Array, acks: Int32Array, segments: Int32Array }} EchoGroups by packet its group; by group
 *   both numbers
 */

/**
 * @param {ConnectionPackets} packets @param {number} direction @param {Int32Array} back packets of the other direction
 * @returns {EchoGroups | null} null without timestamps in both directions
 */
function echoGroups(packets, direction, back) {
  const { count, options, tsValue, tsEcho } = packets;
  const group = new Int32Array(count).fill(-1);
  const acks = new Int32Array(back.length);
  const segments = new Int32Array(back.length);
  const values = new Int32Array(back.length);
  let groups = 0;
  for (const i of back) {
    if ((options[i] & OPTION.TIMESTAMPS) === 0) continue;
    if (groups === 0 || ((tsValue[i] - values[groups - 1]) | 0) > 0) values[groups++] = tsValue[i];
    group[i] = groups - 1;
    acks[groups - 1]++;
  }
  let at = 0;
  let echoed = 0;
  for (let i = 0; i < count; i++) {
    if (packets.direction[i] !== direction || (options[i] & OPTION.TIMESTAMPS) === 0 || packets.ackOffset[i] < 0) {
      continue;
    }
    if (groups === 0 || ((values[groups - 1] - tsEcho[i]) | 0) < 0) continue;
    while (at + 1 < groups && ((values[at + 1] - tsEcho[i]) | 0) <= 0) at++;
    if (values[at] !== tsEcho[i]) continue;
    group[i] = at;
    segments[at]++;
    echoed++;
  }
  return echoed > 0 && groups > 1 ? { group, acks, segments } : null;
}

/**
 * @param {ConnectionPackets} packets @param {number} direction
 * @param {{ senderNs: number, back: Int32Array, echoes: EchoGroups }} known
 * @returns {SenderOrder}
 */
function echoedOrder(packets, direction, { senderNs, back, echoes: { group, acks, segments } }) {
  const merge = new Merge(packets.count);
  const clock = senderClock(packets, direction);
  const arrivalNs = (/** @type {number} */ ack) => packets.timeNs[ack] + senderNs;
  let next = 0;
  let latest = -1;
  let before = 0;
  let ofGroup = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction) continue;
    if (group[i] > latest) {
      latest = group[i];
      before = 0;
      ofGroup = 0;
    }
    // of its group the segment had at least one, and of n acknowledgements and m segments the k-th had n·k/m: one sets
    // off the other
    const wanted =
      group[i] === latest && latest >= 0 ? Math.floor((before++ * acks[latest]) / segments[latest]) + 1 : 0;
    const leftNs =
      clock === null || (packets.options[i] & OPTION.TIMESTAMPS) === 0
        ? -Infinity
        : leftAfterNs(clock, packets.tsValue[i]);
    const certainty = group[i] < 0 ? CONFIDENCE.NO_ECHO : certaintyAmong(acks[group[i]]);
    for (
      ;
      next < back.length &&
      back[next] < i &&
      (group[back[next]] < latest ||
        (group[back[next]] === latest && (ofGroup < wanted || arrivalNs(back[next]) + SPREAD_NS < leftNs)));
      next++
    ) {
      if (group[back[next]] === latest) ofGroup++;
      merge.add(back[next], arrivalNs(back[next]), certainty);
    }
    merge.add(i, leavingNs(packets, i, clock, next < back.length ? arrivalNs(back[next]) : Infinity), certainty);
  }
  for (; next < back.length; next++) merge.add(back[next], arrivalNs(back[next]), CONFIDENCE.NO_ECHO);
  return merge.finished('echoes');
}

/** @param {number} acks with one and the same timestamp */
const certaintyAmong = (acks) => (acks < CROWD ? CONFIDENCE.ECHO : CONFIDENCE.CROWDED_ECHO);

/**
 * When a segment left: by the sender's own clock where its timestamps show one, but before the next acknowledgement
 * came and before it was captured.
 * @param {ConnectionPackets} packets
 * @param {number} i
 * @param {import('./sender-clock.js').SenderClock | null} clock
 * @param {number} nextNs
 */
function leavingNs(packets, i, clock, nextNs) {
  const latestNs = Math.min(packets.timeNs[i], nextNs);
  return clock === null || (packets.options[i] & OPTION.TIMESTAMPS) === 0
    ? latestNs
    : Math.min(latestNs, leftAfterNs(clock, packets.tsValue[i]));
}
