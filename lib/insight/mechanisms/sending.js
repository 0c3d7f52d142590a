import { TRIGGER } from '../sender/bursts.js';
import { notObservable, notSeen, seen } from './mechanism.js';

/** @typedef {import('../../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../sender/sender-insight.js').SenderInsight} SenderInsight */

const SURE = 0.9;
const LIKELY = 0.7;
const MIN_HELD = 3;
const MIN_BREACHES = 2;
const MIN_ANSWERS = 20;

/**
 * Nagle's algorithm, pacing and segmentation offload of one sender.
 * @param {ConnectionPackets} packets
 * @param {number} direction 0: the client's data
 * @param {import('../../tcpflow/sender/sender-order.js').SenderOrder} order
 * @param {SenderInsight} insight
 * @param {number} mss bytes
 */
export const sending = (packets, direction, order, insight, mss) => [
  nagle(packets, direction, order, insight, mss),
  pacing(insight),
  offload(packets, direction, mss),
];

/**
 * RFC 896, in Minshall's variant: no short segment while another short one is not acknowledged.
 * @param {ConnectionPackets} packets
 * @param {number} direction
 * @param {import('../../tcpflow/sender/sender-order.js').SenderOrder} order
 * @param {SenderInsight} insight
 * @param {number} mss
 */
function nagle(packets, direction, { packet }, { bursts }, mss) {
  let shortEnd = -1;
  let una = 0;
  let top = 0;
  let breaches = 0;
  for (let k = 0; k < packets.count; k++) {
    const i = packet[k];
    if (packets.direction[i] !== direction) una = Math.max(una, packets.ackOffset[i]);
    else if (packets.length[i] > 0 && packets.endOffset[i] > top) {
      top = packets.endOffset[i];
      if (packets.length[i] >= mss) continue;
      if (shortEnd > una) breaches++;
      shortEnd = top;
    }
  }
  if (breaches >= MIN_BREACHES) {
    return notSeen('nagle', SURE, 'short segments were sent while others were unacknowledged (TCP_NODELAY)', {
      breaches,
    });
  }
  const held = heldBack(bursts);
  return held >= MIN_HELD
    ? seen('nagle', LIKELY, 'short segments waited for the ACK of the previous one', { held })
    : notObservable('nagle', 'too few short segments');
}

/**
 * Short segments that left when all before was acknowledged, and not sooner.
 * @param {import('../sender/bursts.js').Bursts} bursts
 */
function heldBack({ count, sentNew, short, trigger, pipeBefore, outstanding }) {
  let held = 0;
  let last = -1;
  for (let b = 0; b < count; b++) {
    if (sentNew[b] === 0) continue;
    if (
      last >= 0 &&
      short[last] &&
      short[b] &&
      trigger[b] === TRIGGER.ACK &&
      pipeBefore[b] === 0 &&
      outstanding[last] > 0
    ) {
      held++;
    }
    last = b;
  }
  return held;
}

/** @param {SenderInsight} insight */
function pacing({ pacing: how, answers, late }) {
  if (how === 'unknown') {
    return notObservable(
      'pacing',
      'a bottleneck before the capture point spaces the segments, and they have no timestamps',
    );
  }
  if (how !== 'none') {
    return seen(
      'pacing',
      LIKELY,
      how === 'bbr' ? 'the sender paces at a rate that it measures' : 'the sender paces at a set rate',
      { late, answers },
    );
  }
  return answers < MIN_ANSWERS
    ? notObservable('pacing', 'too few segments followed ACKs')
    : notSeen('pacing', LIKELY, 'segments are sent as ACKs arrive', { late, answers });
}

/** @param {ConnectionPackets} packets @param {number} direction @param {number} mss */
function offload(packets, direction, mss) {
  let longest = 0;
  let large = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction) continue;
    longest = Math.max(longest, packets.length[i]);
    if (packets.length[i] > mss) large++;
  }
  if (longest < mss) return notObservable('offload', 'no full-sized segment');
  return large > 0
    ? seen('offload', SURE, 'segments are longer than the MSS: split or merged by the network card', { large, longest })
    : notSeen('offload', SURE, 'no segment is longer than the MSS', { longest });
}
