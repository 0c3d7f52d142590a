/** All that answers a page's questions about QUIC: loaded with the first, and bundled apart from the page's worker. */
export { OpenedQuic } from './opened-quic.js';
export { QuicRows } from './quic-rows.js';
