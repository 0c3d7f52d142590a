/** Bytes of a body, as transferred, that are given; what is beyond is cut off. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Bytes that a body may have after its content codings were undone; what is beyond is cut off. */
export const MAX_DECODED_BODY_BYTES = 64 * 1024 * 1024;
/** Codings that are undone one after the other. */
export const MAX_BODY_CODINGS = 4;
