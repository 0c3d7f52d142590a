import { TCP } from '../../packet/segment-batch.js';
import { VERDICT } from '../../tcpflow/verdict.js';

/**
 * What occurs among a connection's packets at all; a pair is by who sends, 0 the client. One walk tells it, so that no detector walks for what is not there.
 * @typedef {object} Occurrences
 * @property {Pair} packets how many
 * @property {Pair} data how many with payload
 * @property {Pair} resent retransmissions among these
 * @property {Pair} longest payload bytes of the longest
 * @property {Pair} verdicts bits, `1 << VERDICT.…`
 * @property {Pair} flags bits of `TCP`, of packets without SYN
 * @property {Pair} ecn bits, 1 << the field
 * @property {Pair} shut how many that acknowledge and advertise no window, SYN-ACKs among them, no RST
 * @property {number} analysis bits of `ANALYSIS`, of both
 */

/** @typedef {[client: number, server: number]} Pair */

/** @param {import('./context.js').Context['packets']} packets @returns {Occurrences} */
export function occurrencesIn({ count, direction, length, verdict, flags, ecn, windowBytes, analysis }) {
  const seen = newOccurrences();
  for (let i = 0; i < count; i++) {
    const end = direction[i];
    seen.packets[end]++;
    seen.verdicts[end] |= 1 << verdict[i];
    seen.ecn[end] |= 1 << ecn[i];
    seen.analysis |= analysis[i];
    if ((flags[i] & TCP.SYN) === 0) seen.flags[end] |= flags[i];
    if (windowBytes[i] === 0 && (flags[i] & (TCP.ACK | TCP.RST)) === TCP.ACK) seen.shut[end]++;
    if (length[i] === 0) continue;
    seen.data[end]++;
    if (length[i] > seen.longest[end]) seen.longest[end] = length[i];
    if (verdict[i] === VERDICT.RETRANSMISSION) seen.resent[end]++;
  }
  return seen;
}

/** @returns {Occurrences} */
const newOccurrences = () => ({
  packets: [0, 0], data: [0, 0], resent: [0, 0], longest: [0, 0], verdicts: [0, 0], flags: [0, 0], ecn: [0, 0], shut: [0, 0], analysis: 0,
});

/** Whether any packet of an end was judged so. @param {Occurrences} seen @param {number} end @param {number} verdict of `VERDICT` */
export const hasVerdict = ({ verdicts }, end, verdict) => (verdicts[end] & (1 << verdict)) !== 0;
