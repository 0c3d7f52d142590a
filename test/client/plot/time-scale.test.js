import { constrain, NARROWEST_NS, pan, timeScale, zoomAbout } from '../../../client/plot/time-scale.js';
import fc from '../../support/properties.js';

const limits = { startNs: 1000, endNs: 1_000_000 };
const time = fc.double({ min: 1000, max: 1_000_000, noNaN: true });
const range = fc
  .tuple(time, time)
  .map(([a, b]) => constrain({ startNs: Math.min(a, b), endNs: Math.max(a, b) }, limits));

test('a range late in a long capture keeps its nanoseconds', () => {
  const startNs = 86_400e9 * 3;
  const scale = timeScale({ startNs, endNs: startNs + 100 }, 50, 1000);
  expect(scale.x(startNs + 1) - scale.x(startNs)).toBeCloseTo(10, 9);
  expect(scale.time(scale.x(startNs + 37))).toBe(startNs + 37);
});

test("pixels and times are each other's inverse", () => {
  fc.assert(
    fc.property(range, fc.double({ min: 0, max: 1, noNaN: true }), (shown, share) => {
      const scale = timeScale(shown, 164, 900);
      const at = shown.startNs + share * (shown.endNs - shown.startNs);
      expect(scale.time(scale.x(at))).toBeCloseTo(at, 3);
    }),
  );
});

test('zooming keeps the time under the pointer where it is, away from the ends', () => {
  const shown = { startNs: 400_000, endNs: 600_000 };
  const next = zoomAbout(shown, 0.5, 450_000, limits);
  expect(timeScale(next, 0, 100).x(450_000)).toBeCloseTo(timeScale(shown, 0, 100).x(450_000), 9);
  expect(next.endNs - next.startNs).toBeCloseTo(100_000, 6);
});

test('no zoom or pan leaves the limits or becomes narrower than a few nanoseconds', () => {
  const factors = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
  const steps = fc.double({ min: -1e7, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(range, factors, time, steps, (shown, factor, about, by) => {
      const next = pan(zoomAbout(shown, factor, about, limits), by, limits);
      expect(next.startNs).toBeGreaterThanOrEqual(limits.startNs - 1e-6);
      expect(next.endNs).toBeLessThanOrEqual(limits.endNs + 1e-6);
      expect(next.endNs - next.startNs).toBeGreaterThanOrEqual(NARROWEST_NS - 1e-6);
    }),
  );
});

test('panning over an end moves the range back instead of cutting it', () => {
  expect(pan({ startNs: 900_000, endNs: 950_000 }, 1e6, limits)).toEqual({ startNs: 950_000, endNs: 1_000_000 });
});
