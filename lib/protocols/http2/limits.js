/** Bytes of a frame that is kept whole before it is read: all but DATA. */
export const MAX_FRAME_PAYLOAD_BYTES = 1024 * 1024;
/** Bytes of a header block over all its frames. */
export const MAX_HEADER_BLOCK_BYTES = 1024 * 1024;
/** Bytes of a decoded header list, with 32 for each field (RFC 9113 section 6.5.2); what follows is left out. */
export const MAX_HEADER_LIST_BYTES = 1024 * 1024;
/**
 * Characters of a connection's, and a capture's, decoded header lists, a field counted each time it stands in one;
 * later messages have none.
 */
export const MAX_HEADER_CHARACTERS_PER_CONNECTION = 64 * 1024 * 1024;
export const MAX_HEADER_CHARACTERS = 256 * 1024 * 1024;
/** Characters of header fields that are kept as text for the next question. */
export const MAX_DECODED_CHARACTERS = 16 * 1024 * 1024;
/** Fields of a header list. */
export const MAX_HTTP2_FIELDS = 2000;
/** Bytes of an HPACK dynamic table, whatever its size is set to. */
export const MAX_HPACK_TABLE_BYTES = 1024 * 1024;
/** Streams of a connection that are open at once. */
export const MAX_OPEN_STREAMS = 10_000;
/** Streams that one end has reset, and that frames of the other may still belong to. */
export const MAX_RESET_STREAMS = 1000;
/** Messages of a connection that are kept; later ones are only counted. */
export const MAX_HTTP2_MESSAGES = 1_000_000;
/** Stalls of a connection's flow control that are kept, with a count of all. */
export const MAX_STALLS_KEPT = 1000;
/** Bytes of what an end says of why it goes away. */
export const MAX_GOAWAY_TEXT_BYTES = 256;
/** Settings of an end of which the value is kept. */
export const MAX_SETTINGS_KEPT = 32;
/** Frames of a connection, and of a capture, that are kept; later ones are read all the same. */
export const MAX_HTTP2_FRAMES_PER_CONNECTION = 1_000_000;
export const MAX_HTTP2_FRAMES = 4_000_000;
