import { LAYER } from '../layers.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('lisp');
const HEADER = 8;

/**
 * LISP data packets (RFC 9300): a header of eight bytes, then IP.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeLisp(packet, scopes) {
  packet.at += HEADER;
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  return LAYER.RAW_IP;
}
