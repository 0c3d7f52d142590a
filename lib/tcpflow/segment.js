/**
 * The segment under analysis. One object is refilled for each packet, so that the analysers take one argument instead of twelve
 * and nothing is allocated.
 */
export class Segment {
  frame = 0;
  timeNs = 0;
  flow = 0;
  /** Which endpoint sent it. */
  endpoint = 0;
  /** Header flags, bits of `TCP`. */
  flags = 0;
  /** Wire numbers, bit patterns. */
  seq = 0;
  ack = 0;
  /** As in the header, and in bytes. */
  window = 0;
  windowBytes = 0;
  /** Payload bytes. */
  length = 0;
  /** Unwrapped offset of `seq`, and of the first payload byte (one more with SYN). */
  seqOffset = 0;
  dataOffset = 0;
  /** Unwrapped end, SYN and FIN included. */
  endOffset = 0;
  /** Unwrapped acknowledgement in the other direction's offsets, −1 without ACK. */
  ackOffset = -1;
  /** Both ends offered window scaling (as far as seen) and the other end has sent more than its SYN. */
  peerWindowScales = false;
  /** Bits of `ANALYSIS`. */
  analysis = 0;
  /** A value of `VERDICT`. */
  verdict = 0;
  /** Bytes of it that were seen before. */
  repeatedBytes = 0;

  constructor() {
    // fields that hold fractions or numbers above 2^31 are made so from the start: V8 keeps them unboxed in place
    for (const field of /** @type {const} */ (['timeNs', 'seqOffset', 'dataOffset', 'endOffset', 'ackOffset'])) {
      this[field] = 0.5;
      this[field] = -1;
    }
  }
}
