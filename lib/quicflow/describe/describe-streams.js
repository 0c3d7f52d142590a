import { STREAM_ID_BIT } from '../wire/frame-types.js';

/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */
/** @typedef {import('../streams/quic-streams.js').StreamDirection} StreamDirection */

/** Streams of a connection that are described, the first. */
export const MAX_DESCRIBED_STREAMS = 2000;

/**
 * @param {QuicTracker} quic @param {number} index of the connection
 * @param {Map<number, string>} requests what was asked for, by stream
 */
export function describeStreams(quic, index, requests) {
  const all = quic.streamsOf(index)?.all;
  const streams = [];
  for (const { id, sides } of all?.values() ?? []) {
    if (streams.length === MAX_DESCRIBED_STREAMS) break;
    streams.push({
      id,
      by: (id & STREAM_ID_BIT.SERVER_INITIATED) === 0 ? 'client' : 'server',
      isUnidirectional: (id & STREAM_ID_BIT.UNIDIRECTIONAL) !== 0,
      request: requests.get(id) ?? null,
      clientToServer: describeSide(sides[0]),
      serverToClient: describeSide(sides[1]),
    });
  }
  return { streamCount: all?.size ?? 0, streams: streams.sort((a, b) => a.id - b.id) };
}

/** @param {StreamDirection|null} side */
function describeSide(side) {
  if (side === null) return null;
  return {
    start: side.startNs / 1e9,
    end: side.endNs / 1e9,
    bytes: side.ordered.unique,
    sentAgain: side.sentBytes - side.ordered.unique,
    resetCode: side.resetCode < 0 ? null : side.resetCode,
    stopCode: side.stopCode < 0 ? null : side.stopCode,
    isFinished: side.finalSize >= 0,
  };
}
