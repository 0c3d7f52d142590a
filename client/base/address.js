/**
 * Where the place stands in the browser's address: it is the path where a server answers for each; without one it
 * stands behind the `#`, so that any static host, or a file, serves all of them.
 */

let isBehindHash = false;

/** The page has no server. Called before anything else of the page. */
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

/** Where the reader is. */
export const here = () => placeIn(location);
