/** That the flags and fields are tshark's, on streams in which all that its rules look at happens. */
import { describeFields, wiresharkFields } from '../../../lib/tcpflow/wireshark/wireshark-fields.js';
import { ANALYSIS_FLAGS } from '../../../lib/transport/tcp/analysis-flags.js';
import { hostileStreams } from '../../support/hostile-streams.js';
import { tsharkFields } from '../../support/oracles/tshark.js';
import { merge, pcap, script } from '../../support/packets/packets.js';
import { describeWithPrograms } from '../../support/programs.js';
import { packetsOf, track } from '../../support/track.js';

/** Our names to tshark's, below tcp.analysis. */
const FIELDS = /** @type {const} */ ([
  ['acksFrame', 'acks_frame'],
  ['ackRtt', 'ack_rtt'],
  ['initialRtt', 'initial_rtt'],
  ['bytesInFlight', 'bytes_in_flight'],
  ['pushBytesSent', 'push_bytes_sent'],
  ['rto', 'rto'],
  ['rtoFrame', 'rto_frame'],
  ['duplicateAckNumber', 'duplicate_ack_num'],
  ['duplicateAckFrame', 'duplicate_ack_frame'],
]);

/** @param {Uint8Array} capture @returns {string[]} a line a packet */
function bySelfclock(capture) {
  const tcp = track(capture);
  const fields = wiresharkFields(tcp);
  return packetsOf(tcp).map(({ frame, flow, flags }, row) => {
    const shown = describeFields(tcp.packets, fields, row);
    return [frame, flow % 1e9, ...flags, ...FIELDS.map(([name]) => shown[name] ?? ''), shown.completeness].join(' ');
  });
}

/** @param {Uint8Array} capture @returns {string[]} a line a packet */
function byTshark(capture) {
  const names = [...ANALYSIS_FLAGS, ...FIELDS.map(([, name]) => name)].map((name) => `tcp.analysis.${name}`);
  return tsharkFields(capture, ['frame.number', 'tcp.stream', ...names, 'tcp.completeness']).map(
    ([frame, stream, ...values]) => {
      const flags = ANALYSIS_FLAGS.filter((_, i) => values[i] !== '');
      const fields = values.slice(ANALYSIS_FLAGS.length).map((value) => (value === '' ? '' : Number(value)));
      return [frame, stream, ...flags, ...fields].join(' ');
    },
  );
}

describeWithPrograms("tshark's flags and fields", ['tshark'], () => {
  it.each([
    ['streams of all kinds', { seed: 1, streams: 80 }],
    ['with times that run backwards', { seed: 2, streams: 50, backwards: true }],
    ['one way', { seed: 3, streams: 50, oneWay: true }],
  ])('%s', (_, options) => {
    const capture = pcap(hostileStreams(options));
    expect(bySelfclock(capture)).toEqual(byTshark(capture));
  });

  it('the same in two VLANs', () => {
    const lines = [
      'client SYN ws 2',
      '+20ms server SYN-ACK ws 3',
      '+20ms client ACK',
      'server data 3x100',
      '+20ms client ACK',
      '+1s server again 2',
      'client FIN',
      'server FIN',
    ];
    const capture = pcap(merge(script({ vlan: [5] }, ...lines), script({ vlan: [6], startNs: 1e5 }, ...lines)));
    expect(bySelfclock(capture)).toEqual(byTshark(capture));
  });

  it("headers cut by the snap length: none of their flags, all of the others'", () => {
    const capture = pcap(hostileStreams({ seed: 4, streams: 30 }), { snapLength: 58 });
    const flagsAlone = (/** @type {string} */ line) => line.split('  ')[0].replace(/( [\d.]+)*$/, '');
    expect(bySelfclock(capture).map(flagsAlone)).toEqual(byTshark(capture).map(flagsAlone));
  });
});
