/**
 * Findings of connections of which all is known: what they show, and that neither the place of capture nor cut payload
 * changes it.
 */
import { readFileSync } from 'node:fs';

import { analysed, run } from '../../simulator/support/run.js';
import { contradictions } from '../../support/places.js';

const FOLDER = new URL('../../../fixtures/scenarios/', import.meta.url);

/**
 * What each scenario shows, as worst or second worst at the sender of its data.
 * @type {[file: string, sender: 'client' | 'server', shown: string][]}
 */
const SCENARIOS = [
  ['bulk-drop-tail.json', 'server', 'congestion_loss'],
  ['bulk-reno-loss.json', 'client', 'tail_loss_timeout'],
  ['burst-loss.json', 'server', 'congestion_loss'],
  ['http-close.json', 'server', 'no_reuse'],
  ['http-keep-alive.json', 'server', 'one_exchange_at_a_time'],
  ['http-pipelining.json', 'server', 'pipelining_head_of_line'],
  ['http-six-connections.json', 'server', 'long_round_trips'],
  ['idle-restart.json', 'client', 'restart_after_idle'],
  ['policed.json', 'server', 'policed'],
  ['reset.json', 'server', 'reset'],
  ['satellite.json', 'server', 'receive_window_limited'],
  ['slow-reader.json', 'client', 'zero_window'],
  ['syn-loss.json', 'client', 'syn_loss'],
  ['tail-loss.json', 'server', 'tail_loss_timeout'],
  ['two-hops.json', 'server', 'random_loss'],
];

/** What differs though it should not: file, code, why. @type {[file: string, code: string, why: string][]} */
const EXCEPTIONS = [
  ['syn-loss.json', 'syn_loss', 'a connection of fewer than 40 packets in which nothing repeats is not looked at'],
  ['tail-loss.json', 'tail_loss_timeout', 'which timer repaired it shows at the sender alone'],
  ['tail-loss.json', 'random_loss', 'that it was the tail shows at the sender alone'],
];

/** Read off HTTP rather than TCP. */
const OF_MESSAGES = [
  'server_think_time',
  'pipelining_head_of_line',
  'compression_absent',
  'large_requests',
  'long_round_trips',
];

/**
 * @param {string} file
 * @param {number} snapLength
 * @returns {Map<string, import('../../../lib/analysis/opened-analysis.js').OpenedAnalysis>} by place: both ends and
 *   what is between
 */
function analysesAt(file, snapLength) {
  const scenario = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  const hops = scenario.path.slice(0, -1).map((/** @type {{ name: string }} */ { name }) => name);
  const { captures } = run({ ...scenario, taps: ['client', ...hops, 'server'].map((at) => ({ at, snapLength })) });
  return new Map(captures.map(({ at, bytes }) => [at, analysed(bytes)]));
}

/** @param {{ code: string }[]} findings @param {string[]} [but] */
const told = (findings, but = []) =>
  findings
    .filter(({ code }) => !but.includes(code) && code !== 'all_well')
    .map(({ code }) => code)
    .sort();

/** @param {import('../../../lib/analysis/opened-analysis.js').OpenedAnalysis | undefined} analysis */
const firstOf = (analysis) =>
  /** @type {import('../../support/places.js').Found} */ (analysis?.connections.describe(0));

test.each(SCENARIOS)('%s shows at its %s: %s, and elsewhere what can be seen there', (file, sender, shown) => {
  const whole = analysesAt(file, 262_144);
  const cut = analysesAt(file, 96);
  const but = EXCEPTIONS.filter(([name]) => name === file).map(([, code]) => code);
  expect(told(whole.get(sender)?.findings.ofCapture().findings.slice(0, 2) ?? [])).toContain(shown);
  for (const [at, analysis] of whole) {
    expect([at, contradictions(firstOf(whole.get(sender)), firstOf(analysis), but)]).toEqual([at, []]);
    expect(told(cut.get(at)?.findings.ofCapture().findings ?? [], OF_MESSAGES)).toEqual(
      told(analysis.findings.ofCapture().findings, OF_MESSAGES),
    );
  }
});

test('connections in slow start together are found at both ends, though nobody can say what that cost', () => {
  for (const [at, analysis] of analysesAt('http-six-connections.json', 96)) {
    expect([at, told(analysis.findings.ofCapture().findings)]).toEqual([
      at,
      expect.arrayContaining(['parallel_slow_start']),
    ]);
  }
});
