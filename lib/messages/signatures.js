/** What a connection speaks that is named, but not dissected: told by the first bytes of either direction alone, and only where they leave no doubt. */

/** Names, by number; 0: not known. */
export const SIGNATURE_NAMES = /** @type {const} */ ([
  null, 'ssh', 'smtp', 'ftp', 'pop3', 'imap', 'redis', 'mysql', 'postgresql', 'mqtt', 'bittorrent', 'dns', 'smb', 'vnc', 'amqp',
]);

/** Bytes of a server's greeting in which its protocol is looked for. */
const GREETING_BYTES = 200;
const DNS_HEADER_BYTES = 12;

/** @typedef {{ bytes: Uint8Array, start: number, end: number }} First the first bytes of a direction */

/** @param {First} first @param {string} text @param {number} [at] */
function has({ bytes, start, end }, text, at = 0) {
  if (end - start < at + text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** @param {First} first @param {RegExp} pattern */
const greets = ({ bytes, start, end }, pattern) => pattern.test(String.fromCharCode(...bytes.subarray(start, Math.min(end, start + GREETING_BYTES))));

/** @param {First} first @param {number} at */
const byteAt = ({ bytes, start, end }, at) => (start + at < end ? bytes[start + at] : -1);

/** A server's first packet: its length, number 0, protocol 10, a version. @param {First} first */
function isMysql(first) {
  const length = byteAt(first, 0) | (byteAt(first, 1) << 8) | (byteAt(first, 2) << 16), digit = byteAt(first, 5);
  return length === first.end - first.start - 4 && byteAt(first, 3) === 0 && byteAt(first, 4) === 10 && digit >= 0x30 && digit <= 0x39;
}

/** A start-up message of version 3.0, or a request for TLS. @param {First} first */
function isPostgresql(first) {
  const length = (byteAt(first, 2) << 8) | byteAt(first, 3);
  return has(first, '\0\0') && length === first.end - first.start && (has(first, '\0\x03\0\0user\0', 4) || has(first, '\x04\xd2\x16\x2f', 4));
}

/** A query or an answer of one question, whole (RFC 1035 section 4.2.2). @param {First} first */
function isDns(first) {
  const length = (byteAt(first, 0) << 8) | byteAt(first, 1), isAnswer = (byteAt(first, 4) & 0x80) !== 0;
  if (length !== first.end - first.start - 2 || length < DNS_HEADER_BYTES + 5) return false;
  const isPlain = (byteAt(first, 4) & 0x78) === 0 && (byteAt(first, 5) & 0x40) === 0, counts = isAnswer || has(first, '\0\0\0\0\0', 8);
  return isPlain && counts && has(first, '\0\x01', 6) && byteAt(first, 14) < 64;
}

/** @type {[name: typeof SIGNATURE_NAMES[number], fits: (first: First) => boolean][]} */
const SIGNATURES = [
  ['ssh', (first) => has(first, 'SSH-')],
  ['smtp', (first) => has(first, 'EHLO ') || has(first, 'HELO ') || (has(first, '220') && greets(first, /^220[ -][^\r\n]*SMTP/i))],
  ['ftp', (first) => has(first, '220') && greets(first, /^220[ -][^]*FTP/i)],
  ['pop3', (first) => has(first, '+OK ')],
  ['imap', (first) => has(first, '* OK ') || has(first, '* PREAUTH ')],
  ['redis', (first) => byteAt(first, 0) === 0x2a && greets(first, /^\*\d{1,4}\r\n\$\d{1,9}\r\n/)],
  ['mysql', isMysql],
  ['postgresql', isPostgresql],
  ['mqtt', (first) => byteAt(first, 0) === 0x10 && (has(first, '\0\x04MQTT', 2) || has(first, '\0\x06MQIsdp', 2) || has(first, '\0\x04MQTT', 3))],
  ['bittorrent', (first) => has(first, '\x13BitTorrent protocol')],
  ['smb', (first) => has(first, 'SMB', 5) && byteAt(first, 0) === 0 && byteAt(first, 4) >= 0xfc],
  ['vnc', (first) => has(first, 'RFB 00')],
  ['amqp', (first) => has(first, 'AMQP')],
  ['dns', isDns],
];

/**
 * @param {Uint8Array} bytes @param {number} start of a direction's first byte @param {number} end
 * @returns {number} place in `SIGNATURE_NAMES`
 */
export function signatureOf(bytes, start, end) {
  if (bytes[start] === 0x47 || (bytes[start] === 0x48 && bytes[start + 1] === 0x54)) return 0; // `G` and `HT`: nearly always HTTP
  const first = { bytes, start, end }, found = SIGNATURES.find(([, fits]) => fits(first));
  return found === undefined ? 0 : SIGNATURE_NAMES.indexOf(found[0]);
}
