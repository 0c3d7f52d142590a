/** Wrong usage of the command line; the message is a clause that says how. */
export class UsageError extends Error {}

/** @param {'command'|'option'} what @param {string} given @param {string[]} names that there are */
export async function unknown(what, given, names) {
  const { nearestOf } = await import('../../lib/shared/filter/fields.js'); // which takes time to load
  const near = nearestOf(given, names);
  return new UsageError(`there is no ${what} "${given}"${near === null ? '' : `; did you mean ${near}?`}`);
}
