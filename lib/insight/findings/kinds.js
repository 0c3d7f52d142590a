/**
 * What each finding is called, whose doing it is, and where to read on; by its code. `cause` is the limit that it
 * belongs to, after which a page colours it: those of `LIMITS` and what has none of its own.
 * @typedef {'congestion_window' | 'receive_window' | 'zero_window' | 'send_buffer' | 'application' | 'network' |
 *   'recovery' |
 *   'retransmission_timeout' | 'handshake' | 'capture' | 'idle' | 'nagle'} Cause
 * @typedef {{ title: string, cause: Cause, references: readonly string[] }} Kind
 */

/** @param {string} title @param {Cause} cause @param {...string} references @returns {Kind} */
const kind = (title, cause, ...references) => Object.freeze({ title, cause, references: Object.freeze(references) });

/** @type {Readonly<Record<string, Kind>>} */
export const KINDS = Object.freeze({
  all_well: kind('Nothing wrong', 'idle'),

  path_mtu: kind('Path MTU exceeded', 'network', 'RFC 1191', 'RFC 8201', 'RFC 4443 section 3.2'),
  filtered: kind(
    'Filtered: administratively prohibited',
    'network',
    'RFC 1812 section 5.2.7.1',
    'RFC 4443 section 3.1',
  ),
  unreachable: kind(
    'Destination unreachable',
    'network',
    'RFC 792',
    'RFC 1122 section 4.2.3.9',
    'RFC 4443 section 3.1',
  ),
  time_exceeded: kind('Time to live exceeded', 'network', 'RFC 792', 'RFC 4443 section 3.3'),
  source_quench: kind('Source quench', 'network', 'RFC 792', 'RFC 6633'),
  parameter_problem: kind('Parameter problem', 'network', 'RFC 792', 'RFC 4443 section 3.4'),

  syn_unanswered: kind('SYN unanswered', 'handshake', 'RFC 9293 section 3.5', 'RFC 6298 section 2'),
  connection_refused: kind('Connection refused', 'handshake', 'RFC 9293 section 3.5.2'),
  syn_loss: kind('SYN lost', 'handshake', 'RFC 6298 section 2', 'RFC 9293 section 3.5'),
  syn_ack_loss: kind('SYN-ACK lost', 'handshake', 'RFC 6298 section 2', 'RFC 9293 section 3.5'),
  ecn_syn_dropped: kind('ECN SYNs dropped', 'handshake', 'RFC 3168 section 6.1.1.1'),
  self_connect: kind('Self-connect', 'handshake', 'RFC 9293 section 3.5'),
  listen_queue: kind('Listen queue full', 'handshake', 'listen(2)', 'tcp(7), tcp_abort_on_overflow'),
  stale_connection: kind('Stale connection', 'handshake', 'RFC 9293 section 3.5.1', 'RFC 5961 section 4'),
  fast_open: kind('Fast open', 'handshake', 'RFC 7413'),
  never_used: kind('Opened, never used', 'handshake'),
  no_data: kind('No data', 'idle'),

  reset: kind('Reset', 'recovery', 'RFC 9293 section 3.5.2', 'RFC 2525 section 2.17'),
  reset_after_close: kind('Reset after close', 'idle', 'RFC 9293 section 3.6', 'RFC 2525 section 2.17'),
  reset_within_request: kind('Reset within a request', 'application', 'RFC 9112 section 9.6', 'RFC 2525 section 2.17'),
  reset_by_other: kind('Reset by a middlebox', 'recovery', 'RFC 3360', 'RFC 5961'),
  half_open: kind('Peer gone', 'retransmission_timeout', 'RFC 9293 section 3.5.1', 'RFC 5482'),
  keep_alive: kind('Keep-alives', 'idle', 'RFC 9293 section 3.8.4'),
  keep_alive_unanswered: kind('Keep-alive unanswered', 'retransmission_timeout', 'RFC 9293 section 3.8.4'),

  zero_window: kind('Zero window', 'zero_window', 'RFC 9293 section 3.8.6.1'),
  window_update_lost: kind('Window update lost', 'zero_window', 'RFC 9293 section 3.8.6.1'),
  receive_window_limited: kind(
    'Receive window limited',
    'receive_window',
    'RFC 9293 section 3.8.6',
    'RFC 7323 section 2',
  ),
  window_scaling_lost: kind('Window scaling lost on the path', 'receive_window', 'RFC 7323 section 2'),
  silly_window: kind('Silly window syndrome', 'receive_window', 'RFC 813', 'RFC 9293 section 3.8.6.2'),
  window_scaling_missing: kind('No window scaling', 'receive_window', 'RFC 7323 section 2'),

  sack_unusable: kind('SACK unusable', 'recovery', 'RFC 2018 section 5', 'RFC 6675 section 3'),
  sack_off: kind('No SACK', 'recovery', 'RFC 2018', 'RFC 6582'),
  timestamps_off: kind('No timestamps', 'recovery', 'RFC 7323 section 3'),
  mss_small: kind('Small MSS', 'network', 'RFC 6691', 'RFC 9293 section 3.7.1', 'RFC 4821'),
  ecn_refused: kind('ECN refused', 'network', 'RFC 3168 section 6.1.1'),
  ecn_bleached: kind('ECN bleached', 'network', 'RFC 3168 section 6.1', 'RFC 8311'),
  congestion_marks: kind('Congestion marked', 'network', 'RFC 3168 section 6.1.2', 'RFC 8087'),

  nagle_delayed_ack: kind(
    'Nagle and delayed ACK',
    'nagle',
    'RFC 896',
    'RFC 1122 section 4.2.3.2',
    'RFC 9293 section 3.7.4',
  ),
  nagle_held: kind('Nagle delay', 'nagle', 'RFC 896', 'RFC 9293 section 3.7.4'),
  fixed_ack_timer: kind('Delayed ACKs', 'application', 'RFC 1122 section 4.2.3.2', 'RFC 5681 section 4.2'),
  application_limited: kind('Application limited', 'application', 'RFC 7661'),
  host_queue: kind('Paced by a queue at the sender', 'network', 'tc-tbf(8)', 'RFC 7567'),
  paced: kind('Paced', 'send_buffer', 'RFC 9293 section 3.9.1.2', 'tc-fq(8)'),
  small_writes: kind('Small writes', 'application', 'RFC 896', 'RFC 9293 section 3.7.4'),
  push_storm: kind('Many small pushed segments', 'application', 'RFC 9293 section 3.9.1.2'),
  send_buffer_limited: kind('Send buffer limited', 'send_buffer', 'RFC 9293 section 3.9.1.2'),
  burst_and_stall: kind('Burst and stall', 'application', 'RFC 7661 section 1'),

  mtu_black_hole: kind('Path MTU black hole', 'network', 'RFC 2923 section 2.1', 'RFC 4821', 'RFC 8201'),
  tail_loss_timeout: kind('Tail loss (RTO or TLP)', 'retransmission_timeout', 'RFC 6298', 'RFC 8985 section 7'),
  lost_retransmission: kind(
    'Lost retransmissions',
    'retransmission_timeout',
    'RFC 8985 section 3',
    'RFC 6298 section 5',
  ),
  congestion_loss: kind('Congestion loss', 'recovery', 'RFC 5681', 'RFC 9438', 'RFC 7567'),
  policed: kind('Policed', 'network', 'Flach et al., SIGCOMM 2016'),
  corrupted_segments: kind('Checksum errors', 'network', 'RFC 9293 section 3.1', 'Stone and Partridge, SIGCOMM 2000'),
  random_loss: kind('Random loss', 'recovery', 'RFC 3155', 'RFC 5681'),
  spurious_retransmission: kind('Spurious retransmission', 'recovery', 'RFC 5682', 'RFC 4015', 'RFC 3708'),
  reordering: kind('Reordering', 'network', 'RFC 4737', 'RFC 8985'),
  ack_loop: kind('ACK loop', 'network', 'RFC 9293 section 3.10.7.4', 'RFC 5961 section 10'),
  queueing_delay: kind('Bufferbloat', 'network', 'RFC 7567', 'RFC 8289', 'RFC 8290'),
  rate_change: kind('Bottleneck rate fell', 'network', 'RFC 5166'),
  ack_loss: kind('ACKs lost', 'network', 'RFC 3449 section 3', 'RFC 5690'),
  ack_thinning: kind('ACKs thinned', 'network', 'RFC 3449 section 5', 'RFC 5681 section 4.2'),
  duplicates_on_path: kind('Packets duplicated on the path', 'network', 'RFC 2883', 'RFC 3708'),

  slow_start_dominates: kind('Slow start', 'congestion_window', 'RFC 5681 section 3.1', 'RFC 6928'),
  restart_after_idle: kind('Window restart after idle', 'congestion_window', 'RFC 5681 section 4.1', 'RFC 7661'),

  capture_drops: kind('Packets missing from the capture', 'capture', 'pcap_stats(3PCAP)'),
  duplicates_in_capture: kind('Duplicates in the capture', 'capture', 'editcap(1), option -d'),
  offload: kind('Offloaded (TSO/GRO) segments', 'capture', 'ethtool(8), options gso, gro, tso, lro'),
  one_way: kind('Captured one way', 'capture'),
  no_handshake: kind('No handshake captured', 'capture'),

  server_think_time: kind('Server think time', 'application', 'W3C Resource Timing, responseStart'),
  first_request_late: kind('Client idle before its first request', 'idle', 'W3C Resource Timing, requestStart'),
  expect_unanswered: kind('Waited for 100 Continue', 'application', 'RFC 9110 section 10.1.1'),
  slow_answers: kind('Slow answers', 'application', 'W3C Resource Timing, responseStart'),
  request_unanswered: kind('Request unanswered', 'application', 'RFC 9112 section 9.3.1', 'RFC 9110 section 9.2.2'),
  requests_failed: kind('Every request failed', 'application', 'RFC 9110 section 15.5'),
  response_cut: kind('Response cut short', 'application', 'RFC 9112 section 8', 'RFC 9113 section 8.1'),
  http2_go_away: kind('HTTP/2 GOAWAY', 'application', 'RFC 9113 section 6.8', 'RFC 9113 section 7'),
  http2_stream_reset: kind('HTTP/2 streams reset', 'application', 'RFC 9113 section 6.4', 'RFC 9113 section 7'),
  grpc_failed: kind('Failed gRPC calls', 'application', 'gRPC over HTTP2, "Responses"'),
  http_errors: kind('HTTP errors', 'application', 'RFC 9110 section 15.5', 'RFC 9110 section 15.6'),
  commands_failed: kind('Failed commands', 'application'),
  one_exchange_at_a_time: kind('Serial requests', 'application', 'RFC 9112 section 9.3.2', 'RFC 9113 section 5'),
  pipelining_head_of_line: kind('Head-of-line blocking', 'application', 'RFC 9112 section 9.3.2'),
  large_requests: kind('Large requests', 'application', 'RFC 6928', 'RFC 7541', 'RFC 6265 section 6.1'),
  compression_absent: kind('Uncompressed text', 'application', 'RFC 9110 section 8.4', 'RFC 9110 section 12.5.3'),
  http2_flow_control: kind('HTTP/2 window exhausted', 'zero_window', 'RFC 9113 section 5.2'),
  mux_credit_stall: kind('MUX credit exhausted', 'zero_window', 'draft-gettys-webmux-00, "Flow Control"'),
  mux_lone_credits: kind('Credit-only segments (MUX)', 'application', 'W3C MUX, "FlowAnalysis"'),
  tls_failed: kind('TLS failed', 'handshake', 'RFC 8446 section 6', 'RFC 5246 section 7.2'),
  tls_round_trips: kind('TLS handshake', 'handshake', 'RFC 8446 section 2', 'RFC 5246 section 7.3'),

  no_reuse: kind('No connection reuse', 'handshake', 'RFC 9112 section 9.3', 'RFC 9113 section 9.1'),
  parallel_slow_start: kind(
    'Slow start on parallel connections',
    'congestion_window',
    'RFC 9112 section 9.4',
    'RFC 6928',
  ),
  not_examined: kind('Not analysed yet', 'capture'),
});

/** @param {string} code */
export function kindOf(code) {
  return KINDS[code] ?? KINDS.all_well;
}
