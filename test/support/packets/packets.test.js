import { tsharkFields } from '../oracles/tshark.js';
import { describeWithPrograms } from '../programs.js';
import { merge, parseLine, pcap, script } from './packets.js';

const CHECK_SUMS = ['-o', 'tcp.check_checksum:TRUE', '-o', 'ip.check_checksum:TRUE'];

test('a line is told word by word', () => {
  expect(parseLine('+20ms server SYN-ACK mss 1460 ws 7 sack ts')).toEqual({
    side: 'server',
    sending: { afterNs: 20e6, flags: 0x12, mss: 1460, windowScale: 7, sackPermitted: true, timestamps: true },
  });
  expect(parseLine('client ACK 1449 sack 2897-4345,5793-7241').sending).toEqual({
    flags: 0x10,
    ack: 1449,
    sack: [
      [2897, 4345],
      [5793, 7241],
    ],
  });
  expect(Array.from(parseLine('client "a b\\r\\n\\"c\\""').sending.payload ?? [])).toEqual([
    ...Buffer.from('a b\r\n"c"'),
  ]);
});

test.each(['nobody SYN', 'client data', 'client nonsense', '+20 client ACK', 'client again 1'])(
  '"%s" is refused',
  (line) => {
    expect(() => script(line)).toThrow('packet script');
  },
);

describeWithPrograms('tshark reads scripts as they were meant', ['tshark'], () => {
  test('sequence numbers, acknowledgements, SACK, checksums', () => {
    const packets = script(
      'client SYN sack',
      'server SYN-ACK sack',
      'client ACK',
      'server data 100 lost',
      'server data 2x100',
      'client ACK',
      'server again 1',
      'client ACK',
      'server FIN',
      'client ACK',
      'client FIN',
      'server ACK',
    );
    const rows = tsharkFields(
      pcap(packets),
      ['tcp.seq', 'tcp.ack', 'tcp.len', 'tcp.options.sack_le', 'tcp.options.sack_re', 'tcp.checksum.status'],
      CHECK_SUMS,
    );
    expect(rows.map((row) => row.join(' '))).toEqual([
      '0 0 0   1',
      '0 1 0   1',
      '1 1 0   1',
      '1 1 100   1',
      '101 1 100   1',
      '201 1 100   1',
      '1 1 0 101 301 1',
      '1 1 100   1',
      '1 301 0   1',
      '301 1 0   1',
      '1 302 0   1',
      '1 302 0   1',
      '302 2 0   1',
    ]);
  });

  test('IPv6 in VLANs, beside IPv4, by time', () => {
    const six = { client: '[2001:db8::1]:5000', server: '[2001:db8::2]:80', vlan: [9, 7], pad: true };
    const packets = merge(
      script('@0ms client SYN', '@2ms server SYN-ACK'),
      script(six, '@1ms client SYN', '@3ms server SYN-ACK'),
    );
    const rows = tsharkFields(
      pcap(packets, { bigEndian: true }),
      ['ipv6.src', 'tcp.stream', 'tcp.checksum.status'],
      CHECK_SUMS,
    );
    expect(rows.map((row) => row.join(' '))).toEqual([' 0 1', '2001:db8::1 1 1', ' 0 1', '2001:db8::2 1 1']);
  });
});

test('lost, late, twice and uncaptured do what they say', () => {
  const start = ['client SYN', 'server SYN-ACK', 'client ACK'];
  const times = (/** @type {string[]} */ ...lines) =>
    script({}, ...start, ...lines)
      .slice(3)
      .map(({ timeNs }) => timeNs);
  expect(times('@1ms client data 5 late 1ms', '@1ms client data 5')).toEqual([1e6, 2e6]);
  expect(times('@1ms client data 5 twice')).toEqual([1e6, 1_001_000]);
  expect(times('@1ms client data 5 uncaptured', '@2ms server ACK')).toEqual([2e6]);
});
