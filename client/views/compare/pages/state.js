/**
 * What a comparison of pages shows, as encoded in the URL:
 *   pages=ID/0,ID2/all   a page of a capture by its number, or all requests of one
 *   align, from, to, span   as of connections (`../state.js`)
 */
/** @typedef {{ id: string, page: string }} PageId page: its number, or `all` */
/** @typedef {'start' | 'request' | 'byte'} Align */
/** @typedef {{ pages: PageId[], align: Align }} PagesState */

/** More would leave no room for their bars within a row. */
export const MAX_PAGES = 4;

/** @type {readonly [id: Align, words: string, title: string][]} */
export const ALIGNMENTS = [
  ['start', 'start', 'Where the first connection is opened, or used'],
  ['request', 'request', 'At the first request'],
  ['byte', 'first byte', 'At the first byte of an answer'],
];

/** @param {import('../../../state/types.js').Query} query @returns {PagesState} nonsense is the default */
export const stateFromQuery = (query) => ({
  pages: (query.pages ?? '').split(',').flatMap(pageFrom).slice(0, MAX_PAGES),
  align: ALIGNMENTS.find(([id]) => id === query.align)?.[0] ?? 'start',
});

/** @param {PagesState} state @returns {import('../../../state/types.js').Query} without what is the default anyway */
export const queryFromState = ({ pages, align }) => ({
  pages: pages.map(({ id, page }) => `${id}/${page}`).join(','),
  ...(align === 'start' ? {} : { align }),
});

/** @param {string} text @returns {PageId[]} none where it is no page */
function pageFrom(text) {
  const match = /^([\w-]+)\/(\d{1,6}|all)$/.exec(text);
  return match === null ? [] : [{ id: match[1], page: match[2] }];
}
