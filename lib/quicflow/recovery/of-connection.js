import { delayExponentOf } from '../describe/describe-frame.js';
import { PACKET_FLAG } from '../tables/packet-table.js';
import { PACKET } from '../wire/versions.js';
import { Recovery } from './recover.js';

/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */

const NS_PER_US = 1000;
/** Of packets without a spin bit. */
const NO_SPIN = 2;

/**
 * What became of a connection's packets; linear in them.
 * @param {QuicTracker} quic @param {number} index of the connection
 */
export function recoveryOf(quic, index) {
  const connection = quic.connections[index];
  const columns = quic.columnsOf(index);
  const unit = (/** @type {number} */ end) => NS_PER_US * 2 ** delayExponentOf(connection, end);
  const spin = Uint8Array.from(columns.flags, (flags, at) =>
    columns.type[at] === PACKET.ONE_RTT ? Number((flags & PACKET_FLAG.SPIN) !== 0) : NO_SPIN,
  );
  const numbersOf = (/** @type {number} */ end) =>
    Object.fromEntries(
      Object.entries(connection.handshake.parameters[end]?.values ?? {}).map(([k, v]) => [k, Number(v)]),
    );
  return new Recovery(
    { ...columns, spin, frames: quic.frames, delayNs: [unit(0), unit(1)] },
    { parameters: [numbersOf(0), numbersOf(1)] },
  );
}
