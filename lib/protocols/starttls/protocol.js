/** Protocols that turn to TLS when both ends want it: what they say themselves is not read. */
import { byteAt, greets, has, isThere, uint16 } from '../detect/first-bytes.js';
import { StartTlsConnection } from './connection.js';

/** @typedef {import('../protocol.js').First} First */

/** @type {NonNullable<import('../protocol.js').Protocol['open']>} */
const open = ({ openInner }) => new StartTlsConnection(openInner);

/** A server's first packet: its length, number 0, protocol 10, a version. @param {First} first */
function isMysql(first) {
  const length = byteAt(first, 0) | (byteAt(first, 1) << 8) | (byteAt(first, 2) << 16);
  const digit = byteAt(first, 5);
  return (
    isThere(first, length + 4) && byteAt(first, 3) === 0 && byteAt(first, 4) === 10 && digit >= 0x30 && digit <= 0x39
  );
}

/** A start-up message of version 3.0, or a request for TLS. @param {First} first */
function isPostgresql(first) {
  const length = (byteAt(first, 2) << 8) | byteAt(first, 3);
  return (
    has(first, '\0\0') &&
    isThere(first, length) &&
    (has(first, '\0\x03\0\0user\0', 4) || has(first, '\x04\xd2\x16\x2f', 4))
  );
}

/** PRELOGIN (MS-TDS 2.2.6.5): one packet whose first option is the version. @param {First} first */
const isTds = (first) =>
  uint16(first, 0) === 0x1201 && isThere(first, uint16(first, 2)) && has(first, '\0\0', 4) && has(first, '\0\0', 8);

/** A bind request as the first message (RFC 4511). @param {First} first */
const isLdap = (first) =>
  byteAt(first, 0) === 0x30 &&
  isThere(first, byteAt(first, 1) + 2) &&
  has(first, '\x02\x01\x01\x60', 2) &&
  has(first, '\x02\x01\x03', 7);

/** @type {readonly import('../protocol.js').Protocol[]} */
export const WITH_STARTTLS = [
  {
    names: ['smtp'],
    signature: (first) =>
      has(first, 'EHLO ') || has(first, 'HELO ') || (has(first, '220') && greets(first, /^220[ -][^\r\n]*SMTP/i)),
    isTurnBased: true,
    open,
  },
  {
    names: ['ftp'],
    signature: (first) => has(first, '220') && greets(first, /^220[ -][^]*FTP/i),
    isTurnBased: true,
    open,
  },
  { names: ['pop3'], signature: (first) => has(first, '+OK '), isTurnBased: true, open },
  { names: ['imap'], signature: (first) => has(first, '* OK ') || has(first, '* PREAUTH '), isTurnBased: true, open },
  { names: ['mysql'], signature: isMysql, isTurnBased: true, open },
  { names: ['postgresql'], signature: isPostgresql, isTurnBased: true, open },
  { names: ['amqp'], signature: (first) => has(first, 'AMQP'), open },
  { names: ['tds'], signature: isTds, isTurnBased: true, open },
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
