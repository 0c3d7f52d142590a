// Columns of a direction's bursts, written by the sender's core and read by that of inference.
export const BURST_COLUMNS: i32 = 25;
export const BYTES_PER_BURST: i32 = 137;
