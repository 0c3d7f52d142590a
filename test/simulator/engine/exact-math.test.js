import { exp, ln, normalQuantile } from '../../../lib/simulator/engine/exact-math.js';
import fc from '../../support/properties.js';

test('logarithm and exponential are right', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (value) => {
      expect(Math.abs(ln(value) - Math.log(value))).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(Math.log(value))));
    }),
  );
  fc.assert(
    fc.property(fc.double({ min: -600, max: 600, noNaN: true }), (value) => {
      expect(Math.abs(exp(value) / Math.exp(value) - 1)).toBeLessThanOrEqual(1e-12);
    }),
  );
});

test('the normal distribution has its known quantiles, symmetric', () => {
  const known = [
    [0.5, 0],
    [0.841344746, 1],
    [0.975, 1.959963985],
    [0.998650102, 3],
    [0.9999683288, 4],
  ];
  for (const [probability, quantile] of known) {
    expect(Math.abs(normalQuantile(probability) - quantile)).toBeLessThan(1e-6);
    expect(normalQuantile(1 - probability)).toBeCloseTo(-normalQuantile(probability), 9);
  }
});
