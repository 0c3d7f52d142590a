/** Bytes of a request line or status line. */
export const MAX_START_LINE_BYTES = 64 * 1024;
/** Bytes of a message's head: start line, header fields, blank line. */
export const MAX_HEAD_BYTES = 256 * 1024;
/** Header fields of a message; more are passed over. */
export const MAX_HEADER_FIELDS = 2000;
/** Characters of a method: no registered one has more than 17. */
export const MAX_METHOD_BYTES = 32;
/** Bytes of a chunk's size line with its extensions. */
export const MAX_CHUNK_LINE_BYTES = 16 * 1024;
/** Bytes of a chunked body's trailer section. */
export const MAX_TRAILER_BYTES = 256 * 1024;
/** Requests of a connection that may wait for their responses; later ones stay unpaired. */
export const MAX_OUTSTANDING_REQUESTS = 10_000;
/** Responses that came before their request was seen, which may still find it. */
export const MAX_ORPHAN_RESPONSES = 64;
/** Messages of a connection that are kept; later ones are only counted. */
export const MAX_MESSAGES_PER_CONNECTION = 1_000_000;
/** Bytes of each direction in which a first message is looked for when the capture starts in mid-connection. */
export const MAX_SEARCH_BYTES = 64 * 1024;
/**
 * Gaps over which a direction's next start line is looked for: one whose every segment is cut by the snap length is given up. It is
 * large, since a download of that many segments may yet be followed by another response.
 */
export const MAX_GAPS_SEARCHED = 100_000;
/** Bytes of a 101's head in which its Upgrade field is looked for. */
export const MAX_UPGRADE_HEAD_BYTES = 16 * 1024;
