import { byteUnit, rateUnit, valueScale } from '../../../client/plot/value-scale.js';

test('a scale turns its extent into pixels, bottom up, with labels in the unit asked for', () => {
  const scale = valueScale({ extent: [0, 250_000], per: 1000, topPx: 10, bottomPx: 210, tickPx: 40 });
  expect(scale.y(0)).toBe(210);
  expect(scale.y(250_000)).toBe(10);
  expect(scale.value(110)).toBe(125_000);
  expect(scale.ticks.map(({ label }) => label)).toEqual(['0', '50', '100', '150', '200', '250']);
});

test('an empty extent still has a height', () => {
  const scale = valueScale({ extent: [7, 7], topPx: 0, bottomPx: 100 });
  expect(scale.y(7)).toBe(50);
});

test.each([
  [899, 'B'],
  [1448, 'kB'],
  [250_000, 'kB'],
  [899e3, 'kB'],
  [950e3, 'MB'],
  [5e6, 'MB'],
  [3e9, 'GB'],
])('%d bytes are labelled in %s', (bytes, unit) => {
  expect(byteUnit(bytes).unit).toBe(unit);
});

test.each([
  [20_000, 'kbit/s'],
  [899e3, 'kbit/s'],
  [950e3, 'Mbit/s'],
  [1e6, 'Mbit/s'],
  [950e6, 'Gbit/s'],
  [4e9, 'Gbit/s'],
])('%d bits a second are labelled in %s', (rate, unit) => {
  expect(rateUnit(rate).unit).toBe(unit);
});

test.each([1, 9, 95, 850, 930, 1448, 2900, 89e3, 940e3, 1.9e6, 890e6])(
  'figures of a scale up to %d keep to three digits',
  (largest) => {
    for (const { per } of [byteUnit(largest), rateUnit(largest * 1e3)].map(({ per: unit }, k) => ({
      per: k === 0 ? unit : unit / 1e3,
    }))) {
      const { ticks } = valueScale({ extent: [0, largest * 1.1], topPx: 0, bottomPx: 200, per });
      expect(ticks.filter(({ label }) => label.replace(/\..*/, '').length > 3)).toEqual([]);
    }
  },
);
