/** Colours of responses, by what they carry; a failure's is that of everything that failed. */

/** @typedef {'html'|'css'|'script'|'image'|'font'|'data'} MediaType as `meta.mediaTypes` of the column frames has it */

/** @type {Record<MediaType, 'mHtml'|'mCss'|'mJs'|'mImg'|'mFont'|'mData'>} */
const BY_TYPE = { html: 'mHtml', css: 'mCss', script: 'mJs', image: 'mImg', font: 'mFont', data: 'mData' };

/** @param {{ status: number, type: MediaType }} response @returns {'retx'|'mHtml'|'mCss'|'mJs'|'mImg'|'mFont'|'mData'} */
export const responseColour = ({ status, type }) => (status >= 400 ? 'retx' : BY_TYPE[type]);
