/** @typedef {import('../../quicflow/quic-tracker.js').QuicTracker} QuicTracker */
/** @typedef {import('../../quicflow/streams/quic-streams.js').StreamDirection} StreamDirection */

/**
 * What the client asked on a stream.
 * @typedef {object} QuicExchange
 * @property {number} stream
 * @property {StreamDirection} asked
 * @property {StreamDirection | null} answered null: nothing came
 * @property {boolean} isWhole both ends sent their last byte
 * @property {{ by: number, code: number } | null} reset by an end that gave up an answer; null: none did
 */

/** Streams that the client opens for both ways have IDs divisible by it (RFC 9000 section 2.1). */
const OF_CLIENT_BOTH_WAYS = 4;

/** @param {QuicTracker} quic @param {number} index @returns {QuicExchange[]} */
export function quicExchangesOf(quic, index) {
  /** @type {QuicExchange[]} */
  const exchanges = [];
  for (const { id, sides } of quic.streamsOf(index)?.all.values() ?? []) {
    const [asked, answered] = sides;
    if (id % OF_CLIENT_BOTH_WAYS !== 0 || asked === null || asked.sentBytes + asked.finalSize < 0) continue;
    const isAnswered = answered !== null && answered.sentBytes + answered.finalSize >= 0;
    const isWhole = isAnswered && asked.finalSize >= 0 && answered.finalSize >= 0 && answered.resetCode < 0;
    exchanges.push({
      stream: id,
      asked,
      answered: isAnswered ? answered : null,
      isWhole,
      reset: isWhole ? null : resetOf(asked, answered),
    });
  }
  return exchanges;
}

/**
 * Who gave up, and why: a RESET_STREAM may only answer the other end's STOP_SENDING.
 * @param {StreamDirection} asked @param {StreamDirection | null} answered @returns {QuicExchange['reset']}
 */
function resetOf(asked, answered) {
  if (answered !== null && answered.stopCode >= 0) return { by: 0, code: answered.stopCode };
  if (asked.stopCode >= 0) return { by: 1, code: asked.stopCode };
  if (asked.resetCode >= 0) return { by: 0, code: asked.resetCode };
  return answered !== null && answered.resetCode >= 0 ? { by: 1, code: answered.resetCode } : null;
}
