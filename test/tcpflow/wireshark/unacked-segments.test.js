import { MAX_UNACKED_SEGMENTS, UnackedSegments } from '../../../lib/tcpflow/wireshark/unacked-segments.js';
import fc from '../../support/properties.js';

/** The list as Wireshark keeps it, newest first, walked in full. */
class PlainList {
  /** @type {{ row: number, start: number, end: number }[]} */
  segments = [];

  /** @param {number} row @param {number} start @param {number} end */
  push(row, start, end) {
    this.segments.unshift({ row, start, end });
  }

  /** @param {number} ack */
  acknowledge(ack) {
    const match = this.segments.findLast(({ end }) => end === ack)?.row ?? -1;
    this.segments = this.segments
      .filter(({ end }) => end > ack)
      .map((segment) => ({ ...segment, start: Math.max(segment.start, ack) }));
    return match;
  }

  state() {
    const { segments } = this;
    return [
      segments.length,
      segments.at(-1)?.row ?? -1,
      Math.min(...segments.map(({ start }) => start)),
      Math.max(...segments.map(({ end }) => end)),
    ];
  }
}

const step = fc.oneof(
  fc.record({ start: fc.nat(60), length: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ ack: fc.nat(70) }),
);

test('the oldest, the lowest, the highest and the match are those of a walk through the whole list', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const quick = new UnackedSegments();
      const plain = new PlainList();
      steps.forEach((one, row) => {
        if ('ack' in one) expect(quick.acknowledge(one.ack)).toBe(plain.acknowledge(one.ack));
        else for (const list of [quick, plain]) list.push(row, one.start, one.start + one.length);
        expect([quick.count, quick.oldestRow, quick.start, quick.end]).toEqual(plain.state());
      });
    }),
  );
});

test('as many segments as there may be, acknowledged byte by byte, take no time to speak of', () => {
  const segments = new UnackedSegments();
  for (let row = 0; row < MAX_UNACKED_SEGMENTS; row++) segments.push(row, 0, 300_000 + row);
  const began = performance.now();
  for (let ack = 1; ack < 300_000; ack++) segments.acknowledge(ack);
  expect(performance.now() - began).toBeLessThan(5000);
  expect([segments.count, segments.start, segments.acknowledge(300_005)]).toEqual([MAX_UNACKED_SEGMENTS, 299_999, 5]);
});
