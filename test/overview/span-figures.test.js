/** What connections did in a stretch of time. */
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const analysis = new OpenedAnalysis();
analysis.ingest.push(
  pcap(
    merge(
      script(
        {},
        'client SYN mss 1460',
        '+20ms server SYN-ACK mss 1460',
        '+0.1ms client ACK',
        '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n"',
        '+20ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
        '+0.1ms client ACK',
        '+500ms client PSH "GET /2 HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n"',
        '+300ms client again 2',
        '+20ms server ACK',
      ),
      script({ client: '10.0.0.9:5000' }, '+100ms client SYN'),
    ),
  ),
);
analysis.ingest.end();

/** @param {number} startMs @param {number} endMs @param {number[]} [rows] */
function figuresOf(startMs, endMs, rows = [0, 1]) {
  const sums = analysis.overview.spanFigures(Uint32Array.from(rows), { startNs: startMs * 1e6, endNs: endMs * 1e6 });
  for (const row of sums.rows) sums.addConnection(row);
  for (let block = 0; block < sums.blocks; block++) sums.addBlock(block);
  return sums.figures();
}

test('connections open in it, packets and payload each way, requests and round trips', () => {
  const figures = figuresOf(0, 200);
  expect(figures).toMatchObject({ connections: 2, packets: [5, 2], retransmissions: [0, 0], requests: 1 });
  expect(figures.bytes).toEqual([35, 40]);
  expect(Math.abs(Number(figures.rtt?.median) / 0.02 - 1)).toBeLessThan(0.002);
});

test('what was sent again, of the connections asked for alone', () => {
  expect(figuresOf(500, 900, [0])).toMatchObject({
    connections: 1,
    packets: [2, 1],
    retransmissions: [1, 0],
    requests: 1,
  });
  expect(figuresOf(500, 900, [1])).toMatchObject({ connections: 0, packets: [0, 0], requests: 0, rtt: null });
});

test('a span without a packet is of the connections that it lies in', () => {
  expect(figuresOf(200, 201)).toMatchObject({ connections: 1, packets: [0, 0], rtt: null });
});
