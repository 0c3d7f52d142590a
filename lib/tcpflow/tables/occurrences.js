/**
 * Kinds of packets that occur in a connection; a pair is by sender, 0 the client. The engine counts them when it
 * extracts packets (lib/engine/track/occurrences.ts), so that no pass searches for what does not occur.
 * @typedef {object} Occurrences
 * @property {Pair} packets how many
 * @property {Pair} data how many with payload
 * @property {Pair} resent retransmissions among these
 * @property {Pair} longest payload bytes of the longest
 * @property {Pair} verdicts bits, `1 << VERDICT.…`
 * @property {Pair} flags bits of `TCP`, of packets without SYN
 * @property {Pair} ecn bits, 1 << the field
 * @property {Pair} shut how many acknowledgements with a window of 0, SYN-ACKs included, RSTs not
 * @property {Pair} ttl the highest
 * @property {Pair} unpushed payload bytes of the longest without PSH, i.e. within a write
 * @property {Pair} unpushedTimes how many of that length
 * @property {Pair} doubleSacks how many whose first SACK block is a D-SACK (RFC 2883)
 * @property {number} allFlags bits of `TCP`, of all packets
 * @property {number} analysis bits of `ANALYSIS`, of both
 * @property {number} backwards packets earlier than the one before
 */

/** @typedef {[client: number, server: number]} Pair */

/** Indexes of the core's words with the numbers of packets listed of a piece. */
export const CONTROLS_WORD = 27;
export const RESENDS_WORD = 28;

/** @param {Int32Array} words of the core @returns {Occurrences} */
export const occurrencesFrom = (words) => ({
  packets: [words[0], words[1]],
  data: [words[2], words[3]],
  resent: [words[4], words[5]],
  longest: [words[6], words[7]],
  verdicts: [words[8], words[9]],
  flags: [words[10], words[11]],
  ecn: [words[12], words[13]],
  shut: [words[14], words[15]],
  ttl: [words[16], words[17]],
  unpushed: [words[18], words[19]],
  unpushedTimes: [words[20], words[21]],
  doubleSacks: [words[22], words[23]],
  allFlags: words[24],
  analysis: words[25],
  backwards: words[26],
});

/**
 * Whether any packet of an end has the verdict.
 * @param {Occurrences} seen
 * @param {number} end
 * @param {number} verdict of `VERDICT`
 */
export const hasVerdict = ({ verdicts }, end, verdict) => (verdicts[end] & (1 << verdict)) !== 0;
