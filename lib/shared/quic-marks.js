/** Codes of the column frame `quic-packets` (docs/protocol.md), which lib/quicflow/diagram writes. */

/** Kinds of packets in words, in the order of `PACKET` in lib/quicflow/wire/versions.js. */
export const QUIC_TYPES = Object.freeze([
  ...['Initial', '0-RTT', 'Handshake', 'Retry', 'Version Negotiation', '1-RTT', 'Stateless reset', 'Unknown'],
]);

/** What became of a packet, as its sender saw it: `fate`. */
export const QUIC_FATE = Object.freeze({ UNKNOWN: 0, ACKED: 1, LOST: 2, SPURIOUS: 3, OUTSTANDING: 4, DROPPED: 5 });

/** What in a packet is marked in a diagram: bits of `marks`. */
export const QUIC_MARK = Object.freeze({
  CLOSE: 1,
  HANDSHAKE_DONE: 2,
  KEY_UPDATE: 4,
  PATH: 8,
  BLOCKED: 16,
  RESET_STREAM: 32,
  MTU_PROBE: 64,
  CE: 128,
  UNREADABLE: 256,
});
