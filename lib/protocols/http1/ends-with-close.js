import { headersOf, protocolOf, requestName } from '../describe-message.js';
import { fieldOf } from '../model/header-fields.js';
import { MIN_FINAL_STATUS } from '../model/unfinished.js';

/** Header fields that tell where a message of HTTP/1 ends. */
const FRAMING = ['content-length', 'transfer-encoding'];
/** Responses without content, and requests whose answers have none, or end HTTP (RFC 9110). */
const EMPTY = [204, 304];
const WITHOUT_CONTENT = ['HEAD', 'CONNECT'];

/**
 * Whether a request's response ends where its connection does (RFC 9112 section 6.3), as far as its head was kept.
 * @param {import('../model/message-table.js').MessageTable} table @param {number} row of the request
 */
export function endsWithClose(table, row) {
  const response = table.pair[row];
  const protocol = protocolOf(table, row);
  if (response < 0 || !protocol?.isHttp || protocol.isMultiplexed) return false;
  const status = table.status[response];
  if (status < MIN_FINAL_STATUS || EMPTY.includes(status)) return false;
  const headers = headersOf(table, response);
  if (headers.length === 0 || FRAMING.some((name) => fieldOf(headers, name) !== null)) return false;
  return !WITHOUT_CONTENT.includes(requestName(table, row).method ?? '');
}
