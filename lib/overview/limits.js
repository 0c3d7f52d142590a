/** What the overview of a capture holds back, listed in docs/limits.md. */

/**
 * Packets of a connection that its lane shows one by one, whatever the window; of more, what a window's bins hold is
 * told.
 */
export const MAX_LANE_TICKS = 1024;
/**
 * Messages of a connection that its lane shows one by one; of more, those of a kind that begin in one bin are told as
 * one.
 */
export const MAX_LANE_MESSAGES = 256;
/** Connections in one answer. */
export const MAX_LANES = 64;
/** Bins of a window. */
export const MAX_LANE_BINS = 8192;
/** Messages that are looked through for who asked for what. */
export const MAX_ARC_MESSAGES = 100_000;
/** Characters of a message's name in a lane. */
export const MAX_LANE_NAME = 48;
/** Requests of a connection, or of a whole capture, that are listed; later ones are left out. */
export const MAX_WATERFALL_REQUESTS = 20_000;
/** Pages listed. */
export const MAX_PAGES = 500;
/** Characters of a target, a host, a page's URL. */
export const MAX_WATERFALL_TEXT = 300;
/** Packets that a search across connections lists. */
export const MAX_FOUND_PACKETS = 200;
/** Messages whose header and trailer fields are looked through for one search. */
export const MAX_SEARCHED_HEADS = 100_000;
/** Addresses that are listed as top talkers. */
export const MAX_TALKERS = 10;
