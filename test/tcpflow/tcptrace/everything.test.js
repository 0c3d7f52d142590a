/** One connection with something of each kind, and what tcptrace 6.6.7 printed of it. */
import { connectionsOf, tcptraceTable } from '../../support/oracles/tcptrace.js';
import { pcap } from '../../support/packets/packets.js';
import { describeWithPrograms } from '../../support/programs.js';
import { everythingScript } from './scripts.js';

/** @param {Record<string, string>} connection @param {string} name @returns {string[]} of both directions */
const both = (connection, name) => [connection[`${name}_a2b`], connection[`${name}_b2a`]];

test.each([
  ['total_packets', '21', '17'],
  ['ack_pkts_sent', '20', '17'],
  ['pure_acks_sent', '3', '15'],
  ['sack_pkts_sent', '0', '5'],
  ['dsack_pkts_sent', '0', '1'],
  ['max_sack_blks/ack', '0', '1'],
  ['unique_bytes_sent', '12024', '0'],
  ['actual_data_pkts', '16', '0'],
  ['actual_data_bytes', '15025', '0'],
  ['rexmt_data_pkts', '3', '0'],
  ['rexmt_data_bytes', '3000', '0'],
  ['zwnd_probe_pkts', '1', '0'],
  ['zwnd_probe_bytes', '1', '0'],
  ['outoforder_pkts', '1', '0'],
  ['SYN/FIN_pkts_sent', '1/1', '1/1'],
  ['req_1323_ws/ts', 'Y/N', 'Y/N'],
  ['adv_wind_scale', '7', '7'],
  ['req_sack', 'Y', 'Y'],
  ['mss_requested', '1460', '1460'],
  ['max_segm_size', '1024', '0'],
  ['min_segm_size', '1', '0'],
  ['avg_segm_size', '939', '0'],
  ['max_win_adv', '64000', '64000'],
  ['min_win_adv', '64000', '1024'],
  ['zero_win_adv', '0', '2'],
  ['avg_win_adv', '64000', '52064'],
  ['initial_window_bytes', '5000', '0'],
  ['initial_window_pkts', '5', '0'],
  ['ttl_stream_length', '14024', '0'],
  ['missed_data', '2000', '0'],
  ['data_xmit_time', '3.042', '0.000'],
  ['idletime_max', '1050.0', '1060.0'],
  ['throughput', '3789', '0'],
  ['RTT_samples', '6', '2'],
  ['RTT_min', '1.0', '1.0'],
  ['RTT_max', '50.0', '10.0'],
  ['RTT_avg', '41.8', '5.5'],
  ['RTT_stdev', '20.0', '0.0'],
  ['RTT_from_3WHS', '50.0', '1.0'],
  ['post-loss_acks', '1', '0'],
  ['ambiguous_acks', '1', '0'],
  ['RTT_avg_(last)', '50.0', '0.0'],
  ['segs_cum_acked', '6', '0'],
  ['duplicate_acks', '6', '2'],
  ['triple_dupacks', '1', '0'],
  ['max_#_retrans', '1', '0'],
  ['min_retr_time', '60.0', '0.0'],
  ['max_retr_time', '1000.0', '0.0'],
  ['avg_retr_time', '530.0', '0.0'],
])('%s: %s and %s', (name, a2b, b2a) => {
  expect(both(connectionsOf(everythingScript())[0], name)).toEqual([a2b, b2a]);
});

test("the largest segments' round trips are those of the largest segments, not of the SYN", () => {
  const [connection] = connectionsOf(everythingScript());
  // The segment of 1024 bytes is the only one of its size.
  expect(['smpls', 'min', 'max', 'avg'].map((name) => connection[`RTT_full_sz_${name}_a2b`])).toEqual([
    '1',
    '50.0',
    '50.0',
    '50.0',
  ]);
});

test('a SYN beyond the window after both FINs is a connection of its own', () => {
  expect(connectionsOf(everythingScript()).map((connection) => both(connection, 'total_packets'))).toEqual([
    ['21', '17'],
    ['1', '1'],
  ]);
});

describeWithPrograms('what was asked of tcptrace is what it says', ['tcptrace'], () => {
  test('in all columns but those of the largest segments', () => {
    const packets = everythingScript();
    const without = (/** @type {Record<string, string>} */ connection) =>
      Object.entries(connection).filter(([name]) => !name.includes('full_sz'));
    expect(connectionsOf(packets).map(without)).toEqual(tcptraceTable(pcap(packets)).map(without));
  });
});
