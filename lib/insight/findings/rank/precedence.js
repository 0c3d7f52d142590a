/**
 * Every kind of finding by its code, in the order of those that weigh the same: what the capture itself states, the
 * handshake, the end, what set the pace, losses, the path, settings, messages, the capture; last those that are common
 * to many connections and seldom cost anything.
 */
export const PRECEDENCE = Object.freeze(
  `answered_from_elsewhere no_reuse parallel_slow_start
  self_connect path_mtu router_offload filtered unreachable time_exceeded source_quench parameter_problem ecn_syn_dropped listen_queue
  unsigned
  syn_unanswered syn_ack_late syn_loss syn_ack_loss stale_connection fast_open
  timestamps_back outside_window reset connection_refused reset_within_request reset_by_other half_open keep_alive_unanswered
  syn_proxy window_taken_unscaled zero_window dropped_at_receiver window_update_lost receive_window_limited silly_window window_scaling_lost
  nagle_delayed_ack nagle_held fixed_ack_timer host_queue paced application_limited burst_and_stall
  one_exchange_at_a_time small_writes push_storm send_buffer_limited fixed_window
  mtu_black_hole tail_loss_timeout lost_retransmission policed congestion_loss random_loss corrupted_segments
  spurious_retransmission reordering path_stalled queueing_delay rate_change ack_loop ack_loss ack_thinning
  duplicates_on_path ecn_bleached congestion_marks sack_unusable slow_start_dominates restart_after_idle long_round_trips
  client_gave_up request_cut request_unanswered data_unanswered response_lost response_cut http2_go_away http2_stream_reset quic_stream_reset grpc_failed redirect_loop unasked_answers http_errors requests_failed
  commands_failed server_think_time response_held_open waits_by_design event_stream slow_name_look_up first_request_late opened_ahead expect_unanswered slow_answers
  redirects pipelining_head_of_line large_requests http2_flow_control mux_credit_stall mux_lone_credits
  tls_failed tls_unused tls_slow tls_round_trips
  quic_unanswered quic_stateless_reset quic_amplification_limit quic_flow_control quic_stream_limit quic_persistent_congestion quic_probe_timeout
  quic_loss quic_spurious_loss quic_handshake_round_trips quic_zero_rtt_rejected quic_idle_timeout quic_migration
  kernel_contradicts clock_jumped capture_drops duplicates_in_capture offload one_way no_data not_examined
  never_used reset_after_close keep_alive window_scaling_missing ecn_refused sack_off timestamps_off mss_small
  compression_absent no_handshake all_well`.split(/\s+/),
);
const placeOf = new Map(PRECEDENCE.map((code, place) => [code, place]));

/** @param {string} code @returns {number} */
export const precedenceOf = (code) => placeOf.get(code) ?? PRECEDENCE.length;

/** Failures of the connection's purpose: before what only took time. */
const FAILURES = new Set([
  'reset_within_request',
  'request_cut',
  'response_cut',
  'http2_go_away',
  'http2_stream_reset',
  'quic_stream_reset',
  'grpc_failed',
  'redirect_loop',
  'requests_failed',
  'http_errors',
  'commands_failed',
]);

/** @param {string} code */
export const isFailure = (code) => FAILURES.has(code);
