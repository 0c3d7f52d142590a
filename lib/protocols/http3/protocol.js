/**
 * HTTP/3 (RFC 9114): negotiated in the handshake of a QUIC connection, on whose streams it is (`connection.js`, loaded
 * with the first such connection). There is no byte stream to detect it in.
 */
import { HTTP2_TEXT } from '../http2/describe.js';
import { httpStatement } from '../statements/statement.js';
import { http3More } from './describe.js';

/** @type {import('../protocol.js').Protocol} */
export const HTTP3 = {
  names: ['http/3'],
  aliases: ['http3', 'h3'],
  agreed: ['h3', 'h3-29'],
  messages: { ...HTTP2_TEXT, more: http3More },
  statement: httpStatement,
  isHttp: true,
  isMultiplexed: true,
  isCarrier: true,
};
