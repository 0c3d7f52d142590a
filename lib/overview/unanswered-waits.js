/** How long the client waited for answers that never came, or were incomplete. */
import { RESPONSE } from '../protocols/http1/start-line.js';
import { isNoErrorName } from '../protocols/http2/error-codes.js';
import { isUnfinished } from '../protocols/model/unfinished.js';
import { awaitEnding } from './lane-walk.js';

/** @typedef {import('../protocols/model/exchanges.js').Exchange} Exchange */
/**
 * @typedef {object} UnansweredWait times in ns
 * @property {number} endNs when the stream was reset, or the connection ended; if it is open, its last packet
 * @property {boolean} isFailed false: the connection is open
 */

const ns = (/** @type {number} */ seconds) => Math.round(seconds * 1e9);

/** Without resets with NO_ERROR: such a stream was no longer needed. @param {Exchange} exchange */
const isReset = ({ request: { reset } }) => reset !== undefined && !isNoErrorName(reset.code);

/**
 * @param {import('../transport/tcp/tcp-transport.js').TcpTransport} tcp
 * @param {import('../protocols/message-analysis.js').MessageAnalysis} messages
 * @param {number} flow index
 * @param {Exchange[]} exchanges of that connection
 * @returns {Map<Exchange, UnansweredWait>} without those whose answer the capture may lack
 */
export function unansweredWaits(tcp, messages, flow, exchanges) {
  /** @type {Map<Exchange, UnansweredWait>} */
  const found = new Map();
  for (const exchange of exchanges) {
    const { reset, end } = exchange.request;
    if (reset && isReset(exchange)) found.set(exchange, { endNs: ns(Math.max(reset.at, end)), isFailed: true });
  }
  const left = exchanges.filter((exchange) => !found.has(exchange) && isLeft(messages, exchange));
  if (left.length === 0 || !isAllKnown(messages, flow)) return found;
  const lastNs = tcp.flows.at(flow).endNs;
  const waiting = left
    .map((exchange) => ({ exchange, sinceNs: ns(exchange.response?.end ?? exchange.request.end), endNs: -1 }))
    .sort((a, b) => a.sinceNs - b.sinceNs);
  const hasEnded = awaitEnding(tcp, flow, waiting);
  for (const { exchange, endNs } of waiting) {
    found.set(exchange, { endNs: endNs < 0 ? lastNs : endNs, isFailed: hasEnded });
  }
  return found;
}

/** @param {import('../protocols/message-analysis.js').MessageAnalysis} messages @param {Exchange} exchange */
const isLeft = ({ table }, { request }) => table !== null && isUnfinished(table, request.index);

/**
 * Whether the server's data is in the capture, and answers the request.
 * @param {import('../protocols/message-analysis.js').MessageAnalysis} messages @param {number} flow
 */
function isAllKnown(messages, flow) {
  const { table } = messages;
  if (table === null || messages.warningsOf(flow).length > 0) return false;
  return messages.messagesOf(flow).every((row) => table.kind[row] !== RESPONSE || table.pair[row] >= 0);
}
