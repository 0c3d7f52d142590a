/** Colours and words of responses, by what they carry; a failure's colour is that of everything that failed. */

/** @typedef {'html'|'css'|'script'|'image'|'font'|'data'} MediaType as `meta.mediaTypes` of the column frames has it */

/** @type {Record<MediaType, 'mHtml'|'mCss'|'mJs'|'mImg'|'mFont'|'mData'>} */
const BY_TYPE = { html: 'mHtml', css: 'mCss', script: 'mJs', image: 'mImg', font: 'mFont', data: 'mData' };

/**
 * @param {{ hasFailed: boolean, type: MediaType }} response
 * @returns {'retx'|'mHtml'|'mCss'|'mJs'|'mImg'|'mFont'|'mData'}
 */
export const responseColour = ({ hasFailed, type }) => (hasFailed ? 'retx' : BY_TYPE[type]);

/** Their words, in legends and where one is told of. @type {Record<MediaType, string>} */
export const MEDIA_WORDS = {
  html: 'page',
  css: 'style',
  script: 'script',
  image: 'image',
  font: 'font, text',
  data: 'data',
};

/** @type {[swatch: string, words: string][]} */
export const MEDIA_LEGEND = Object.entries(MEDIA_WORDS).map(([type, words]) => [
  `is-${BY_TYPE[/** @type {MediaType} */ (type)]}`,
  words,
]);
