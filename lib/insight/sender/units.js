/** Times are nanoseconds in tables, and seconds in what is told. */

export const NS_PER_SECOND = 1e9;
