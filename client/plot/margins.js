/** Right of a time view's plots, px. */
export const RIGHT_MARGIN = 14;
