/** What can hold a page, in words. */
/**
 * @typedef {'dns' | 'connect' | 'server' | 'bandwidth' | 'losses' | 'serial' | 'congestion' | 'ends' | 'client'
 *   | 'receiving' | 'unknown'} PageCause
 */

/** In words, behind "held by". @type {Record<PageCause, string>} */
export const CAUSE_WORDS = {
  dns: 'name look-up',
  connect: 'connecting',
  server: 'server think time',
  bandwidth: 'bandwidth',
  losses: 'losses',
  serial: 'round trips',
  congestion: 'a small congestion window',
  ends: 'the TCP of an end (window, buffer, delayed ACK)',
  client: 'the client between requests',
  receiving: 'receiving',
  unknown: 'what the capture does not tell',
};
