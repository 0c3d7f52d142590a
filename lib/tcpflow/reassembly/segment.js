/** The segment that the reassembler handles; one object, refilled. */
export class Segment {
  frame = 0;
  timeNs = 0;
  flow = 0;
  /** Which endpoint sent it. */
  endpoint = 0;
  /** Header flags, bits of `TCP`. */
  flags = 0;
  /** Payload bytes. */
  length = 0;
  /** Unwrapped offset of the first payload byte. */
  dataOffset = 0;
  /** Unwrapped acknowledgement in the other direction's offsets, −1 without ACK. */
  ackOffset = -1;
  /** Its receiver does not take it (lib/engine/track/refusal.ts), unless it acknowledges its bytes. */
  isRefused = false;
  /** A reset whose sequence number the receiver cannot accept. */
  isResetIgnored = false;
}
