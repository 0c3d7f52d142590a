// Bits of NOTE and WARNING of lib/protocols/model/notes.js that the parser sets.
export const BARE_LF: i32 = 1;
export const FOLDED_FIELD: i32 = 2;
export const DUPLICATE_CONTENT_LENGTH: i32 = 8;
export const CONFLICTING_CONTENT_LENGTH: i32 = 16;
export const INVALID_CONTENT_LENGTH: i32 = 32;
export const CONTENT_LENGTH_IGNORED: i32 = 64;
export const UNKNOWN_TRANSFER_CODING: i32 = 128;
export const INVALID_CHUNK: i32 = 256;
export const HEAD_CUT: i32 = 512;
export const BYTES_MISSING: i32 = 1024;
export const HEAD_TOO_LONG: i32 = 2048;
export const TOO_MANY_FIELDS: i32 = 4096;
export const CHUNK_LINE_TOO_LONG: i32 = 8192;
export const TRAILER_TOO_LONG: i32 = 16384;

export const WARN_FRAMING_LOST: i32 = 8;
export const WARN_BYTES_MISSING: i32 = 16;
