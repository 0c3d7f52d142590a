/** Which mechanisms of the ledger of time (docs/metrics.md, Time) hold a page in which way. */

/** @typedef {import('../../shared/text/page-causes.js').PageCause} PageCause */

/** By the rule that names a mechanism, whoever's it was. @type {Record<string, PageCause>} */
const BY_RULE = {
  look_up: 'dns',
  propagation: 'serial',
  bandwidth: 'bandwidth',
  queue: 'bandwidth',
  congestion_window: 'congestion',
  loss_recovery: 'losses',
  rto: 'losses',
  ack_lost: 'losses',
  answer_lost: 'losses',
  icmp_error: 'losses',
  path_mtu: 'losses',
  syn_timeout: 'losses',
  syn_ack_timeout: 'losses',
};

/** By whose turn it was, where the rule is of an end. @type {Record<string, PageCause>} */
const BY_OWNER = {
  server_app: 'server',
  client_app: 'client',
  client_tcp: 'ends',
  server_tcp: 'ends',
  client_quic: 'ends',
  server_quic: 'ends',
  name_service: 'dns',
};

/** @param {{ owner: string, rule: string }} interval of the ledger @returns {PageCause} */
export const causeOf = ({ owner, rule }) =>
  owner === 'unknown' || owner === 'capture' ? 'unknown' : (BY_RULE[rule] ?? BY_OWNER[owner] ?? 'unknown');

/** The same within a connection's set-up: only what went wrong in it counts by itself. @param {PageCause} cause */
export const inSetUp = (cause) => (cause === 'losses' || cause === 'unknown' ? cause : 'connect');
