/** What scanning a head comes to, and the parts that it is scanned in. */
export const MORE = 0;
export const DONE = 1;
export const NOT_HTTP = 2;
export const TOO_LONG = 3;

/** The start line's first word. */
export const BEGINNING = 0;
/** The rest of a request line. */
export const TARGET = 1;
/** The rest of a status line. */
export const REASON = 2;
export const FIELDS = 3;

export const CR = 0x0d;
export const LF = 0x0a;
