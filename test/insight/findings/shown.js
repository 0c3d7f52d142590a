/**
 * What the recorded scenarios were built to show, by how their names begin (the longest that fits counts): a code that
 * has to be the worst or second worst finding of a connection, or of the capture; or `clean`: no finding above `note`.
 */
export const CLEAN = 'clean';

/** @type {readonly [prefix: string, shown: string][]} */
const SHOWN = [
  ['bulk-', 'congestion_loss'],
  ['bbr-probertt', CLEAN],
  ['fast-cubic', 'congestion_loss'],
  ['loss-midpath', 'random_loss'],
  ['ratechange', 'rate_change'],
  ['multi-4flows', 'congestion_loss'],
  ['ipv6-bbr', 'random_loss'],
  ['ipv6-cubic', 'congestion_loss'],
  ['mptcp', 'congestion_loss'],
  ['tfo', 'fast_open'],

  ['rwnd-', 'receive_window_limited'],
  ['rwnd-zerowindow', 'zero_window'],
  ['rwnd-tinyreads', 'receive_window_limited'],
  ['sndbuf', 'send_buffer_limited'],
  ['app-', 'application_limited'],
  ['app-maxpace', 'paced'],
  ['nodelay-smallpaced', 'small_writes'],
  ['pingpong', 'one_exchange_at_a_time'],
  ['nagle-delack', 'nagle_delayed_ack'],
  ['nagle-off', CLEAN],
  ['nagle-smallpaced', 'nagle_held'],
  ['nagle-smallwrites', CLEAN],

  ['initcwnd', 'slow_start_dominates'],
  ['initcwnd30', CLEAN],
  ['idle-ssai0', CLEAN],
  ['idle-ssai1', 'restart_after_idle'],
  ['idle-short', 'restart_after_idle'],

  ['opt-bare', 'window_scaling_missing'],
  ['opt-mss', 'mss_small'],
  ['opt-norack', 'random_loss'],
  ['opt-nosack', 'sack_off'],
  ['opt-nots', 'timestamps_off'],
  ['opt-nowscale', 'window_scaling_missing'],

  ['ackloss', 'ack_loss'],
  ['dup-acks', 'duplicates_in_capture'],
  ['dup1', 'duplicates_on_path'],
  ['jitter-loss', 'random_loss'],
  ['reorder', 'reordering'],

  ['loss10', 'random_loss'],
  ['rto-', 'tail_loss_timeout'],
  ['rto-lostretrans', 'lost_retransmission'],
  ['tlp-', 'tail_loss_timeout'],
  ['spurious-rto', 'spurious_retransmission'],
  ['syn-loss', 'syn_loss'],
  ['synack-loss', 'syn_ack_loss'],

  ['ecn-', 'congestion_marks'],
  ['ecn-refused', 'ecn_refused'],

  ['conn-dead', 'half_open'],
  ['conn-keepalive', 'keep_alive'],
  ['conn-refused', 'connection_refused'],
  ['conn-reset', 'reset'],
  ['conn-syn-unanswered', 'syn_unanswered'],

  ['http1-chunked', 'application_limited'],
  ['http1-close', CLEAN],
  ['http1-continue', CLEAN],
  ['http1-gzip', CLEAN],
  ['http1-keepalive', CLEAN],
  ['http1-keepalive-loss', 'random_loss'],
  ['http1-methods', 'http_errors'],
  ['http1-parallel', 'congestion_loss'],
  ['http1-pipelining', 'pipelining_head_of_line'],
  ['http1-pipelining-head', CLEAN],
  ['http1-post', 'congestion_loss'],
  ['http1-think', 'server_think_time'],
  ['http1-websocket', CLEAN],

  ['tls-post', CLEAN],
  ['tls12-', 'tls_round_trips'],
  ['tls12-resume', 'no_reuse'],
  ['tls13-', CLEAN],
  ['tls13-resume', 'no_reuse'],

  // The link dropped 15 packets for want of room, and 3 at random.
  ['h2-loss', 'congestion_loss'],
  ['h2-post', CLEAN],
  ['h2-priority', 'http2_flow_control'],
  ['h2-push', CLEAN],
  ['h2-serial', 'one_exchange_at_a_time'],
  ['h2-smallwindow', 'http2_flow_control'],
  ['h2-tls1', 'congestion_loss'],
  ['h2c-', CLEAN],
  ['h2c-prior', 'http2_flow_control'],

  ['chromium-h1', 'queueing_delay'],
  ['chromium-h2', 'congestion_loss'],
  ['chromium-h2-loss', 'random_loss'],

  ['lt-', 'random_loss'],
  ['lt-loopback', CLEAN],
];

/** Within the name. @type {readonly [part: string, shown: string][]} */
const SHOWN_WITHIN = [
  ['-clean-', CLEAN],
  ['-rand', 'random_loss'],
  ['-drop1-', 'random_loss'],
];

/** QUIC is no TCP; a loss behind the place of capture is not in it. */
const NOT_TCP = /^h3-/;

/** Where two are equally right. @type {Readonly<Record<string, string[]>>} */
const EITHER = {
  // One segment alone was lost, in congestion avoidance at the longest round trip so far: a full queue would have
  // looked the same.
  'bulk-cubic-10ms-drop1-up': ['random_loss', 'congestion_loss'],
};

/**
 * @param {string} name of a scenario
 * @returns {string[] | null} `[CLEAN]`, a code, or two that are equally right; null: it shows nothing of TCP
 */
export function shownBy(name) {
  if (NOT_TCP.test(name)) return null;
  if (name in EITHER) return EITHER[name];
  const [within] = name.startsWith('bulk-') ? SHOWN_WITHIN.filter(([part]) => name.includes(part)) : [];
  const fits = SHOWN.filter(([prefix]) => name.startsWith(prefix)).sort((a, b) => b[0].length - a[0].length);
  if (within === undefined && fits.length === 0) throw new Error(`nobody said what ${name} shows`);
  return [(within ?? fits[0])[1]];
}
