/** Families whose cause is in a host: its application, or its TCP. */
import { anyService, anyTraffic, anyTransfer, api, download, turns, upload } from './common.js';

/** @typedef {import('./common.js').Lot} Lot */
/** @typedef {import('./common.js').Plan} Plan */
/** @typedef {import('../../../../lib/simulator/applications/service.js').ServiceTraffic} ServiceTraffic */
/** @typedef {import('../../../../lib/simulator/applications/service.js').ServiceRequest} ServiceRequest */

const THINKING = ['server_think_time', 'slow_answers', 'application', 'application_limited'];
const UNANSWERED = ['request_unanswered', 'half_open', 'no_data', 'response_lost'];

/**
 * Ordinary requests, with one that is special.
 * @param {Lot} lot @param {Partial<ServiceRequest>} special @param {Partial<ServiceTraffic>} [more]
 * @returns {ServiceTraffic}
 */
function with1(lot, special, more = {}) {
  const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
  const at = more.connections === undefined && lot.chance(0.7) ? lot.between(1, traffic.requests.length - 1) : 0;
  traffic.requests = traffic.requests.slice(0, at + 1);
  traffic.requests[at] = { ...traffic.requests[at], ...special };
  return { ...traffic, ...more };
}

/** @type {Record<string, import('./common.js').Family>} */
export const HOSTS = {
  'clean-api': (lot) => ({ traffic: api(lot), rttMs: lot.between(2, 60) }),
  'clean-turns': (lot) => ({ traffic: turns(lot), rttMs: lot.between(2, 60) }),
  'clean-transfer': (lot) => ({ traffic: anyTransfer(lot), rttMs: lot.between(2, 40) }),
  'far-api': (lot) => ({
    traffic: anyService(lot),
    rttMs: lot.between(150, 400),
    codes: ['long_round_trips', 'one_exchange_at_a_time', 'all_well'],
  }),
  'far-transfer': (lot) => ({
    traffic: anyTransfer(lot),
    rttMs: lot.between(150, 400),
    rateKbps: 100_000,
    codes: ['slow_start_dominates', 'congestion_window', 'long_round_trips'],
  }),

  'server-thinks': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    const ms = lot.between(150, 1500);
    for (const request of traffic.requests) if (lot.chance(0.4)) request.serverMs = ms;
    traffic.requests[0].serverMs = ms;
    return { traffic, codes: THINKING };
  },
  'server-thinks-once': (lot) => ({ traffic: with1(lot, { serverMs: lot.between(400, 4000) }), codes: THINKING }),
  'server-writes-in-parts': (lot) => ({
    traffic: {
      kind: 'service',
      requests: [
        { responseBytes: lot.between(30_000, 200_000), parts: lot.between(4, 10), partMs: lot.between(150, 900) },
      ],
    },
    codes: ['application', 'application_limited', 'burst_and_stall', 'server_think_time', 'restart_after_idle'],
  }),
  'slow-greeting': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (turns(lot)), greetingMs: lot.between(300, 5000) },
    codes: [...THINKING, 'slow_greeting'],
  }),
  'no-answer': (lot) => ({
    traffic: with1(lot, { outcome: 'silent' }, { clientLimitMs: lot.one([1000, 2000, 5000, 10_000]) }),
    codes: UNANSWERED,
    isOnly: true,
  }),
  'client-gives-up': (lot) => ({
    traffic: with1(
      lot,
      { serverMs: lot.between(6000, 12_000) },
      { clientLimitMs: lot.one([1000, 3000, 5000]), resets: lot.chance(0.4) },
    ),
    codes: [...UNANSWERED, 'server_think_time', 'reset'],
    isOnly: true,
  }),
  'answer-cut': (lot) => ({
    traffic: { ...with1(lot, { outcome: 'cut', responseBytes: lot.between(2000, 60_000) }), protocol: 'http' },
    codes: ['response_cut'],
    isOnly: true,
  }),
  'server-resets': (lot) => ({
    traffic: with1(lot, { outcome: 'reset', serverMs: lot.between(1, 300) }),
    codes: ['reset', 'request_unanswered', 'reset_within_request'],
    isOnly: true,
  }),
  'server-closes': (lot) => ({
    traffic: with1(lot, { outcome: 'close', serverMs: lot.between(1, 300) }),
    codes: ['request_unanswered'],
    isOnly: true,
  }),
  'http-errors': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (api(lot));
    const status = lot.one([404, 429, 503]);
    traffic.requests.forEach((request, index) => {
      if (index % 2 === 0) request.status = status;
    });
    return { traffic, codes: ['http_errors'], isOnly: true };
  },
  'every-request-fails': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (api(lot));
    for (const request of traffic.requests) request.status = 503;
    return { traffic, codes: ['requests_failed', 'http_errors'], isOnly: true };
  },
  redirects: (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (api(lot));
    for (const request of traffic.requests.slice(0, -1)) request.status = 302;
    return { traffic, rttMs: lot.between(60, 200), codes: ['redirects'] };
  },
  'opened-early': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    traffic.requests[0].gapMs = lot.between(700, 8000);
    return { traffic, codes: ['first_request_late', 'opened_ahead', 'idle', 'application'] };
  },
  'client-thinks': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    for (const request of traffic.requests.slice(1)) request.gapMs = lot.between(200, 2000);
    return { traffic, codes: ['idle', 'application', 'application_limited', 'all_well'] };
  },
  'never-used': (lot) => ({
    traffic: { kind: 'service', requests: [], staysOpen: lot.chance(0.7), serverIdleMs: lot.between(500, 6000) },
    codes: ['never_used', 'no_data'],
    isOnly: true,
  }),
  'deferred-accept': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    traffic.requests[0].gapMs = lot.between(2500, 9000);
    return {
      traffic,
      serverTcp: { deferAccept: true },
      codes: ['first_request_late', 'opened_ahead', 'idle', 'application', 'syn_ack_loss', 'no_data'],
    };
  },
  'keep-alive': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    traffic.requests = traffic.requests.slice(0, 3);
    traffic.requests[2].gapMs = lot.between(40_000, 90_000);
    return {
      traffic: { ...traffic, keepAliveMs: lot.between(10_000, 15_000) },
      codes: ['keep_alive', 'idle', 'application', 'application_limited', 'all_well'],
    };
  },
  'server-idle-limit': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    return {
      traffic: { ...traffic, staysOpen: true, serverIdleMs: lot.between(2000, 15_000) },
      codes: ['all_well', 'idle'],
    };
  },
  'slow-reader': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (download(lot, 200_000, 500_000));
    const size = lot.between(4, 16);
    return {
      traffic: { ...traffic, reader: { bytes: size * 1000, everyMs: lot.between(80, 300) } },
      clientTcp: { receiveWindowBytes: 32_768, maxReceiveWindowBytes: 65_536, receiveAutotuning: false },
      codes: ['zero_window', 'receive_window', 'receive_window_limited', 'silly_window'],
    };
  },
  'reader-stops': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (download(lot, 150_000, 400_000));
    return {
      traffic: { ...traffic, reader: { pauses: [{ atMs: lot.between(50, 200), forMs: lot.between(800, 6000) }] } },
      clientTcp: { receiveWindowBytes: 32_768, maxReceiveWindowBytes: 65_536, receiveAutotuning: false },
      codes: ['zero_window', 'receive_window', 'receive_window_limited', 'window_update_lost'],
    };
  },
  'silly-window': (lot) => ({
    traffic: {
      .../** @type {ServiceTraffic} */ (download(lot, 30_000, 60_000)),
      reader: { bytes: lot.between(500, 900), everyMs: lot.between(10, 30) },
    },
    clientTcp: {
      receiveWindowBytes: 6000,
      maxReceiveWindowBytes: 6000,
      receiveAutotuning: false,
      windowScaling: false,
    },
    codes: ['zero_window', 'receive_window', 'receive_window_limited', 'silly_window'],
  }),
  'small-window': (lot) => ({
    traffic: download(lot, 150_000, 400_000),
    rttMs: lot.between(60, 200),
    rateKbps: 50_000,
    clientTcp: {
      receiveWindowBytes: lot.between(8, 30) * 1024,
      maxReceiveWindowBytes: 8192,
      receiveAutotuning: false,
      windowScaling: lot.chance(0.7),
    },
    codes: ['receive_window', 'receive_window_limited', 'window_scaling_missing', 'fixed_window'],
  }),
  'no-window-scaling': (lot) => ({
    traffic: download(lot, 700_000, 1_200_000),
    rttMs: lot.between(150, 250),
    rateKbps: 100_000,
    clientTcp: {
      windowScaling: false,
      receiveWindowBytes: 65_535,
      maxReceiveWindowBytes: 65_535,
      receiveAutotuning: false,
    },
    codes: [
      'window_scaling_missing',
      'receive_window',
      'receive_window_limited',
      'slow_start_dominates',
      'congestion_window',
    ],
  }),
  'nagle-and-delayed-ack': (lot) => {
    const count = lot.between(6, 15);
    return {
      traffic: {
        kind: 'dialogue',
        turns: lot
          .times(count, (index) => [
            { from: /** @type {const} */ ('client'), bytes: lot.between(80, 300), after: index * 600 },
            { from: /** @type {const} */ ('client'), bytes: lot.between(80, 300), after: index * 600 },
            { from: /** @type {const} */ ('server'), bytes: 600, after: 0 },
          ])
          .flat(),
      },
      clientTcp: { nagle: true },
      serverTcp: { quickAcks: 0, delayedAckMs: lot.one([40, 200]) },
      codes: ['nagle_delayed_ack', 'nagle_held', 'nagle', 'fixed_ack_timer'],
    };
  },
  'delayed-acks': (lot) => ({
    traffic: upload(lot),
    clientTcp: { initialWindowSegments: 1, maxWindowSegments: 1 },
    serverTcp: { quickAcks: 0, quickAckGrowth: false, delayedAckMs: lot.one([100, 200]) },
    codes: [
      'fixed_ack_timer',
      'congestion_window',
      'nagle_delayed_ack',
      'fixed_window',
      'send_buffer_limited',
      'send_buffer',
    ],
  }),
  'small-writes': (lot) => ({
    traffic: {
      kind: 'bulk',
      from: 'client',
      writes: lot.times(lot.between(80, 200), (index) => ({ atMs: index * 5, bytes: lot.between(20, 90) })),
    },
    codes: ['small_writes', 'push_storm', 'application', 'application_limited'],
  }),
  bursts: (lot) => ({
    traffic: {
      kind: 'bulk',
      from: lot.one(['client', 'server']),
      writes: lot.times(lot.between(5, 9), (index) => ({ atMs: index * 1100, bytes: lot.between(20_000, 60_000) })),
    },
    codes: ['application', 'application_limited', 'burst_and_stall', 'restart_after_idle'],
  }),
  'no-sack': (lot) => ({
    traffic: download(lot, 200_000, 400_000),
    down: { burstLoss: { enter: 0.01, leave: 0.4 } },
    clientTcp: { sack: false, timestamps: lot.chance(0.5) },
    codes: ['sack_off', 'timestamps_off'],
  }),
  'fast-server-dies': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (anyService(lot)), clientLimitMs: lot.one([3000, 8000, 20_000]) },
    atServer: { kind: 'filter', atMs: lot.between(20, 150) },
    charges: { filter: 'server_tcp' },
    codes: [
      ...UNANSWERED,
      'syn_unanswered',
      'tail_loss_timeout',
      'retransmission_timeout',
      'path_stalled',
      'lost_retransmission',
    ],
    isOnly: true,
  }),
  'server-restarts': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    traffic.requests = traffic.requests.slice(0, 3);
    traffic.requests[2].gapMs = 3000;
    return {
      traffic,
      atServer: { kind: 'filter', atMs: 2500, fate: 'reset' },
      charges: { filter: 'server_tcp' },
      codes: ['reset', 'request_unanswered', 'reset_within_request'],
      isOnly: true,
    };
  },
  'port-closed': (lot) => ({
    traffic: anyTraffic(lot),
    atServer: { kind: 'filter', fate: 'reset' },
    charges: { filter: 'server_tcp' },
    codes: ['connection_refused'],
    isOnly: true,
  }),
  'listen-queue': (lot) => ({
    traffic: anyTraffic(lot),
    atServer: { kind: 'filter', which: 'syn', most: lot.between(1, 3) },
    charges: { filter: 'server_tcp' },
    codes: ['listen_queue', 'syn_loss'],
  }),
  'listen-queue-full': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (anyService(lot)), clientLimitMs: lot.one([5000, 10_000]) },
    atServer: { kind: 'filter', which: 'syn' },
    charges: { filter: 'server_tcp' },
    codes: ['listen_queue', 'syn_unanswered'],
    isOnly: true,
  }),
  'md5-one-side': (lot) => ({
    traffic: { .../** @type {ServiceTraffic} */ (anyService(lot)), clientLimitMs: 10_000 },
    clientTcp: { timestamps: false, md5Key: 1 },
    serverTcp: { timestamps: false, md5Key: lot.one([0, 2]) },
    charges: { refused: 'server_tcp' },
    codes: ['md5_mismatch', 'signature_mismatch', 'syn_unanswered'],
    isOnly: true,
  }),
};
