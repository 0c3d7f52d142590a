/** Whatever the columns say, the judge neither throws nor loops, and says only what there is a name for. */
import fc from 'fast-check';
import { ConnectionPackets } from '../../../lib/tcpflow/connection/connection-packets.js';
import { judgeConnection } from '../../../lib/tcpflow/judge/judge.js';
import { KINDS, VERDICT, VERDICTS, kindOf, spuriousOf } from '../../../lib/tcpflow/verdict.js';

const offset = fc.oneof(fc.integer({ min: -20, max: 40 }), fc.double({ min: -(2 ** 53), max: 2 ** 53, noNaN: true }).map(Math.trunc));
const packet = fc.record({
  gap: fc.integer({ min: -1000, max: 400_000_000 }), direction: fc.integer({ min: 0, max: 1 }), seq: offset, length: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constant(2 ** 31 - 1)), ack: offset,
  flags: fc.integer({ min: 0, max: 511 }), window: fc.constantFrom(0, 1, 65535), options: fc.integer({ min: 0, max: 127 }), stamps: fc.tuple(fc.integer(), fc.integer()),
  ipId: fc.integer({ min: 0, max: 65535 }), sack: fc.array(fc.tuple(offset, offset), { maxLength: 4 }),
});

const delay = fc.oneof(fc.constant(NaN), fc.integer({ min: -1000, max: 400_000_000 }));
const steps = fc.constantFrom(0, 2, 50);
const facts = fc.record({ sackPermitted: fc.boolean(), numberedSteps: fc.tuple(steps, steps), leastDelayNs: fc.tuple(delay, delay) });

/** @param {any[]} list */
function columns(list) {
  const packets = new ConnectionPackets(list.length, list.reduce((sum, { sack }) => sum + sack.length, 0));
  let time = 0, block = 0;
  list.forEach((one, i) => {
    packets.timeNs[i] = time += one.gap;
    packets.direction[i] = one.direction;
    packets.seqOffset[i] = one.seq;
    packets.length[i] = one.length;
    packets.endOffset[i] = one.seq + one.length + (one.flags & 1) + ((one.flags >> 1) & 1);
    packets.ackOffset[i] = one.flags & 16 ? one.ack : -1;
    packets.flags[i] = one.flags;
    packets.window[i] = packets.windowBytes[i] = one.window;
    packets.options[i] = one.options;
    [packets.tsValue[i], packets.tsEcho[i]] = one.stamps;
    packets.ipId[i] = one.ipId;
    packets.sackStart[i] = block;
    packets.sackCount[i] = one.sack.length;
    for (const [left, right] of one.sack) {
      packets.sackLeft[block] = left;
      packets.sackRight[block++] = right;
    }
  });
  return packets;
}

test('any columns', () => {
  fc.assert(fc.property(fc.array(packet, { maxLength: 60 }), facts, (list, facts) => {
    const packets = columns(list), { verdicts, episodes, reordering } = judgeConnection(packets, facts);
    for (let i = 0; i < packets.count; i++) {
      const usesSpace = packets.endOffset[i] > packets.seqOffset[i], verdict = verdicts.verdict[i];
      expect(verdict).toBeLessThan(VERDICTS.length);
      if (usesSpace) expect(verdict).not.toBe(VERDICT.NONE);
      expect(KINDS).toContain(kindOf(verdicts.judgement[i]));
      if (verdict !== VERDICT.RETRANSMISSION) expect(spuriousOf(verdicts.judgement[i])).toBeNull();
      else expect(kindOf(verdicts.judgement[i])).not.toBeNull();
    }
    expect([episodes.length, reordering.length]).toEqual([2, 2]);
  }), { numRuns: 300 });
});
