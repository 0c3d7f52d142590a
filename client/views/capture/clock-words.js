import { DAY_NS, epochOfText, floorRest, isoDate } from '../../../lib/shared/epoch.js';
import { missing } from '../../base/format.js';

const HALF_A_MICROSECOND_NS = 500n;

/**
 * @param {string|null} startEpoch of the capture, decimal seconds
 * @param {number} seconds since then
 * @returns {string} "09:41:07.120004", UTC
 */
export function clockWords(startEpoch, seconds) {
  const startNs = epochOfText(startEpoch);
  if (startNs === null) return missing;
  const ns = startNs + BigInt(Math.round(seconds * 1e9)) + HALF_A_MICROSECOND_NS;
  return isoDate(floorRest(ns, DAY_NS)).slice(11, 26);
}
