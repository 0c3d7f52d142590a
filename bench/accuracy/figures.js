/** Figures over all directions, as rows of the tables in docs/metrics.md. */
import { quantile } from '../../lib/insight/sender/pacing.js';

/** @typedef {import('./scenarios.js').Scored} Scored */
/** A row of a table: what, and its values by column. @typedef {[string, ...string[]]} Row */

/** Rows of the kernel's log below which a median says nothing. */
export const ENOUGH = 20;
const UNSET = 2147483647;
const SURE = 0.5;
const CONFIDENT = 0.7;
/** Headers and frame of a full segment beside its payload: the emulated link counts them. */
const OVERHEAD_BYTES = 66;
const VANTAGES = /** @type {const} */ (['sender', 'middle', 'receiver']);

/** @param {number[]} values */
export const median = (values) => middleOf(values.filter((value) => Number.isFinite(value)));
/** @param {number[]} values */
const middleOf = (values) => (values.length === 0 ? NaN : quantile(Float64Array.from(values), 0.5));
/** @param {number} value */
export const text = (value) => (Number.isFinite(value) ? value.toFixed(3) : '–');
/** @param {boolean[]} right */
export const share = (right) => (right.length === 0 ? '–' : `${right.filter(Boolean).length} of ${right.length}`);

/** Figures of the sender by place of capture. @param {Scored[]} all @returns {Row[]} */
export function senderRows(all) {
  const at = VANTAGES.map((place) => all.filter(({ vantage }) => vantage === place));
  const row = (/** @type {string} */ name, /** @type {(list: Scored[]) => string} */ of) =>
    /** @type {Row} */ ([name, ...at.map(of)]);
  const medianOf =
    (/** @type {string} */ key, /** @type {string} */ rows = '') =>
    (/** @type {Scored[]} */ list) =>
      text(
        median(list.filter(({ figures }) => rows === '' || figures[rows] >= ENOUGH).map(({ figures }) => figures[key])),
      );
  return [
    row('cwnd error when it is the limit or in recovery, median', medianOf('cwndMedian', 'limitedRows')),
    row('cwnd error in recovery and after timeouts, median', medianOf('recoveryMedian', 'recoveryRows')),
    row("share of the time with the kernel's limit, median", medianOf('limitAgreement')),
    row("share of the time with the kernel's phase, median", medianOf('phaseAgreement')),
    row('confidence above 0.5 when the window is observable', (list) =>
      text(
        shareOf(
          list.flatMap(({ figures }) => figures.shown),
          (value) => value > SURE,
        ),
      ),
    ),
    row('confidence below 0.5 when it is not', (list) =>
      text(
        shareOf(
          list.flatMap(({ figures }) => figures.hidden),
          (value) => value < SURE,
        ),
      ),
    ),
    row('initial window correct', (list) =>
      share(list.filter(({ figures }) => figures.initial !== null).map(({ figures }) => figures.initial === 'right')),
    ),
    row('… if not 10', (list) =>
      share(
        list
          .filter(({ figures }) => figures.initial !== null && figures.initialTrue !== 10)
          .map(({ figures }) => figures.initial === 'right'),
      ),
    ),
    row('congestion control named correctly', (list) =>
      share(identified(list).map(({ figures }) => figures.identified === 'right')),
    ),
    row('… incorrectly', (list) => share(identified(list).map(({ figures }) => figures.identified === 'wrong'))),
    row('slow start threshold error, median', (list) => text(median(list.map(thresholdError)))),
    row('cause of the end of slow start, if reported', (list) => share(list.flatMap(exitRight))),
  ];
}

/** @param {number[]} values @param {(value: number) => boolean} is */
const shareOf = (values, is) => (values.length === 0 ? NaN : values.filter(is).length / values.length);

/** Those whose capture holds enough to tell. @param {Scored[]} list */
export const identified = (list) =>
  list.filter(({ figures }) => ['right', 'wrong', 'missing'].includes(figures.identified));

/**
 * Each true limit weighs the same.
 * @param {Scored[]} all
 * @returns {Row[]} the limit, seconds of it, share that was told
 */
export function limitRows(all) {
  /** @type {Map<string, { right: number, all: number }>} */
  const sums = new Map();
  for (const { figures, cc } of all) {
    for (const [truth, said] of Object.entries(figures.limitCells)) {
      const sum = sums.get(truth) ?? { right: 0, all: 0 };
      for (const [word, seconds] of Object.entries(said)) {
        sum.all += seconds;
        if (accepted(truth, cc).includes(word)) sum.right += seconds;
      }
      sums.set(truth, sum);
    }
  }
  const rows = [...sums].sort(([, a], [, b]) => b.all - a.all);
  const shares = rows.map(([, sum]) => sum.right / sum.all);
  return [
    ...rows.map(([name, sum], k) => /** @type {Row} */ ([name, sum.all.toFixed(1), text(shares[k])])),
    ['mean', '', text(shares.reduce((sum, value) => sum + value, 0) / shares.length)],
  ];
}

/** What the scorer accepts. @param {string} limit @param {string} cc */
function accepted(limit, cc) {
  if (limit === 'pacing') return [cc === 'bbr' ? 'congestion_window' : 'application', 'network'];
  return (
    {
      cwnd: ['congestion_window'],
      rwnd: ['receive_window'],
      sndbuf: ['send_buffer'],
      nagle: ['application'],
      app: ['application'],
      idle: ['application', 'idle'],
    }[limit] ?? []
  );
}

/** Median relative error while the kernel has a threshold. @param {Scored} scored */
function thresholdError({ rows, estimate, figures, offset, cc }) {
  if (estimate === null || cc === 'bbr') return NaN;
  const { time, segments } = estimate.ssthresh;
  const errors = [];
  let k = -1;
  for (const row of rows) {
    if (row.ev !== 'in' || row.ssthresh >= UNSET) continue;
    while (k + 1 < time.length && time[k + 1] + offset <= row.t + figures.shift + 1e-3) k++;
    if (k >= 0 && segments[k] !== null) errors.push(Math.abs(segments[k] - row.ssthresh) / row.ssthresh);
  }
  return errors.length < ENOUGH ? NaN : median(errors);
}

/**
 * Only what ends slow start in the kernel's eyes; a receive window that holds it is none.
 * @param {Scored} scored
 * @returns {boolean[]}
 */
function exitRight({ rows, estimate, cc }) {
  const said = estimate?.slowStartExit?.cause;
  const states = { Open: 'delay', Disorder: 'delay', Recovery: 'loss', Loss: 'timeout', CWR: 'mark' };
  if (cc === 'bbr' || said === undefined || said === 'receive_window') return [];
  const row = rows.find(
    ({ ev, ca, cwnd, ssthresh }) =>
      ev !== 'out' && (['Recovery', 'Loss', 'CWR'].includes(ca) || (ssthresh < UNSET && cwnd >= ssthresh)),
  );
  return [row !== undefined && states[/** @type {keyof typeof states} */ (row.ca)] === said];
}

/**
 * Figures of the path against what the link emulator was told, over connections that had it to themselves.
 * @param {Scored[]} all
 * @returns {Row[]}
 */
export function pathRows(all) {
  const alone = all.filter(
    ({ scenario, estimate }) =>
      estimate !== null &&
      Object.values(scenario.connections).filter((/** @type {any} */ one) => one.data_out > ENOUGH).length === 1 &&
      estimate.inFlight.bytes.length > ENOUGH,
  );
  const rated = alone.filter(({ link }) => link.rate > 0 && link.rateat === undefined);
  const near = (/** @type {number} */ value, /** @type {number} */ truth, /** @type {number} */ within) =>
    Math.abs(value / truth - 1) <= within;
  const wireRate = (/** @type {Scored} */ { estimate }) =>
    (estimate.path.bottleneckRate.value * 8 * (1 + OVERHEAD_BYTES / estimate.mss)) / 1000;
  const queued = alone.filter(({ link, estimate }) => link.qbytes > 0 && estimate.path.buffer.value?.atLeast === false);
  const lossy = alone.flatMap((one) => truePattern(one).map((pattern) => ({ ...one, pattern })));
  const sure = (/** @type {Scored[]} */ list, /** @type {string} */ key) =>
    list.filter(({ estimate }) => estimate.path[key].confidence >= CONFIDENT);
  return [
    [
      'base RTT within 5 %',
      share(
        alone
          .filter(({ scenario }) => scenario.rtt_ms > 0)
          .map(({ estimate, scenario }) => near(estimate.path.baseRtt.value * 1000, scenario.rtt_ms, 0.05)),
      ),
    ],
    [
      'bottleneck rate within 5 %, with a confidence of at least 0.7',
      share(sure(rated, 'bottleneckRate').map((one) => near(wireRate(one), one.link.rate, 0.05))),
    ],
    [
      '… within 30 %, with a lower one',
      share(
        rated
          .filter(
            ({ estimate }) =>
              estimate.path.bottleneckRate.value !== null && estimate.path.bottleneckRate.confidence < CONFIDENT,
          )
          .map((one) => near(wireRate(one), one.link.rate, 0.3)),
      ),
    ],
    [
      'buffer within 20 %, with a confidence of at least 0.7',
      share(
        sure(queued, 'buffer').map(({ estimate, link }) =>
          near(estimate.path.buffer.value.bytes * (1 + OVERHEAD_BYTES / estimate.mss), link.qbytes, 0.2),
        ),
      ),
    ],
    [
      'loss pattern (buffer overflow or not), for at least three events',
      share(
        lossy
          .filter(({ estimate }) => estimate.path.losses.value.events >= 3)
          .map(
            ({ estimate, pattern }) =>
              (estimate.path.losses.value.pattern === 'tail_drop') === (pattern === 'tail_drop'),
          ),
      ),
    ],
    [
      'rate change reported, if there is one',
      share(
        alone
          .filter(({ link }) => link.rateat !== undefined)
          .map(
            ({ estimate }) =>
              typeof estimate.path.rateChange.value === 'object' && estimate.path.rateChange.value !== null,
          ),
      ),
    ],
    [
      '… if there is none',
      share(
        rated.map(
          ({ estimate }) =>
            typeof estimate.path.rateChange.value === 'object' && estimate.path.rateChange.value !== null,
        ),
      ),
    ],
    [
      'policer reported (there is none)',
      share(
        alone.map(
          ({ estimate }) => typeof estimate.path.policer.value === 'object' && estimate.path.policer.value !== null,
        ),
      ),
    ],
  ];
}

/** How the link dropped packets of data: one kind only, else nothing. @param {Scored} scored @returns {string[]} */
function truePattern({ scenario, estimate }) {
  const { qdrop = 0, loss = 0 } = scenario.link_events ?? {};
  if (estimate.path.losses.value === null || estimate.path.losses.value.events === 0 || qdrop > 0 === loss > 0) {
    return [];
  }
  return [qdrop > 0 ? 'tail_drop' : 'random'];
}
