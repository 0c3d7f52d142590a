/**
 * Where the place is in the browser's URL: it is the path where a server answers for each; without one it
 * is after the `#`, so that any static host, or a file, serves all of them.
 */

let isBehindHash = false;

/** Marks the page as having no server. Called before anything else. */
export function keepPlacesBehindHash() {
  isBehindHash = true;
}

/** @param {string} path of a place, with its query @returns {string} for a link, or the history */
export const addressOf = (path) => (isBehindHash ? `#${path}` : path);

/**
 * @param {{ pathname: string, search: string, hash: string }} address
 * @returns {{ pathname: string, search: string }} the place
 */
export function placeIn({ pathname, search, hash }) {
  if (!isBehindHash) return { pathname, search };
  const match = /^#(\/[^?]*)(\?.*)?$/.exec(hash);
  return { pathname: match?.[1] ?? '/', search: match?.[2] ?? '' };
}

/** Where the user is. */
export const here = () => placeIn(location);
