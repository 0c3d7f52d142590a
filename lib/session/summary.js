/** Most warnings in a capture's summary. */
export const MAX_SUMMARY_WARNINGS = 100;

/**
 * @param {import('./session.js').SessionState} state
 * @returns {import('../shared/captures/capture-record.js').Summary}
 */
export function summarise({ analysis, connections, version, analysedBytes, watchedFlows }) {
  const { format, packets, tcpPackets, startEpoch, duration, warnings, notRead } = analysis.ingest.describe();
  return {
    version,
    analysedBytes,
    format,
    packets,
    tcpPackets,
    quicConnections: analysis.ingest.quic?.connections.length ?? 0,
    connections: analysis.connections.count,
    requests: analysis.ingest.messages.requestCount + (analysis.ingest.quicMessages?.requestCount ?? 0),
    startEpoch,
    duration,
    warnings: warnings.slice(0, MAX_SUMMARY_WARNINGS),
    notRead,
    activity: analysis.ingest.activity.describe(),
    encryption: encryptionOf(analysis.ingest.messages.encryption, connections.quic),
    watchedPackets: countWatched(connections, watchedFlows),
  };
}

/**
 * @param {import('../shared/captures/capture-record.js').Encryption} ofTcp
 * @param {import('../analysis/quic/quic-rows.js').QuicRows|null} quic whose connections all are encrypted
 */
function encryptionOf(ofTcp, quic) {
  if (quic === null) return ofTcp;
  const { tls, decrypted } = quic.encryption;
  return { tls: ofTcp.tls + tls, decrypted: ofTcp.decrypted + decrypted };
}

/** @param {import('./session.js').SessionState['connections']} connections @param {number[]} flows */
function countWatched(connections, flows) {
  /** @type {Record<number, number>} */
  const packets = {};
  for (const flow of flows) {
    const index = connections.indexOf(flow);
    if (index < 0) continue;
    const [sent, received] = connections.row(index).packets;
    packets[flow] = sent + received;
  }
  return packets;
}
