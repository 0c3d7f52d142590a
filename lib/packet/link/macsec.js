import { LAYER } from '../layers.js';
import { layerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';

const TAG = 6;
const CHANNEL_IDENTIFIER = 8;
/** Bits of the tag's first byte: an identifier of the channel follows; the payload is encrypted; it was changed. */
const FLAG = Object.freeze({ CHANNEL: 0x20, ENCRYPTED: 0x08, CHANGED: 0x04 });

/**
 * MACsec (IEEE 802.1AE). Where it only protects integrity, the payload is readable: an EtherType and what belongs to
 * it.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeMacsec(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(TAG + 2)) return LAYER.NONE;
  const flags = bytes[at];
  if ((flags & (FLAG.ENCRYPTED | FLAG.CHANGED)) !== 0) {
    packet.sealed.macsec++;
    return LAYER.NONE;
  }
  const next = at + TAG + ((flags & FLAG.CHANNEL) === 0 ? 0 : CHANNEL_IDENTIFIER);
  if (packet.isShortOf(2, next)) return LAYER.NONE;
  packet.at = next + 2;
  return layerOfEthertype(packet, uint16(bytes, next));
}
