import { Cubic } from './cubic.js';
import { Reno } from './reno.js';

/** It keeps nothing, so all connections have the same. */
export const RENO = new Reno();

/**
 * CUBIC (RFC 9438) where the host has it, else Reno (RFC 5681).
 * @param {import('../profiles.js').TcpFeatures} features
 * @returns {import('./window-growth.js').CongestionControl}
 */
export function congestionControl(features) {
  return features.congestionControl === 'cubic' ? new Cubic(features.hystart, features.pacing) : RENO;
}
