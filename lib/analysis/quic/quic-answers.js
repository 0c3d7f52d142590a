/** All that answers a page's questions about QUIC: loaded with the first, and bundled apart from the page's worker. */
export { OpenedQuic } from './opened-quic.js';
export { QuicOverview } from './quic-overview.js';
export { QuicRows } from './quic-rows.js';
