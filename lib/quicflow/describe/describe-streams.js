/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */
/** @typedef {import('../streams/quic-streams.js').StreamDirection} StreamDirection */

/** By the lowest bit of a stream's ID; by the next, streams of one direction (RFC 9000 section 2.1). */
const OPENED_BY = Object.freeze(['client', 'server']);
const UNIDIRECTIONAL = 2;

/**
 * The streams of a connection, in the order in which they came: what each end sent on them, with times. Nothing of them
 * is known without keys.
 * @param {QuicTracker} quic @param {number} index of the connection
 */
export function* describeQuicStreams(quic, index) {
  for (const { id, sides } of quic.streamsOf(index)?.all.values() ?? []) {
    yield {
      flow: quic.numbers.nameOf(index),
      stream: id,
      openedBy: OPENED_BY[id % 2],
      bidirectional: id % 4 < UNIDIRECTIONAL,
      clientToServer: describeSide(sides[0]),
      serverToClient: describeSide(sides[1]),
    };
  }
}

/** @param {StreamDirection|null} side */
function describeSide(side) {
  if (side === null || side.sentBytes + side.finalSize < 0) return null;
  const { startNs, endNs, sentBytes, ordered, finalSize, resetCode, stopCode } = side;
  return {
    start: startNs / 1e9,
    end: endNs / 1e9,
    bytes: sentBytes,
    uniqueBytes: ordered.unique,
    finalSize: finalSize < 0 ? null : finalSize,
    resetCode: resetCode < 0 ? null : resetCode,
    stopCode: stopCode < 0 ? null : stopCode,
  };
}
