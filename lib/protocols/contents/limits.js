/** Server-sent events of one response that are listed, and of a capture; all are counted. */
export const MAX_EVENTS_LISTED = 1000;
export const MAX_EVENTS = 1_000_000;
/** Characters of an event's type. */
export const MAX_EVENT_TYPE = 40;
/** Bytes of a response that are read for an error in it, and those held at a time in all of a capture. */
export const MAX_ERROR_BYTES = 64 * 1024;
export const MAX_ERROR_BYTES_HELD = 16 * 1024 * 1024;
/** Errors in responses that a capture keeps. */
export const MAX_SERVICE_ERRORS = 100_000;
/** Characters of an error's name, and of its reason. */
export const MAX_ERROR_NAME = 100;
export const MAX_ERROR_REASON = 300;
