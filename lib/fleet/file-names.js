/** Names of a table's files. */

const OF_CAPTURE = /^([0-9a-f]{32})\.parquet$/;

/** @param {string} name @returns {string|null} the capture whose rows it has, and no others */
export const captureOfFile = (name) => OF_CAPTURE.exec(name)?.[1] ?? null;

/** A file that has the rows of all captures of a day. */
export const OF_DAY = 'all.parquet';
