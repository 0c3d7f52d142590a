import { passedOf } from '../claims-table.js';
import { XUDP_UNCLAIMED, xudpClaims } from './claims.js';
import { xudpExpectations } from './expectations.js';
import { xudpFigures } from './figures.js';
import { measure } from './measures.js';
import { readParcels } from './read-capture.js';
import { parcelRun, PERIOD_MS, STOPPED_SECONDS, tcpTwin } from './runs.js';

/** @typedef {import('./runs.js').Timer} Timer */
/**
 * @typedef {{ transport: 'udp'|'tcp', timer: Timer, packets: number, isBursty: boolean }} Parameters packets: the
 *   window; isBursty: a burst
 *   of so many, then one at a time
 */
/**
 * @typedef {object} Values
 * @property {import('./measures.js').Measures|null} measures as the sender knows them; null for TCP
 * @property {import('./measures.js').Measures|null} captured the same from the capture alone
 * @property {number|null} foundTimerMs what Selfclock finds in the capture; null: no timer
 * @property {import('./measures.js').Sample[]} samples where figures are drawn of them
 */

/** @type {Timer[]} */
const TIMERS = ['grid', 'after-first', 'none'];
const WINDOWS = [1, 2, 4, 8];
const DRAFT_WINDOWS = [1, 4];
/**
 * A burst of six in one period and one packet in each of the next four: two packets on average over time, four over
 * packets, as the study's table has it.
 */
const BURST = 6;
const ALONE_PERIODS = 4;
const LONGEST_SECONDS = 600;

/** @param {Parameters} parameters */
function windowOf({ packets, isBursty }) {
  return isBursty
    ? [
        { packets, forMs: PERIOD_MS },
        { packets: 1, forMs: ALONE_PERIODS * PERIOD_MS },
      ]
    : [{ packets }];
}

/**
 * XUDP's measurements: reliable parcels in UDP datagrams whose receiver acknowledges by a timer of 100 ms, and without
 * it.
 * @type {import('../study.js').Study<Parameters, Values>}
 */
export const XUDP = {
  name: 'xudp',
  title: 'XUDP: a fixed acknowledgment timer',
  summary:
    'Parcels of 10 240 bytes in datagrams of 512 over 10 Mbit/s and 1 ms, acknowledged by a timer of 100 ms or at once; and the same over TCP.',
  asksAnalysis: true,
  sources: [
    {
      text: 'XUDP, a protocol over UDP: the chapter on measurements of a student project; its table and figures 8.1 to 8.3',
      address: 'http://gweep.net/~rocko/mqp/node17.html',
    },
  ],

  plan({ draft }) {
    const windows = draft ? DRAFT_WINDOWS : WINDOWS;
    /** @type {Parameters[]} */
    const constant = TIMERS.flatMap((timer) =>
      windows.flatMap((packets) =>
        ['udp', 'tcp'].map((transport) => /** @type {Parameters} */ ({ transport, timer, packets, isBursty: false })),
      ),
    );
    /** @type {Parameters[]} */
    const bursty = [
      { transport: 'udp', timer: 'grid', packets: BURST, isBursty: true },
      { transport: 'udp', timer: 'none', packets: BURST, isBursty: true },
    ];
    return [...bursty, ...constant].map((parameters) => ({ name: nameOf(parameters), parameters }));
  },

  async execute({ name, parameters }, { seed }, { findingsOf, acknowledgmentTimerOf }) {
    const { transport, timer, packets, isBursty } = parameters;
    if (transport === 'tcp') {
      const bytes = tcpTwin({ timer, packets, seed });
      const seconds = (await findingsOf(bytes)).find(({ code }) => code === 'fixed_ack_timer')?.evidence.timerSeconds;
      return {
        values: {
          measures: null,
          captured: null,
          foundTimerMs: typeof seconds === 'number' ? Math.round(seconds * 1e3) : null,
          samples: [],
        },
        captures: [{ name, bytes }],
      };
    }
    const { samples, capture } = parcelRun({
      timer,
      window: windowOf(parameters),
      stopSeconds: isBursty ? STOPPED_SECONDS : LONGEST_SECONDS,
      seed,
    });
    const read = readParcels(capture);
    const waitsNs = Float64Array.from(read.samples, ({ sentNs, ackedNs }) => ackedNs - sentNs - read.handshakeNs);
    const timerNs = await acknowledgmentTimerOf(waitsNs, read.handshakeNs);
    const values = {
      measures: measure(samples),
      captured: measure(read.samples),
      foundTimerMs: timerNs === null ? null : timerNs / 1e6,
      samples: isBursty ? samples : [],
    };
    return { values, captures: isBursty ? [{ name, bytes: capture }] : [] };
  },

  conclude(results) {
    const rows = results.map(({ run, values }) => ({ ...run.parameters, ...values }));
    const bursty = rows.filter(({ isBursty }) => isBursty);
    const [timed, untimed] = bursty;
    const { measures, samples, foundTimerMs } = timed;
    if (measures === null) throw new Error('the run with bursts has no measures');
    const claims = xudpClaims({ measures, samples, foundTimerMs });
    const expectations = xudpExpectations(rows);
    return {
      summary: [
        `With the timer the mean round trip is ${measures.meanRttMs.toFixed(1)} ms over a path of 1 ms; without it ${untimed.measures?.meanRttMs.toFixed(2)} ms.`,
        `${passedOf(claims)} published claims and ${passedOf(expectations)} expectations of our own are within their tolerance.`,
      ],
      claims,
      expectations,
      unclaimed: XUDP_UNCLAIMED,
      tables: [publishedTable(measures), sweepTable(rows)],
      figures: xudpFigures(samples, untimed.samples),
    };
  },
};

/** @param {Parameters} parameters */
function nameOf({ transport, timer, packets, isBursty }) {
  return `${transport}-${timer}-${isBursty ? 'bursts-' : 'window-'}${packets}`;
}

/**
 * The published table beside the run with bursts; hosts, their load and the congestion control of the original are not
 * known.
 * @param {import('./measures.js').Measures} measures
 */
function publishedTable({ ackedBytes, seconds, goodputBps, meanRttMs, windowByTime, windowByPacket }) {
  return {
    title: 'The published table, beside bursts of 6 and single packets',
    columns: [{ name: 'measure' }, { name: 'published' }, { name: 'simulated' }, { name: 'unit' }],
    rows: [
      ['data acknowledged', 516.1, ackedBytes / 1e3, 'kB'],
      ['transmission time (an input)', STOPPED_SECONDS, seconds, 's'],
      ['goodput', 9.52, goodputBps / 1e3, 'kB/s'],
      ['mean round trip', 103.6, meanRttMs, 'ms'],
      ['mean window over packets', 3.9, windowByPacket, 'packets'],
      ['mean window over time', null, windowByTime, 'packets'],
      ['share of 10 Mbit/s', 'under 1', ((goodputBps * 8) / 1e7) * 100, '%'],
    ],
  };
}

/** @param {(Parameters & Values)[]} rows */
function sweepTable(rows) {
  return {
    title: 'Every run over UDP',
    columns: [
      { name: 'timer' },
      { name: 'window', unit: 'packets' },
      { name: 'goodput', unit: 'kB/s' },
      { name: 'mean round trip', unit: 'ms' },
      { name: 'window over time', unit: 'packets' },
      { name: 'window over packets', unit: 'packets' },
      { name: "by Little's law", unit: 'packets' },
      { name: 'timer found', unit: 'ms' },
    ],
    rows: rows.flatMap(({ timer, packets, isBursty, measures, foundTimerMs }) =>
      measures === null
        ? []
        : [
            [
              timer,
              isBursty ? `${packets}, then 1` : String(packets),
              measures.goodputBps / 1e3,
              measures.meanRttMs,
              measures.windowByTime,
              measures.windowByPacket,
              measures.littlePackets,
              foundTimerMs,
            ],
          ],
    ),
  };
}
