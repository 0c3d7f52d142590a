import { costWords } from '../../../client/components/findings-list.js';

test.each([
  [null, ''],
  [0, ''],
  [0.052, '52~ms'],
  [0.0996, '100~ms'],
  [0.413, '0.413~s'],
  [1, '1.00~s'],
  [12.345, '12.3~s'],
])('a cost of %p s reads %p', (seconds, words) => {
  expect(costWords(seconds).replace('\u00a0', '~')).toBe(words);
});
