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
  receive_window: ['receive_window', 'receive_window_limited', 'window_scaling_missing'],
  write_pause: WAITS,
  unanswered: ['request_unanswered'],
};
/** Of the time of the rule that took longest, what another one needs for a sentence of its own. */
const MUCH = 0.25;
/** A link that is busy for this share of the time limits who sends over it. */
const BUSY_SHARE = 0.6;
const MIN_PACKETS = 10;
/** A limit of a sender is true if it held for this share of the time. */
const LIMIT_SHARE = 0.2;
/** "Nothing wrong" is true if no more than this was spent on faults: ns, and share. */
const LITTLE_NS = 100e6;
const LITTLE_SHARE = 0.2;
/** What does not show where nothing of what was lost came by. */
const HIDDEN_RULES = ['rto', 'loss_recovery', 'syn_timeout', 'syn_ack_timeout', 'ack_lost'];
const NO_FAULT = ['propagation', 'idle', 'write_pause'];

/** @param {Simulated} simulated @returns {Record<string, number>} ns by rule, of all connections */
export function secondsByRule({ ledgers }) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const { startNs, endNs, rule } of ledgers.flat()) sums[rule] = (sums[rule] ?? 0) + endNs - startNs;
  return sums;
}

/**
 * @param {Drawn} drawn @param {Simulated} simulated @param {Pick<Simulated['captures'][number], 'at' | 'seen'>} tap
 * @returns {Set<string>} codes of findings and limits
 */
export function trueCodes({ plan, places, scenario }, simulated, { at, seen }) {
  const { codes = [], beyond = [], isOnly = false, mayHide = false, faults } = plan;
  const isBeyond = at === 'server' || (at === 'middle' && places.middle === 'box');
  const all = new Set([...codes, ...(isBeyond ? beyond : [])]);
  const isHidden = mayHide && isNothingSeenLost(simulated, seen);
  if (isHidden || faults !== undefined) all.add('all_well');
  if (isOnly) return all;
  const byRule = secondsByRule(simulated);
  if (isHidden) for (const rule of HIDDEN_RULES) delete byRule[rule];
  for (const code of [...codesOfRules(byRule), ...limitCodes(simulated, totalOf(byRule))]) all.add(code);
  if (isLinkFull(scenario, simulated)) all.add('network').add('congestion_window');
  return all;
}

/**
 * @param {Simulated} simulated @param {Map<number, number>} seen
 * @returns {boolean} what was dropped never came to the tap
 */
const isNothingSeenLost = ({ log }, seen) =>
  [...log.sendings.values()].every(({ droppedBy, number }) => !droppedBy || !seen.has(number));

/** @param {Record<string, number>} byRule */
const totalOf = (byRule) => Object.values(byRule).reduce((sum, ns) => sum + ns, 0);

/** @param {Record<string, number>} byRule @returns {string[]} */
function codesOfRules(byRule) {
  const most = Math.max(...Object.values(byRule), 0);
  const sum = totalOf(byRule);
  const faults = Object.entries(byRule).reduce((total, [rule, ns]) => total + (NO_FAULT.includes(rule) ? 0 : ns), 0);
  return [
    ...Object.entries(byRule).flatMap(([rule, ns]) => (ns >= MUCH * most ? (CODES_OF_RULE[rule] ?? []) : [])),
    ...(faults < LITTLE_NS || faults < LITTLE_SHARE * sum ? ['all_well'] : []),
  ];
}

/**
 * Whether the slowest link was busy: while half of the data passed, wherever that went fastest.
 * @param {import('./draw.js').Scenario} scenario @param {Simulated} simulated
 */
function isLinkFull({ path }, { log }) {
  const rates = path.flatMap(({ clientToServer, serverToClient }) => [
    clientToServer?.rateKbps,
    serverToClient?.rateKbps,
  ]);
  const slowestBps = Math.min(...rates.map((rate) => (rate ?? Infinity) * 1000));
  const came = [...log.sendings.values()].filter(({ length, arrivedNs }) => length > 0 && arrivedNs >= 0);
  came.sort((one, other) => one.arrivedNs - other.arrivedNs);
  const half = came.length >> 1;
  if (half < MIN_PACKETS) return false;
  const shortestNs = Math.min(...came.slice(half).map(({ arrivedNs }, index) => arrivedNs - came[index].arrivedNs));
  return half * 8 * came[half].length >= BUSY_SHARE * slowestBps * (shortestNs / 1e9);
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
