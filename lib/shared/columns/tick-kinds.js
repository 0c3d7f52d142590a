/** Kinds of packets in a lane: one bit each of a tick's column `tickKinds`, in ascending importance. */
export const TICK = Object.freeze({
  ACK: 1,
  DATA: 2,
  PUSH: 4,
  FIN: 8,
  SYN: 16,
  REORDERED: 32,
  RETRANSMISSION: 64,
  ZERO_WINDOW: 128,
  RESET: 256,
});

/** Their names, by bit. */
export const TICK_KINDS = Object.keys(TICK).map((name) => name.toLowerCase());
