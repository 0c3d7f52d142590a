import { LAYER } from '../layers.js';
import { layerOfProtocol } from '../next-layer.js';
import { ADDRESS_ROOM, uint16 } from '../packet.js';
import { MAX_DATAGRAM_BYTES } from './fragments.js';

const HEADER = 4;
const NO_HISTORY = new Uint8Array(0);
/** Compression parameter index of DEFLATE (RFC 2394). */
const DEFLATE = 2;
/** Negotiated from here on: the algorithm cannot be seen, but is nearly always DEFLATE. */
const FIRST_NEGOTIATED = 256;
/** Size to which any packet may unpack: a jumbo frame. */
const ANY_BYTES = 9216;
/** Bytes that one compressed byte may give beyond that; DEFLATE itself ends at 1032. */
export const MAX_IPCOMP_INFLATION = 64;

/**
 * IPComp (RFC 3173): next header, flags, compression parameter index, the compressed payload. What it gives is bounded,
 * as a few bytes of DEFLATE may give a thousand times as many.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} _scopes
 * @param {import('../registry.js').Tools} tools
 * @returns {number}
 */
export function decodeIpComp(packet, _scopes, { inflate }) {
  const { at, bytes, end } = packet;
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  const index = uint16(bytes, at + 2);
  if (packet.missing > 0) return packet.stop('IPComp, cut');
  if (inflate === null || (index !== DEFLATE && index < FIRST_NEGOTIATED)) return packet.stop('IPComp index', index);
  const limit = Math.min(MAX_DATAGRAM_BYTES, ANY_BYTES + MAX_IPCOMP_INFLATION * (end - at));
  const payload = inflate(bytes.subarray(at + HEADER, end), NO_HISTORY, limit);
  if (payload === null || payload.length === 0) return packet.stop('IPComp index', index);
  const datagram = new Uint8Array(ADDRESS_ROOM + payload.length);
  datagram.set(payload, ADDRESS_ROOM);
  const next = bytes[at];
  packet.enterDatagram(datagram, payload.length);
  return layerOfProtocol(packet, next);
}
