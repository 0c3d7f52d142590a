/** How right the answers are for each stack that sent, as rows of a table in docs/metrics.md. */
import { ENOUGH, identified, median, share, text } from './figures.js';

/** @typedef {import('./scenarios.js').Scored} Scored */

export const STACK_COLUMNS = [
  'stack',
  'directions',
  'cwnd error, at the sender',
  '… elsewhere',
  'limits, mean',
  'phases, mean',
  'kinds',
  'initial window',
  'congestion control correct',
  '… incorrect',
  'stack identified',
];
/** A caveat for the table: the rules were improved while looking at these captures. */
export const HELD_OUT = [
  'None of these stacks was held out for testing. The thresholds of the rules are constants with their sources beside',
  'them. No program fits them, so leaving a stack out would change a figure only through the table of known stacks',
  '(`lib/transport/tcp/stack/stacks.js`): whether they send tail loss probes, which affects one retransmission, by FreeBSD.',
  'But people improved the rules while looking at these captures, and the state before that is not recorded, so the',
  'results for an unknown stack may be worse.',
].join('\n');
/** As the scenarios call them, and as the table of stacks does (lib/transport/tcp/stack/stacks.js). */
const NAMES = Object.freeze({
  linux: 'Linux',
  gvisor: 'gVisor',
  freebsd: 'FreeBSD',
  lwip: 'lwIP',
  smoltcp: 'smoltcp',
  ns3: 'ns-3',
});

/** @param {Scored[]} linux @param {Scored[]} others @returns {string[][]} */
export function stackRows(linux, others) {
  const stacks = [...new Set(others.map(({ scenario }) => scenario.stack))].sort();
  return [
    rowOf('linux', linux),
    ...stacks.map((stack) =>
      rowOf(
        stack,
        others.filter(({ scenario }) => scenario.stack === stack),
      ),
    ),
  ];
}

/** @param {string} stack @param {Scored[]} list */
function rowOf(stack, list) {
  const name = NAMES[/** @type {keyof typeof NAMES} */ (stack)] ?? stack;
  const figures = list.map((scored) => scored.figures);
  const windows = (/** @type {boolean} */ isNear) =>
    text(
      median(
        list
          .filter(({ vantage, figures: { limitedRows } }) => (vantage === 'sender') === isNear && limitedRows >= ENOUGH)
          .map((scored) => scored.figures.cwndMedian),
      ),
    );
  const named = identified(list).map((scored) => scored.figures.identified);
  return [
    name,
    String(list.length),
    windows(true),
    windows(false),
    text(mean(figures.map(({ limitAgreement }) => limitAgreement))),
    text(mean(figures.map(({ phaseAgreement }) => phaseAgreement))),
    text(sum(figures.map(({ retxRight }) => retxRight)) / sum(figures.map(({ retxTrue }) => retxTrue))),
    share(figures.filter(({ initial }) => initial !== null).map(({ initial }) => initial === 'right')),
    share(named.map((one) => one === 'right')),
    share(named.map((one) => one === 'wrong')),
    share(list.map(({ estimate }) => estimate?.stack?.names.includes(name) ?? false)),
  ];
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + (Number.isFinite(value) ? value : 0), 0);
/** @param {number[]} values */
const mean = (values) => sum(values) / values.filter((value) => Number.isFinite(value)).length;
