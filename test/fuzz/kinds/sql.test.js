import { CaptureError } from '../../../lib/capture/capture-error.js';
import { Random } from '../random.js';
import { faultOf, questionFrom } from './sql.js';

const FOLDER = '/srv/tables';

test('a seed makes the same question, another one another', () => {
  const of = (/** @type {number} */ seed) => questionFrom(new Random(seed));
  expect(of(7)).toBe(of(7));
  expect(new Set(Array.from({ length: 50 }, (_, seed) => of(seed))).size).toBeGreaterThan(40);
});

test.each([
  ['an answer', async () => ({ columns: ['a'], rows: [[1]], isCut: false }), null],
  ['a sentence', async () => Promise.reject(new CaptureError('bad_query', 'Ask one SELECT.')), null],
  [
    'too many rows',
    async () => ({ columns: ['a'], rows: Array.from({ length: 1001 }, () => [1]), isCut: true }),
    'cut',
  ],
  ['a cell that is too long', async () => ({ columns: ['a'], rows: [['x'.repeat(9000)]], isCut: false }), 'cell'],
  ['a path', async () => Promise.reject(new CaptureError('bad_query', `${FOLDER}/x is damaged`)), 'named'],
  ['no error of ours', async () => Promise.reject(new TypeError('x')), 'threw'],
])('%s is judged', async (_, ask, fault) => {
  const found = await faultOf(ask, FOLDER, 'SELECT 1');
  if (fault === null) expect(found).toBeNull();
  else expect(found).toContain(fault);
});
