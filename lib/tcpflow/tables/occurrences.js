/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpOccurrences} Occurrences */

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
