/** Opens the parser of a stream, at every level: carriers' inner streams come here again. */
import { Conversation } from './inner-stream.js';
import { protocolAgreed, protocolNamed } from './registry.js';
import { MAX_STREAM_DEPTH } from './stream-parser.js';

/** @typedef {import('./stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('./stream-parser.js').Inside} Inside */
/** @typedef {import('./model/message-table.js').MessageTable} MessageTable */
/** @typedef {import('./host.js').MessageHost} MessageHost */

/**
 * A stream within a connection, whose protocol was negotiated, or is detected from its content.
 * @param {MessageHost} host
 * @param {MessageTable|null} table null to count only
 * @param {Inside} inside
 * @returns {StreamParser|null} null: it is not parsed
 */
export function openInner(host, table, inside) {
  if (inside.depth > MAX_STREAM_DEPTH) return null;
  const agreed = protocolAgreed(inside.upgrade ?? null) ?? continued(inside);
  return agreed === null
    ? new Conversation((protocol) => openProtocol(host, table, inside, false, protocol))
    : openProtocol(host, table, inside, false, agreed);
}

/** The protocol whose ends have switched to TLS, whose content this is. @param {Inside} inside */
const continued = ({ continues }) => protocolNamed(continues ?? null);

/**
 * @param {MessageHost} host
 * @param {MessageTable|null} table
 * @param {Inside} inside
 * @param {boolean} isMidConnection
 * @param {import('./protocol.js').Protocol} protocol
 * @param {boolean} [isAtStart] whether the first bytes are known to begin a message
 * @returns {StreamParser|null} null: there is no parser
 */
export function openProtocol(host, table, inside, isMidConnection, protocol, isAtStart = !isMidConnection) {
  const before = protocol.turnsToTls ? protocol.names[0] : undefined;
  const open = (/** @type {string|null} */ upgrade) =>
    host.openStream({ ...inside, depth: inside.depth + 1, upgrade, before, continues: undefined });
  const isStart = (/** @type {import('./protocol.js').First} */ first) =>
    isAtStart || (protocol.signature?.(first) ?? false);
  return protocol.open?.({ host, table, inside, isMidConnection, isStart, openInner: open }) ?? null;
}
