/** For each kind of finding a capture that shows it, and nearly the same with the fact that refutes it. */
import { readFileSync } from 'node:fs';

import { OPTION } from '../../../../lib/engine/segment-batch.js';
import { KINDS } from '../../../../lib/insight/findings/all-kinds.js';
import { fastOpen } from '../../../../lib/insight/findings/detectors/fast-open.js';
import { muxCreditStall } from '../../../../lib/insight/findings/detectors/messages/flow-control.js';
import { analysed } from '../../../simulator/support/run.js';
import { connectionOf } from '../../../support/packets/connection.js';
import { merge, pcap, script } from '../../../support/packets/packets.js';
import { GET, PAGE, ROWS as ROWS_OF_PACE, SHAKE, writes } from './refutations.js';
import { ROWS_OF_OUTCOMES } from './refutations-of-outcomes.js';

const ROWS = { ...ROWS_OF_PACE, ...ROWS_OF_OUTCOMES };

const QUIC = 'detectors/quic-findings.test.js';
const NOT_UNDER_WAY = 'an error about sequence space that was not under way is counted, and accuses nobody';

/** Where a test of its own refutes it: file and title. @type {Record<string, string[]>} */
const ELSEWHERE = {
  kernel_contradicts: ['../kernel/contradicts.test.js', 'a kernel that counts no such limit contradicts the packets'],
  clock_jumped: ['detectors/clock-jump.test.js', 'it was not set forward where the timestamps of %s'],
  self_connect: ['causes/odd-handshakes.test.js', 'told as that and nothing else; another of one host is not'],
  path_mtu: ['causes/icmp.test.js', 'an MTU that the packet would have fit, or less than IPv6 has, is not believed'],
  router_offload: [
    'causes/icmp.test.js',
    'a quoted packet that is longer than any sent was joined by a router, unless the sender sent such ones',
  ],
  filtered: ['causes/icmp.test.js', NOT_UNDER_WAY],
  unreachable: ['causes/icmp.test.js', NOT_UNDER_WAY],
  time_exceeded: ['causes/icmp.test.js', NOT_UNDER_WAY],
  source_quench: ['causes/icmp.test.js', NOT_UNDER_WAY],
  parameter_problem: ['causes/icmp.test.js', NOT_UNDER_WAY],
  ecn_syn_dropped: ['causes/odd-handshakes.test.js', 'where a plain one is, too, or where one was answered'],
  listen_queue: ['causes/listen-queue.test.js', 'at the client, half-way, or behind a router in front of the server'],
  stale_connection: ['kinds-shown.test.js', 'what ends an earlier connection of the same ports is no loss of a SYN'],
  keep_alive: ['keep-alive.test.js', 'probes that nobody answers keep nothing alive'],
  window_scaling_lost: ['causes/lost-scaling.test.js', 'a sender that goes beyond it refutes it'],
  nagle_delayed_ack: ['detectors/timers.test.js', "a wait for a time-out is not Nagle's, however often it comes"],
  nagle_held: ['kinds-shown.test.js', "segments that a small window cuts short were not gathered for Nagle's sake"],
  host_queue: ['detectors/host-pace.test.js', 'a clock that runs slow is no queue'],
  paced: ['detectors/host-pace.test.js', 'short writes by a clock are the application, however even'],
  mtu_black_hole: ['causes/mtu-black-hole.test.js', 'as large ones got through before'],
  policed: ['../path/path-insight.test.js', 'a policer drops what finds its bucket empty, and nothing else'],
  congestion_loss: [
    'detectors/few-facts.test.js',
    'what is lost of a few bytes in flight was not dropped by a full queue',
  ],
  queueing_delay: [
    'queueing-delay.test.js',
    'captured at the receiver, where a timer shows as such, it is none either',
  ],
  rate_change: ['../path/path-insight.test.js', 'the rate changes for good, or not'],
  ack_loop: ['causes/odd-handshakes.test.js', 'is not a keep-alive and its answer, however often'],
  quic_flow_control: [QUIC, 'is no finding for less than 20 ms'],
  quic_stream_limit: [QUIC, 'is no finding for less than 20 ms'],
  quic_loss: [QUIC, 'of acknowledgements alone are none'],
  quic_spurious_loss: [QUIC, 'declared needlessly twice are no habit'],
  quic_persistent_congestion: [QUIC, 'nothing is found in a connection without fault'],
  quic_probe_timeout: [QUIC, 'of a tail that cost less than 20 ms are none'],
  quic_amplification_limit: [QUIC, 'that waited for less than 20 ms is none'],
  quic_handshake_round_trips: [QUIC, 'nothing is found in a connection without fault'],
  quic_unanswered: [QUIC, 'that nothing answered; not where one datagram waits'],
  quic_stream_reset: [QUIC, 'whose streams an end reset: a note where the client cancelled; none without an error'],
  quic_zero_rtt_rejected: [QUIC, 'whose 0-RTT was rejected; not where it was accepted, or that is not known'],
  quic_stateless_reset: [QUIC, 'that an end closed is none'],
  quic_idle_timeout: [QUIC, 'that an end closed is none'],
  quic_migration: [QUIC, 'nothing is found in a connection without fault'],
  opened_ahead: [
    'detectors/client-waits.test.js',
    'it is the client that waits where it asks nothing elsewhere, or is another client',
  ],
  http2_go_away: ['failed-exchanges.test.js', 'who closes an HTTP/2 connection without an error gives nothing up'],
  http2_stream_reset: ['failed-exchanges.test.js', 'a stream that is reset without an error is nothing'],
  grpc_failed: ['failed-exchanges.test.js', 'one that is OK is nothing'],
  commands_failed: ['commands.test.js', 'a redirection is no failure'],
  slow_name_look_up: ['detectors/name-look-up.test.js', 'another host asked'],
  slow_answers: ['short-connections.test.js', 'do not where it answers at once, where it speaks unasked'],
  http2_flow_control: ['multiplexed.test.js', 'windows of streams that are never used up hold nothing back'],
  mux_lone_credits: ['multiplexed.test.js', 'credit that goes along with what is asked makes no segment of its own'],
  tls_failed: ['tls-handshakes.test.js', 'a warning is no failure, nor is an alert that the client passed over'],
  tls_unused: ['tls-handshakes.test.js', 'waits, asks or resumes'],
  tls_round_trips: [
    'tls-handshakes.test.js',
    'of a handshake behind which there is no request no round trips are told',
  ],
  all_well: ['findings.test.js', 'beside a window that cannot be read nothing is said to be well that was not seen'],
  path_stalled: [
    'detectors/path-stall.test.js',
    "it did not where it was sent only then, nor where the capture's clock jumped",
  ],
  tls_slow: [
    'tls-handshakes.test.js',
    'a first request that comes late is no part of the handshake, nor is what nobody feels',
  ],
  not_examined: ['examiner.test.js', 'has them at once where all are looked at'],
};

/** @param {string[]} lines */
function codesIn(lines) {
  const { analysis } = connectionOf(...lines);
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  const { findings: ofCapture, verdict } = analysis.findings.ofCapture();
  return [...findings, ...ofCapture, verdict].map(({ code }) => code);
}

/**
 * Connections of one client to one server, each with a page.
 * @param {number} count @param {number} apartNs when the next begins
 */
function pages(count, apartNs) {
  const packets = Array.from({ length: count }, (_, k) =>
    script(
      { client: `10.0.0.1:${40_000 + k}`, server: '10.0.0.2:80', startNs: k * apartNs },
      ...SHAKE,
      GET(),
      ...PAGE(),
      'client FIN',
      '+40ms server FIN-ACK',
      'client ACK',
    ),
  );
  return analysed(pcap(merge(...packets)))
    .findings.ofCapture()
    .findings.map(({ code }) => code);
}

/**
 * A SYN without an answer, and a SYN-ACK from elsewhere.
 * @param {number} clientIsn that it acknowledges
 */
function elsewhere(clientIsn) {
  const asked = script({ client: '10.0.0.1:40000', server: '10.0.0.2:80' }, 'client SYN', '+1s client SYN seq 0');
  const other = { client: '10.0.0.1:40000', server: '10.0.0.3:8080', clientIsn, startNs: 20e6 };
  const { findings } = analysed(
    pcap(merge(asked, script(other, 'server SYN-ACK ack 1', 'client RST NOACK seq 1'))),
  ).findings.ofCapture();
  return findings[0].code === 'answered_from_elsewhere' && findings[0].flows.join() === '0';
}

/** What shows between connections, or no script says: shown, and refuted. @type {Record<string, boolean[]>} */
const BESIDES = {
  // by one connection, which begins and ends alone
  no_reuse: [pages(4, 1e9).includes('no_reuse'), pages(1, 1e9).includes('no_reuse')],
  // by the sequence number that is acknowledged
  answered_from_elsewhere: [1000, 7000].map(elsewhere),
  // by time between them
  parallel_slow_start: [pages(6, 1e6).includes('parallel_slow_start'), pages(6, 9e9).includes('parallel_slow_start')],
  // by a SYN that does not ask
  fast_open: [OPTION.FAST_OPEN, 0].map((option) => {
    const { packets } = connectionOf(...SHAKE, ...writes(2));
    packets.options[0] |= option;
    return fastOpen(/** @type {any} */ ({ packets })).length > 0;
  }),
  // by credit that is never used up
  mux_credit_stall: [[{ startNs: 0, endNs: 1e9, frame: 1 }], []].map((stalls) => {
    const directions = [
      { stalls, blockedNs: null },
      { stalls: [], blockedNs: null },
    ];
    const messages = { mux: { sessions: [{ directions }] } };
    const context = { startNs: 0, endNs: 2e9, durationNs: 2e9, messages, packets: { count: 0 }, ways: [] };
    return muxCreditStall(/** @type {any} */ (context)).length > 0;
  }),
};

test.each(Object.entries(BESIDES))('%s is shown, and refuted', (_, found) => {
  expect(found).toEqual([true, false]);
});

test.each(Object.entries(ROWS))('%s is shown, and refuted', (code, { by, shown, refuted }) => {
  expect(codesIn(shown)).toContain(code);
  expect([by, codesIn(refuted)]).not.toEqual([by, expect.arrayContaining([code])]);
});

test('every kind has a row, or a test of its own', () => {
  expect(Object.keys(KINDS).filter((code) => !(code in ROWS) && !(code in BESIDES) && !(code in ELSEWHERE))).toEqual(
    [],
  );
  for (const [file, title] of Object.values(ELSEWHERE)) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    expect([file, title, text.includes(title)]).toEqual([file, title, true]);
  }
});
