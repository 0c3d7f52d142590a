/** Findings of connections of which all is known: what they show, and that neither the place of capture nor cut payload changes it. */
import { readFileSync } from 'node:fs';
import { analysed, run } from '../simulator/support/run.js';

const FOLDER = new URL('../../fixtures/scenarios/', import.meta.url);

/** What each scenario shows, as worst or second worst at the sender of its data; and what cannot be seen at the other end. @type {[file: string, sender: 'client' | 'server', shown: string, unseen: string[]][]} */
const SCENARIOS = [
  ['bulk-drop-tail.json', 'server', 'congestion_loss', []],
  ['bulk-reno-loss.json', 'client', 'sack_off', []],
  ['burst-loss.json', 'server', 'congestion_loss', []],
  ['http-close.json', 'server', 'no_reuse', ['parallel_slow_start']],
  ['http-keep-alive.json', 'server', 'one_exchange_at_a_time', []],
  ['http-pipelining.json', 'server', 'pipelining_head_of_line', []],
  ['http-six-connections.json', 'server', 'parallel_slow_start', []],
  ['idle-restart.json', 'client', 'restart_after_idle', []],
  ['policed.json', 'server', 'policed', ['policed', 'random_loss', 'congestion_loss', 'lost_retransmission']],
  ['reset.json', 'server', 'reset', []],
  ['satellite.json', 'server', 'receive_window_limited', []],
  ['slow-reader.json', 'client', 'zero_window', []],
  ['syn-loss.json', 'client', 'syn_loss', ['syn_loss']],
  ['tail-loss.json', 'server', 'tail_loss_timeout', ['tail_loss_timeout']],
  ['two-hops.json', 'server', 'random_loss', []],
];

/** Read off HTTP rather than TCP. */
const OF_MESSAGES = ['server_think_time', 'pipelining_head_of_line', 'compression_absent', 'large_requests'];

/** @param {string} file @param {number} snapLength @returns {Map<string, import('../../lib/insight/findings/capture/overall.js').CaptureFinding[]>} by place */
function findingsAt(file, snapLength) {
  const scenario = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  const { captures } = run({ ...scenario, taps: [{ at: 'client', snapLength }, { at: 'server', snapLength }] });
  return new Map(captures.map(({ at, bytes }) => [at, analysed(bytes).describeFindings().findings]));
}

/** @param {{ code: string, severity: string }[] | undefined} findings @param {string[]} but */
const told = (findings = [], but = []) => findings.filter(({ code }) => !but.includes(code) && code !== 'all_well').map(({ code }) => code).sort();

test.each(SCENARIOS)('%s shows at its %s: %s', (file, sender, shown, unseen) => {
  const whole = findingsAt(file, 262_144), cut = findingsAt(file, 96), other = sender === 'client' ? 'server' : 'client';
  expect(told(whole.get(sender)?.slice(0, 2))).toContain(shown);
  expect(told(whole.get(other), unseen)).toEqual(told(whole.get(sender), unseen));
  for (const at of ['client', 'server']) expect(told(cut.get(at), OF_MESSAGES)).toEqual(told(whole.get(at), OF_MESSAGES));
});
