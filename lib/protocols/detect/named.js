/**
 * Protocols that are identified, but not dissected: detected from the first bytes of either direction alone, and only
 * without doubt. Their messages are turns: what one end sent until the other did.
 */
import { ofTurns } from '../commands/of-turns.js';
import { byteAt, greets, has, isThere, littleUint32, uint16 } from './first-bytes.js';

/** @typedef {import('../protocol.js').First} First */

/** Bytes of a client's random part needed to detect RTMP. */
const RTMP_BYTES = 1000;

/**
 * A connection request of X.224 in TPKT (RFC 2126), with the cookie or the negotiation of RDP (MS-RDPBCGR 2.2.1.1).
 * @param {First} first
 */
function isRdp(first) {
  const isRequest = uint16(first, 0) === 0x0300 && isThere(first, uint16(first, 2)) && byteAt(first, 5) === 0xe0;
  return isRequest && (has(first, 'Cookie: mstshash=', 11) || has(first, '\x01\0\x08\0', 11));
}

/** A client's version and the start of its random bytes, after a time and four zeros. @param {First} first */
const isRtmp = (first) => byteAt(first, 0) === 3 && isThere(first, RTMP_BYTES) && has(first, '\0\0\0\0', 5);

/** At least two commands with known options (RFC 855). @param {First} first */
const isTelnet = (first) =>
  [0, 3].every(
    (at) =>
      byteAt(first, at) === 0xff &&
      byteAt(first, at + 1) >= 0xfb &&
      byteAt(first, at + 1) < 0xff &&
      byteAt(first, at + 2) >= 0 &&
      byteAt(first, at + 2) < 0x32,
  );

/** A bind of connection-oriented DCE RPC, little-endian. @param {First} first */
const isDceRpc = (first) => has(first, '\x05\0\x0b\x03\x10\0\0\0') && isThere(first, littleUint32(first, 8) & 0xffff);

/** One request: unit, then a public function. @param {First} first */
const isModbus = (first) =>
  has(first, '\0\0', 2) &&
  uint16(first, 4) === 6 &&
  isThere(first, 12) &&
  byteAt(first, 7) >= 1 &&
  byteAt(first, 7) <= 6;

/** Requests to a KDC, and its errors (RFC 4120 section 7.2.2), after four bytes of length. @param {First} first */
const isKerberos = (first) =>
  uint16(first, 0) === 0 &&
  isThere(first, uint16(first, 2) + 4) &&
  [0x6a, 0x6c, 0x7e].includes(byteAt(first, 4)) &&
  (byteAt(first, 5) & 0x80) === 0x80;

/** CONNECT of Oracle's TNS: its length, no checksums, versions from 300 to 320. @param {First} first */
const isTns = (first) =>
  isThere(first, uint16(first, 0)) &&
  has(first, '\0\0\x01', 2) &&
  uint16(first, 6) === 0 &&
  uint16(first, 8) >= 300 &&
  uint16(first, 8) < 340 &&
  uint16(first, 10) >= 300 &&
  uint16(first, 10) <= uint16(first, 8);

/** BEGIN_REQUEST of version 1 with a role. @param {First} first */
const isFastCgi = (first) =>
  has(first, '\x01\x01') && has(first, '\0\x08', 4) && byteAt(first, 8) === 0 && [1, 2, 3].includes(byteAt(first, 9));

/** @type {import('../protocol.js').Protocol[]} */
const PROTOCOLS = [
  { names: ['kerberos'], signature: isKerberos, isTurnBased: true },
  { names: ['oracle-tns'], signature: isTns, isTurnBased: true },
  { names: ['fastcgi'], signature: isFastCgi, isTurnBased: true },
  { names: ['ssh'], signature: (first) => has(first, 'SSH-') },
  { names: ['bittorrent'], signature: (first) => has(first, '\x13BitTorrent protocol') },
  { names: ['vnc'], signature: (first) => has(first, 'RFB 00') },
  { names: ['rdp'], signature: isRdp },
  { names: ['rtmp'], signature: isRtmp },
  {
    names: ['rtsp'],
    signature: (first) => has(first, 'RTSP/1.0 ') || greets(first, /^(?:OPTIONS|DESCRIBE|SETUP) \S+ RTSP\/1\.0\r\n/),
  },
  {
    names: ['sip'],
    signature: (first) => has(first, 'SIP/2.0 ') || greets(first, /^[A-Z]{3,10} sips?:\S+ SIP\/2\.0\r\n/),
  },
  { names: ['telnet'], signature: isTelnet },
  { names: ['git'], signature: (first) => greets(first, /^[\da-f]{4}git-(?:upload|receive)-pack \//) },
  { names: ['stomp'], signature: (first) => greets(first, /^(?:CONNECT|STOMP)\r?\n(?:[\w-]+:[^\n]*\n)*\r?\n/) },
  { names: ['x11'], signature: (first) => has(first, 'l\0\x0b\0\0\0') || has(first, 'B\0\0\x0b\0\0') },
  { names: ['rsync'], signature: (first) => has(first, '@RSYNCD: ') },
  {
    names: ['bgp'],
    signature: (first) => has(first, '\xff'.repeat(16)) && byteAt(first, 18) === 1 && isThere(first, uint16(first, 16)),
  },
  { names: ['netbios'], signature: (first) => has(first, '\x81\0\0\x44\x20') && isThere(first, 72) },
  {
    names: ['ajp'],
    signature: (first) =>
      (has(first, '\x12\x34') || has(first, 'AB')) &&
      isThere(first, uint16(first, 2) + 4) &&
      byteAt(first, 4) >= 0 &&
      byteAt(first, 4) <= 10,
  },
  {
    names: ['openvpn'],
    signature: (first) => uint16(first, 0) >= 14 && isThere(first, uint16(first, 0) + 2) && byteAt(first, 2) === 0x38,
  },
  { names: ['dcerpc'], signature: isDceRpc },
  { names: ['modbus'], signature: isModbus, isTurnBased: true },
];

/** @type {readonly import('../protocol.js').Protocol[]} */
export const NAMED = PROTOCOLS.map(ofTurns);
