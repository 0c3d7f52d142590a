/** Packets found across connections: by frame, flag, address, what a request asks for. */
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const OPEN = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', '+10ms client ACK'];
const capture = pcap(
  merge(
    script(
      {},
      ...OPEN,
      '+1ms client PSH "GET /page.html HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n"',
      '+20ms server RST',
    ),
    script(
      { client: '10.0.0.9:5000' },
      '+200ms client SYN mss 1460',
      '+20ms server SYN-ACK mss 1460',
      '+10ms client ACK',
      '+1ms client PSH "GET /style.css HTTP/1.1\\r\\nHost: b.example\\r\\n\\r\\n"',
      '+20ms server data 100 win 0',
      '+300ms client again 1',
    ),
  ),
);
const analysis = new OpenedAnalysis({ keepMessages: true });
analysis.ingest.push(capture);
analysis.ingest.end();

/** @param {string} text @returns {[number, number][]} connection and frame */
const found = (text) => analysis.overview.findPackets(text).packets.map(({ flow, frame }) => [flow, frame]);

test('by frame number', () => {
  expect(found('7')).toEqual([[1, 7]]);
  expect(found('frame 4')).toEqual([[0, 4]]);
  expect(analysis.overview.findPackets('4').packets[0].seconds).toBeCloseTo(0.031, 6);
  expect(found('4000')).toEqual([]);
});

test('by flag, whatever its case, and by what a segment is', () => {
  expect(found('SYN').map(([flow]) => flow)).toEqual([0, 0, 1, 1]);
  expect(found('rst')).toEqual([[0, 5]]);
  expect(analysis.overview.findPackets('syn').packets.map(({ what }) => what)).toEqual([
    'SYN',
    'SYN ACK',
    'SYN',
    'SYN ACK',
  ]);
  expect(found('zero window').map(([flow]) => flow)).toEqual([1]);
  expect(found('retransmission').map(([flow]) => flow)).toEqual([1]);
  expect(found('cwr')).toEqual([]);
});

test('by address, with and without port, and by what is asked for', () => {
  expect(found('10.0.0.9')).toEqual([[1, 6]]);
  expect(found(':5000')).toEqual([[1, 6]]);
  expect(found('a.example/page').length).toBe(0);
  expect(found('a.example')).toEqual([[0, 4]]);
  expect(found('STYLE.css')).toEqual([[1, 9]]);
  expect(analysis.overview.findPackets('style').packets[0].what).toBe('GET b.example/style.css');
  expect(analysis.overview.findPackets('  ')).toEqual({ packets: [], isCut: false });
});

test('by header and trailer fields, of requests and responses', () => {
  const one = new OpenedAnalysis({ keepMessages: true });
  const chunks = '2\\r\\nok\\r\\n0\\r\\nChecksum: abc123\\r\\n\\r\\n';
  one.ingest.push(
    pcap(
      script(
        {},
        ...OPEN,
        '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a\\r\\nX-Trace: 77\\r\\n\\r\\n"',
        '+20ms server PSH "HTTP/1.1 200 OK\\r\\nServer: nginx\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n"',
        `+20ms server PSH "${chunks}"`,
      ),
    ),
  );
  one.ingest.end();
  const seen = (/** @type {string} */ text) =>
    one.overview.findPackets(text).packets.map(({ frame, what }) => [frame, what]);
  expect(seen('x-trace')).toEqual([[4, 'X-Trace: 77']]);
  expect(seen('NGINX')).toEqual([[5, 'Server: nginx']]);
  expect(seen('checksum: abc')).toEqual([[6, 'Checksum: abc123']]);
  expect(seen('nothing')).toEqual([]);
});

test.each([
  ['frame.number == 7', '7'],
  ['tcp.flags.reset == 1', 'rst'],
  ['tcp.flags.syn', 'syn'],
  ['tcp.analysis.zero_window', 'zero window'],
  ['tcp.analysis.retransmission', 'retransmission'],
  ['ip.addr == 10.0.0.9', '10.0.0.9'],
  ['tcp.port eq 5000', ':5000'],
  ['http.host == "a.example"', 'a.example'],
  ['http.request.uri contains "style"', 'style'],
])('%s, as in Wireshark, finds what %s does', (comparison, words) => {
  expect(found(words)).not.toEqual([]);
  expect(found(comparison)).toEqual(found(words));
});

test('of many the first are told, and that there are more', () => {
  const many = new OpenedAnalysis({ keepMessages: true });
  many.ingest.push(
    pcap(
      script(
        {},
        ...OPEN,
        ...Array.from({ length: 150 }, () => ['+1ms client PSH data 10', '+1ms server PSH data 10']).flat(),
      ),
    ),
  );
  many.ingest.end();
  const { packets, isCut } = many.overview.findPackets('psh');
  expect([packets.length, isCut]).toEqual([200, true]);
});
