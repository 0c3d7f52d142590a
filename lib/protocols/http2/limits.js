/** Bytes of a frame that is kept whole before it is read: all but DATA. */
export const MAX_FRAME_PAYLOAD_BYTES = 1024 * 1024;
/** Bytes of a header block over all its frames. */
export const MAX_HEADER_BLOCK_BYTES = 1024 * 1024;
/** Bytes of a decoded header list, with 32 for each field (RFC 9113 section 6.5.2); the rest is omitted. */
export const MAX_HEADER_LIST_BYTES = 1024 * 1024;
/**
 * Characters of a connection's, and a capture's, decoded header lists, each occurrence of a field counted; later
 * messages have none.
 */
export const MAX_HEADER_CHARACTERS_PER_CONNECTION = 64 * 1024 * 1024;
export const MAX_HEADER_CHARACTERS = 256 * 1024 * 1024;
/** Characters of header fields cached as strings. */
export const MAX_DECODED_CHARACTERS = 16 * 1024 * 1024;
/** Fields of a header list. */
export const MAX_HTTP2_FIELDS = 2000;
/** Bytes of an HPACK dynamic table, whatever its size is set to. */
export const MAX_HPACK_TABLE_BYTES = 1024 * 1024;
/** Concurrent streams of a connection. */
export const MAX_OPEN_STREAMS = 10_000;
/** Streams reset by one end that frames of the other may still belong to. */
export const MAX_RESET_STREAMS = 1000;
/** Messages of a connection that are kept; later ones are only counted. */
export const MAX_MESSAGES_OF_STREAMS = 1_000_000;
/** Stalls of a connection's flow control that are kept, with a count of all. */
export const MAX_STALLS_KEPT = 1000;
/** Bytes of a GOAWAY's debug data. */
export const MAX_GOAWAY_TEXT_BYTES = 256;
/** Settings of an end whose value is kept. */
export const MAX_SETTINGS_KEPT = 32;
/** Frames of a connection, and of a capture, that are kept; later ones are still parsed. */
export const MAX_HTTP2_FRAMES_PER_CONNECTION = 1_000_000;
export const MAX_HTTP2_FRAMES = 4_000_000;
