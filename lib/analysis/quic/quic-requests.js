import { quicExchangesOf } from './quic-exchanges.js';

/** @typedef {import('../../transport/quic/facts.js').QuicRequest} QuicRequest */
/** @typedef {import('../../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */

/** Each stream of the client is a request: HTTP/3, and HTTP/0.9 of interoperability tests. */
const OF_REQUESTS = /^(?:h3|hq)(?:-|$)/;
/** The announced length is looked up only where few are not whole. */
const MAX_LOOKED_UP = 1;

/**
 * @param {import('../../quicflow/quic-tracker.js').QuicTracker} quic @param {number} index
 * @param {{ alpn: string | null, decrypted: Record<string, string> }} described
 * @param {MessageAnalysis | null} messages
 * @returns {QuicRequest[]} none where some data is not decrypted, which may hold what seems to lack
 */
export function quicRequestsOf(quic, index, { alpn, decrypted }, messages) {
  if (alpn === null || !OF_REQUESTS.test(alpn) || decrypted.oneRtt !== 'all') return [];
  const exchanges = quicExchangesOf(quic, index);
  const partial = exchanges.filter(({ answered, isWhole }) => answered !== null && !isWhole);
  const looked = partial.length <= MAX_LOOKED_UP ? partial : [];
  return exchanges.map((one) => ({
    startNs: one.asked.startNs,
    endNs: Math.max(one.asked.endNs, one.answered?.endNs ?? 0),
    isAsked: one.asked.finalSize >= 0 && one.asked.resetCode < 0,
    isAnswered: one.answered !== null,
    isWhole: one.isWhole,
    reset: one.reset,
    streamBytes: one.answered?.ordered.unique ?? 0,
    body: looked.includes(one) ? bodyOf(messages, index, one.stream) : null,
  }));
}

/**
 * Of the response on a stream.
 * @param {MessageAnalysis | null} messages @param {number} index @param {number} stream @returns {QuicRequest['body']}
 */
function bodyOf(messages, index, stream) {
  for (const row of messages?.messagesOf(index) ?? []) {
    const told = /** @type {any} */ (messages?.describe(row));
    if (told.kind !== 'response' || told.stream !== stream) continue;
    const length = Number(
      told.headers?.find((/** @type {[string, string]} */ [name]) => name === 'content-length')?.[1],
    );
    return { bytes: told.bodyBytes, length: Number.isFinite(length) ? length : -1 };
  }
  return null;
}
