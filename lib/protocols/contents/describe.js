/** Further fields of HTTP messages whose content was read, for any HTTP version. */
import { withGaps } from './stream-messages.js';

/** @typedef {Partial<import('../describe-message.js').Message>} Parts */

/**
 * The events in a response, or the error.
 * @param {import('../model/message-table.js').MessageTable} table @param {number} row
 * @returns {Parts}
 */
export function contentParts(table, row) {
  const events = table.events.get(row);
  const error = table.serviceErrors.get(row);
  return {
    ...(events === undefined ? {} : eventParts(events)),
    ...(error === undefined ? {} : errorParts(error, table.status[row])),
  };
}

/**
 * @param {Pick<import('./server-events.js').ServerEvents, 'count'|'bytes'|'isLost'|'listed'>} events
 * @returns {Parts}
 */
const eventParts = ({ count, bytes, isLost, listed }) => ({
  serverEvents: { count, bytes, complete: !isLost, messages: withGaps(listed) },
});

/** @param {import('./error-document.js').FoundError} error @param {number} status @returns {Parts} */
function errorParts({ service, code, reason, items }, status) {
  const failed = items > 0 ? `${items} ${items === 1 ? 'item' : 'items'} failed` : '';
  const outcomeText = [failed, reason].filter(Boolean).join(': ');
  return {
    serviceError: { service, code, reason: reason || null, ...(items > 0 ? { items } : {}) },
    outcome: status > 0 ? `${status} ${code}` : code,
    ...(outcomeText === '' ? {} : { outcomeText }),
    failed: true,
  };
}
