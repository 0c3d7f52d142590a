import { DirectionSeries } from '../../../client/views/connection/data/direction-series.js';
import { packetColumns } from '../../../client/views/connection/data/packet-columns.js';
import {
  finerPart,
  hasAllOf,
  isCutBefore,
  isPartial,
  MAX_PACKETS_IN_PAGE,
} from '../../../client/views/connection/data/partial-packets.js';

const MANY = MAX_PACKETS_IN_PAGE + 1;

/**
 * Segments of 100 bytes at these moments, each of whose first byte is its moment; the page has only some of many.
 * @param {number[]} times
 * @param {object} meta
 */
function columnsAt(times, meta) {
  const zeros = (/** @type {any} */ Type) => new Type(times.length);
  return packetColumns(
    /** @type {any} */ ({
      rows: times.length,
      meta,
      columns: {
        frame: Uint32Array.from(times),
        time: Float64Array.from(times),
        direction: zeros(Uint8Array),
        seq: Float64Array.from(times),
        ack: zeros(Float64Array).fill(-1),
        length: zeros(Uint32Array).fill(100),
        window: zeros(Uint32Array),
        flags: zeros(Uint8Array),
        analysis: zeros(Uint32Array),
        sackIndex: zeros(Uint32Array),
        sackCount: zeros(Uint8Array),
        sackLeft: new Float64Array(0),
        sackRight: new Float64Array(0),
        payload: Float64Array.from(times),
      },
    }),
  );
}

describe('a connection of which the page has only a part', () => {
  const sketch = columnsAt([0, 1000, 9000, 10_000], { sketch: MANY });
  const part = columnsAt([0, 1000, 4000, 4100, 4300, 4400, 9000, 10_000], {
    sketch: MANY,
    range: [3900, 4500],
    whole: true,
  });

  test('is one with more packets than the page takes', () => {
    expect([
      isPartial(sketch),
      isPartial(columnsAt([0, 1], { sketch: MAX_PACKETS_IN_PAGE })),
      isPartial(columnsAt([0, 1], {})),
    ]).toEqual([true, false, false]);
    expect(finerPart(columnsAt([0, 1], { sketch: MAX_PACKETS_IN_PAGE }), { startNs: 0, endNs: 1 })).toBeNull();
  });

  test('is asked for about what is in view, within the connection', () => {
    expect(finerPart(sketch, { startNs: 4000, endNs: 5000 })).toEqual({ startNs: 3000, endNs: 6000 });
    expect(finerPart(sketch, { startNs: -80, endNs: 10_080 })).toEqual({ startNs: 0, endNs: 10_000 });
  });

  test('is not asked for where everything is there, nor where it would not get finer', () => {
    expect(finerPart(part, { startNs: 4000, endNs: 4200 })).toBeNull();
    expect(finerPart(part, { startNs: 4300, endNs: 4600 })).toEqual({ startNs: 4000, endNs: 4900 });
    const coarse = columnsAt([0, 4000, 10_000], { sketch: MANY, range: [0, 10_000], whole: false });
    expect(finerPart(coarse, { startNs: -80, endNs: 10_080 })).toBeNull();
    expect(finerPart(coarse, { startNs: 4000, endNs: 4100 })).toEqual({ startNs: 3900, endNs: 4200 });
  });

  test('knows where every packet is there', () => {
    expect(part.wholeRows).toEqual({ from: 2, to: 6 });
    expect([
      hasAllOf(part, { startNs: 4000, endNs: 4400 }),
      hasAllOf(part, { startNs: 4000, endNs: 4600 }),
      hasAllOf(sketch, { startNs: 0, endNs: 1 }),
    ]).toEqual([true, false, false]);
    expect([1, 2, 3, 5, 6].map((row) => isCutBefore(part, row))).toEqual([true, true, false, false, true]);
  });

  test('shows a hole only where nothing was left out', () => {
    const series = new DirectionSeries(0);
    series.extend(part);
    series.summarise();
    expect(series.holes.holes.length).toBe(1);
    expect([...series.segments.low.subarray(0, series.segments.count)]).toEqual([
      0, 100, 1100, 4100, 4300, 4400, 4500, 9100,
    ]);
  });
});
