/** All connections of a capture over time, by what limited each: what the server counts, and what finds them again. */

/** Intervals of time in which the strip counts. */
export const MAX_STRIP_BINS = 512;
/** Connections that are drawn one by one; more are counted only. */
export const MAX_STRIP_LINES = 1000;

/** The group of those that failed, whatever limited them; that of those which nothing limited for long is ''. */
export const FAILED = 'failed';

/** @param {string} group a cause, `FAILED`, or '' @returns {string} a filter of its connections */
export function filterOfGroup(group) {
  if (group === FAILED) return 'failed';
  return group === '' ? '!limit.share && !failed' : `limit == ${group} && !failed`;
}
