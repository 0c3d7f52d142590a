/** @typedef {import('./finding.js').Finding} Finding */

/** All others. */
const ALL = '*';

/**
 * What is no finding of its own where another one is its cause, by the code of that. Of data of the same direction, or
 * where the cause has none, of the connection.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const EXPLAINS = Object.freeze({
  self_connect: [ALL],
  ecn_syn_dropped: ['syn_loss', 'listen_queue'],
  sack_unusable: ['tail_loss_timeout'],
  window_scaling_lost: [
    'silly_window',
    'receive_window_limited',
    'window_scaling_missing',
    'application_limited',
    'small_writes',
    'push_storm',
    'nagle_held',
    'one_exchange_at_a_time',
  ],
  ack_loop: [
    'capture_drops',
    'ack_loss',
    'ack_thinning',
    'queueing_delay',
    'half_open',
    'keep_alive',
    'keep_alive_unanswered',
  ],
});

/** @param {Finding[]} found @returns {Finding[]} without those that another one explains */
export function withoutExplained(found) {
  const causes = found.filter(({ code, severity }) => code in EXPLAINS && severity !== 'note');
  if (causes.length === 0) return found;
  return found.filter((one) => !causes.some((cause) => explains(cause, one)));
}

/** @param {Finding} cause @param {Finding} other */
function explains(cause, other) {
  if (other === cause) return false;
  const isSameWay = cause.direction === null || other.direction === null || cause.direction === other.direction;
  const codes = EXPLAINS[cause.code];
  return isSameWay && (codes.includes(ALL) || codes.includes(other.code));
}
