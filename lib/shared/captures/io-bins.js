/** Intervals of an I/O graph. */
export const MAX_IO_BINS = 2000;
