/** Kind of an acknowledgement relative to the segments that it covers (tcptrace's `t_ack`). */
export const ACK_KIND = /** @type {const} */ ({
  /** Covers nothing new, repeats nothing; or there is none. */
  NONE: 0,
  /** Ends at a segment sent once: a sample. */
  SAMPLE: 1,
  /** Ends at a segment sent more than once (Karn). */
  AMBIGUOUS: 2,
  /** Covers segments but ends at none, or repeats the one before. */
  CUMULATIVE: 3,
  /** The third repetition of an acknowledgement. */
  TRIPLE: 4,
  /** Ends at a segment sent once, but something below was sent later. */
  POST_LOSS: 5,
});
