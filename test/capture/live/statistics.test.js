import { takeStatistics, unknownCounts } from '../../../lib/capture/live/statistics.js';

/** @param {string[]} lines */
function counted(...lines) {
  const counts = unknownCounts();
  const told = lines.map((line) => takeStatistics(counts, line));
  return { ...counts, told };
}

test('tcpdump, asked by a signal and at the end', () => {
  const first = 'tcpdump: 38 packets captured, 76 packets received by filter, 2 packets dropped by kernel';
  expect(counted(first)).toEqual({ received: 38, dropped: { kernel: 2, interface: null }, told: [true] });
  expect(
    counted(
      first,
      '1 packet captured',
      '80 packets received by filter',
      '3 packets dropped by kernel',
      '1 packet dropped by interface',
    ),
  ).toEqual({ received: 1, dropped: { kernel: 3, interface: 1 }, told: [true, true, false, true, true] });
});

test('dumpcap: what its buffer, itself and its end dropped is one sum', () => {
  expect(
    counted(
      'Packets: 12 ',
      "Packets received/dropped on interface 'Loopback: lo': 15/9 (pcap:4/dumpcap:3/flushed:2/ps_ifdrop:1) (62.5%)",
      'Packets captured: 15',
    ),
  ).toEqual({ received: 15, dropped: { kernel: 9, interface: 1 }, told: [true, true, true] });
});

test.each(['Capturing on lo', 'tcpdump: listening on lo, link-type EN10MB', '', 'packets captured'])(
  '%j tells nothing',
  (line) => {
    expect(counted(line)).toEqual({ received: null, dropped: { kernel: null, interface: null }, told: [false] });
  },
);
