/** Most bytes of a body, as transferred; the rest is cut off. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Most bytes of a body after decoding; the rest is cut off. */
export const MAX_DECODED_BODY_BYTES = 64 * 1024 * 1024;
/** Most codings decoded in succession. */
export const MAX_BODY_CODINGS = 4;
/** Window of a zstd frame (RFC 9659: limit for a content coding), and bytes by which windows are moved on. */
export const MAX_ZSTD_WINDOW_BYTES = 8 * 1024 * 1024;
export const MAX_ZSTD_MOVED_BYTES = 8 * 1024 * 1024 * 1024;
/** Bytes of unfinished bodies, as transferred, held at a time; beyond, only the beginning of a body. */
export const MAX_HELD_BODIES_BYTES = 256 * 1024 * 1024;
/** Most bytes of all bodies of a capture after decoding. */
export const MAX_BODIES_DECODED_BYTES = 4 * 1024 * 1024 * 1024;
/** Window of DEFLATE (RFC 1951). */
export const MAX_HISTORY_BYTES = 32 * 1024;
