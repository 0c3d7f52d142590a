import { tcptraceAddress } from '../../../lib/tcpflow/tcptrace/address.js';
import { tcptraceCsv } from '../../../lib/tcpflow/tcptrace/csv.js';
import { decimals } from '../../../lib/tcpflow/tcptrace/decimals.js';
import { pcap, script } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';
import { track } from '../../support/track.js';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['2001:db8::1', '2001:0db8::0001'],
  ['::1', ':0001'],
  ['::', ':0000'],
  ['fe80::', 'fe80::0000'],
  ['2001:db8:0:1:1:1:1:1', '2001:0db8::0001:0001:0001:0001:0001'],
  ['2001:db8::1:0:0:1', '2001:0db8::0001:0000:0000:0001'],
  ['1:2:3:4:5:6:7:8', '0001:0002:0003:0004:0005:0006:0007:0008'],
  ['1:2:3:4:5:6:7:0', '0001:0002:0003:0004:0005:0006:0007'],
  ['::ffff:10.0.0.1', ':ffff:0a00:0001'],
])('the address %s is written %s', (address, text) => {
  expect(tcptraceAddress(address)).toBe(text);
});

test.each([
  [0, 1, '0.0'],
  [0.25, 1, '0.2'],
  [0.75, 1, '0.8'],
  [0.15, 1, '0.1'],
  [1.05, 1, '1.1'],
  [0.5, 0, '0'],
  [1.5, 0, '2'],
  [2.5, 0, '2'],
  [0.0625, 3, '0.062'],
  [3789.4, 0, '3789'],
  [NaN, 1, 'NA'],
  [Infinity, 0, 'NA'],
])('%d with %d decimals is %s', (value, places, text) => {
  expect(decimals(value, places)).toBe(text);
});

test('of two nearest decimals the even one is taken, else the nearest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 3 }), (eighths, places) => {
      const value = eighths / 8;
      const unit = 10 ** -places;
      const text = decimals(value, places);
      const off = Math.abs(Number(text) - value);
      expect(off).toBeLessThanOrEqual((unit / 2) * (1 + 1e-6));
      if (Math.abs(off - unit / 2) < 1e-9 && Number.isInteger(value * 2 ** (places + 1))) {
        expect(Number(text.at(-1)) % 2).toBe(0);
      }
    }),
  );
});

test('a line a connection, with times to the microsecond', () => {
  const tcp = track(pcap(script({ startNs: 12_345 }, 'client SYN', '+10ms server SYN-ACK')));
  const [heading, line, ...rest] = tcptraceCsv(tcp, { startEpochNs: 1_700_000_000_000_012_345n, endNs: 10_000_000 });
  expect(rest).toEqual([]);
  expect(heading.split(',')).toHaveLength(139);
  expect(heading.split(',').slice(0, 9)).toEqual([
    'conn_#',
    'host_a',
    'host_b',
    'port_a',
    'port_b',
    'first_packet',
    'last_packet',
    'total_packets_a2b',
    'total_packets_b2a',
  ]);
  expect(line.split(',').slice(0, 9)).toEqual([
    '1',
    '10.0.0.1',
    '10.0.0.2',
    '40000',
    '80',
    '1700000000.000012',
    '1700000000.010012',
    '1',
    '1',
  ]);
  expect(line.split(',')).toHaveLength(139);
});
