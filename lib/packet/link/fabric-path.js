import { LAYER } from '../layers.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('fabricpath');
/** Forwarding tag and time to live. */
const TAG = 2;

/**
 * Cisco's FabricPath: what its outer Ethernet header leaves over, then the customer's whole frame.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeFabricPath(packet, scopes) {
  if (packet.isShortOf(TAG)) return LAYER.NONE;
  packet.at += TAG;
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  return LAYER.ETHERNET;
}
