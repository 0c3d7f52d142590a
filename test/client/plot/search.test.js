import { bisectLeft, bisectRight } from 'd3';

import { boundNear, seeker } from '../../../client/plot/search.js';

/** Ascending, with many alike. @param {number} seed @returns {Float64Array} */
const someValues = (seed) => Float64Array.from({ length: 40 + seed }, (_, i) => (i * 7 * (seed + 1)) % 23).sort();

test('from any guess the bound that a search of the whole finds is found', () => {
  for (let seed = 0; seed < 6; seed++) {
    const values = someValues(seed);
    for (let wanted = -1; wanted < 25; wanted++) {
      for (let guess = -3; guess < values.length + 3; guess++) {
        expect(boundNear(values, wanted, { from: 0, to: values.length, guess })).toBe(bisectLeft(values, wanted));
        expect(boundNear(values, wanted, { from: 0, to: values.length, guess, above: true })).toBe(
          bisectRight(values, wanted),
        );
      }
    }
  }
});

test('ends are kept to', () => {
  const values = someValues(3);
  expect(boundNear(values, 1000, { from: 5, to: 12, guess: 7 })).toBe(12);
  expect(boundNear(values, -1000, { from: 5, to: 12, guess: 11 })).toBe(5);
});

test('a seeker finds what is asked in ascending order, and looks at few values', () => {
  let looked = 0;
  const times = Float64Array.from({ length: 100_000 }, (_, i) => i * 3);
  const watched = new Proxy(times, {
    get(target, key) {
      looked++;
      return Reflect.get(target, key);
    },
  });
  const seek = seeker(watched, times.length);
  const wanted = Array.from({ length: 1000 }, (_, i) => i * 300 + 1);
  expect(wanted.map((value) => seek(value))).toEqual(wanted.map((value) => bisectRight(times, value)));
  expect(looked).toBeLessThan(1000 * 12);
});
