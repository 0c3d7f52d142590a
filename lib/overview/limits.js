/** Limits of a capture's overview, listed in docs/limits.md. */

/**
 * Packets of a connection that its lane shows individually, whatever the window; with more, a window's bins are shown.
 */
export const MAX_LANE_TICKS = 1024;
/**
 * Messages of a connection that its lane shows individually; with more, those of a kind that begin in one bin are
 * merged.
 */
export const MAX_LANE_MESSAGES = 256;
/** Connections in one answer. */
export const MAX_LANES = 64;
/** Bins of a window. */
export const MAX_LANE_BINS = 8192;
/** Messages searched for dependencies between requests. */
export const MAX_ARC_MESSAGES = 100_000;
/** Characters of a message's name in a lane. */
export const MAX_LANE_NAME = 48;
/** Requests listed for a connection, or for a whole capture; later ones are omitted. */
export const MAX_WATERFALL_REQUESTS = 20_000;
/** Pages listed. */
export const MAX_PAGES = 500;
/** Characters of a target, a host, a page's URL. */
export const MAX_WATERFALL_TEXT = 300;
/** Packets that a search across connections lists. */
export const MAX_FOUND_PACKETS = 200;
/** Messages whose header and trailer fields are searched in one search. */
export const MAX_SEARCHED_HEADS = 100_000;
/** Addresses that are listed as top talkers. */
export const MAX_TALKERS = 10;
