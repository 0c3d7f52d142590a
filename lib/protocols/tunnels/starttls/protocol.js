/** Protocols that switch to TLS when both ends want it: their own plain text is shown as turns. */
import { ofTurns } from '../../commands/of-turns.js';
import { TurnsConnection } from '../../commands/turns.js';
import { greets, has, otherGreets } from '../../detect/first-bytes.js';
import { StartTlsConnection } from './connection.js';

/** @typedef {import('../../protocol.js').First} First */

/** A client's first line (RFC 3977). */
const NNTP_COMMAND = /^(?:CAPABILITIES|MODE READER|(?:LIST)?GROUP |ARTICLE |X?OVER |NEWGROUPS )/i;

/** @type {import('../../protocol.js').Protocol[]} */
const PROTOCOLS = [
  {
    names: ['pop3'],
    signature: (first) =>
      has(first, '+OK ') || (has(first, '+OK\r\n') && otherGreets(first, /^(?:USER|APOP|CAPA|STLS|AUTH|QUIT)\b/i)),
    isTurnBased: true,
  },
  { names: ['imap'], signature: (first) => has(first, '* OK ') || has(first, '* PREAUTH '), isTurnBased: true },
  { names: ['amqp-1.0'], signature: (first) => has(first, 'AMQP') && has(first, '\x01\0\0', 5) },
  {
    names: ['xmpp'],
    signature: (first) => has(first, '<') && greets(first, /^(?:<\?xml [^>]*\?>\s*)?<stream:stream /),
  },
  { names: ['irc'], signature: (first) => greets(first, /^(?:CAP LS(?: \d+)?|NICK [^\s:]{1,32})\r?\n/i) },
  {
    names: ['nntp'],
    signature: (first) =>
      has(first, '20') &&
      (greets(first, /^20[01] [^\r\n]*(?:NNTP|InterNetNews)/) ||
        (greets(first, /^20[01][ \r]/) && otherGreets(first, NNTP_COMMAND))),
    isTurnBased: true,
  },
];

/** @type {readonly import('../../protocol.js').Protocol[]} */
export const WITH_STARTTLS = PROTOCOLS.map((protocol) =>
  ofTurns({
    ...protocol,
    turnsToTls: true,
    open: (opening) => new StartTlsConnection(opening.openInner, new TurnsConnection(protocol.names[0], opening)),
  }),
);
