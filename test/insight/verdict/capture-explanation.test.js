import {
  captureExplanationOf,
  leadingConnection,
  UnobservableSums,
} from '../../../lib/insight/verdict/capture-explanation.js';
import { captureVerdictOf, LimitSums } from '../../../lib/insight/verdict/capture-verdict.js';

const LOSS = { code: 'random_loss', title: 'Loss', cause: 'recovery', severity: 'warning', evidence: {}, flows: [4] };
const LEFT = { code: 'not_examined', severity: 'note', evidence: {}, flows: [], message: '1 of 5 was not analysed.' };
const OUTCOME = { ...LOSS, code: 'one_way', title: 'Captured one way', severity: 'note', costSeconds: null };

/** @param {number[]} seconds for which each of the connections was limited by bandwidth, of 10 */
function mostOf(...seconds) {
  const sums = new LimitSums();
  for (const [flow, held] of seconds.entries()) {
    const limit = { cause: 'network', seconds: held, share: held / 10, rate: null };
    sums.add(/** @type {any} */ ({ limit }), 10e9, flow);
  }
  return sums.most;
}

/** @param {object[]} given worst first @param {LimitSums['most']} most */
function explained(given, most, unobservable = new UnobservableSums()) {
  const findings = /** @type {any[]} */ (given);
  const verdict = captureVerdictOf(findings, most, 5);
  const weighed = { verdict, findings, most };
  const number = leadingConnection(weighed, 5);
  const leading = number === null ? null : { number, yielded: [] };
  return { number, ...captureExplanationOf(weighed, { connections: 5, unobservable, leading }) };
}

test('a limit that leads: in how many connections, and in which for longest', () => {
  const { number, why, sections } = explained([{ ...LOSS, costSeconds: 0.5 }, LEFT], mostOf(6, 8));
  expect(number).toBe(1);
  expect(why).toMatch(/cost less than half .*: the limit leads$/);
  expect(sections).toEqual([
    { title: 'Found, worst first', lines: ['warning · Loss: 0.500 s, in connection 4'] },
    {
      title: 'Limit',
      lines: ['Bandwidth limited: 70 % of connection time in 2 of 5 connections, longest in connection 1'],
    },
    { title: 'May have occurred unseen', lines: ['1 of 5 was not analysed.'] },
  ]);
});

test('a finding that leads, in several connections', () => {
  const { number, why, sections } = explained([{ ...LOSS, costSeconds: 9, evidence: { connections: 3 } }], mostOf(9));
  expect([number, why]).toEqual([4, 'the worst finding cost at least half as much time as the limit']);
  expect(sections[0].lines).toEqual(['warning · Loss: 9.00 s, in 3 of 5 connections, worst in connection 4']);
});

test('nothing but what became of the connections, or what was not analysed', () => {
  const evidence = { outcome: 'no reply', connections: 4 };
  expect(explained([{ ...OUTCOME, evidence }], null).why).toMatch(/what became of the connections leads$/);
  expect(explained([LEFT], null)).toMatchObject({ number: null, why: expect.stringMatching(/not all .* analysed$/) });
});

test('what may have occurred unseen: once each, in most connections first, with its commonest reason', () => {
  const sums = new UnobservableSums();
  const of = (/** @type {string} */ code, /** @type {string} */ reason) =>
    /** @type {any} */ ({ code, title: code, direction: null, reason });
  sums.add([of('A', 'because of x')]);
  sums.add([of('B', 'because of x'), of('B', 'because of y'), of('A', 'because of x')]);
  sums.add([of('B', 'because of y')]);
  sums.add([of('B', 'because of y')]);
  const { sections } = explained([], null, sums);
  expect(sections).toEqual([
    {
      title: 'May have occurred unseen',
      lines: ['B, in 3 of 5 connections: because of y', 'A, in 2 of 5 connections: because of x'],
    },
  ]);
});
