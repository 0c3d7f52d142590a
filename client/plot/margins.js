/** Right of a time view's plots, and their least width, px. */
export const RIGHT_MARGIN = 14;
export const MIN_PLOT = 40;
