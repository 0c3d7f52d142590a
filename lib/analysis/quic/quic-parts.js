/** All that reads QUIC: loaded when its first datagram comes, and bundled apart from the page's worker. */
export { QuicStreams } from '../../protocols/http3/quic-streams.js';
export { keptOf, restoreTracker } from '../../quicflow/kept/kept-tracker.js';
export { QuicTracker } from '../../quicflow/quic-tracker.js';
export { Http3Sinks, quicRoles } from '../../quicflow/streams/http3-sinks.js';
