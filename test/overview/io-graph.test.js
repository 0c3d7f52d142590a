import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const analysis = new OpenedAnalysis({ keepMessages: false });
analysis.ingest.push(
  pcap(
    merge(
      script(
        {},
        'client SYN mss 1460',
        '+20ms server SYN-ACK mss 1460',
        '+0.1ms client ACK',
        '+1ms client PSH data 100',
        '+20ms server ACK',
        '+300ms client PSH data 200',
        '+300ms client again 2',
        '+20ms server ACK',
      ),
      script({ client: '10.0.0.9:5000' }, '+100ms client SYN'),
    ),
  ),
);
analysis.ingest.end();

/** @typedef {import('../../lib/overview/io-graph.js').IoWindow & { direction: 'client'|'server'|'both' }} Asked */

/** @param {number[]} rows @param {Partial<Asked>} [asked] */
function counted(rows, asked = {}) {
  const graph = analysis.overview.ioGraph(Uint32Array.from(rows), {
    startNs: 0,
    endNs: 1e9,
    bins: 10,
    direction: 'both',
    hasTrips: true,
    ...asked,
  });
  for (let block = 0; block < graph.blocks; block++) graph.addBlock(block);
  for (const row of rows) graph.addConnection(row);
  return graph.frame();
}

test('packets, payload and retransmissions by interval, of the connections asked for', () => {
  const { rows, columns } = counted([0, 1]);
  expect(rows).toBe(10);
  expect([...columns.packets]).toEqual([5, 1, 0, 1, 0, 0, 2, 0, 0, 0]);
  expect([...columns.bytes]).toEqual([100, 0, 0, 200, 0, 0, 200, 0, 0, 0]);
  expect([...columns.retransmissions]).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  expect([...counted([1]).columns.packets].reduce((sum, packets) => sum + packets)).toBe(1);
});

test('a direction is counted alone, and a stretch of time', () => {
  expect([...counted([0], { direction: 'server' }).columns.packets]).toEqual([2, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  const { columns } = counted([0], { startNs: 0.3e9, endNs: 0.4e9, bins: 2 });
  expect([...columns.packets]).toEqual([1, 0]);
});

test('round trips are those of the longer half of the path, to 2 %', () => {
  const { rttP5, rttMedian, rttP95 } = counted([0]).columns;
  expect(Math.abs(rttMedian[0] / 20e6 - 1)).toBeLessThan(0.02);
  expect([rttP5[0], rttP95[0]]).toEqual([rttMedian[0], rttMedian[0]]);
  expect(rttMedian[1]).toBeNaN();
});
