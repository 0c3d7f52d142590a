/**
 * First year of use: when it was published or first shipped, whichever came first. Mechanisms older than captures
 * (Reno, Nagle, SACK since 1996) need none.
 */
const FIRST_YEARS = Object.freeze({
  vegas: 1994, // Brakmo, O'Malley, Peterson, SIGCOMM
  limited_transmit: 2000, // RFC 3042 of 2001; drafts and FreeBSD a year before
  forward_rto_recovery: 2002, // Sarolahti, Kojo, IETF draft; Linux 2.4.21
  htcp: 2004, // Leith, Shorten, PFLDnet
  cubic: 2005, // Rhee, Xu, PFLDnet; Linux 2.6.13 had BIC still
  ledbat: 2008, // uTorrent's uTP
  tail_loss_probe: 2012, // Dukkipati et al., IETF draft; Linux 3.10
  rack: 2015, // Cheng, Cardwell, IETF draft; Linux 4.4
  bbr: 2016, // Cardwell et al., ACM Queue; Linux 4.9
});

/** There are no older capture files: tcpdump is from 1988. An older date means a clock that was never set. */
const FIRST_CAPTURES = 1990;
const NS_PER_MILLISECOND = 1_000_000n;

/**
 * The year in which a capture begins, by its clock.
 * @param {{ startEpochNs: () => bigint | null }} tcp its connections
 * @returns {number | null} null: no date, or an impossible one
 */
export function yearOf({ startEpochNs }) {
  const ns = startEpochNs();
  const year = ns === null ? NaN : new Date(Number(ns / NS_PER_MILLISECOND)).getUTCFullYear();
  return year >= FIRST_CAPTURES ? year : null;
}

/**
 * The first year of use, where that is later than a capture.
 * @param {string} name of a congestion control or a mechanism @param {number | null} year as `yearOf` gives
 * @returns {number | null} null: it may
 */
export function onlySince(name, year) {
  const first = /** @type {Record<string, number | undefined>} */ (FIRST_YEARS)[name] ?? -Infinity;
  return year !== null && year < first ? first : null;
}
