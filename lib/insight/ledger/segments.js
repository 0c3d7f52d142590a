/** Turns of data: what an end sends without having heard more of the other's data meanwhile. */

/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/**
 * @typedef {object} Segment
 * @property {number} direction
 * @property {number} first packet of its new data
 * @property {number} last packet of new data
 * @property {number} startNs
 * @property {number} endNs when its last new byte passed
 * @property {number} endOffset behind that
 * @property {boolean} isAnswer it acknowledges data of the other end that it had not before
 * @property {boolean} endsShort its last packet was not full: a write ended
 */

/** Turns of a connection: of more, the last ones are taken together. */
export const MAX_SEGMENTS = 20_000;

/**
 * Turns by packets with new data, whatever repeats bytes that were seen. An end's turn ends where its next data
 * acknowledges more of the other end's: only then may that be what it answers.
 * @param {TcpPackets} packets @param {number} fullBytes payload of a full packet
 * @returns {Segment[]} by start
 */
export function segmentsOf({ count, direction, length, seqOffset, ackOffset, timeNs }, fullBytes) {
  /** @type {Segment[]} */
  const segments = [];
  /** @type {(Segment | null)[]} */
  const open = [null, null];
  const highest = [1, 1];
  /** What each had acknowledged when its turn began. */
  const heard = [1, 1];
  for (let i = 0; i < count; i++) {
    const d = direction[i];
    const end = length[i] === 0 ? 0 : Math.max(seqOffset[i], 1) + length[i];
    if (end <= highest[d]) continue;
    const acknowledged = Math.min(ackOffset[i], highest[1 - d]);
    const isAnswer = acknowledged > heard[d];
    let segment = open[d];
    if (segment === null || (isAnswer && segments.length < MAX_SEGMENTS)) {
      segment = {
        direction: d,
        first: i,
        last: i,
        startNs: timeNs[i],
        endNs: 0,
        endOffset: 0,
        isAnswer,
        endsShort: false,
      };
      segments.push(segment);
      open[d] = segment;
      heard[d] = Math.max(heard[d], acknowledged);
    }
    highest[d] = end;
    segment.last = i;
    segment.endNs = Math.max(segment.startNs, timeNs[i]);
    segment.endOffset = end;
    segment.endsShort = length[i] < fullBytes;
  }
  return segments;
}
