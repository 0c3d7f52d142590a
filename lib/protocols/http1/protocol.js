/**
 * HTTP/1.x. It also takes undetected streams: its parser decides whether they are HTTP. Directly over TCP it is opened
 * by `direct.js`, so that the engine reads by itself.
 */
import { httpStatement } from '../statements/statement.js';
import { Http1Connection } from './connection.js';
import { HTTP1_TEXT } from './describe.js';

/** @type {import('../protocol.js').Protocol} */
export const HTTP1 = {
  names: ['http/1.1', 'http/1.0', 'http/0.9'],
  aliases: ['http'],
  open: ({ host, table, inside, isMidConnection }) => {
    const connection = new Http1Connection(host, table);
    connection.open(inside, isMidConnection);
    return connection;
  },
  messages: HTTP1_TEXT,
  statement: httpStatement,
  isHttp: true,
};
