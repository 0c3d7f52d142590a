import fc from 'fast-check';
import { MAX_HOLES, SeenRanges } from '../../lib/tcpflow/seen-ranges.js';

describe('SeenRanges', () => {
  it('counts only the bytes that were not there', () => {
    const ranges = new SeenRanges();
    expect(ranges.add(10, 20, 1)).toBe(10);
    expect(ranges.add(30, 40, 2)).toBe(10);
    expect(ranges.add(15, 35, 3)).toBe(10);
    expect(ranges.add(10, 40, 4)).toBe(0);
  });

  it('remembers since when a hole is known', () => {
    const ranges = new SeenRanges();
    ranges.add(10, 20, 5);
    ranges.add(30, 40, 9);
    expect(ranges.holeKnownSince(0)).toBe(5);
    expect(ranges.holeKnownSince(20)).toBe(9);
    expect(ranges.holeKnownSince(40)).toBe(Infinity);
  });

  it('lets the islands go that the bytes without a hole have reached', () => {
    const ranges = new SeenRanges();
    ranges.add(10, 20, 1);
    ranges.add(20, 25, 1);
    ranges.add(30, 40, 1);
    expect(ranges.absorb(10)).toBe(25);
    expect(ranges.absorb(30)).toBe(40);
    expect(ranges.empty).toBe(true);
  });

  it('gives the lowest hole up rather than grow without bound', () => {
    const ranges = new SeenRanges();
    for (let i = 0; i <= MAX_HOLES; i++) ranges.add(10 + i * 10, 15 + i * 10, i);
    expect(ranges.absorb(0)).toBe(15);
    expect(ranges.holeKnownSince(15)).toBe(1);
  });

  it('agrees with a set of bytes, whatever the order', () => {
    const pieces = fc.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 30 })), { maxLength: 40 });
    fc.assert(fc.property(pieces, (list) => {
      const ranges = new SeenRanges(), bytes = new Set();
      for (const [start, length] of list) {
        const before = bytes.size;
        for (let i = start; i < start + length; i++) bytes.add(i);
        if (ranges.add(start, start + length, 0) !== bytes.size - before) return false;
      }
      return ranges.starts.every((start, i) => bytes.has(start) && !bytes.has(start - 1) && bytes.has(ranges.ends[i] - 1) && !bytes.has(ranges.ends[i]));
    }));
  });
});
