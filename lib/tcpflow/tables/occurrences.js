import { OCCURRENCE } from '../../engine/enums.js';

/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpOccurrences} Occurrences */

/** @param {Int32Array} words of the core, at `OCCURRENCE` @returns {Occurrences} */
export function occurrencesFrom(words) {
  const pair = (/** @type {number} */ at) => /** @type {[number, number]} */ ([words[at], words[at + 1]]);
  return {
    packets: pair(OCCURRENCE.PACKETS),
    data: pair(OCCURRENCE.DATA),
    resent: pair(OCCURRENCE.RESENT),
    longest: pair(OCCURRENCE.LONGEST),
    verdicts: pair(OCCURRENCE.VERDICTS),
    flags: pair(OCCURRENCE.FLAGS),
    ecn: pair(OCCURRENCE.ECN),
    shut: pair(OCCURRENCE.SHUT),
    ttl: pair(OCCURRENCE.TTL),
    unpushed: pair(OCCURRENCE.UNPUSHED),
    unpushedTimes: pair(OCCURRENCE.UNPUSHED_TIMES),
    doubleSacks: pair(OCCURRENCE.DOUBLE_SACKS),
    smallPushed: pair(OCCURRENCE.SMALL_PUSHED),
    stallMs: pair(OCCURRENCE.STALL_MS),
    allFlags: words[OCCURRENCE.ALL_FLAGS],
    analysis: words[OCCURRENCE.ANALYSIS],
    backwards: words[OCCURRENCE.BACKWARDS],
    pauseMs: words[OCCURRENCE.PAUSE_MS],
    bareRun: words[OCCURRENCE.BARE_RUN],
    sameIds: words[OCCURRENCE.SAME_IDS],
  };
}
