/** Which first sentences are true of a simulated scenario. */

/** @typedef {import('./run.js').Simulated} Simulated */
/** @typedef {import('./draw.js').Drawn} Drawn */

const WINDOW_CODES = ['congestion_window', 'slow_start_dominates', 'restart_after_idle'];
const REPAIRS = [
  'recovery',
  'retransmission_timeout',
  'random_loss',
  'congestion_loss',
  'tail_loss_timeout',
  'lost_retransmission',
];
const TRIPS = ['long_round_trips', 'one_exchange_at_a_time', 'no_reuse'];
const WAITS = ['application', 'application_limited', 'burst_and_stall', 'idle'];

/** By rule of the true ledger, what may be said of it. @type {Record<string, readonly string[]>} */
const CODES_OF_RULE = {
  propagation: TRIPS,
  queue: ['network', 'queueing_delay', 'congestion_window'],
  loss_recovery: REPAIRS,
  rto: REPAIRS,
  ack_lost: ['ack_loss', 'retransmission_timeout', 'tail_loss_timeout', 'spurious_retransmission'],
  late: ['spurious_retransmission', 'reordering', 'path_stalled', 'queueing_delay', ...REPAIRS],
  syn_timeout: ['syn_loss'],
  syn_ack_timeout: ['syn_ack_loss', 'syn_loss'],
  delayed_ack: ['nagle_delayed_ack', 'fixed_ack_timer', 'nagle'],
  zero_window: ['zero_window', 'receive_window', 'receive_window_limited'],
  think: ['server_think_time', 'slow_answers', ...WAITS],
  idle: [...WAITS, 'first_request_late', 'opened_ahead'],
  write_pause: WAITS,
  unanswered: ['request_unanswered'],
};
/** Of the time of the rule that took longest, what another one needs for a sentence of its own. */
const MUCH = 0.25;
/** A limit of a sender is true if it held for this share of the time. */
const LIMIT_SHARE = 0.2;
/** "Nothing wrong" is true if no more than this was spent on faults: ns, and share. */
const LITTLE_NS = 100e6;
const LITTLE_SHARE = 0.2;
const NO_FAULT = ['propagation', 'idle', 'write_pause'];

/** @param {Simulated} simulated @returns {Record<string, number>} ns by rule, of all connections */
export function secondsByRule({ ledgers }) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const { startNs, endNs, rule } of ledgers.flat()) sums[rule] = (sums[rule] ?? 0) + endNs - startNs;
  return sums;
}

/**
 * @param {Drawn} drawn @param {Simulated} simulated @param {import('./families/common.js').Tap} at
 * @returns {Set<string>} codes of findings and limits
 */
export function trueCodes({ plan }, simulated, at) {
  const { codes = [], isOnly = false } = plan;
  const told = Array.isArray(codes) ? codes : (/** @type {any} */ (codes)[at] ?? []);
  const all = new Set(/** @type {string[]} */ (told));
  if (isOnly) return all;
  const byRule = secondsByRule(simulated);
  const most = Math.max(...Object.values(byRule), 0);
  for (const [rule, ns] of Object.entries(byRule)) {
    if (ns >= MUCH * most) for (const code of CODES_OF_RULE[rule] ?? []) all.add(code);
  }
  const sum = Object.values(byRule).reduce((total, ns) => total + ns, 0);
  for (const code of limitCodes(simulated, sum)) all.add(code);
  const faults = Object.entries(byRule).reduce((total, [rule, ns]) => total + (NO_FAULT.includes(rule) ? 0 : ns), 0);
  if (plan.faults === undefined && (faults < LITTLE_NS || faults < LITTLE_SHARE * sum)) all.add('all_well');
  if (plan.faults !== undefined) all.add('all_well');
  return all;
}

/** @param {Simulated} simulated @param {number} sumNs */
function limitCodes({ log }, sumNs) {
  let window = 0;
  let receive = 0;
  for (const { cwnd = 0, rwnd = 0 } of log.limits.values()) {
    window += cwnd;
    receive += rwnd;
  }
  return [
    ...(window >= LIMIT_SHARE * sumNs ? WINDOW_CODES : []),
    ...(receive >= LIMIT_SHARE * sumNs ? ['receive_window', 'receive_window_limited', 'zero_window'] : []),
  ];
}
