/** Protocols that turn to TLS when both ends want it: what they say themselves is not read. */
import { byteAt, greets, has, isThere, uint16 } from '../detect/first-bytes.js';
import { StartTlsConnection } from './connection.js';

/** @typedef {import('../protocol.js').First} First */

/** @type {NonNullable<import('../protocol.js').Protocol['open']>} */
const open = ({ openInner }) => new StartTlsConnection(openInner);

/**
 * A bind, a search or an extended request as the first message (RFC 4511), its length in one byte or in four.
 * @param {First} first
 */
function isLdap(first) {
  const isLong = byteAt(first, 1) === 0x84;
  const at = isLong ? 6 : 2;
  const length = isLong ? uint16(first, 4) + 6 : byteAt(first, 1) + 2;
  return (
    byteAt(first, 0) === 0x30 &&
    isThere(first, length) &&
    has(first, '\x02\x01\x01', at) &&
    [0x60, 0x63, 0x77].includes(byteAt(first, at + 3))
  );
}

/** @type {readonly import('../protocol.js').Protocol[]} */
export const WITH_STARTTLS = [
  { names: ['pop3'], signature: (first) => has(first, '+OK '), isTurnBased: true, open },
  { names: ['imap'], signature: (first) => has(first, '* OK ') || has(first, '* PREAUTH '), isTurnBased: true, open },
  { names: ['amqp-1.0'], signature: (first) => has(first, 'AMQP') && has(first, '\x01\0\0', 5), open },
  { names: ['amqp'], signature: (first) => has(first, 'AMQP'), open },
  { names: ['ldap'], signature: isLdap, isTurnBased: true, open },
  {
    names: ['xmpp'],
    signature: (first) => has(first, '<') && greets(first, /^(?:<\?xml [^>]*\?>\s*)?<stream:stream /),
    open,
  },
  { names: ['irc'], signature: (first) => greets(first, /^(?:CAP LS(?: \d+)?|NICK [^\s:]{1,32})\r?\n/), open },
  {
    names: ['nntp'],
    signature: (first) => has(first, '20') && greets(first, /^20[01] [^\r\n]*(?:NNTP|InterNetNews)/),
    isTurnBased: true,
    open,
  },
];
