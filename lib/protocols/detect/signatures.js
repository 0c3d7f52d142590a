/**
 * What a connection speaks that is named, but not dissected: told by the first bytes of either direction alone, and
 * only where they leave no doubt. More bytes never take away what fewer told, so that it does not matter how they are
 * cut.
 */

import { latin1 } from '../model/latin1.js';
import { DNS, dnsAt } from './dns-signature.js';

/** Names, by number; 0: not known. */
export const SIGNATURE_NAMES = /** @type {const} */ ([
  null,
  'ssh',
  'smtp',
  'ftp',
  'pop3',
  'imap',
  'redis',
  'mysql',
  'postgresql',
  'mqtt',
  'bittorrent',
  'dns',
  'smb',
  'vnc',
  'amqp',
  'rdp',
  'rtmp',
  'tds',
  'mongodb',
  'ldap',
  'xmpp',
  'rtsp',
  'sip',
  'irc',
  'nntp',
  'telnet',
  'git',
  'cassandra',
  'nats',
  'stomp',
  'x11',
  'rsync',
  'bgp',
  'netbios',
  'ajp',
  'openvpn',
  'dcerpc',
  'modbus',
  'socks',
]);

/** Bytes of a direction in which a message is looked for. */
export const SIGNATURE_BYTES = 1024;
/** The same of a greeting. */
const GREETING_BYTES = 200;
/** Bytes of a client's random part from which on RTMP is told. */
const RTMP_BYTES = 1000;

/**
 * @typedef {{ bytes: Uint8Array, start: number, end: number, text?: string }} First the first bytes of a direction;
 *   `text`: those in which
 *   a greeting is looked for
 */

/** @param {First} first @param {string} text @param {number} [at] */
function has({ bytes, start, end }, text, at = 0) {
  if (end - start < at + text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** @param {First} first @param {RegExp} pattern */
function greets(first, pattern) {
  if (!isText(byteAt(first, 0))) return false;
  first.text ??= latin1(first.bytes, first.start, Math.min(first.end, first.start + GREETING_BYTES));
  return pattern.test(first.text);
}

/** @param {number} byte */
const isText = (byte) => byte >= 0x20 && byte < 0x7f;

/** @param {First} first @param {number} at */
const byteAt = ({ bytes, start, end }, at) => (start + at < end ? bytes[start + at] : -1);

/** Whether a message of so many bytes is all there. @param {First} first @param {number} length */
const isThere = ({ start, end }, length) => length > 0 && length <= end - start;

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

/** @param {First} first @param {number} at */
const uint16 = (first, at) => (byteAt(first, at) << 8) | byteAt(first, at + 1);

/** @param {First} first @param {number} at */
const littleUint32 = (first, at) =>
  byteAt(first, at) | (byteAt(first, at + 1) << 8) | (byteAt(first, at + 2) << 16) | (byteAt(first, at + 3) << 24);

/**
 * A connection request of X.224 in TPKT (RFC 2126), with the cookie or the negotiation of RDP (MS-RDPBCGR 2.2.1.1).
 * @param {First} first
 */
function isRdp(first) {
  const isRequest = uint16(first, 0) === 0x0300 && isThere(first, uint16(first, 2)) && byteAt(first, 5) === 0xe0;
  return isRequest && (has(first, 'Cookie: mstshash=', 11) || has(first, '\x01\0\x08\0', 11));
}

/** A client's version and the start of its random bytes, behind a time and four zeros. @param {First} first */
const isRtmp = (first) => byteAt(first, 0) === 3 && isThere(first, RTMP_BYTES) && has(first, '\0\0\0\0', 5);

/** PRELOGIN (MS-TDS 2.2.6.5): one packet whose first option is the version. @param {First} first */
const isTds = (first) =>
  uint16(first, 0) === 0x1201 && isThere(first, uint16(first, 2)) && has(first, '\0\0', 4) && has(first, '\0\0', 8);

/** A message in the form OP_MSG or OP_QUERY that answers none. @param {First} first */
const isMongo = (first) =>
  isThere(first, littleUint32(first, 0)) &&
  littleUint32(first, 8) === 0 &&
  [2013, 2004].includes(littleUint32(first, 12));

/** A bind request as the first message (RFC 4511). @param {First} first */
const isLdap = (first) =>
  byteAt(first, 0) === 0x30 &&
  isThere(first, byteAt(first, 1) + 2) &&
  has(first, '\x02\x01\x01\x60', 2) &&
  has(first, '\x02\x01\x03', 7);

/** Two commands at least of options that are known (RFC 855). @param {First} first */
const isTelnet = (first) =>
  [0, 3].every(
    (at) =>
      byteAt(first, at) === 0xff &&
      byteAt(first, at + 1) >= 0xfb &&
      byteAt(first, at + 1) < 0xff &&
      byteAt(first, at + 2) >= 0 &&
      byteAt(first, at + 2) < 0x32,
  );

/** OPTIONS or STARTUP of the native protocol. @param {First} first */
function isCassandra(first) {
  const [version, opcode] = [byteAt(first, 0), byteAt(first, 4)];
  const length = (uint16(first, 5) << 16) | uint16(first, 7);
  return (
    version >= 3 &&
    version <= 5 &&
    byteAt(first, 1) === 0 &&
    (opcode === 1 || opcode === 5) &&
    isThere(first, length + 9)
  );
}

/** A bind of connection-oriented DCE RPC, little-endian. @param {First} first */
const isDceRpc = (first) => has(first, '\x05\0\x0b\x03\x10\0\0\0') && isThere(first, littleUint32(first, 8) & 0xffff);

/** One request: unit, then a public function. @param {First} first */
const isModbus = (first) =>
  has(first, '\0\0', 2) &&
  uint16(first, 4) === 6 &&
  isThere(first, 12) &&
  byteAt(first, 7) >= 1 &&
  byteAt(first, 7) <= 6;

/** Methods of authentication that a client of SOCKS 5 offers at once, and its longest user's name in SOCKS 4. */
const MOST_METHODS = 10;
const MOST_USER_BYTES = 64;
/** From here on methods are private (RFC 1928 section 3); those below are IANA's, but for the last. */
const PRIVATE_METHODS = 0x80;
const LAST_METHOD = 9;

/** Version 5, and the methods of authentication that are offered (RFC 1928). @param {First} first */
function isSocks5(first) {
  const methods = byteAt(first, 1);
  return (
    byteAt(first, 0) === 5 &&
    methods >= 1 &&
    methods <= MOST_METHODS &&
    isThere(first, 2 + methods) &&
    Array.from({ length: methods }, (_, i) => byteAt(first, 2 + i)).every(
      (method) => method <= LAST_METHOD || (method >= PRIVATE_METHODS && method < 0xff),
    )
  );
}

/** Version 4: CONNECT or BIND, a port, an address, a user's name, maybe a host's (SOCKS 4a). @param {First} first */
function isSocks4(first) {
  if (byteAt(first, 0) !== 4 || (byteAt(first, 1) !== 1 && byteAt(first, 1) !== 2) || uint16(first, 2) === 0) {
    return false;
  }
  let at = 8;
  while (at < 8 + MOST_USER_BYTES && isText(byteAt(first, at))) at++;
  const isNamed = uint16(first, 4) === 0 && byteAt(first, 6) === 0 && byteAt(first, 7) > 0;
  return byteAt(first, at) === 0 && (isNamed ? isText(byteAt(first, at + 1)) : byteAt(first, 4) > 0);
}

/** @type {[name: typeof SIGNATURE_NAMES[number], fits: (first: First) => boolean][]} */
const SIGNATURES = [
  ['ssh', (first) => has(first, 'SSH-')],
  [
    'smtp',
    (first) =>
      has(first, 'EHLO ') || has(first, 'HELO ') || (has(first, '220') && greets(first, /^220[ -][^\r\n]*SMTP/i)),
  ],
  ['ftp', (first) => has(first, '220') && greets(first, /^220[ -][^]*FTP/i)],
  ['pop3', (first) => has(first, '+OK ')],
  ['imap', (first) => has(first, '* OK ') || has(first, '* PREAUTH ')],
  ['redis', (first) => byteAt(first, 0) === 0x2a && greets(first, /^\*\d{1,4}\r\n\$\d{1,9}\r\n/)],
  ['mysql', isMysql],
  ['postgresql', isPostgresql],
  [
    'mqtt',
    (first) =>
      byteAt(first, 0) === 0x10 &&
      (has(first, '\0\x04MQTT', 2) || has(first, '\0\x06MQIsdp', 2) || has(first, '\0\x04MQTT', 3)),
  ],
  ['bittorrent', (first) => has(first, '\x13BitTorrent protocol')],
  ['smb', (first) => has(first, 'SMB', 5) && byteAt(first, 0) === 0 && byteAt(first, 4) >= 0xfc],
  ['vnc', (first) => has(first, 'RFB 00')],
  ['amqp', (first) => has(first, 'AMQP')],
  ['dns', ({ bytes, start, end }) => dnsAt(bytes, start, end) === DNS.FOUND],
  ['rdp', isRdp],
  ['rtmp', isRtmp],
  ['tds', isTds],
  ['mongodb', isMongo],
  ['ldap', isLdap],
  ['xmpp', (first) => has(first, '<') && greets(first, /^(?:<\?xml [^>]*\?>\s*)?<stream:stream /)],
  ['rtsp', (first) => has(first, 'RTSP/1.0 ') || greets(first, /^(?:OPTIONS|DESCRIBE|SETUP) \S+ RTSP\/1\.0\r\n/)],
  ['sip', (first) => has(first, 'SIP/2.0 ') || greets(first, /^[A-Z]{3,10} sips?:\S+ SIP\/2\.0\r\n/)],
  ['irc', (first) => greets(first, /^(?:CAP LS(?: \d+)?|NICK [^\s:]{1,32})\r?\n/)],
  ['nntp', (first) => has(first, '20') && greets(first, /^20[01] [^\r\n]*(?:NNTP|InterNetNews)/)],
  ['telnet', isTelnet],
  ['git', (first) => greets(first, /^[\da-f]{4}git-(?:upload|receive)-pack \//)],
  ['cassandra', isCassandra],
  ['nats', (first) => has(first, 'INFO {"server_id"')],
  ['stomp', (first) => greets(first, /^(?:CONNECT|STOMP)\r?\n(?:[\w-]+:[^\n]*\n)*\r?\n/)],
  ['x11', (first) => has(first, 'l\0\x0b\0\0\0') || has(first, 'B\0\0\x0b\0\0')],
  ['rsync', (first) => has(first, '@RSYNCD: ')],
  ['bgp', (first) => has(first, '\xff'.repeat(16)) && byteAt(first, 18) === 1 && isThere(first, uint16(first, 16))],
  ['netbios', (first) => has(first, '\x81\0\0\x44\x20') && isThere(first, 72)],
  [
    'ajp',
    (first) =>
      (has(first, '\x12\x34') || has(first, 'AB')) &&
      isThere(first, uint16(first, 2) + 4) &&
      byteAt(first, 4) >= 0 &&
      byteAt(first, 4) <= 10,
  ],
  ['openvpn', (first) => uint16(first, 0) >= 14 && isThere(first, uint16(first, 0) + 2) && byteAt(first, 2) === 0x38],
  ['dcerpc', isDceRpc],
  ['modbus', isModbus],
  ['socks', (first) => isSocks5(first) || isSocks4(first)],
];

/**
 * @param {Uint8Array} bytes @param {number} start of a direction's first byte @param {number} end
 * @returns {number} place in `SIGNATURE_NAMES`
 */
export function signatureOf(bytes, start, end) {
  // nearly always TLS, `G` and `HT` HTTP
  if (bytes[start] === 0x16 || bytes[start] === 0x47 || (bytes[start] === 0x48 && bytes[start + 1] === 0x54)) return 0;
  const first = { bytes, start, end };
  const found = SIGNATURES.find(([, fits]) => fits(first));
  return found === undefined ? 0 : SIGNATURE_NAMES.indexOf(found[0]);
}
