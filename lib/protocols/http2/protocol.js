/** HTTP/2 (RFC 9113): detected from ALPN or Upgrade, the client's preface, the server's SETTINGS, or frames. */
import { httpStatement } from '../statements/statement.js';
import { Http2Connection } from './connection.js';
import { HTTP2_TEXT } from './describe.js';
import { http2At } from './signature.js';

/** @type {import('../protocol.js').Protocol} */
export const HTTP2 = {
  names: ['http/2'],
  aliases: ['http2'],
  agreed: ['h2', 'h2c'],
  detect: http2At,
  open: ({ host, table, inside, isMidConnection }) => new Http2Connection(host, table, inside, isMidConnection),
  messages: HTTP2_TEXT,
  statement: httpStatement,
  isHttp: true,
  isMultiplexed: true,
  isCarrier: true,
};
