/**
 * QUIC's connections; what describes them is loaded only where there are any.
 * @param {import('../ingest.js').Ingest} ingest
 * @returns {Promise<import('./quic-connections.js').QuicConnections|null>} null: there are none
 */
export const quicConnections = async (ingest) =>
  ingest.quic === null ? null : (await import('./quic-connections.js')).QuicConnections.of(ingest);
