import { NO_PN, PACKET_FLAG } from '../tables/packet-table.js';
import { FRAME } from '../wire/frame-types.js';
import { PACKET } from '../wire/versions.js';

/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */

/** Packets of a connection among which the server's answer is looked for. */
const LOOKED_THROUGH = 64;

/**
 * From the Initial of the client that the server's first one acknowledges to that, in seconds: what was sent again, or
 * before a Retry, does not count. The server's time to answer is in it.
 * @param {QuicTracker} quic @param {{ firstRow: number, packets: number }} connection
 * @returns {number|null} null: not known
 */
export function handshakeRtt(quic, { firstRow, packets: count }) {
  const { packets } = quic;
  /** @type {number[]} */
  let asked = [];
  for (let i = 0, row = firstRow; i < Math.min(count, LOOKED_THROUGH); i++, row = packets.next[row]) {
    const type = packets.type[row];
    if (type === PACKET.RETRY || type === PACKET.VERSION_NEGOTIATION) asked = [];
    else if (type !== PACKET.INITIAL) continue;
    else if (packets.direction[row] === 0) asked.push(row);
    else return between(quic, asked, row);
  }
  return null;
}

/** @param {QuicTracker} quic @param {number[]} asked rows of the client's Initials @param {number} answer */
function between({ packets, frames }, asked, answer) {
  const acknowledged = largestAcknowledged(packets, frames, answer);
  const numbered = asked.filter((row) => packets.pn[row] === acknowledged && acknowledged !== NO_PN);
  const [row] = numbered.length > 0 ? numbered : asked;
  if (row === undefined || (numbered.length === 0 && asked.length > 1)) return null;
  return (packets.timeNs[answer] - packets.timeNs[row]) / 1e9;
}

/**
 * @param {QuicTracker['packets']} packets @param {QuicTracker['frames']} frames @param {number} row
 * @returns {number} `NO_PN`: it acknowledges nothing, or is not open
 */
function largestAcknowledged({ flags, firstFrame, frameCount }, { type, a, ranges }, row) {
  if ((flags[row] & PACKET_FLAG.DECRYPTED) === 0) return NO_PN;
  for (let at = firstFrame[row]; at < firstFrame[row] + frameCount[row]; at++) {
    if (type[at] === FRAME.ACK || type[at] === FRAME.ACK_ECN) return ranges.high[a[at]];
  }
  return NO_PN;
}
