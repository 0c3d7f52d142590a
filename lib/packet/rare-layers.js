import { LAYER } from './layers.js';
import { decodeCookedV1, decodeCookedV2 } from './linux-cooked.js';
import { decodeLoopback } from './loopback.js';
import { decodeRawIp } from './raw-ip.js';

/** @typedef {import('./packet.js').Packet} Packet */
/** @typedef {import('./scopes.js').Scopes} Scopes */

/**
 * Layers that common captures do not have in every packet.
 *
 * @param {number} layer
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @returns {number} the next layer
 */
export function decodeRareLayer(layer, packet, scopes) {
  const decode = DECODERS[layer];
  return decode === undefined ? LAYER.NONE : decode(packet, scopes);
}

/** @type {Array<((packet: Packet, scopes: Scopes) => number)|undefined>} */
const DECODERS = [];
DECODERS[LAYER.LOOPBACK] = decodeLoopback;
DECODERS[LAYER.RAW_IP] = decodeRawIp;
DECODERS[LAYER.COOKED_V1] = decodeCookedV1;
DECODERS[LAYER.COOKED_V2] = decodeCookedV2;
