/** Which pages of two captures are compared, unless the user says. Pure. */

/** @typedef {import('../../../../lib/protocols/model/pages.js').PageSummary} PageSummary */
/** @typedef {Pick<PageSummary, 'page'|'url'|'isPage'|'requests'>} Page */

/** @param {string} url without what may differ each time, or before and after a change: its origin and query */
const pathOf = (url) => url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0];

/** @param {readonly Page[]} pages @returns {Page|undefined} that of most requests */
const largest = (pages) =>
  pages.reduce(
    (/** @type {Page|undefined} */ most, page) => (page.requests > (most?.requests ?? 0) ? page : most),
    undefined,
  );

/**
 * Of the first capture the page of most requests; of the second the same, or else its own such page.
 * @param {readonly Page[]} first @param {readonly Page[]} second
 * @returns {[number, number]|null} their places among the pages of each; null: one of them has no page
 */
export function mainPages(first, second) {
  const one = largest(first.filter(({ isPage }) => isPage));
  const others = second.filter(({ isPage }) => isPage);
  if (one === undefined) return null;
  const other = largest(others.filter(({ url }) => pathOf(url) === pathOf(one.url))) ?? largest(others);
  return other === undefined ? null : [one.page - 1, other.page - 1];
}
