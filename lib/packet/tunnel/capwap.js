import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';
import { UDP_HEADER } from '../transport/udp.js';

/** @typedef {import('../packet.js').Packet} Packet */

const TUNNEL = tunnelKind('capwap');
const HEADER = 8;
/** Type in the first byte's low bits: the rest is encrypted. */
const DTLS = 1;
/** Bits of the three bytes behind the first: a frame of the wireless network, a fragment, the last one, keepalive. */
const FLAG = Object.freeze({ NATIVE: 0x100, FRAGMENT: 0x80, LAST: 0x40, KEEPALIVE: 0x08 });
const HEADER_WORDS_SHIFT = 19;
const BINDING_SHIFT = 9;
const FIVE_BITS = 0x1f;
/** Bindings with IEEE 802.11 inside: reserved, as some of Cisco have it, and its own. */
const LAST_WIFI_BINDING = 1;
/** Keeps fragments apart from those of IP; the sender's port takes the low bits. */
const FRAGMENT_KEY = 0x10000;

/**
 * The data channel of CAPWAP (RFC 5415) between access point and controller: a header of a length it names, then a
 * frame of Ethernet or Wi-Fi.
 *
 * @param {Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @param {import('../registry.js').Tools} tools
 * @returns {number}
 */
export function decodeCapwap(packet, scopes, { fragments }) {
  const { at, bytes } = packet;
  if (packet.isShortOf(1)) return LAYER.NONE;
  if ((bytes[at] & 0x0f) === DTLS) {
    packet.sealed.capwap++;
    return LAYER.NONE;
  }
  if (packet.isShortOf(HEADER) || bytes[at] !== 0) return LAYER.NONE;
  const fields = (bytes[at + 1] << 16) | uint16(bytes, at + 2);
  const length = (fields >> HEADER_WORDS_SHIFT) << 2;
  if (length < HEADER || packet.isShortOf(length) || (fields & FLAG.KEEPALIVE) !== 0) return LAYER.NONE;
  packet.at = at + length;
  if ((fields & FLAG.FRAGMENT) !== 0 && !isWhole(packet, at, fields, fragments)) return LAYER.NONE;
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  if ((fields & FLAG.NATIVE) === 0) return LAYER.ETHERNET;
  const binding = (fields >> BINDING_SHIFT) & FIVE_BITS;
  return binding <= LAST_WIFI_BINDING ? LAYER.TUNNELLED_WIFI : packet.stop('CAPWAP binding', binding);
}

/**
 * @param {Packet} packet
 * @param {number} at of the header
 * @param {number} fields
 * @param {import('../network/fragments.js').Fragments} fragments
 * @returns {boolean} whether the packet goes on in the whole frame
 */
function isWhole(packet, at, fields, fragments) {
  const { bytes } = packet;
  const sender = FRAGMENT_KEY | uint16(bytes, at - UDP_HEADER);
  const offset = uint16(bytes, at + 6) & 0xfff8;
  return fragments.take(packet, uint16(bytes, at + 4), sender, offset, (fields & FLAG.LAST) === 0);
}
