/**
 * Header fields of a message that are read; more are passed over. The parser has the same limit
 * (lib/engine/http1/fields.ts).
 */
export const MAX_HEADER_FIELDS = 2000;
/** Requests of a connection that may wait for their responses; later ones stay unpaired. */
export const MAX_OUTSTANDING_REQUESTS = 10_000;
/** Responses that came before their request was seen, which may still find it. */
export const MAX_ORPHAN_RESPONSES = 64;
/** Messages of a connection that are kept; later ones are only counted. */
export const MAX_MESSAGES_PER_CONNECTION = 1_000_000;
/** Bytes of a 101's head in which its Upgrade field is looked for. */
export const MAX_UPGRADE_HEAD_BYTES = 16 * 1024;
