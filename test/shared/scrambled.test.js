import { scrambled, scrambler, SECRET_WORDS } from '../../lib/shared/scrambled.js';
import { collidingIds, longestChain } from '../support/map-chains.js';
import fc from '../support/properties.js';

/** Longest chains of random keys have 6 to 9; that of keys which collide, all of them. */
const CHANCE = 20;
const IDS = 2000;

const secrets = fc.array(fc.integer(), { minLength: SECRET_WORDS, maxLength: SECRET_WORDS });
/** Secrets as of as many runs. */
const RUNS = Array.from({ length: 50 }, () => crypto.getRandomValues(new Int32Array(SECRET_WORDS)));

test('different numbers stay different, of 32 bits or more, below 0 too', () => {
  const large = fc.integer({ min: -(2 ** 52), max: Number.MAX_SAFE_INTEGER });
  const numbers = fc.oneof(fc.integer(), fc.integer({ min: 0, max: 2 ** 32 - 1 }), large, fc.nat(9));
  fc.assert(
    fc.property(secrets, fc.uniqueArray(numbers, { minLength: 2, maxLength: 300 }), (secret, all) => {
      const scramble = scrambler(Int32Array.from(secret));
      const images = all.map(scramble);
      expect(images.every(Number.isSafeInteger)).toBe(true);
      expect(new Set(images).size).toBe(all.length);
    }),
    { numRuns: 200 },
  );
});

test('all halves of a word are permuted', () => {
  const images = new Set(Array.from({ length: 65_536 }, (_, low) => scrambled(low)));
  for (let high = 0; high < 65_536; high++) images.add(scrambled(high * 65_536 + 1));
  expect(images.size).toBe(2 * 65_536 - 1);
});

test('numbers that V8 hashes alike spread over the buckets under any secret', () => {
  const ids = collidingIds(IDS, 11);
  expect(longestChain(ids)).toBe(IDS);
  for (const secret of RUNS) expect(longestChain(ids.map(scrambler(secret)))).toBeLessThan(CHANCE);
});

test.each([
  ['in order', (/** @type {number} */ i) => i],
  ['in steps of half a word', (/** @type {number} */ i) => i * 65_536],
  ['in steps of 4 096', (/** @type {number} */ i) => i * 4096 + 5],
])('numbers %s spread as well', (_name, numberOf) => {
  const numbers = Array.from({ length: IDS }, (_, i) => numberOf(i));
  for (const secret of RUNS) expect(longestChain(numbers.map(scrambler(secret)))).toBeLessThan(CHANCE);
});
