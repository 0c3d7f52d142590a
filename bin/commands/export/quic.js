import { quicConnections } from '../../../lib/analysis/quic/load.js';
import { framesToCopy } from '../../../lib/export/flow-capture.js';

/** @typedef {import('./export.js').Export['analysis']} Analysis */

/** QUIC's connections, of which one was found. @param {Analysis} analysis */
export async function connectionsOfQuic({ ingest }) {
  const connections = await quicConnections(ingest);
  if (connections === null) throw new Error('The capture has no QUIC.');
  return connections;
}

/** The frames of a connection. @param {Analysis} analysis @param {number} index */
export async function quicFrames(analysis, index) {
  return framesToCopy(analysis.ingest.reader, (await connectionsOfQuic(analysis)).framesOf(index));
}
