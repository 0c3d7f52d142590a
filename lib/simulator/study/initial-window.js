import { runScenario } from '../scenario/run.js';

/** @typedef {{ segments: number }} Parameters */
/** @typedef {{ segments: number, seconds: number, roundTrips: number }} Values */

const RTT_MS = 250;
const RATE_KBPS = 15_000;
const RESPONSE_BYTES = 120_000;
const MOST_SEGMENTS = 64;
/** Windows of a draft. */
const DRAFT = new Set([1, 2, 3, 4, 6, 8, 10, 16, 24, 32, 48, 64]);
const CLAIMS = [
  { segments: 3, roundTrips: 6 },
  { segments: 10, roundTrips: 4 },
];
const TOLERANCE = 0.3;

/**
 * 120 kB over 250 ms at 15 Mbit/s, from the request to the last byte. As with Linux at that time, the window grows by
 * one segment for each acknowledgement; of the first 16 segments each is acknowledged, then every second.
 * @param {number} initialWindowSegments @param {number} seed
 * @returns {import('../scenario/run.js').Scenario}
 */
function scenarioFor(initialWindowSegments, seed) {
  const link = { delayMs: RTT_MS / 2, rateKbps: RATE_KBPS };
  return {
    title: `initial window of ${initialWindowSegments}`,
    seed,
    path: [{ name: 'path', clientToServer: link, serverToClient: link }],
    hosts: {
      client: {
        profile: 'linux-2010',
        tcp: { receiveWindowBytes: 65_535, maxReceiveWindowBytes: 2 ** 20, timestamps: false },
      },
      server: { profile: 'linux-2010', tcp: { initialWindowSegments, congestionControl: 'reno', timestamps: false } },
    },
    traffic: [{ kind: 'http', requests: [{ responseBytes: RESPONSE_BYTES }] }],
    taps: [{ at: 'server' }],
  };
}

/**
 * What the initial window costs: seconds and round trips for windows of 1 to 64 segments, and whether six against four
 * round trips for 3 and 10 segments come out, as a well-known post on Linux's initial window said.
 * @type {import('./study.js').Study<Parameters, Values>}
 */
export const INITIAL_WINDOW = {
  name: 'initcwnd',
  title: 'The initial window',
  summary:
    'What 120 kB over 250 ms at 15 Mbit/s take, from the request to the last byte, with initial windows of 1 to 64 segments.',

  plan({ draft }) {
    const windows = Array.from({ length: MOST_SEGMENTS }, (_, index) => index + 1).filter(
      (segments) => !draft || DRAFT.has(segments),
    );
    return windows.map((segments) => ({ name: `initcwnd-${segments}`, parameters: { segments } }));
  },

  execute({ name, parameters: { segments } }, { seed }) {
    const run = runScenario(scenarioFor(segments, seed), { withTruth: false });
    const [{ seconds }] = run.summary.transfers;
    const captures = CLAIMS.some((claim) => claim.segments === segments)
      ? [{ name, bytes: run.captures[0].bytes }]
      : [];
    return { values: { segments, seconds, roundTrips: seconds / (RTT_MS / 1000) }, captures };
  },

  conclude(results) {
    const rows = results.map(({ values }) => values);
    const claims = CLAIMS.map(({ segments, roundTrips }) => claimed(segments, roundTrips, rows));
    const [three, ten] = claims;
    return {
      summary: [
        `${three.measured} round trips with 3 segments, ${ten.measured} with 10; about six and about four were published.`,
      ],
      claims,
      tables: [
        {
          title: 'What each initial window costs',
          columns: [{ name: 'initial window', unit: 'segments' }, { name: 'time', unit: 's' }, { name: 'round trips' }],
          rows: rows.map(({ segments, seconds, roundTrips }) => [segments, seconds, roundTrips]),
        },
      ],
      figures: [
        {
          id: 'initcwnd',
          title: 'Round trips from the request to the last byte',
          xLabel: 'initial window, segments',
          yLabel: 'round trips',
          xScale: 'log',
          series: [
            {
              name: '120 kB, 250 ms, 15 Mbit/s',
              points: rows.map(({ segments, roundTrips }) => [segments, roundTrips]),
              style: { color: 's2c' },
            },
          ],
        },
      ],
    };
  },
};

/**
 * @param {number} segments
 * @param {number} expected round trips
 * @param {Values[]} rows
 * @returns {import('./study.js').Claim}
 */
function claimed(segments, expected, rows) {
  const { roundTrips } = /** @type {Values} */ (rows.find((row) => row.segments === segments));
  return {
    id: `IW-${segments}`,
    claim: `round trips with an initial window of ${segments}`,
    expected,
    measured: Number(roundTrips.toFixed(2)),
    tolerance: `± ${TOLERANCE}`,
    passed: Math.abs(roundTrips - expected) <= TOLERANCE,
  };
}
