/** Pending requests of a connection; later ones stay unpaired. */
export const MAX_OUTSTANDING_REQUESTS = 10_000;
/** Responses seen before their request that may still be paired. */
export const MAX_ORPHAN_RESPONSES = 64;
/** Messages of a connection that are kept; later ones are only counted. */
export const MAX_MESSAGES_PER_CONNECTION = 1_000_000;
/** Bytes of a 101's head searched for its Upgrade field. */
export const MAX_UPGRADE_HEAD_BYTES = 16 * 1024;
