import { LAYER } from '../layers.js';
import { tunnelKind } from '../scopes.js';

/** @typedef {import('../packet.js').Packet} Packet */
/** @typedef {import('../scopes.js').Scopes} Scopes */

const TUNNEL = tunnelKind('erspan');
const HEADER_2 = 8;
const HEADER_3 = 12;
const PLATFORM_HEADER = 8;
const FRAME_TYPE_IP = 2;

/** ERSPAN type I: an Ethernet frame directly in GRE. @param {Packet} packet @param {Scopes} scopes @returns {number} */
export function decodeErspan1(packet, scopes) {
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  return LAYER.ETHERNET;
}

/** Type II: a header of eight bytes. @param {Packet} packet @param {Scopes} scopes @returns {number} */
export function decodeErspan2(packet, scopes) {
  packet.at += HEADER_2;
  return decodeErspan1(packet, scopes);
}

/**
 * Type III: a header of twelve bytes, whose last says what kind of frame follows and whether a platform header does.
 *
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @returns {number}
 */
export function decodeErspan3(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER_3)) return LAYER.NONE;
  const frameType = (bytes[at + 10] >> 2) & 0x1f;
  packet.at = at + HEADER_3 + ((bytes[at + 11] & 1) === 0 ? 0 : PLATFORM_HEADER);
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  return frameType === FRAME_TYPE_IP ? LAYER.RAW_IP : LAYER.ETHERNET;
}
