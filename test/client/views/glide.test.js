import fc from 'fast-check';

import { rangeBetween } from '../../../client/views/timeline/window/glide.js';

const range = fc
  .record({
    startNs: fc.double({ min: 0, max: 1e14, noNaN: true }),
    spanNs: fc.double({ min: 20, max: 1e14, noNaN: true }),
  })
  .map(({ startNs, spanNs }) => ({ startNs, endNs: startNs + spanNs }));

test('a glide begins where the view is, ends where it is to go, and is a stretch of time all the way', () => {
  fc.assert(
    fc.property(range, range, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
      const between = rangeBetween(from, to);
      expect(between(0)).toEqual(from);
      expect(between(1)).toEqual(to);
      const { startNs, endNs } = between(share);
      expect(endNs).toBeGreaterThan(startNs);
    }),
  );
});
