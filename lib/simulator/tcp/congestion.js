import { Cubic } from './cubic.js';
import { Reno } from './reno.js';

/** @param {import('./profiles.js').TcpFeatures} features @returns {import('./window-growth.js').CongestionControl} */
export function congestionControl(features) {
  return features.congestionControl === 'cubic' ? new Cubic(features.hystart, features.pacing) : new Reno();
}
