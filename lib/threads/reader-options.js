/** For the thread that reads a capture. This module imports nothing, as the thread is started before anything else is loaded (bin/bundle/early-reader.js). */

/** A thread of its own takes some 50 ms of the processor to start: smaller files are read sooner without. */
export const LEAST_READ_AHEAD_BYTES = 24 * 2 ** 20;
/** What the thread makes is soon done with: more room for it would only be memory. */
const MOST_YOUNG_MB = 6;

export const READER = 'decoding-thread', READER_OPTIONS = Object.freeze({ resourceLimits: { maxYoungGenerationSizeMb: MOST_YOUNG_MB } });
