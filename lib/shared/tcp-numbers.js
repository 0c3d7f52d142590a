/** Numbers of IP and TCP that several rooms need; lib/engine/layout.js passes some on to the engine. */

/** In the IP header (RFC 9293 section 3.1). */
export const PROTOCOL_TCP = 6;
/** Of a receiver that announces none, over IPv4 (RFC 9293 section 3.7.1). */
export const DEFAULT_MSS = 536;
/** IPv4 and TCP headers without options. */
export const IPV4_TCP_BYTES = 40;
/** Sequence numbers wrap. */
export const SEQUENCE_SPACE = 2 ** 32;
/** Segments that must have been acknowledged above a hole before it counts as lost (RFC 5681, RFC 6675). */
export const DUPLICATE_THRESHOLD = 3;
/** Initial window, segments (RFC 6928). */
export const INITIAL_SEGMENTS = 10;
/** Sequence offset of a stream's first byte: 0 is the SYN. */
export const FIRST_BYTE = 1;
/** What the timestamps option takes of each segment, padded (RFC 7323 appendix A). */
export const TIMESTAMPS_BYTES = 12;
/** IPv4 and TCP headers with timestamps. */
export const USUAL_HEADER_BYTES = 52;
/** Congestion experienced: the IP header's two ECN bits (RFC 3168 section 5). */
export const CE = 3;

/** Half of a full segment of Ethernet: so many bytes are few also where segments are longer. */
export const SMALL_BYTES = 730;
