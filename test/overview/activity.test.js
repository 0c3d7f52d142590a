/** A capture's sparkline counts as sent again what its connections count: data, by the judge's verdicts. */
import { analysed } from '../simulator/support/run.js';
import { pcap, script } from '../support/packets/packets.js';

const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80' };

/** @param {ReturnType<typeof analysed>} analysis */
function counts(analysis) {
  const sum = (/** @type {number[]} */ list) => list.reduce((total, count) => total + count, 0);
  return {
    activity: sum(analysis.ingest.activity.describe().retransmissions),
    connection: sum(analysis.connections.row(0).retransmissions),
  };
}

test('a SYN-ACK and a FIN sent again are no data', () => {
  const analysis = analysed(
    pcap(
      script(
        ENDS,
        'client SYN mss 1460',
        '+1ms server SYN-ACK mss 1460',
        '+1s server SYN-ACK mss 1460 seq 0',
        '+20ms client ACK',
        '+1ms server data 3x1460',
        '+300ms server again 3',
        '+20ms client ACK',
        'server FIN',
        '+1s server FIN seq 4381',
        '+20ms client ACK',
      ),
    ),
  );
  expect(analysis.connections.describe(0).serverToClient).toMatchObject({
    packets: 8,
    dataPackets: 4,
    retransmittedPackets: 1,
  });
  expect(counts(analysis)).toEqual({ activity: 1, connection: 1 });
});

test('what the judge takes for late is sent again no more, nor counted so', () => {
  const lines = [
    'client SYN mss 1460 sack',
    '+20ms server SYN-ACK mss 1460 sack',
    '+20ms client ACK',
    '+1ms client data 100',
    '+20ms server ACK',
  ];
  for (let i = 0; i < 12; i++) {
    lines.push(
      '+20ms server data 1460',
      '+10us server data 1460 late 8ms',
      '+10us server data 3x1460',
      '+20ms client ACK',
    );
  }
  const analysis = analysed(pcap(script(ENDS, ...lines)));
  expect(analysis.connections.describe(0).serverToClient.outOfOrderPackets).toBeGreaterThan(5);
  const { activity, connection } = counts(analysis);
  expect(activity).toBe(connection);
});
