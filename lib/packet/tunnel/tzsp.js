import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('tzsp');
const HEADER = 4;
/** Types of messages that hold a packet: received, to be sent. */
const MAX_PACKET_TYPE = 1;
const TAG = Object.freeze({ PADDING: 0, END: 1 });

/**
 * TaZmen sniffer protocol: version, type, what is encapsulated, tags up to an end tag.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeTzsp(packet, scopes) {
  const { bytes, end } = packet;
  const start = packet.at;
  if (packet.isShortOf(HEADER) || bytes[start] !== 1 || bytes[start + 1] > MAX_PACKET_TYPE) return LAYER.NONE;
  let at = start + HEADER;
  while (at < end && bytes[at] !== TAG.END) at += bytes[at] === TAG.PADDING || at + 1 >= end ? 1 : 2 + bytes[at + 1];
  packet.at = at + 1;
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  return layerOfEncapsulation(packet, uint16(bytes, start + 2));
}

/** @param {import('../packet.js').Packet} packet @param {number} encapsulation @returns {number} */
function layerOfEncapsulation(packet, encapsulation) {
  switch (encapsulation) {
    case 1:
      return LAYER.ETHERNET;
    case 18:
      return LAYER.WIFI;
    case 119:
      return LAYER.PRISM;
    case 127:
      return LAYER.AVS;
    default:
      return packet.stop('TZSP encapsulation', encapsulation);
  }
}
