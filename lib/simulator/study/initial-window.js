import { runScenario } from '../scenario/run.js';

const RTT_MS = 250;
const RATE_KBPS = 15_000;
const RESPONSE_BYTES = 120_000;
/** The sweep; those named in the claim are compared. */
const WINDOWS = Array.from({ length: 64 }, (_, index) => index + 1);
const CLAIMS = [{ segments: 3, roundTrips: 6 }, { segments: 10, roundTrips: 4 }];
const TOLERANCE = 0.3;

/**
 * 120 kB over 250 ms at 15 Mbit/s, from the request to the last byte. As with Linux at that time, the window grows by one segment
 * for each acknowledgement; of the first 16 segments each is acknowledged, then every second.
 * @param {number} initialWindowSegments @param {number} seed
 * @returns {import('../scenario/run.js').Scenario}
 */
function scenarioFor(initialWindowSegments, seed) {
  const link = { delayMs: RTT_MS / 2, rateKbps: RATE_KBPS };
  return {
    title: `initial window of ${initialWindowSegments}`, seed, path: [{ name: 'path', clientToServer: link, serverToClient: link }],
    hosts: {
      client: { profile: 'linux-2010', tcp: { receiveWindowBytes: 65_535, maxReceiveWindowBytes: 2 ** 20, timestamps: false } },
      server: { profile: 'linux-2010', tcp: { initialWindowSegments, congestionControl: 'reno', timestamps: false } },
    },
    traffic: [{ kind: 'http', requests: [{ responseBytes: RESPONSE_BYTES }] }],
    taps: [{ at: 'server' }],
  };
}

/**
 * What the initial window costs: seconds and round trips for windows of 1 to 64 segments, and whether six against four round trips for 3 and
 * 10 segments come out.
 * @param {number} [seed]
 * @returns {{ rttMs: number, rateKbps: number, responseBytes: number, claims: { segments: number, claimedRoundTrips: number, roundTrips: number, passed: boolean }[],
 *   rows: { segments: number, seconds: number, roundTrips: number }[], captures: { name: string, bytes: Uint8Array }[] }}
 */
export function initialWindowStudy(seed = 1) {
  /** @type {{ name: string, bytes: Uint8Array }[]} */
  const captures = [];
  const rows = WINDOWS.map((segments) => {
    const run = runScenario(scenarioFor(segments, seed), { withTruth: false }), [{ seconds }] = run.summary.transfers;
    if (CLAIMS.some((claim) => claim.segments === segments)) captures.push({ name: `initcwnd-${segments}`, bytes: run.captures[0].bytes });
    return { segments, seconds, roundTrips: seconds / (RTT_MS / 1000) };
  });
  const claims = CLAIMS.map(({ segments, roundTrips: claimedRoundTrips }) => {
    const { roundTrips } = rows[segments - 1];
    return { segments, claimedRoundTrips, roundTrips, passed: Math.abs(roundTrips - claimedRoundTrips) <= TOLERANCE };
  });
  return { rttMs: RTT_MS, rateKbps: RATE_KBPS, responseBytes: RESPONSE_BYTES, claims, rows, captures };
}
