/** Single statistics that need traffic of their own, and what tcptrace 6.6.7 printed of it. */
import { connectionsOf, tcptraceTable } from '../../support/oracles/tcptrace.js';
import { pcap, script } from '../../support/packets/packets.js';
import { describeWithPrograms } from '../../support/programs.js';

const OPEN = ['client SYN mss 1460', '+10ms server SYN-ACK mss 1460', '+10ms client ACK'];
const SCALED = ['client SYN mss 1460 ws 3', '+10ms server SYN-ACK mss 1460 ws 5', '+10ms client ACK win 100'];

/** @type {[title: string, lines: string[], expected: Record<string, string>][]} */
const CASES = [
  [
    'a window that only one side scales is not scaled',
    ['client SYN mss 1460 ws 3', '+10ms server SYN-ACK mss 1460', '+10ms client ACK win 100'],
    { adv_wind_scale_a2b: '0', min_win_adv_a2b: '100', max_win_adv_a2b: '65535', avg_win_adv_a2b: '32817' },
  ],
  [
    'scaled windows begin anew after the SYN',
    [...SCALED, '+10ms server ACK win 10', '+10ms client ACK win 50'],
    { max_win_adv_a2b: '800', min_win_adv_a2b: '400', avg_win_adv_a2b: '600', max_win_adv_b2a: '320' },
  ],
  [
    'a window of 0 counts but is no minimum',
    [...OPEN, '+10ms server ACK win 0', '+10ms server ACK win 9'],
    { zero_win_adv_b2a: '1', min_win_adv_b2a: '9', avg_win_adv_b2a: '21848' },
  ],
  [
    'data into a closed window are probes, and nothing else',
    [...OPEN, '+10ms server ACK win 0', '+10ms client data 10', '+10ms client again 1', '+10ms client FIN'],
    {
      zwnd_probe_pkts_a2b: '3',
      zwnd_probe_bytes_a2b: '20',
      rexmt_data_pkts_a2b: '0',
      unique_bytes_sent_a2b: '0',
      actual_data_bytes_a2b: '20',
    },
  ],
  [
    'a segment that fills a hole and goes on is out of order and a retransmission',
    [...OPEN, '+1ms client data 100 uncaptured', '+1ms client data 100', '+1ms client seq 51 data 100'],
    { outoforder_pkts_a2b: '1', rexmt_data_pkts_a2b: '1', rexmt_data_bytes_a2b: '50', unique_bytes_sent_a2b: '150' },
  ],
  [
    'one that covers what is beyond the hole, too, is a retransmission only',
    [...OPEN, '+1ms client data 100 uncaptured', '+1ms client data 100', '+1ms client seq 51 data 200'],
    { outoforder_pkts_a2b: '0', rexmt_data_pkts_a2b: '1', rexmt_data_bytes_a2b: '100', unique_bytes_sent_a2b: '200' },
  ],
  [
    'a repeated SYN and FIN are retransmissions but take nothing from the unique bytes',
    [
      'client SYN',
      '+1s client SYN seq 0',
      '+10ms server SYN-ACK',
      '+10ms client ACK',
      '+10ms client FIN data 10',
      '+1s client FIN seq 1 data 10',
    ],
    {
      'SYN/FIN_pkts_sent_a2b': '2/2',
      rexmt_data_pkts_a2b: '2',
      rexmt_data_bytes_a2b: '12',
      unique_bytes_sent_a2b: '10',
      RTT_from_3WHS_a2b: '0.0',
      ambiguous_acks_a2b: '1',
    },
  ],
  [
    'an acknowledgement of a segment sent before what was sent again below it is no sample',
    [...OPEN, '+10ms client data 100', '+10ms client data 100', '+10ms client again 1', '+10ms server ACK 201'],
    { 'post-loss_acks_a2b': '1', segs_cum_acked_a2b: '1', RTT_samples_a2b: '1' },
  ],
  [
    'an acknowledgement of a segment sent twice is ambiguous',
    [...OPEN, '+10ms client data 100', '+30ms client again 1', '+20ms server ACK'],
    {
      ambiguous_acks_a2b: '1',
      'RTT_min_(last)_a2b': '20.0',
      'max_#_retrans_a2b': '1',
      min_retr_time_a2b: '30.0',
      RTT_samples_a2b: '1',
    },
  ],
  [
    'a duplicate ACK needs the same window, no data, and something outstanding',
    [
      ...OPEN,
      '+1ms client data 3x100',
      '+1ms server ACK 101',
      '+1ms server ACK 101',
      '+1ms server ACK 101 win 99',
      '+1ms server ACK 101',
      '+1ms server ACK 101',
      '+1ms server ACK 101',
      '+1ms server ACK 101',
    ],
    { duplicate_acks_a2b: '5', triple_dupacks_a2b: '1' },
  ],
  [
    'the same IP identification and number: once more in the capture',
    [...OPEN, '+1ms client data 100 id 77 twice', '+1ms client again 1 id 78'],
    { hardware_dups_a2b: '1', rexmt_data_pkts_a2b: '2' },
  ],
  [
    'a RST counts among ACKs, not among windows',
    [...OPEN, '+10ms server RST-ACK win 0'],
    { ack_pkts_sent_b2a: '2', pure_acks_sent_b2a: '0', zero_win_adv_b2a: '0', resets_sent_b2a: '1' },
  ],
  [
    'the stream ends at the last segment after a RST',
    [...OPEN, '+10ms client data 100', '+10ms client FIN', '+10ms client RST seq 151'],
    { ttl_stream_length_a2b: '150', missed_data_a2b: '50' },
  ],
  [
    'urgent data by the sum of the pointers',
    [...OPEN, '+10ms client URG urg 5 data 10', '+10ms client URG urg 7 data 10', '+10ms client URG urg 9'],
    { urgent_data_pkts_a2b: '2', urgent_data_bytes_a2b: '12' },
  ],
  [
    'idle until the capture ends, unless closed',
    [...OPEN, '+10ms client data 100', '+300ms server ACK'],
    { idletime_max_a2b: '300.0', idletime_max_b2a: '320.0' },
  ],
  [
    'closed: idle between packets only',
    [...OPEN, '+10ms client FIN', '+10ms server FIN', '+300ms server ACK'],
    { idletime_max_a2b: '20.0', idletime_max_b2a: '300.0' },
  ],
  [
    'cut by the snap length',
    [...OPEN, '+10ms client data 100 snap 64', '+10ms client data 100'],
    { truncated_data_a2b: '90', truncated_packets_a2b: '1', actual_data_bytes_a2b: '200' },
  ],
  [
    'three kinds of D-SACK',
    [
      ...OPEN,
      '+1ms client data 4x100',
      '+1ms server ACK 201 sack 1-101',
      '+1ms server ACK 1 sack 101-151,101-201',
      '+1ms server ACK 1 sack 101-251,151-301',
      '+1ms server ACK 1 sack 301-401,101-201',
    ],
    { dsack_pkts_sent_b2a: '3', sack_pkts_sent_b2a: '4', 'max_sack_blks/ack_b2a': '2' },
  ],
  [
    'an MSS of 16 bits comes out with its sign',
    ['client SYN mss 65495', '+1ms server SYN-ACK mss 65495'],
    { mss_requested_a2b: '4294967255' },
  ],
  [
    'more unique bytes than the stream is long come out without a sign',
    [...OPEN, '+1ms client data 100', '+1ms client FIN seq 51'],
    { ttl_stream_length_a2b: '50', missed_data_a2b: '18446744073709551566' },
  ],
  [
    'no time, no throughput',
    ['client SYN'],
    { throughput_a2b: 'NA', idletime_max_a2b: '0.0', idletime_max_b2a: 'NA', ttl_stream_length_a2b: 'NA' },
  ],
];

/** @param {string[]} lines */
const capture = (lines) => script({ startNs: 1e9 }, ...lines);

/** @param {Record<string, string>} connection @param {Record<string, string>} expected */
const picked = (connection, expected) =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, connection[name]]));

test.each(CASES)('%s', (_, lines, expected) => {
  expect(picked(connectionsOf(capture(lines))[0], expected)).toEqual(expected);
});

describeWithPrograms('tcptrace says so', ['tcptrace'], () => {
  test.each(CASES)('%s', (_, lines, expected) => {
    expect(picked(tcptraceTable(pcap(capture(lines)))[0], expected)).toEqual(expected);
  });
});

test('a stream through 2^32 has its true length, holes, D-SACKs and disorder', () => {
  const lines = [
    ...OPEN,
    '+1ms client data 4x1000',
    '+1ms server ACK 1001 sack 1-1001',
    '+1ms client seq 5001 data 1000',
    '+1ms client seq 4001 data 1000',
    '+1ms server ACK 6001',
    '+1ms client FIN',
  ];
  const columns = [
    'ttl_stream_length_a2b',
    'missed_data_a2b',
    'outoforder_pkts_a2b',
    'RTT_samples_a2b',
    'segs_cum_acked_a2b',
    'dsack_pkts_sent_b2a',
  ];
  const [wrapped, plain] = [2 ** 32 - 2001, 1000].map(
    (clientIsn) => connectionsOf(script({ clientIsn, startNs: 1e9 }, ...lines))[0],
  );
  expect(columns.map((name) => wrapped[name])).toEqual(['6000', '0', '1', '2', '4', '1']);
  expect(wrapped).toEqual(plain);
});
