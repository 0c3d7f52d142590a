import { jest } from '@jest/globals';

import { ApiError } from '../../../client/state/api-error.js';
import { NewestAnswer } from '../../../client/state/newest-answer.js';

/** Answers by hand, each question with what aborts it. */
function byHand() {
  /**
   * @type {{ question: string, signal: AbortSignal, answer: (value: string) => void,
   *   fail: (error: unknown) => void }[]}
   */
  const asked = [];
  const onChange = jest.fn();
  const newest = new NewestAnswer({
    againMs: 20,
    onChange,
    fetch: (/** @type {string} */ question, signal) =>
      /** @type {Promise<string>} */ (
        new Promise((answer, fail) => {
          asked.push({ question, signal, answer, fail });
        })
      ),
  });
  return { asked, newest, onChange };
}

const turn = (ms = 0) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

test('the same is not asked twice, and only the newest is answered', async () => {
  const { asked, newest, onChange } = byHand();
  newest.need('a');
  newest.need('a');
  newest.need('b');
  expect(asked.map(({ question, signal }) => [question, signal.aborted])).toEqual([
    ['a', true],
    ['b', false],
  ]);
  asked[1].answer('of b');
  asked[0].answer('of a');
  await turn();
  expect([newest.answer, onChange.mock.calls.length]).toEqual(['of b', 1]);
});

test('while the capture grows it is asked again, not before there is a question, nor afterwards', async () => {
  const { asked, newest } = byHand();
  newest.grow();
  expect(asked).toHaveLength(0);
  newest.need('a');
  newest.grow();
  newest.grow();
  newest.grow();
  await turn(60);
  expect(asked.map(({ question }) => question)).toEqual(['a', 'a', 'a']);
  newest.grow();
  newest.destroy();
  await turn(60);
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(asked.at(-1)?.signal.aborted).toBe(true);
});

test('an answer stays when the next one fails', async () => {
  const { asked, newest, onChange } = byHand();
  newest.need('a');
  asked[0].answer('of a');
  await turn();
  newest.need('b');
  asked[1].fail(new ApiError('No.', { status: 500, code: 'internal' }));
  await turn();
  expect([newest.answer, onChange.mock.calls.length]).toEqual(['of a', 1]);
});
