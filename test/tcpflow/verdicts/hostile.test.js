/** Whatever the table's rows say, the judge neither traps nor loops, and says only what there is a name for. */
import { connectionPackets } from '../../../lib/tcpflow/connection/connection-packets.js';
import { SegmentClassifier } from '../../../lib/tcpflow/verdicts/classifier.js';
import { kindOf, KINDS, spuriousOf, VERDICT, VERDICTS } from '../../../lib/transport/verdict.js';
import { pcap, script } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';
import { track } from '../../support/track.js';

const offset = fc.oneof(
  fc.integer({ min: -20, max: 40 }),
  fc.double({ min: -(2 ** 47), max: 2 ** 47 - 1, noNaN: true }).map(Math.trunc),
);
const packet = fc.record({
  gap: fc.integer({ min: -1000, max: 400_000_000 }),
  direction: fc.integer({ min: 0, max: 1 }),
  seq: offset,
  length: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constant(2 ** 31 - 1)),
  ack: offset,
  flags: fc.integer({ min: 0, max: 511 }),
  window: fc.constantFrom(0, 1, 65535),
  options: fc.integer({ min: 0, max: 127 }),
  stamps: fc.tuple(fc.integer(), fc.integer()),
  ipId: fc.integer({ min: 0, max: 65535 }),
  sack: fc.boolean(),
  verdict: fc.integer({ min: 0, max: 6 }),
  analysis: fc.constantFrom(0, 64),
});

/**
 * A connection of as many packets, whose rows then say what the list says; SACK blocks are the capture's own.
 * @param {any[]} list
 */
function tableOf(list) {
  const tcp = track(
    pcap(script({}, 'client SYN sack', 'server SYN-ACK sack', ...list.map(() => 'client ACK sack 5-9,20-30,25-28'))),
  );
  const block = tcp.packets.blocks[0];
  let time = 0;
  block.hasHigh[0] = 1;
  list.forEach((one, i) => {
    const at = i + 2;
    block.timeNs[at] = time += one.gap;
    block.flowEnd[at] = one.direction;
    setOffset(block.seqLow, block.seqHigh, at, one.seq);
    block.length[at] = one.length;
    setOffset(block.ackLow, block.ackHigh, at, one.ack);
    block.flags[at] = one.flags;
    block.window[at] = one.window;
    block.options[at] = one.options;
    [block.tsValue[at], block.tsEcho[at]] = one.stamps;
    block.ipId[at] = one.ipId;
    block.verdict[at] = one.verdict;
    block.analysis[at] = one.analysis;
    if (!one.sack) block.sackCount[at] = 0;
  });
  return tcp;
}

/** @param {Int32Array} low @param {Int16Array} high @param {number} at @param {number} offset */
function setOffset(low, high, at, offset) {
  low[at] = offset % 2 ** 32;
  high[at] = Math.floor(offset / 2 ** 32);
}

test('any rows', () => {
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 60 }), fc.boolean(), (list, whole) => {
      const tcp = tableOf(list);
      const found = new SegmentClassifier(tcp).classify(0, { whole });
      const packets = connectionPackets(tcp, 0);
      expect([found?.episodes.length, found?.reordering.length]).toEqual([2, 2]);
      if (!whole && Number(found?.packets) < packets.count) return;
      for (let i = 0; i < packets.count; i++) {
        const usesSpace = packets.endOffset[i] > packets.seqOffset[i];
        const verdict = packets.verdict[i];
        expect(verdict).toBeLessThan(VERDICTS.length);
        if (usesSpace) expect(verdict).not.toBe(VERDICT.NONE);
        expect(KINDS).toContain(kindOf(packets.judgement[i]));
        if (verdict !== VERDICT.RETRANSMISSION) expect(spuriousOf(packets.judgement[i])).toBeNull();
        else expect(kindOf(packets.judgement[i])).not.toBeNull();
      }
    }),
    { numRuns: 100 },
  );
});

test('without memory to judge in, the first verdicts stay', () => {
  const tcp = track(
    pcap(
      script(
        {},
        'client SYN',
        'server SYN-ACK',
        'client ACK',
        'client data 100',
        'client data 100',
        '+300ms client again 2',
        'server ACK',
      ),
    ),
  );
  const { memory } = tcp.tables;
  const before = connectionPackets(tcp, 0);
  memory.grow(65536 - memory.buffer.byteLength / 65536);
  const classifier = new SegmentClassifier(tcp);
  expect(classifier.classify(0)).toBeNull();
  expect(classifier.classify(0)).toBeNull();
  expect(connectionPackets(tcp, 0).verdict).toEqual(before.verdict);
  expect(before.verdict).toContain(VERDICT.RETRANSMISSION);
});
