import { latestAnswer } from '../../../client/views/whatif/latest-answer.js';

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Each fetch waits until it is let go. */
function asking() {
  /** @type {{ isDraft: boolean, place: number, signal: AbortSignal, give: (answer: any) => void }[]} */
  const fetches = [];
  /** @type {any[]} */
  const shown = [];
  let place = 0;
  const latest = latestAnswer({
    fetchAnswer: ({ isDraft }, signal) =>
      new Promise((resolve, reject) => {
        fetches.push({ isDraft, place, signal, give: (answer) => resolve({ ...answer, of: fetches.length }) });
        signal.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
      }),
    onAnswer: (answer) => shown.push(answer),
    onError: (error) => shown.push(error),
  });
  return {
    fetches,
    shown,
    stop: latest.stop,
    move: (/** @type {number} */ to) => {
      place = to;
      latest.ask();
    },
  };
}

test('moves while a draft is under way are answered by one draft, of the latest', async () => {
  const { fetches, shown, move } = asking();
  for (const place of [1, 2, 3]) move(place);
  fetches[0].give({ isDraft: true });
  await turn();
  expect(fetches.map(({ isDraft, place }) => [isDraft, place])).toEqual([
    [true, 1],
    [true, 3],
  ]);
  expect(shown).toHaveLength(1);
});

test('the whole answer follows a draft, and is given up when the slider is moved on', async () => {
  const { fetches, shown, move } = asking();
  move(1);
  fetches[0].give({ isDraft: true });
  await turn();
  expect(fetches.map(({ isDraft }) => isDraft)).toEqual([true, false]);
  move(2);
  expect(fetches[1].signal.aborted).toBe(true);
  fetches[2].give({ isDraft: false, seconds: 2 });
  await turn();
  expect(shown.map(({ seconds }) => seconds)).toEqual([undefined, 2]);
  expect(fetches).toHaveLength(3);
});

test('the first answer is asked for as a whole too, whatever it is', async () => {
  const { fetches, shown, move } = asking();
  move(1);
  fetches[0].give({ isDraft: false });
  await turn();
  fetches[1].give({ isDraft: false });
  await turn();
  expect([fetches.map(({ isDraft }) => isDraft), shown.length]).toEqual([[true, false], 1]);
});

test('nothing is shown once the view is gone', async () => {
  const { fetches, shown, move, stop } = asking();
  move(1);
  stop();
  fetches[0].give({ isDraft: false });
  await turn();
  expect([shown, fetches.length]).toEqual([[], 1]);
});
