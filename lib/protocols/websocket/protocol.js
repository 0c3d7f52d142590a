/** WebSocket (RFC 6455), after an Upgrade or an extended CONNECT. */
import { WebSocketConnection } from './connection.js';
import { WEBSOCKET_TEXT } from './describe.js';

/** @type {import('../protocol.js').Protocol} */
export const WEBSOCKET = {
  names: ['websocket'],
  agreed: ['websocket'],
  open: ({ host, table, inside }) => new WebSocketConnection(host, table, inside),
  messages: WEBSOCKET_TEXT,
};
