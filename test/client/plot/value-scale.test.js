import '../support/d3-global.js';
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

test.each([[900, 'B'], [250_000, 'kB'], [5e6, 'MB'], [3e9, 'GB']])('%d bytes are labelled in %s', (bytes, unit) => {
  expect(byteUnit(bytes).unit).toBe(unit);
});

test.each([[20_000, 'kbit/s'], [1e6, 'Mbit/s'], [4e9, 'Gbit/s']])('%d bits a second are labelled in %s', (rate, unit) => {
  expect(rateUnit(rate).unit).toBe(unit);
});
