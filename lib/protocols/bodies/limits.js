/** Bytes of a body, as transferred, that are given; what is beyond is cut off. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Bytes that a body may have after its content codings were undone; what is beyond is cut off. */
export const MAX_DECODED_BODY_BYTES = 64 * 1024 * 1024;
/** Codings that are undone one after the other. */
export const MAX_BODY_CODINGS = 4;
/** Window of a zstd frame (RFC 9659: what a content coding may ask for), and bytes by which windows are moved on. */
export const MAX_ZSTD_WINDOW_BYTES = 8 * 1024 * 1024;
export const MAX_ZSTD_MOVED_BYTES = 8 * 1024 * 1024 * 1024;
/** Bodies, as transferred, of messages under way that are held at once; of one that finds no room the beginning is. */
export const MAX_HELD_BODIES_BYTES = 256 * 1024 * 1024;
/** Bytes that all bodies of a capture may have together after their codings were undone. */
export const MAX_BODIES_DECODED_BYTES = 4 * 1024 * 1024 * 1024;
/** What DEFLATE may refer back to (RFC 1951). */
export const MAX_HISTORY_BYTES = 32 * 1024;
