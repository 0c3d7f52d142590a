/** Families whose cause is on the path: links, and boxes between the hosts. */
import { anyService, anyTraffic, anyTransfer, download, isDown, upload } from './common.js';

/** @typedef {import('./common.js').Lot} Lot */
/** @typedef {import('./common.js').Plan} Plan */
/** @typedef {import('../../../../lib/simulator/applications/service.js').ServiceTraffic} ServiceTraffic */

const LOSSES = [
  'congestion_loss',
  'random_loss',
  'tail_loss_timeout',
  'lost_retransmission',
  'recovery',
  'retransmission_timeout',
];
const SILENCES = ['path_stalled', 'tail_loss_timeout', 'lost_retransmission', 'retransmission_timeout'];
const HANDSHAKES = ['syn_loss', 'syn_ack_loss'];
const UNANSWERED = ['syn_unanswered'];
const GIVES_UP = { clientLimitMs: 10_000 };

/** @param {Plan} plan @param {object} link options on the way of its data @returns {Plan} */
const onData = (plan, link) => (isDown(plan.traffic) ? { ...plan, down: link } : { ...plan, up: link });

/** @type {Record<string, import('./common.js').Family>} */
export const LINKS = {
  'random-loss': (lot) => onData({ traffic: anyTransfer(lot), codes: LOSSES }, { loss: lot.one([0.01, 0.02, 0.04]) }),
  'burst-loss': (lot) =>
    onData({ traffic: anyTransfer(lot), codes: LOSSES }, { burstLoss: { enter: lot.one([0.003, 0.01]), leave: 0.3 } }),
  'short-queue': (lot) => ({
    ...onData(
      { traffic: lot.one([download, upload])(lot), codes: [...LOSSES, 'network', 'congestion_window'] },
      { queueBytes: lot.between(9, 20) * 1500 },
    ),
    rateKbps: lot.between(2000, 10_000),
  }),
  bufferbloat: (lot) => ({
    ...onData(
      { traffic: lot.one([download, upload])(lot), codes: ['queueing_delay', 'network', 'congestion_window'] },
      { queueBytes: 2_000_000 },
    ),
    rateKbps: lot.between(1000, 4000),
    rttMs: lot.between(10, 60),
  }),
  policer: (lot) => ({
    traffic: download(lot, 250_000, 500_000),
    rateKbps: 50_000,
    down: { policer: { rateKbps: lot.between(2000, 8000), burstBytes: lot.between(10, 60) * 1500 } },
    codes: ['policed', ...LOSSES],
  }),
  'tail-loss': (lot) => ({
    mayHide: true,
    traffic: anyService(lot),
    down: { dropData: lot.times(lot.between(1, 3), (index) => 2 + 3 * index) },
    codes: ['tail_loss_timeout', 'retransmission_timeout', 'lost_retransmission', 'random_loss'],
  }),
  'request-lost': (lot) => ({
    mayHide: true,
    traffic: anyService(lot),
    up: { dropData: [lot.between(1, 3)] },
    codes: ['tail_loss_timeout', 'retransmission_timeout', 'lost_retransmission', 'random_loss'],
  }),
  reordering: (lot) =>
    onData(
      { traffic: anyTransfer(lot), codes: ['reordering', 'spurious_retransmission', 'recovery', 'congestion_window'] },
      { reorder: { share: lot.one([0.02, 0.05]), delayMs: lot.between(5, 40) } },
    ),
  duplicates: (lot) => ({
    ...onData(
      { traffic: anyTransfer(lot), codes: ['duplicates_on_path', 'all_well', 'congestion_window'] },
      { duplicate: 0.03 },
    ),
    rttMs: 20,
  }),
  'path-holds': (lot) => ({
    ...onData(
      { traffic: anyTransfer(lot), codes: [...SILENCES, 'spurious_retransmission', 'queueing_delay', 'network'] },
      { pauses: [{ atMs: lot.between(150, 400), forMs: lot.between(1500, 5000) }] },
    ),
    rttMs: lot.between(30, 100),
    rateKbps: lot.between(1500, 4000),
  }),
  outage: (lot) => ({
    traffic: lot.one([download, upload])(lot),
    rttMs: lot.between(30, 100),
    rateKbps: lot.between(1500, 4000),
    box: { kind: 'filter', atMs: lot.between(150, 400), forMs: lot.between(1000, 8000) },
    codes: SILENCES,
  }),
  'acks-lost': (lot) => ({
    traffic: download(lot, 200_000, 400_000),
    up: { loss: lot.one([0.1, 0.2]) },
    codes: ['ack_loss', 'congestion_window', 'tail_loss_timeout', 'spurious_retransmission', 'syn_loss', 'network'],
  }),
  'congestion-marks': (lot) => ({
    traffic: download(lot, 200_000, 400_000),
    down: { markBytes: 10_000, queueBytes: 500_000 },
    rateKbps: 4000,
    clientTcp: { ecn: 'request' },
    codes: ['congestion_marks', 'network', 'congestion_window', 'queueing_delay'],
  }),
  'ecn-syns-dropped': (lot) => ({
    mayHide: true,
    traffic: anyTraffic(lot),
    clientTcp: { ecn: 'request' },
    box: { kind: 'filter', which: 'ecnSyn' },
    codes: ['ecn_syn_dropped', 'syn_loss'],
  }),
  'rate-falls': (lot) => ({
    traffic: download(lot, 500_000, 700_000),
    down: { rateTrace: [...lot.times(250, (k) => 2 * k), ...lot.times(300, (k) => 500 + 12 * k)], queueBytes: 300_000 },
    codes: ['rate_change', 'network', 'queueing_delay', 'congestion_window', ...LOSSES],
  }),
  'syn-lost': (lot) => ({
    mayHide: true,
    traffic: anyTraffic(lot),
    up: { dropPackets: lot.one([[1], [1, 2]]) },
    codes: ['syn_loss'],
  }),
  'syn-ack-lost': (lot) => ({ mayHide: true, traffic: anyTraffic(lot), down: { dropPackets: [1] }, codes: HANDSHAKES }),
};

/** @type {Record<string, import('./common.js').Family>} */
export const BOXES = {
  'unscaled-window': (lot) => ({
    traffic: lot.chance(0.7) ? download(lot, 300_000, 600_000) : upload(lot),
    rttMs: lot.between(20, 100),
    rateKbps: 50_000,
    box: { kind: 'unscaled-window' },
    mayHide: true,
    // scales of 0 to 7: with large ones next to nothing passes
    clientTcp: { maxReceiveWindowBytes: lot.one([200_000, 400_000, 3_000_000, 6_000_000]) },
    serverTcp: { maxReceiveWindowBytes: lot.one([200_000, 400_000, 3_000_000, 6_000_000]) },
    codes: ['window_taken_unscaled'],
  }),
  'syn-proxy': (lot) => ({
    traffic: anyTraffic(lot),
    rttMs: lot.between(10, 120),
    box: { kind: 'syn-proxy' },
    codes: ['all_well', 'long_round_trips', 'syn_proxy', 'one_exchange_at_a_time'],
  }),
  'nat-forgets': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    traffic.requests = traffic.requests.slice(0, 3);
    traffic.requests[2].gapMs = lot.between(20_000, 60_000);
    const resets = lot.chance(0.5);
    return {
      traffic: { ...traffic, clientLimitMs: 15_000 },
      box: { kind: 'forgetful-nat', idleMs: 15_000, resets },
      codes: resets
        ? ['reset', 'request_unanswered', 'reset_by_other']
        : ['request_unanswered', 'half_open', 'state_forgotten'],
      beyond: ['all_well', 'idle'],
      isOnly: true,
    };
  },
  'one-sided-firewall': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (anyService(lot)), ...GIVES_UP },
    box: { kind: 'one-sided-firewall' },
    codes: [
      'syn_ack_loss',
      'syn_loss',
      'request_unanswered',
      'half_open',
      'firewall_one_sided',
      'lost_retransmission',
      'tail_loss_timeout',
    ],
    says: /^Dropped behind the SYN/,
    isOnly: true,
  }),
  'sequence-shift': (lot) => ({ traffic: anyTraffic(lot), box: { kind: 'sequence-shift' }, rttMs: lot.between(5, 50) }),
  'sequence-shift-without-sack': (lot) => ({
    traffic: upload(lot),
    up: { loss: 0.02 },
    box: { kind: 'sequence-shift', sack: false },
    codes: ['sack_unusable', ...LOSSES],
  }),
  'mss-clamp': (lot) => ({
    traffic: anyTransfer(lot),
    box: { kind: 'mss-clamp', mss: lot.one([536, 1200, 1400]) },
    rttMs: lot.between(5, 50),
    codes: ['mss_small'],
  }),
  'option-strip': (lot) => ({
    traffic: download(lot, 700_000, 1_000_000),
    rttMs: lot.between(150, 250),
    rateKbps: 100_000,
    box: { kind: 'option-strip', options: ['windowScale'] },
    codes: [
      'window_scaling_missing',
      'receive_window',
      'receive_window_limited',
      'slow_start_dominates',
      'congestion_window',
    ],
  }),
  'option-strip-one-way': (lot) => ({
    traffic: upload(lot),
    rttMs: lot.between(40, 150),
    box: { kind: 'option-strip', options: ['windowScale'], of: 'synAck' },
    codes: [
      'window_scaling_lost',
      'receive_window',
      'receive_window_limited',
      'window_scaling_missing',
      'fixed_window',
    ],
  }),
  'sack-strip': (lot) => ({
    traffic: download(lot, 200_000, 400_000),
    down: { burstLoss: { enter: 0.01, leave: 0.4 } },
    box: { kind: 'option-strip', options: ['sackPermitted', 'timestamps'] },
    codes: ['sack_off', 'timestamps_off', ...LOSSES],
  }),
  'damaged-syns': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (anyService(lot)), ...GIVES_UP },
    box: { kind: 'damage', which: lot.one(['syn', 'synAck']), most: lot.between(1, 9) },
    codes: ['corrupted_segments', 'syn_loss', 'syn_ack_loss', 'syn_unanswered', 'checksum_refused'],
    isOnly: true,
  }),
  'damaged-data': (lot) => ({
    traffic: anyTransfer(lot),
    box: { kind: 'damage', which: 'data', share: lot.one([0.02, 0.05]) },
    codes: ['corrupted_segments', ...LOSSES],
  }),
  'timestamps-go-back': (lot) => ({
    traffic: download(lot, 150_000, 300_000),
    rttMs: lot.between(30, 80),
    rateKbps: lot.between(2000, 5000),
    box: {
      kind: 'timestamp-shift',
      atMs: lot.between(150, 300),
      forMs: lot.between(500, 2000),
      backMs: lot.between(500, 100_000),
    },
    codes: ['paws', 'timestamps_back', 'refused', ...SILENCES],
  }),
  'joining-router': (lot) => ({
    traffic: anyTransfer(lot),
    box: { kind: 'joining-router' },
    rateKbps: 1_000_000,
    codes: ['path_mtu', 'lro', 'router_offload', ...LOSSES, 'mtu_black_hole'],
  }),
  'mtu-black-hole': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (download(lot)), clientLimitMs: 20_000 },
    box: { kind: 'router', mtuBytes: lot.between(1300, 1460), isSilent: true },
    codes: ['mtu_black_hole', 'request_unanswered', 'response_cut', 'response_lost', 'half_open'],
    isOnly: true,
  }),
  'mtu-exceeded': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (download(lot)), clientLimitMs: 20_000 },
    box: { kind: 'router', mtuBytes: lot.between(1300, 1460) },
    codes: ['path_mtu', 'mtu_black_hole', 'request_unanswered', 'response_cut', 'response_lost', 'half_open'],
    isOnly: true,
  }),
  'inspecting-reset': (lot) => ({
    traffic: anyService(lot),
    box: { kind: 'inspecting-reset', atRequest: lot.between(1, 4), ttl: lot.between(40, 60) },
    codes: ['reset_by_other', 'reset', 'request_unanswered', 'reset_within_request'],
    isOnly: true,
  }),
  'anycast-shift': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    traffic.requests = traffic.requests.slice(0, 4);
    traffic.requests[3].gapMs = 2000;
    return {
      traffic,
      box: { kind: 'anycast-shift', atMs: 1900, ttl: lot.between(40, 61) },
      codes: ['reset_by_other', 'reset', 'request_unanswered', 'other_host', 'reset_within_request'],
      isOnly: true,
      taps: ['client'],
    };
  },
  balancer: (lot) => ({
    traffic: {
      .../** @type {ServiceTraffic} */ (anyService(lot)),
      connections: lot.between(4, 8),
      clientLimitMs: 5000,
    },
    box: {
      kind: 'balancer',
      servers: lot.one([
        ['good', 'dead'],
        ['good', 'refusing'],
        ['good', 'good', 'dead'],
      ]),
    },
    codes: ['syn_unanswered', 'connection_refused'],
    isOnly: true,
    taps: ['client'],
  }),
  'stray-segment': (lot) => ({
    traffic: lot.one([download, anyService])(lot),
    rttMs: lot.between(5, 50),
    box: { kind: 'stray', atMs: lot.between(20, 80), beyondBytes: lot.between(20, 400) * 1_000_000 },
    codes: ['outside_window', 'all_well'],
  }),
  'split-connection': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (lot.one([download, anyService])(lot)), splitAt: 'near-routers' },
    rttMs: lot.between(20, 300),
    codes: ['server_think_time'],
    taps: ['client', 'server'],
  }),
  'ecn-refused': (lot) => ({
    traffic: anyTransfer(lot),
    clientTcp: { ecn: 'request' },
    serverTcp: { ecn: 'off' },
    rttMs: lot.between(5, 50),
    codes: ['ecn_refused'],
  }),
  'ecn-bleached': (lot) => ({
    traffic: anyTransfer(lot),
    clientTcp: { ecn: 'request' },
    serverTcp: { ecn: 'request' },
    box: { kind: 'ecn-bleach' },
    rttMs: lot.between(5, 50),
    codes: ['ecn_bleached'],
  }),
  'parameter-problem': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (anyService(lot)), clientLimitMs: 4000 },
    box: { kind: 'filter', fate: 'parameter' },
    codes: ['parameter_problem', 'syn_unanswered'],
    isOnly: true,
    taps: ['client'],
  }),
  'source-quench': (lot) => ({
    traffic: upload(lot),
    box: { kind: 'filter', fate: 'quench', which: 'data', way: 'toServer', most: lot.between(1, 4) },
    rttMs: lot.between(5, 50),
    codes: ['source_quench'],
  }),
  'stale-connection': (lot) => ({
    traffic: anyTraffic(lot),
    atServer: { kind: 'stale-connection', dropsResets: lot.one([0, 0, 2]) },
    charges: { 'stale-connection': 'server_tcp' },
    codes: ['stale_connection'],
  }),
  prohibited: (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (anyService(lot)), clientLimitMs: 4000 },
    box: { kind: 'filter', fate: lot.one(['prohibited', 'unreachable']) },
    codes: ['filtered', 'unreachable', 'syn_unanswered'],
    isOnly: true,
  }),
  'syns-dropped': (lot) => ({
    mayHide: true,
    traffic: { .../** @type {ServiceTraffic} */ (anyService(lot)), clientLimitMs: lot.one([2500, 8000]) },
    box: { kind: 'filter', which: 'syn' },
    codes: UNANSWERED,
    isOnly: true,
    taps: ['client'],
  }),
  'routing-loop': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (anyService(lot)), clientLimitMs: 4000 },
    box: { kind: 'router', routers: 100 },
    codes: ['time_exceeded', 'syn_unanswered'],
    isOnly: true,
    taps: ['client'],
  }),
};
