/** What answers a page's questions about QUIC's connections: loaded once there are any. */
export { OpenedQuic } from './opened-quic.js';
export { QuicOverview } from './quic-overview.js';
export { QuicRows } from './quic-rows.js';
