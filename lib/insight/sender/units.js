/** Times are nanoseconds in tables, and seconds in output. */

export const NS_PER_SECOND = 1e9;
