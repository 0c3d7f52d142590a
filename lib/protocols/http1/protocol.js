/**
 * HTTP/1.x. It takes what nothing else tells, too: its parser says whether it is HTTP. In TCP directly `direct.js`
 * opens it, so that the engine reads by itself.
 */
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
  isHttp: true,
};
