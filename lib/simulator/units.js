/** Units of time: the simulator counts nanoseconds, its files milliseconds and seconds. */

export const NS_PER_MS = 1e6;
export const NS_PER_SECOND = 1e9;
