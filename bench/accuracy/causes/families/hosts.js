/** Families whose cause is a host, or its TCP. */
import { anyService, anyTraffic, download, UNANSWERED, upload } from './common.js';

/** @typedef {import('../../../../lib/simulator/applications/service.js').ServiceTraffic} ServiceTraffic */

/** @type {Record<string, import('./common.js').Family>} */
export const HOSTS = {
  'keep-alive-unanswered': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    traffic.requests = traffic.requests.slice(0, 3);
    traffic.requests[2].gapMs = 600_000;
    return {
      traffic: { ...traffic, keepAliveMs: lot.between(8000, 12_000) },
      atServer: { kind: 'filter', atMs: lot.between(15_000, 40_000) },
      charges: { filter: 'server_tcp' },
      codes: ['keep_alive_unanswered', 'half_open'],
      isOnly: true,
    };
  },
  paced: (lot) => ({
    traffic: download(lot, 400_000, 800_000),
    rttMs: lot.between(40, 120),
    serverTcp: { pacing: true },
    codes: ['paced', 'congestion_window', 'slow_start_dominates', 'network'],
  }),
  'fixed-window': (lot) => ({
    traffic: download(lot, 200_000, 400_000),
    rttMs: lot.between(60, 150),
    rateKbps: 100_000,
    serverTcp: { maxWindowSegments: lot.between(6, 14) },
    codes: ['fixed_window', 'send_buffer_limited', 'send_buffer', 'congestion_window', 'long_round_trips'],
  }),
  'rare-acks': (lot) => ({
    traffic: download(lot, 200_000, 400_000),
    clientTcp: { delayedAckSegments: 8, quickAcks: 0, quickAckGrowth: false },
    codes: ['ack_thinning', 'congestion_window', 'slow_start_dominates', 'fixed_ack_timer'],
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
    // a request in two writes, head and body: the second waits for the acknowledgement of the first
    const client = /** @type {const} */ ('client');
    const server = /** @type {const} */ ('server');
    const [head, body, answer] = [lot.between(80, 300), lot.between(80, 300), lot.between(200, 900)];
    return {
      traffic: {
        kind: 'dialogue',
        turns: lot
          .times(lot.between(6, 15), (index) => [
            { from: client, bytes: head, after: index * answer },
            { from: client, bytes: body, after: index * answer },
            { from: server, bytes: answer, after: (index + 1) * (head + body) },
          ])
          .flat(),
      },
      rttMs: lot.between(2, 30),
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
    codes: ['unsigned', 'syn_unanswered'],
    isOnly: true,
  }),
};
