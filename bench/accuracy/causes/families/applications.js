/** Families whose cause is an application. */
import { anyService, anyTransfer, api, turns, UNANSWERED } from './common.js';

/** @typedef {import('./common.js').Lot} Lot */
/** @typedef {import('./common.js').Plan} Plan */
/** @typedef {import('../../../../lib/simulator/applications/service.js').ServiceTraffic} ServiceTraffic */
/** @typedef {import('../../../../lib/simulator/applications/service.js').ServiceRequest} ServiceRequest */

const THINKING = ['server_think_time', 'slow_answers', 'application', 'application_limited'];

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
export const APPLICATIONS = {
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
    codes: [...UNANSWERED],
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
    codes: ['request_unanswered', 'data_unanswered'],
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
    traffic.requests.forEach((request, index) => {
      if (index % 4 < 3 && index + 1 < traffic.requests.length) request.status = 302;
    });
    return { traffic, rttMs: lot.between(60, 200), codes: ['redirects'] };
  },
  'redirect-loop': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (api(lot));
    const one = { responseBytes: 200, status: 302 };
    return {
      traffic: { ...traffic, requests: lot.times(lot.between(7, 20), () => one) },
      codes: ['redirect_loop'],
      isOnly: true,
    };
  },
  'large-requests': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (api(lot));
    for (const request of traffic.requests) request.requestBytes = lot.between(18_000, 40_000);
    return { traffic, codes: ['large_requests', 'slow_start_dominates', 'congestion_window', 'all_well'] };
  },
  'reset-for-an-end': (lot) => ({
    traffic: {
      .../** @type {ServiceTraffic} */ (anyService(lot)),
      staysOpen: true,
      serverIdleMs: lot.between(500, 3000),
      resets: true,
    },
    codes: ['reset_after_close', 'all_well', 'idle'],
  }),
  'reset-unused': (lot) => ({
    traffic: { kind: 'service', requests: [], staysOpen: true, serverIdleMs: lot.between(500, 3000), resets: true },
    codes: ['never_used', 'no_data', 'reset_after_close'],
    isOnly: true,
  }),
  'no-reuse': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (api(lot));
    return {
      traffic: { ...traffic, requests: traffic.requests.slice(0, 1), connections: lot.between(4, 9) },
      rttMs: lot.between(20, 100),
      codes: ['no_reuse'],
    };
  },
  'parallel-downloads': (lot) => ({
    traffic: {
      kind: 'http',
      connections: lot.between(4, 6),
      requests: lot.times(6, () => ({ responseBytes: lot.between(60_000, 150_000) })),
    },
    rttMs: lot.between(80, 200),
    rateKbps: 100_000,
    codes: ['parallel_slow_start', 'slow_start_dominates', 'congestion_window', 'long_round_trips', 'no_reuse'],
  }),
  'head-of-line': (lot) => ({
    traffic: {
      kind: 'http',
      pipelining: 4,
      requests: lot.times(12, (index) => ({
        responseBytes: lot.between(500, 3000),
        serverMs: index % 4 === 0 ? 400 : 5,
      })),
    },
    codes: ['pipelining_head_of_line', ...THINKING],
  }),
  'http2-window': (lot) => ({
    traffic: {
      kind: 'page',
      protocol: 'http/2',
      objects: lot.times(3, () => ({ responseBytes: lot.between(150_000, 300_000) })),
      http2: { streamWindowBytes: 20_000, connectionWindowBytes: 65_535 },
    },
    rttMs: lot.between(60, 150),
    rateKbps: 100_000,
    isAboveTcp: true,
    codes: ['http2_flow_control', 'credit'],
  }),
  'mux-credit': (lot) => ({
    traffic: {
      kind: 'page',
      protocol: 'mux',
      objects: lot.times(3, () => ({ responseBytes: lot.between(40_000, 80_000) })),
      mux: { format: '1998', creditBytes: 4096 },
    },
    rttMs: lot.between(60, 150),
    isAboveTcp: true,
    codes: ['mux_credit_stall', 'credit', 'mux_lone_credits'],
  }),
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
  'server-idle-limit': (lot) => {
    const traffic = /** @type {ServiceTraffic} */ (anyService(lot));
    return {
      traffic: { ...traffic, staysOpen: true, serverIdleMs: lot.between(2000, 15_000) },
      codes: ['all_well', 'idle'],
    };
  },
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
};
