/** What answers about QUIC's connections as rows and lanes: loaded once there are any. */
export { QuicOverview } from './quic-overview.js';
export { QuicRows } from './quic-rows.js';
