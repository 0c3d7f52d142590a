/** Bytes of an HTTP/3 frame that is kept whole before it is read: all but DATA and unknown ones. */
export const MAX_HTTP3_FRAME_BYTES = 256 * 1024;
/** Bytes of a QPACK dynamic table that are kept, whatever its capacity is set to. */
export const MAX_QPACK_TABLE_BYTES = 64 * 1024;
/** Bytes of an instruction to a QPACK dynamic table; the table is unknown from a longer one on. */
export const MAX_QPACK_INSTRUCTION_BYTES = 64 * 1024;
/** Streams of a connection that wait for entries of a QPACK dynamic table. */
export const MAX_BLOCKED_STREAMS = 100;
/** Bytes of such streams that are held meanwhile. */
export const MAX_BLOCKED_BYTES = 1024 * 1024;
/** Unidirectional streams of a connection whose type is told; later ones are not read. */
export const MAX_HTTP3_UNIDIRECTIONAL_STREAMS = 1000;
/** Priorities of requests that have not come yet. */
export const MAX_EARLY_PRIORITIES = 1000;
