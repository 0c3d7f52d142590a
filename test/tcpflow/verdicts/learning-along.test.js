/** Judging a connection that was learnt of while it was read gives what judging it at once gives. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connectionRows } from '../../../lib/tcpflow/connection/connection-packets.js';
import { Judge } from '../../../lib/tcpflow/verdicts/classifier.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../../lib/tcpflow/tables/packet-table.js';
import { merge, pcap, script } from '../../support/packets/packets.js';
import { track } from '../../support/track.js';

/** @typedef {import('../../../lib/tcpflow/tracker.js').TcpTracker} TcpTracker */

const FIXTURES = fileURLToPath(new URL('../../../fixtures/pcaps/', import.meta.url));

/** @param {TcpTracker} tcp @param {Judge} judge @param {number} flow */
function judgement(tcp, judge, flow) {
  const found = judge.judge(flow);
  const packets = Array.from(connectionRows(tcp, flow), (row) => {
    const block = tcp.packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK;
    return [block.verdict[at], block.judgement[at], block.evidence[at], block.confidence(at)];
  });
  return { found, packets };
}

/** As reading would: the table grows by some rows, of which not all are looked at. @param {TcpTracker} tcp @param {Judge} judge @param {number} flow */
function learn(tcp, judge, flow) {
  let learnt = 0;
  for (let rows = 0; rows < tcp.packets.count; rows += 7) learnt += judge.learnAlong(flow, rows, 5);
  return learnt;
}

describe('learning from a connection while it is read', () => {
  it.each(readdirSync(FIXTURES).filter((name) => /\.pcap(ng)?$/.test(name)))('leaves the judgement of %s as it is', (name) => {
    const tcp = track(new Uint8Array(readFileSync(FIXTURES + name))), judge = new Judge(tcp);
    for (let flow = 0; flow < tcp.flows.count; flow++) {
      const atOnce = judgement(tcp, new Judge(tcp), flow);
      learn(tcp, judge, flow);
      expect(judgement(tcp, judge, flow)).toEqual(atOnce);
      expect(judgement(tcp, judge, flow)).toEqual(atOnce);
    }
  });

  const lines = [
    'client SYN sack ts', 'server SYN-ACK sack ts', 'client ACK', ...Array.from({ length: 20 }, () => 'server data 1448'),
    'server data 1448 lost', 'server data 1448', 'client ACK', '+300ms server again 21', 'client ACK',
  ];
  const two = () => track(pcap(merge(script({}, ...lines), script({ client: '10.9.9.9:4000' }, ...lines))));

  it('takes in each packet once, up to the limit', () => {
    const tcp = two(), judge = new Judge(tcp);
    expect(judge.learnAlong(0, 10, 4)).toBe(4);
    expect(judge.learnAlong(0, 10, 100)).toBeLessThanOrEqual(6);
    expect(judge.learnAlong(0, 10, 100)).toBe(0);
    expect(judge.learnAlong(0, tcp.packets.count, 1000)).toBeGreaterThan(0);
  });

  it('begins anew where another connection came between', () => {
    const tcp = two(), judge = new Judge(tcp), [first, second] = [0, 1].map((flow) => judgement(tcp, new Judge(tcp), flow));
    learn(tcp, judge, 0);
    judge.learnAlong(1, tcp.packets.count, 3);
    expect(judgement(tcp, judge, 0)).toEqual(first);
    judge.learnAlong(0, tcp.packets.count, 3);
    expect(judgement(tcp, judge, 1)).toEqual(second);
    expect(judgement(tcp, judge, 0)).toEqual(first);
  });

  it('keeps what was gathered where the tables grow meanwhile', () => {
    const unacknowledged = Array.from({ length: 50_000 }, () => 'server data 100');
    const tcp = track(pcap(script({}, ...lines.slice(0, 3), ...unacknowledged, 'server again 30000', 'client ACK')));
    const judge = new Judge(tcp), { memory } = tcp.tables;
    const atOnce = judgement(tcp, new Judge(tcp), 0);
    for (let rows = 0; rows < tcp.packets.count; rows += 10_000) {
      judge.learnAlong(0, rows, 10_000);
      memory.grow(1);
    }
    expect(judgement(tcp, judge, 0)).toEqual(atOnce);
    expect(atOnce.found?.packets).toBe(tcp.packets.count);
    const bytes = memory.buffer.byteLength;
    expect(judgement(tcp, judge, 0)).toEqual(atOnce);
    expect(memory.buffer.byteLength).toBe(bytes);
  });

  it('goes without where there is no memory left', () => {
    const tcp = two(), { memory } = tcp.tables;
    memory.grow(65536 - memory.buffer.byteLength / 65536);
    const judge = new Judge(tcp);
    expect(judge.learnAlong(0, tcp.packets.count, 1000)).toBe(0);
    expect(judge.judge(0)).toBeNull();
  });
});
