import { delayExponentOf } from '../describe/describe-frame.js';
import { PACKET_FLAG } from '../tables/packet-table.js';
import { PACKET } from '../wire/versions.js';
import { halvesOf } from './vantage.js';

/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */

const NS_PER_US = 1000;
/** Of packets without a spin bit. */
const NO_SPIN = 2;

/**
 * A connection's packets, as recovery reads them; linear in them.
 * @param {QuicTracker} quic @param {number} index of the connection
 * @returns {import('./packets.js').QuicPackets}
 */
export function packetsOf(quic, index) {
  const connection = quic.connections[index];
  const columns = quic.columnsOf(index);
  const unit = (/** @type {number} */ end) => NS_PER_US * 2 ** delayExponentOf(connection, end);
  const spin = Uint8Array.from(columns.flags, (flags, at) =>
    columns.type[at] === PACKET.ONE_RTT ? Number((flags & PACKET_FLAG.SPIN) !== 0) : NO_SPIN,
  );
  return { ...columns, spin, frames: quic.frames, delayNs: [unit(0), unit(1)] };
}

/**
 * The shortest round trip between the capture point and the server, ns; Infinity: the packets do not show it.
 * @param {QuicTracker} quic @param {number} index of the connection
 */
export const serverRoundTripNs = (quic, index) => halvesOf(packetsOf(quic, index), 0).leastNs;
