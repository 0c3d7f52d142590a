import { framesToCopy } from '../../../lib/export/flow-capture.js';

/** @typedef {import('./export.js').Export['analysis']} Analysis */

/** QUIC's connections; what describes them is loaded only where one is asked for. @param {Analysis} analysis */
export async function quicConnections({ ingest: { quic, durationNs } }) {
  if (quic === null) throw new Error('The capture has no QUIC.');
  const { QuicConnections } = await import('../../../lib/analysis/quic/quic-connections.js');
  return new QuicConnections(quic, durationNs);
}

/** The frames of a connection. @param {Analysis} analysis @param {number} index */
export async function quicFrames(analysis, index) {
  return framesToCopy(analysis.ingest.reader, (await quicConnections(analysis)).framesOf(index));
}
