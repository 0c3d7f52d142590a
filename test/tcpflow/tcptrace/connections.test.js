/** When the same two endpoints begin a new connection, to tcptrace. */
import { connectionsOf, ourTable, tcptraceTable } from '../../support/oracles/tcptrace.js';
import { merge, pcap, script } from '../../support/packets/packets.js';
import { describeWithPrograms } from '../../support/programs.js';

const OPEN = [
  'client SYN mss 1460',
  '+10ms server SYN-ACK mss 1460',
  '+10ms client ACK',
  '+10ms client data 100',
  '+10ms server ACK',
];
const CLOSE = ['+10ms client FIN', '+10ms server FIN', '+10ms client ACK'];

/** @type {[title: string, lines: string[], packets: number[]][]} */
const CASES = [
  ['one', [...OPEN, ...CLOSE], [8]],
  ['four minutes of silence', [...OPEN, '+240s client data 100', '+10ms server ACK'], [7]],
  ['a microsecond more', [...OPEN, '+240000001us client data 100', '+10ms server ACK'], [5, 2]],
  ['SYN beyond the window after the FINs', [...OPEN, ...CLOSE, '+1s client SYN seq 200000 mss 1460'], [8, 1]],
  ['SYN below the first after the FINs', [...OPEN, ...CLOSE, '+1s client SYN seq -20 mss 1460'], [8, 1]],
  ['SYN within the window after the FINs', [...OPEN, ...CLOSE, '+1s client SYN seq 5000 mss 1460'], [9]],
  ['SYN beyond the window after a RST', [...OPEN, '+10ms server RST', '+1s client SYN seq 200000 mss 1460'], [6, 1]],
  ['another SYN after one', ['client SYN mss 1460', '+1s client SYN seq 5000 mss 1460'], [2]],
  [
    'another SYN after two',
    ['client SYN mss 1460', '+1s client SYN seq 0 mss 1460', '+1s client SYN seq 5000 mss 1460'],
    [2, 1],
  ],
  [
    'another SYN-ACK after two',
    ['client SYN mss 1460', '+1s server SYN-ACK', '+1s server SYN-ACK seq 0', '+1s server SYN-ACK seq 7000'],
    [3, 1],
  ],
  ['SYN of the other side after the FINs', [...OPEN, ...CLOSE, '+1s server SYN seq 300000 NOACK mss 1460'], [8, 1]],
];

/** @param {string[]} lines */
const capture = (lines) => script({ startNs: 1e9 }, ...lines);

/** @param {Record<string, string>} connection */
const packetsOf = (connection) => Number(connection.total_packets_a2b) + Number(connection.total_packets_b2a);

test.each(CASES)('%s', (_, lines, packets) => {
  expect(connectionsOf(capture(lines)).map(packetsOf)).toEqual(packets);
});

test('are numbered by first packet, from the side that sent it', () => {
  const first = script({ client: '10.0.0.1:40000' }, ...OPEN);
  const second = script({ client: '10.0.0.3:50000', startNs: 5e6 }, ...OPEN);
  const table = connectionsOf(merge(second, first));
  expect(table.map((connection) => [connection['conn_#'], connection.host_a, connection.port_a])).toEqual([
    ['1', '10.0.0.1', '40000'],
    ['2', '10.0.0.3', '50000'],
  ]);
});

test('are not parted by a VLAN tag, but by two', () => {
  const plain = script({}, ...OPEN);
  const tagged = script({ vlan: [7], startNs: 1e8 }, ...CLOSE);
  const twice = script({ vlan: [7, 8], startNs: 2e8 }, ...OPEN);
  expect(connectionsOf(merge(plain, tagged, twice)).map(packetsOf)).toEqual([8, 5]);
});

test('none in a capture without TCP', () => {
  expect(ourTable(pcap([]))).toEqual([]);
});

describeWithPrograms('tcptrace parts them in the same places', ['tcptrace'], () => {
  test.each(CASES)('%s', (_, lines, packets) => {
    expect(tcptraceTable(pcap(capture(lines))).map(packetsOf)).toEqual(packets);
  });
});
