/**
 * The generator of causes (`npm run accuracy:causes`): each kind of finding can be produced, so that a capture with the
 * known cause holds it to the truth.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { drawn, FAMILIES } from '../../bench/accuracy/causes/draw.js';
import { judged } from '../../bench/accuracy/causes/judge.js';
import { report } from '../../bench/accuracy/causes/report.js';
import { analysed, simulated } from '../../bench/accuracy/causes/run.js';
import { KINDS } from '../../lib/insight/findings/all-kinds.js';

/** Kinds of findings by the family of scenarios that produces them. @type {Record<string, string>} */
const PRODUCED = {
  path_mtu: 'mtu-exceeded',
  router_offload: 'joining-router',
  filtered: 'prohibited',
  unreachable: 'prohibited',
  time_exceeded: 'routing-loop',
  source_quench: 'source-quench',
  parameter_problem: 'parameter-problem',
  ecn_syn_dropped: 'ecn-syns-dropped',
  listen_queue: 'listen-queue',
  syn_unanswered: 'syns-dropped',
  syn_loss: 'syn-lost',
  syn_ack_loss: 'syn-ack-lost',
  stale_connection: 'stale-connection',
  syn_proxy: 'syn-proxy',
  window_taken_unscaled: 'unscaled-window',
  data_unanswered: 'no-answer',
  unsigned: 'md5-one-side',
  timestamps_back: 'timestamps-go-back',
  outside_window: 'stray-segment',
  reset: 'server-resets',
  connection_refused: 'port-closed',
  never_used: 'reset-unused',
  reset_after_close: 'reset-for-an-end',
  reset_by_other: 'inspecting-reset',
  half_open: 'fast-server-dies',
  keep_alive_unanswered: 'keep-alive-unanswered',
  keep_alive: 'keep-alive',
  zero_window: 'reader-stops',
  receive_window_limited: 'slow-reader',
  silly_window: 'silly-window',
  window_scaling_lost: 'option-strip-one-way',
  window_scaling_missing: 'no-window-scaling',
  nagle_delayed_ack: 'nagle-and-delayed-ack',
  fixed_ack_timer: 'delayed-acks',
  application_limited: 'bursts',
  one_exchange_at_a_time: 'clean-turns',
  small_writes: 'small-writes',
  push_storm: 'server-writes-in-parts',
  fixed_window: 'fixed-window',
  mtu_black_hole: 'mtu-black-hole',
  tail_loss_timeout: 'tail-loss',
  lost_retransmission: 'outage',
  policed: 'policer',
  congestion_loss: 'short-queue',
  random_loss: 'random-loss',
  corrupted_segments: 'damaged-data',
  spurious_retransmission: 'path-holds',
  reordering: 'reordering',
  path_stalled: 'path-holds',
  queueing_delay: 'bufferbloat',
  rate_change: 'rate-falls',
  ack_loss: 'acks-lost',
  ack_thinning: 'rare-acks',
  duplicates_on_path: 'duplicates',
  ecn_refused: 'ecn-refused',
  ecn_bleached: 'ecn-bleached',
  congestion_marks: 'congestion-marks',
  sack_off: 'no-sack',
  sack_unusable: 'sequence-shift-without-sack',
  timestamps_off: 'sack-strip',
  mss_small: 'mss-clamp',
  slow_start_dominates: 'far-transfer',
  restart_after_idle: 'bursts',
  long_round_trips: 'small-window',
  request_unanswered: 'server-closes',
  response_lost: 'mtu-black-hole',
  response_cut: 'answer-cut',
  http_errors: 'http-errors',
  requests_failed: 'every-request-fails',
  server_think_time: 'server-thinks',
  first_request_late: 'opened-early',
  redirect_loop: 'redirect-loop',
  redirects: 'redirects',
  pipelining_head_of_line: 'head-of-line',
  large_requests: 'large-requests',
  http2_flow_control: 'http2-window',
  mux_credit_stall: 'mux-credit',
  mux_lone_credits: 'mux-credit',
  clock_jumped: 'clock-forward',
  capture_drops: 'capture-drops',
  duplicates_in_capture: 'merged',
  offload: 'offload',
  one_way: 'one-way',
  no_handshake: 'cut-at-the-start',
  all_well: 'clean-api',
  no_reuse: 'no-reuse',
  parallel_slow_start: 'parallel-downloads',
  no_data: 'never-used',
};

const KINDS_TESTS = 'findings/kinds/refuted.test.js';
const QUIC = 'findings/detectors/quic-findings.test.js';
const OUTCOMES = 'findings/kinds/refutations-of-outcomes.js';
const SHOWN_TESTS = 'findings/kinds-shown.test.js';
/**
 * Kinds that the simulator cannot produce, as it does not speak their protocol, or lacks that behaviour of a host; with
 * the tests in which packets written by hand, or recorded ones, do.
 * @type {Record<string, string>}
 */
const BY_HAND = {
  self_connect: 'findings/causes/odd-handshakes.test.js',
  fast_open: 'findings/shown.js',
  event_stream: 'findings/kinds/refutations.js',
  unasked_answers: 'findings/kinds/refutations.js',
  client_gave_up: OUTCOMES,
  syn_ack_late: OUTCOMES,
  request_cut: OUTCOMES,
  response_held_open: OUTCOMES,
  waits_by_design: OUTCOMES,
  reset_within_request: SHOWN_TESTS,
  window_update_lost: 'findings/detectors/zero-window.test.js',
  nagle_held: SHOWN_TESTS,
  host_queue: 'findings/detectors/host-pace.test.js',
  paced: KINDS_TESTS,
  burst_and_stall: SHOWN_TESTS,
  send_buffer_limited: 'findings/shown.js',
  ack_loop: 'findings/causes/odd-handshakes.test.js',
  http2_go_away: 'findings/failed-exchanges.test.js',
  http2_stream_reset: 'findings/failed-exchanges.test.js',
  grpc_failed: 'findings/failed-exchanges.test.js',
  commands_failed: 'findings/commands.test.js',
  slow_name_look_up: 'findings/detectors/name-look-up.test.js',
  opened_ahead: 'findings/detectors/client-waits.test.js',
  expect_unanswered: 'findings/detectors/client-waits.test.js',
  slow_answers: 'findings/commands.test.js',
  compression_absent: SHOWN_TESTS,
  tls_failed: 'findings/tls-handshakes.test.js',
  tls_unused: 'findings/tls-handshakes.test.js',
  tls_slow: 'findings/tls-handshakes.test.js',
  tls_round_trips: 'findings/tls-handshakes.test.js',
  not_examined: 'findings/examiner.test.js',
  quic_unanswered: QUIC,
  quic_stateless_reset: QUIC,
  quic_stream_reset: QUIC,
  quic_amplification_limit: QUIC,
  quic_flow_control: QUIC,
  quic_stream_limit: QUIC,
  quic_persistent_congestion: QUIC,
  quic_probe_timeout: QUIC,
  quic_loss: QUIC,
  quic_spurious_loss: QUIC,
  quic_handshake_round_trips: QUIC,
  quic_zero_rtt_rejected: QUIC,
  quic_idle_timeout: QUIC,
  quic_migration: QUIC,

  kernel_contradicts: 'kernel/contradicts.test.js',
  dropped_at_receiver: 'findings/kinds/refutations.js',
  answered_from_elsewhere: KINDS_TESTS,
};
const INSIGHT = fileURLToPath(new URL('../insight/', import.meta.url));
/** Scenarios of a family that are tried until all its kinds have shown. */
const MAX_TRIED = 12;

test('each kind of finding is produced by a family of scenarios, or by packets written by hand', () => {
  expect(Object.keys({ ...PRODUCED, ...BY_HAND }).sort()).toEqual(Object.keys(KINDS).sort());
  const absent = Object.entries(BY_HAND).filter(
    ([code, file]) => !existsSync(INSIGHT + file) || !readFileSync(INSIGHT + file, 'utf8').includes(code),
  );
  expect(absent).toEqual([]);
});

/** @param {string} family @returns {Set<string>} kinds of findings that its scenarios have, at any tap */
function kindsIn(family, /** @type {string[]} */ wanted) {
  const families = Object.keys(FAMILIES);
  /** @type {Set<string>} */
  const found = new Set();
  for (let round = 0; round < MAX_TRIED && !wanted.every((code) => found.has(code)); round++) {
    const one = drawn(1 + families.indexOf(family) + round * families.length);
    for (const { bytes } of simulated(one).captures) {
      const { findings, verdict } = analysed(bytes).findings.ofCapture();
      for (const { code } of findings) found.add(code);
      if (verdict) found.add(verdict.code);
    }
  }
  return found;
}

test.each([...new Set(Object.values(PRODUCED))])('scenarios of %s produce what they are there for', (family) => {
  const wanted = Object.keys(PRODUCED).filter((code) => PRODUCED[code] === family);
  const found = kindsIn(family, wanted);
  expect(wanted.filter((code) => !found.has(code))).toEqual([]);
});

test('the same seed gives the same scenario, captures and truth', () => {
  for (const seed of [3, 60, 95]) {
    const [one, again] = [simulated(drawn(seed)), simulated(drawn(seed))];
    expect(again.captures.map(({ bytes }) => bytes)).toEqual(one.captures.map(({ bytes }) => bytes));
    expect(again.ledgers).toEqual(one.ledgers);
  }
});

test('the last line of the report is for machines', () => {
  const text = report(judged(drawn(1)), { scenarios: 1, worst: 5 });
  expect(text.split('\n').slice(-1)[0]).toMatch(
    /^CAUSES scenarios=1 first=[\d.]+ owner_sender=\S+ owner_elsewhere=\S+ wrong=\S+$/,
  );
});
