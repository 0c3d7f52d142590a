/** Which connections are over, while others are still being read. */
import { OverConnections } from '../../lib/tcpflow/over-connections.js';
import { CaptureAnalysis } from '../../lib/analysis/capture-analysis.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const HANDSHAKE = ['client SYN', 'server SYN-ACK', 'client ACK'], CLOSE = ['server FIN', 'client ACK', 'client FIN', 'server ACK'];
const GET = ['client PSH "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"', 'server data 3x1000', 'client ACK'];

/** @param {Uint8Array} bytes */
function analysed(bytes) {
  const analysis = new CaptureAnalysis();
  analysis.push(bytes);
  return analysis;
}

/** @param {OverConnections} over @returns {number[]} those that it finds */
function all(over) {
  const found = [];
  for (let flow = over.next(); flow >= 0; flow = over.next()) found.push(flow);
  return found;
}

test.each([
  ['closed by both ends, all of it acknowledged', [...HANDSHAKE, ...GET, ...CLOSE], true],
  ['with a segment lost and sent again', [...HANDSHAKE, ...GET, 'server data 500 lost', '+300ms server again 4', 'client ACK', ...CLOSE], true],
  ['closed by one end only', [...HANDSHAKE, ...GET, 'server FIN', 'client ACK'], false],
  ['whose last FIN is not acknowledged', [...HANDSHAKE, ...GET, ...CLOSE.slice(0, 3)], false],
  ['reset', [...HANDSHAKE, ...GET, 'client RST'], false],
  ['reset after it was closed', [...HANDSHAKE, ...GET, ...CLOSE, 'client RST'], false],
  ['without its beginning', [...GET, ...CLOSE], false],
  ['of which the capture lacks the beginning of one direction', ['client SYN', 'server SYN-ACK uncaptured', 'client ACK', ...GET, ...CLOSE], false],
])('a connection %s', (_, lines, expected) => {
  const { flows, packets } = analysed(pcap(script({}, ...lines))).tcp;
  expect(flows.isOver(0, packets.count)).toBe(expected);
});

test('bytes that have not been handed on leave it open', () => {
  const { flows, packets } = analysed(pcap(script({}, ...HANDSHAKE, ...GET, ...CLOSE))).tcp;
  expect(flows.isOver(0, packets.count)).toBe(true);
  expect(flows.isOver(0, packets.count - 1)).toBe(false);
});

test('each is found once, when it is over', () => {
  const first = script({ client: '10.0.0.1:1001' }, ...HANDSHAKE, ...GET, '@5s server FIN', ...CLOSE.slice(1));
  const second = script({ client: '10.0.0.1:1002' }, '@1s client SYN', ...HANDSHAKE.slice(1), ...GET, '+300ms server again 2', ...CLOSE);
  const third = script({ client: '10.0.0.1:1003' }, '@4s client SYN', ...HANDSHAKE.slice(1), ...GET, '+300ms server again 2');
  const packets = merge(first, second, third), early = packets.filter(({ timeNs }) => timeNs < 4.9e9), late = packets.filter(({ timeNs }) => timeNs >= 4.9e9);
  const analysis = analysed(pcap(early)), over = new OverConnections(analysis.tcp, 40);
  expect(all(over)).toEqual([1]);
  expect(all(over)).toEqual([]);
  analysis.push(pcap(late).subarray(24));
  expect(all(over)).toEqual([0]);
  expect(all(over)).toEqual([]);
});

test('what is short and plainly in order is passed over', () => {
  const many = merge(...Array.from({ length: 200 }, (_, i) => script({ client: `10.0.0.1:${2000 + i}` }, ...HANDSHAKE, ...GET,
    ...(i === 150 ? ['+300ms server again 2'] : []), ...CLOSE)));
  expect(all(new OverConnections(analysed(pcap(many)).tcp, 40))).toEqual([150]);
});
