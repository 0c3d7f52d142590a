/** The summary's round trips where packets are in the capture twice: those of the packets once. */
import { describeFlow } from '../../../lib/tcpflow/describe/flow-object.js';
import { VerdictStore } from '../../../lib/tcpflow/verdicts/verdict-store.js';
import { pcap, script } from '../../support/packets/packets.js';
import { packetsOf, track } from '../../support/track.js';

const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80' };
const OPTIONS = 'mss 1460 ws 7 sack ts';
const HANDSHAKE = [`client SYN ${OPTIONS}`, `+20ms server SYN-ACK ${OPTIONS}`, '+0.1ms client ACK'];

const SCRIPTS = {
  'data and acknowledgements': [
    '+1ms client PSH "GET / HTTP/1.1\\r\\n\\r\\n"',
    '+20ms server data 4x1448',
    '+0.2ms client ACK',
    '+30ms server data 2x1448',
    '+0.3ms client ACK',
  ],
  'a loss and its repair, of which none is taken': [
    '+20ms server data 1448 lost',
    'server data 4x1448',
    '+40ms client ACK',
    'client ACK',
    'client ACK',
    '+0.6ms server again 1',
    '+41ms client ACK',
    'server data 2x1448',
    '+43ms client ACK',
  ],
  'both ends send, to the end': [
    '+1ms client data 100',
    '+20ms server data 200',
    '+1ms client data 300',
    '+22ms server FIN',
    '+0.1ms client FIN',
    '+20ms server ACK',
  ],
};

/**
 * @param {import('../../support/packets/packets.js').Packet[]} packets
 * @param {number} [laterNs] copies come that much later; without: none
 */
function summary(packets, laterNs) {
  const all =
    laterNs === undefined
      ? packets
      : packets.flatMap((packet) => [packet, { ...packet, timeNs: packet.timeNs + laterNs }]);
  const tcp = track(pcap(all.sort((a, b) => a.timeNs - b.timeNs)));
  new VerdictStore(tcp).end();
  const { clientToServer, serverToClient } = describeFlow(tcp.flows, 0);
  return { tcp, rtt: [clientToServer.rtt, serverToClient.rtt] };
}

describe.each(Object.entries(SCRIPTS))('%s', (_, lines) => {
  const packets = script(ENDS, ...HANDSHAKE, ...lines);
  const once = summary(packets).rtt;

  it.each([1000, 5000, 50_000])('copied %s ns later', (laterNs) => {
    expect(once.every(({ samples }) => samples > 0)).toBe(true);
    expect(summary(packets, laterNs).rtt).toEqual(once);
  });
});

it('agrees with what the packets say one by one', () => {
  const { tcp, rtt } = summary(script(ENDS, ...HANDSHAKE, ...SCRIPTS['data and acknowledgements']), 1000);
  const samples = packetsOf(tcp)
    .filter((packet) => packet.direction === 'clientToServer' && packet.rtt !== null)
    .map((packet) => Number(packet.rtt));
  expect(rtt[1]).toMatchObject({ samples: samples.length, min: Math.min(...samples), max: Math.max(...samples) });
});
