/** What an end logged itself, as lines and a sentence: how far what is inferred is from it. Pure. */
import { formatNumber, missing } from '../../../base/format.js';
import { clockWords, differenceWords } from '../../connection/side/kernel-facts.js';

/** @typedef {import('../data/qlog.js').QlogFacts} QlogFacts */

/** @param {QlogFacts} facts @param {string} end @returns {string} */
export function qlogSentence({ difference: { cwnd, inFlight, srtt } }, end) {
  const parts = /** @type {const} */ ([
    ['the congestion window', cwnd],
    ['bytes in flight', inFlight],
    ['the smoothed round trip', srtt],
  ]).flatMap(([what, difference]) =>
    difference === null ? [] : [`${formatNumber(difference.median * 100, 1)}\u00a0% in ${what}`],
  );
  if (parts.length === 0) return `The packets show too little of this sender to compare with the ${end}’s log.`;
  const last = parts.pop();
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `What the packets show differs from the ${end}’s own log by ${list}, in the median.`;
}

/** @param {QlogFacts} facts @returns {[label: string, value: string][]} */
export const qlogLines = ({ writtenBy, isCut, samples, clock, lostPackets, difference }) => [
  ['Written by', `${writtenBy ?? missing}${isCut ? '; it is not whole' : ''}`],
  ['Samples, qlog', formatNumber(samples)],
  ['Clock, qlog', clockWords(clock)],
  ['cwnd, difference to qlog', differenceWords(difference.cwnd, samples)],
  ['In flight, difference to qlog', differenceWords(difference.inFlight, samples)],
  ['SRTT, difference to qlog', differenceWords(difference.srtt, samples)],
  ['Lost, qlog', lostPackets === null ? missing : formatNumber(lostPackets)],
];
