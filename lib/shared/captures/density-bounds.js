/** The strip that shows all lanes of a capture in little: its rows, and the stretches of time of each. */
export const MAX_DENSITY_ROWS = 1024;
export const MAX_DENSITY_BINS = 256;
