import { VERDICT } from '../../../../lib/transport/verdict.js';
import { silencesOf } from './silences.js';
import { longestGapNs } from './spaced.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/**
 * When the segments of a train left their sender: lib/engine/sender/trains.ts says how that is inferred.
 * @param {ConnectionPackets} packets
 * @param {number} direction
 * @param {Int32Array} back packets of the other direction
 * @param {number} behindNs from an acknowledgement to what it releases, by the capture's clock
 * @param {number} baseNs shortest round trip of the whole path
 * @param {boolean} windowKnown
 */
export function leavingTimes(packets, direction, back, behindNs, baseNs, windowKnown) {
  const leftNs = packets.timeNs.slice(0, packets.count);
  const acks = [...back].map((i) => ({ passedNs: packets.timeNs[i] + behindNs, acked: packets.ackOffset[i] }));
  for (const train of trainsOf(packets, direction)) spread(packets, train, acks, leftNs);
  const silences = silencesOf(packets, direction, baseNs, windowKnown).filter(({ isLost }) => !isLost);
  for (const silence of silences) bringForward(packets, direction, silence, baseNs, acks, leftNs);
  return leftNs;
}

/** @param {ConnectionPackets} packets @param {number} direction */
function trainsOf(packets, direction) {
  const { count, direction: directions, length, verdict, seqOffset, endOffset, ackOffset, timeNs } = packets;
  const mostNs = longestGapNs(packets, direction);
  /** @type {{ members: number[], mostNs: number }[]} */
  const trains = [];
  for (let i = 0; i < count; i++) {
    if (directions[i] !== direction || length[i] === 0) continue;
    const members = trains.at(-1)?.members;
    const last = members?.at(-1) ?? -1;
    const goesOn =
      verdict[i] === VERDICT.ORIGINAL && seqOffset[i] === endOffset[last] && ackOffset[i] === ackOffset[last];
    if (members && goesOn && timeNs[i] - timeNs[last] <= mostNs) members.push(i);
    else trains.push({ members: [i], mostNs });
  }
  return trains;
}

/**
 * @param {ConnectionPackets} packets
 * @param {{ members: number[], mostNs: number }} train
 * @param {{ passedNs: number, acked: number }[]} acks
 * @param {Float64Array} leftNs changed in place
 */
function spread({ timeNs, seqOffset, endOffset }, { members, mostNs }, acks, leftNs) {
  const fromNs = timeNs[members[0]];
  const toNs = timeNs[members[members.length - 1]];
  const next = countWhile(acks, ({ passedNs }) => passedNs <= fromNs);
  let at = next > 0 && fromNs - acks[next - 1].passedNs <= mostNs ? next - 1 : next;
  const end = at + countWhile(acks.slice(at), ({ passedNs }) => passedNs <= toNs);
  if (members.length < 2 || end - at < 2) return;
  const before = at > 0 ? acks[at - 1].acked : 0;
  const acked = acks[end - 1].acked - before;
  if (acked <= 0) return;
  const perByte = acked / (endOffset[members[members.length - 1]] - seqOffset[members[0]]);
  for (const i of members) {
    const due = (seqOffset[i] - seqOffset[members[0]]) * perByte;
    while (at < end - 1 && acks[at].acked - before <= due) at++;
    leftNs[i] = Math.min(leftNs[i], Math.max(fromNs, acks[at].passedNs));
  }
}

/**
 * @param {ConnectionPackets} packets
 * @param {number} direction
 * @param {import('./silences.js').Silence} silence
 * @param {number} baseNs
 * @param {{ passedNs: number, acked: number }[]} acks
 * @param {Float64Array} leftNs changed in place
 */
function bringForward(packets, direction, { before, first, endOffset: end }, baseNs, acks, leftNs) {
  const { count, direction: directions, length, verdict, seqOffset, endOffset, timeNs } = packets;
  const fromNs = leftNs[before];
  const passed = countWhile(acks, ({ passedNs }) => passedNs <= fromNs);
  const ackedBy = (/** @type {number} */ k) => (k < 0 ? 0 : acks[k].acked);
  const base = ackedBy(passed - 1) - endOffset[before];
  let at = passed;
  let atNs = fromNs;
  let timeoutNs = Math.max(0.2e9, 2 * baseNs);
  for (let i = first; i < count && seqOffset[i] < end; i++) {
    if (directions[i] !== direction || length[i] === 0) continue;
    const isSoon = timeNs[i] - timeNs[first] < baseNs;
    if (verdict[i] === VERDICT.ORIGINAL) {
      const needed = base + endOffset[i];
      for (; at < acks.length && acks[at].passedNs <= timeNs[first] && ackedBy(at - 1) < needed; at++) {
        atNs = Math.max(atNs, acks[at].passedNs);
      }
      if (ackedBy(at - 1) < needed && !isSoon) return;
    } else if (isSoon) {
      atNs = Math.min(timeNs[first], atNs + timeoutNs);
      timeoutNs *= 2;
    } else return;
    leftNs[i] = Math.min(leftNs[i], atNs);
  }
}

/** @template T @param {T[]} list @param {(one: T) => boolean} is */
function countWhile(list, is) {
  const k = list.findIndex((one) => !is(one));
  return k < 0 ? list.length : k;
}
