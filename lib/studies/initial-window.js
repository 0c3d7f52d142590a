import { runScenario } from '../simulator/scenario/run.js';

/** @typedef {{ segments: number }} Parameters */
/** @typedef {{ segments: number, seconds: number, roundTrips: number, serverPackets: number }} Values */

const RTT_MS = 250;
const RATE_KBPS = 15_000;
const RESPONSE_BYTES = 120_000;
const MAX_SEGMENTS = 64;
/** Windows of a draft. */
const DRAFT = new Set([1, 2, 3, 4, 6, 8, 10, 16, 24, 32, 48, 64]);
/** Before: RFC 3390's, of Linux then, for segments of 1460 bytes. */
const BEFORE = 3;
const AFTER = 10;
/** Shown beside it: what else the window may have been. */
const OTHERS_BEFORE = [2, 4];
const SHOWN = [2, BEFORE, 4, AFTER];
const PUBLISHED_PACKETS = 90;

/**
 * 120 kB over 250 ms at 15 Mbit/s, from the request to the last byte. As with Linux at that time, the window grows by
 * one segment for each acknowledgement; of the first 16 segments each is acknowledged, then every second.
 * @param {number} initialWindowSegments @param {number} seed
 * @returns {import('../simulator/scenario/run.js').Scenario}
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

const UNCLAIMED = [
  { statement: '120 K over a round trip of 250 ms, at about 15 Mbit/s', reason: 'inputs of the simulation.' },
];

/**
 * The cost of the initial window: seconds and round trips for windows of 1 to 64 segments, and whether six against four
 * round trips come out, as a post of 2010 on Linux's initial window said.
 * @type {import('./study.js').Study<Parameters, Values>}
 */
export const INITIAL_WINDOW = {
  name: 'initcwnd',
  title: 'The initial window',
  summary:
    'What 120 kB over 250 ms at 15 Mbit/s take, from the request to the last byte, with initial windows of 1 to 64 segments.',

  sources: [
    {
      text: 'M. Nottingham on the initial window that Linux was about to have (10 segments), with htracr, 2010',
      address: 'https://www.mnot.net/blog/',
    },
  ],

  plan({ draft }) {
    const windows = Array.from({ length: MAX_SEGMENTS }, (_, index) => index + 1).filter(
      (segments) => !draft || DRAFT.has(segments),
    );
    return windows.map((segments) => ({ name: `initcwnd-${segments}`, parameters: { segments } }));
  },

  execute({ name, parameters: { segments } }, { seed }) {
    let serverPackets = 0;
    const run = runScenario(scenarioFor(segments, seed), {
      withTruth: false,
      watch: {
        place: 1,
        see: ({ from }) => {
          if (!from.isClient) serverPackets++;
        },
      },
    });
    const [{ seconds }] = run.summary.transfers;
    const captures = [BEFORE, AFTER].includes(segments) ? [{ name, bytes: run.captures[0].bytes }] : [];
    return { values: { segments, seconds, roundTrips: seconds / (RTT_MS / 1000), serverPackets }, captures };
  },

  conclude(results) {
    const rows = results.map(({ values }) => values);
    const of = (/** @type {number} */ segments) =>
      /** @type {Values} */ (rows.find((row) => row.segments === segments));
    return {
      summary: [
        `${SHOWN.map((segments) => `${of(segments).roundTrips.toFixed(2)} with ${segments}`).join(', ')} segments at first, in round trips from the request to the last byte; about six before and roughly four after were published.`,
        `That it was ${BEFORE} segments before is our inference: the post does not say.`,
      ],
      claims: [claimBefore(of), claimAfter(of), claimPackets(of)],
      expectations: [],
      unclaimed: UNCLAIMED,
      tables: [
        {
          title: 'What each initial window costs',
          columns: [
            { name: 'initial window', unit: 'segments' },
            { name: 'time', unit: 's' },
            { name: 'round trips' },
            { name: 'packets from the server' },
          ],
          rows: rows.map(({ segments, seconds, roundTrips, serverPackets }) => [
            segments,
            seconds,
            roundTrips,
            serverPackets,
          ]),
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

/** @typedef {import('./study.js').Claim} Claim */
/** @typedef {(segments: number) => Values} ValuesOf */

/** @param {Values} values */
const inWords = ({ seconds, roundTrips }) => `${seconds.toFixed(2)} s, ${roundTrips.toFixed(2)} round trips`;

/** @param {ValuesOf} of @returns {Claim} */
function claimBefore(of) {
  const values = of(BEFORE);
  return {
    id: 'IW-before',
    source: 'the post, transfer with the window of that time',
    published: 'almost 1.5 seconds, about six round trips',
    claim: `120 kB with an initial window of ${BEFORE} segments`,
    measured: inWords(values),
    tolerance: '1.35–1.55 s, 5.5–6.5',
    because: 'it is published in words; half a round trip is what "about" can mean',
    passed: within(values.seconds, 1.35, 1.55) && within(values.roundTrips, 5.5, 6.5),
    note: `that it was ${BEFORE} is our inference; ${OTHERS_BEFORE.map((segments) => `with ${segments}: ${inWords(of(segments))}`).join('; ')}`,
  };
}

/** @param {ValuesOf} of @returns {Claim} */
function claimAfter(of) {
  const values = of(AFTER);
  return {
    id: 'IW-after',
    source: 'the post, transfer with 10·MSS',
    published: 'less than a second, or roughly four',
    claim: `120 kB with an initial window of ${AFTER} segments`,
    measured: inWords(values),
    tolerance: 'below 1.05 s, 3.5–4.5',
    because:
      'four round trips of the published 250 ms are one second already, so that figure is rounded; half a round trip is what "roughly" can mean',
    passed: values.seconds < 1.05 && within(values.roundTrips, 3.5, 4.5),
  };
}

/** @param {ValuesOf} of @returns {Claim} */
function claimPackets(of) {
  const [before, after] = [of(BEFORE).serverPackets, of(AFTER).serverPackets];
  return {
    id: 'IW-packets',
    source: 'the post, of both transfers',
    published: 'the same 90 packets',
    claim: 'packets from the server, before and after',
    measured: `${before} and ${after}`,
    tolerance: 'the same; 90 ± 10 %',
    because: 'MSS, response head and what was counted are not published',
    passed: before === after && Math.abs(before / PUBLISHED_PACKETS - 1) <= 0.1,
  };
}

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => value >= low && value <= high;
