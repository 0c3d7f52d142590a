/** What lists of connections and messages ask of the messages. */
import { REQUEST } from './http1/start-line.js';

/** @typedef {import('./message-analysis.js').MessageAnalysis} MessageAnalysis */

/** Messages of one connection that a search looks through. */
export const MAX_SEARCHED_MESSAGES = 1000;

/**
 * @param {MessageAnalysis} messages @param {number} flow
 * @returns {import('./describe.js').Message|null} the connection's first request
 */
export function firstRequest(messages, flow) {
  const index = messages.messagesOf(flow).find((message) => messages.table?.kind[message] === REQUEST);
  return index === undefined ? null : messages.describe(index);
}

/**
 * @param {MessageAnalysis} messages @param {number} flow
 * @returns {string[]} hosts and targets of the connection's requests
 */
export function searchTexts(messages, flow) {
  return messages.messagesOf(flow).slice(0, MAX_SEARCHED_MESSAGES)
    .map((index) => messages.describe(index))
    .flatMap(({ host, target }) => [host, target])
    .filter((text) => text !== null);
}

/**
 * @param {MessageAnalysis} messages
 * @returns {number[]} all messages, by the frame of their first byte
 */
export function messagesInOrder({ table }) {
  if (table === null) return [];
  const order = Array.from({ length: table.count }, (_, index) => index);
  return order.sort((a, b) => table.firstFrame[a] - table.firstFrame[b] || a - b);
}
