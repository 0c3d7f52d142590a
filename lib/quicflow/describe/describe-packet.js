import { NO_PN, PACKET_FLAG } from '../tables/packet-table.js';
import { PACKET, PACKET_NAMES, SPACE_NAMES, SPACE_OF, versionText } from '../wire/versions.js';
import { delayExponentOf, describeFrame } from './describe-frame.js';

/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */

/** By the two bits of the IP header (RFC 3168 section 5). */
export const ECN_NAMES = Object.freeze(['not_ect', 'ect1', 'ect0', 'ce']);

/**
 * A packet as `analyze --packets` prints it, without what is inferred.
 * @param {QuicTracker} quic @param {number} row
 */
export function describeQuicPacket(quic, row) {
  const { packets, ids } = quic;
  const connection = quic.connections[packets.connection[row]];
  const flags = packets.flags[row];
  const type = packets.type[row];
  const direction = packets.direction[row];
  const isOpen = (flags & PACKET_FLAG.DECRYPTED) !== 0;
  const isShort = type === PACKET.ONE_RTT;
  const exponent = delayExponentOf(connection, direction);
  return {
    transport: 'quic',
    frame: packets.frame[row],
    index: packets.index[row],
    flow: quic.numbers.nameOf(connection.index),
    direction: direction === 0 ? 'clientToServer' : 'serverToClient',
    time: packets.timeNs[row] / 1e9,
    type: PACKET_NAMES[type],
    space: SPACE_NAMES[SPACE_OF[type]],
    pn: packets.pn[row] === NO_PN ? null : packets.pn[row],
    len: packets.length[row],
    datagramLen: packets.datagramLength[row],
    decrypted: isOpen,
    version: isShort || type === PACKET.STATELESS_RESET ? null : versionText(packets.version[row]),
    dcid: type === PACKET.STATELESS_RESET ? null : idText(ids, packets.dcid[row]),
    scid: idText(ids, packets.scid[row]),
    spin: isShort ? Number((flags & PACKET_FLAG.SPIN) !== 0) : null,
    keyPhase: isShort && isOpen ? Number((flags & PACKET_FLAG.KEY_PHASE) !== 0) : null,
    ecn: ECN_NAMES[packets.ecn[row]],
    ackEliciting: isOpen ? (flags & PACKET_FLAG.ACK_ELICITING) !== 0 : null,
    inFlight: isOpen ? (flags & PACKET_FLAG.IN_FLIGHT) !== 0 : null,
    frames: Array.from({ length: packets.frameCount[row] }, (_, k) =>
      describeFrame(quic, packets.firstFrame[row] + k, exponent),
    ),
    verdict: (flags & PACKET_FLAG.DUPLICATE) === 0 ? null : 'duplicate_in_capture',
  };
}

/** @param {import('../tables/id-table.js').IdTable} ids @param {number} row */
const idText = (ids, row) => (row < 0 ? null : ids.hex(row));
