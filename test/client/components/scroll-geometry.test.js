import { ScrollGeometry } from '../../../client/components/scroll-geometry.js';
import fc from '../../support/properties.js';

const rowHeight = 34;
const viewHeight = 680;

/** @param {number} total @param {number} [limit] */
function geometryOf(total, limit = 100_000) {
  const geometry = new ScrollGeometry(rowHeight, limit);
  geometry.total = total;
  geometry.viewHeight = viewHeight;
  return geometry;
}

describe('scrolling more rows than a browser can be tall', () => {
  test('a list below the limit scrolls as the browser does', () => {
    const geometry = geometryOf(1000);
    geometry.scrolled(3400);
    expect(geometry.bodyHeight).toBe(34_000);
    expect(geometry.range(0)).toEqual({ first: 100, end: 120 });
    expect(geometry.rowTop(100)).toBe(3400);
  });

  test('beyond it, both ends can be reached and every drawn row lies in view', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3000, max: 10_000_000 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        (total, shares) => {
          const geometry = geometryOf(total);
          for (const share of [...shares, 0, 1]) {
            geometry.scrolled(Math.round(share * geometry.lastScrollTop));
            const { first, end } = geometry.range(0);
            expect(geometry.rowTop(first)).toBeLessThanOrEqual(geometry.scrollTop + 1e-3);
            expect(geometry.rowTop(end - 1) + rowHeight).toBeGreaterThanOrEqual(geometry.scrollTop + viewHeight - 1e-3);
            expect(geometry.rowTop(end - 1)).toBeLessThan(geometry.bodyHeight + rowHeight);
            if (share === 0) expect(first).toBe(0);
            if (share === 1) expect(end).toBe(total);
          }
        },
      ),
    );
  });

  test('small steps move by true pixels, so no row is skipped', () => {
    const geometry = geometryOf(1_000_000);
    geometry.scrolled(50_000);
    const { first } = geometry.range(0);
    geometry.scrolled(50_000 + rowHeight);
    expect(geometry.range(0).first).toBe(first + 1);
  });

  test('going to a row shows it, and its scroll position says where it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 999_999 }), (from, to) => {
        const geometry = geometryOf(1_000_000);
        geometry.moveTo(geometry.offsetShowing(from));
        geometry.scrolled(geometry.moveTo(geometry.offsetShowing(to)));
        const { first, end } = geometry.range(0);
        expect(to).toBeGreaterThanOrEqual(first);
        expect(to).toBeLessThan(end);
        expect(geometry.scrollTop).toBeGreaterThanOrEqual(0);
        expect(geometry.scrollTop).toBeLessThanOrEqual(geometry.lastScrollTop);
      }),
    );
  });
});
