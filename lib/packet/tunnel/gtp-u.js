import { LAYER } from '../layers.js';
import { tunnelKind } from '../scopes.js';

/** @typedef {import('../packet.js').Packet} Packet */

const TUNNEL = tunnelKind('gtp-u');
const HEADER = 8;
const OPTIONAL_FIELDS = 4;
/** Version 1, protocol type GTP. */
const VERSION_AND_TYPE = 0x30;
const ANY_OPTIONAL_FIELD = 0x07;
const EXTENSION_FOLLOWS = 0x04;
const USER_PACKET = 0xff;

/**
 * GTP-U (3GPP TS 29.281): user packets, behind sequence number and extension headers where there are any. Tunnel
 * endpoint identifiers are not distinguished, since each direction has its own.
 *
 * @param {Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeGtpU(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER) || (bytes[at] & 0xf0) !== VERSION_AND_TYPE || bytes[at + 1] !== USER_PACKET) {
    return LAYER.NONE;
  }
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  packet.at = at + HEADER;
  if ((bytes[at] & ANY_OPTIONAL_FIELD) !== 0) {
    packet.at += OPTIONAL_FIELDS;
    if ((bytes[at] & EXTENSION_FOLLOWS) !== 0) skipExtensions(packet);
  }
  return LAYER.RAW_IP;
}

/**
 * Each extension has its length in words in its first byte and the next one's type in its last.
 * @param {Packet} packet
 */
function skipExtensions(packet) {
  const { bytes, end } = packet;
  let at = packet.at;
  while (at < end && bytes[at - 1] !== 0 && bytes[at] !== 0) at += bytes[at] << 2;
  packet.at = at;
}
