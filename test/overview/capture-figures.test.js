/** Figures of a capture as a whole, and the filters that lead to the connections behind them. */
import { figureRows, figuresCsv } from '../../client/views/capture/figure-rows.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { captureFigures } from '../../lib/overview/capture-figures.js';
import { compileFilter } from '../../lib/shared/filter/compile.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const OPEN = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', '+10ms client ACK'];

const analysis = new OpenedAnalysis();
analysis.ingest.push(
  pcap(
    merge(
      script(
        { client: '10.0.0.1:1001' },
        ...OPEN,
        '+1ms client data 1000',
        '+20ms server ACK',
        '+1ms client data 1000',
        '+300ms client again 1',
        '+20ms server ACK',
      ),
      script({ client: '10.0.0.2:1002' }, ...OPEN, '+1ms client data 100', '+20ms server ACK'),
      script({ client: '10.0.0.3:1003' }, 'client SYN'),
      script({ client: '10.0.0.3:1004' }, 'client SYN', '+10ms server RST'),
      script({ client: '10.0.0.3:1005' }, 'client SYN', '+10ms server SYN-ACK'),
    ),
  ),
);
analysis.ingest.end();
const figures = captureFigures(analysis.ingest);

test('loss, retransmissions, round trips, handshakes and talkers are those of all connections together', () => {
  expect(figures.connections).toBe(5);
  expect(figures.retransmissions).toEqual({ packets: 1, dataPackets: 4, share: 1 / 4 });
  expect(figures.loss.bytes).toBe(3100);
  expect(figures.loss.share).toBe(figures.loss.bytesLost / 3100);
  expect(figures.rtt).toMatchObject({ median: 0.02, max: 0.02 });
  expect(figures.handshakes).toEqual({ complete: 2, unanswered: 1, refused: 1, unfinished: 1, not_captured: 0 });
  expect(figures.talkers.slice(0, 2).map(({ connections, bytes }) => [connections, bytes])).toEqual([
    [5, 3100],
    [1, 3000],
  ]);
});

test('each row with a filter leads to the connections that it counts', () => {
  const fitting = (/** @type {string} */ text) => {
    const { filtered } = analysis.connections;
    const fits = compileFilter(text)({
      reader: (name) => filtered.reader(name),
      whole: (name) => filtered.whole(name),
      hasFrame: (index, from, to) => filtered.hasFrame(index, from, to),
      text: () => '',
    });
    return Array.from({ length: 5 }, (_, index) => index).filter(fits);
  };
  const rows = figureRows(figures);
  for (const { label, filter } of rows) {
    expect([label, filter === null || fitting(filter).length > 0]).toEqual([label, true]);
  }
  const failures = rows.filter(({ group }) => group === 'Handshakes');
  expect(failures.map(({ value, filter }) => [value, fitting(filter ?? '').length])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  for (const row of rows.filter(({ group }) => group === 'Top talkers')) {
    expect(row.note).toContain(`${fitting(row.filter ?? '').length} connection`);
  }
});

test('the CSV file has a line for each', () => {
  const rows = figureRows(figures);
  const lines = figuresCsv(rows).trimEnd().split('\r\n');
  expect(lines).toHaveLength(rows.length + 1);
  expect(lines[0]).toBe('group,figure,value,unit,note,filter');
  expect(figuresCsv([{ ...rows[0], note: 'a, "b"' }])).toContain('"a, ""b"""');
});

test('without data or round trips there are none', () => {
  const empty = captureFigures(new OpenedAnalysis().ingest);
  expect(empty).toMatchObject({ connections: 0, loss: { share: null }, retransmissions: { share: null }, rtt: null });
});
