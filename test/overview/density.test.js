/** All lanes in little. */
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const SECOND = [
  'client SYN mss 1460',
  '+20ms server SYN-ACK mss 1460',
  '+1ms client ACK',
  '+1ms client PSH data 100',
  '+300ms client again 1',
  '+20ms server ACK',
  '+600ms client FIN',
];
const analysis = new OpenedAnalysis({ keepMessages: false });
analysis.ingest.push(
  pcap(
    merge(
      script({ client: '10.0.0.1:5000', server: '10.0.1.1:80' }, '+0ms client SYN', '+942ms client RST'),
      script({ client: '10.0.0.1:5001', server: '10.0.1.2:80' }, ...SECOND),
      script({ client: '10.0.0.1:5002', server: '10.0.1.1:80' }, '+500ms client SYN'),
    ),
  ),
);
analysis.ingest.end();

/** @param {number[]} shown indexes @param {{ rows: number, bins: number }} asked */
function densityOf(shown, asked) {
  const density = analysis.overview.density(Uint32Array.from(shown), asked);
  for (let block = 0; block < density.blocks; block++) density.addBlock(block);
  const { rows, columns } = density.frame();
  const table = (/** @type {string} */ name) =>
    Array.from({ length: rows }, (_, row) => [...columns[name].slice(row * asked.bins, (row + 1) * asked.bins)]);
  return { rows, open: table('open'), packets: table('packets'), retransmissions: table('retransmissions') };
}

test('rows are lanes by server, columns are time: what is open, sent and sent again in each', () => {
  const { rows, open, packets, retransmissions } = densityOf([0, 1, 2], { rows: 50, bins: 2 });
  expect(rows).toBe(3);
  expect(open).toEqual([
    [1, 1],
    [0, 1],
    [1, 1],
  ]);
  expect(packets).toEqual([
    [1, 1],
    [0, 1],
    [6, 1],
  ]);
  expect(retransmissions).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
  ]);
});

test('where rows are fewer than lanes, lanes share them, and what a filter leaves out is not counted', () => {
  const { rows, open, packets } = densityOf([0, 1, 2], { rows: 1, bins: 1 });
  expect({ rows, open, packets }).toEqual({ rows: 1, open: [[3]], packets: [[10]] });
  expect(densityOf([2], { rows: 9, bins: 1 })).toMatchObject({ rows: 1, packets: [[1]] });
  expect(densityOf([], { rows: 9, bins: 1 }).rows).toBe(0);
});
