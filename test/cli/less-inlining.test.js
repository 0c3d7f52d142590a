import { expect, test } from '@jest/globals';
import { withLessInlining } from '../../bin/commands/less-inlining.js';

/** Finds a note in each connection that is planned. @param {number[]} planned */
function examinerOf(planned) {
  /** @type {number[]} */
  const asked = [];
  const examiner = /** @type {any} */ ({
    plan: () => planned,
    examine: (/** @type {number} */ flow) => {
      asked.push(flow);
      return { summary: `connection ${flow}`, findings: [] };
    },
    overall: (/** @type {any[]} */ ...given) => ({ summary: 'of all', findings: given }),
  });
  return { examiner, asked };
}

test('with packets enough to be worth it, every connection is examined once and in order, and what is asked of all goes on', () => {
  const { examiner, asked } = examinerOf([1, 3]), one = withLessInlining(examiner, () => 2 ** 15);
  expect(one).not.toBe(examiner);
  expect([0, 1, 2, 3, 4, 5].map((flow) => one.examine(flow, undefined).summary)).toEqual([0, 1, 2, 3, 4, 5].map((flow) => `connection ${flow}`));
  expect(asked).toEqual([0, 1, 2, 3, 4, 5]);
  expect(one.plan()).toEqual([1, 3]);
  const findingsOf = () => [];
  expect(one.overall(findingsOf, 7)).toEqual({ summary: 'of all', findings: [findingsOf, 7] });
});

test('packets of connections that are not examined do not count: the examiner is left as it is', () => {
  const { examiner } = examinerOf([1]);
  expect(withLessInlining(examiner, () => 2 ** 15)).toBe(examiner);
});
