/** Bytes of a body, as transferred, that are given; what is beyond is cut off. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Bytes that a body may have after its content codings were undone; what is beyond is cut off. */
export const MAX_DECODED_BODY_BYTES = 64 * 1024 * 1024;
/** Codings that are undone one after the other. */
export const MAX_BODY_CODINGS = 4;
/** Window of a zstd frame (RFC 9659: what a content coding may ask for), and bytes by which windows are moved on. */
export const MAX_ZSTD_WINDOW_BYTES = 8 * 1024 * 1024;
export const MAX_ZSTD_MOVED_BYTES = 8 * 1024 * 1024 * 1024;
