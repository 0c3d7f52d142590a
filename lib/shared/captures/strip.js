/** All connections of a capture over time, by what limited each: what the server counts, and what finds them again. */

/** Intervals of time in which the strip counts. */
export const MAX_STRIP_BINS = 512;
/** Those of the strip in the list of captures. */
export const SMALL_STRIP_BINS = 48;
/**
 * A capture with more has no strip in its row: all are looked at a second time, while other captures wait for memory.
 */
export const MAX_SMALL_STRIP_CONNECTIONS = 20_000;
/** Connections that are drawn one by one; more are counted only. */
export const MAX_STRIP_LINES = 1000;

/**
 * Groups that no limit names: of those that failed, whatever limited them; of those that are too long, or too many, to
 * have been analysed; what nothing limited for long is ''.
 */
export const FAILED = 'failed';
export const NOT_EXAMINED = 'not_examined';

/**
 * The strip of a capture in the list, kept with its verdict: connections open in each interval.
 * @typedef {{ bins: number, groups: { name: string, count: number, open: number[] }[] }} StripRecord
 */

/** @param {string} group @returns {string} a filter of its connections */
export function filterOfGroup(group) {
  if (group === FAILED) return 'failed';
  if (group === NOT_EXAMINED) return `finding == ${NOT_EXAMINED} && !failed`;
  return group === '' ? `!limit.share && !failed && finding != ${NOT_EXAMINED}` : `limit == ${group} && !failed`;
}
