import { missing } from '../../base/format.js';

const SECONDS_A_DAY = 86_400;
const MICRO = 1e6;

/**
 * @param {string|null} startEpoch of the capture, decimal seconds
 * @param {number} seconds since then
 * @returns {string} "09:41:07.120004", UTC
 */
export function clockWords(startEpoch, seconds) {
  if (startEpoch === null) return missing;
  const [whole, fraction = ''] = startEpoch.split('.');
  const micros = Math.round((Number(`0.${fraction || '0'}`) + seconds) * MICRO);
  const ofDay =
    ((((Number(whole) % SECONDS_A_DAY) * MICRO + micros) % (SECONDS_A_DAY * MICRO)) + SECONDS_A_DAY * MICRO) %
    (SECONDS_A_DAY * MICRO);
  return new Date(Math.floor(ofDay / 1000)).toISOString().slice(11, 23) + String(ofDay % 1000).padStart(3, '0');
}
