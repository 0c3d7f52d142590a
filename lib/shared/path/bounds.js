/** Packets of a ladder that are listed one by one; of more there are sums by interval. */
export const MAX_LADDER_PACKETS = 4000;

/** Intervals of a ladder's sums. */
export const MAX_LADDER_BINS = 4000;

/** Captures that the page lays over each other: all are in memory at once. */
export const MAX_PATH_POINTS = 8;
