/** What a capture cost, and the differences between captures. */
import { readFileSync } from 'node:fs';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { summarizeCapture } from '../../../lib/compare/capture-summary.js';
import { differenceOf } from '../../../lib/compare/differences.js';
import { merge, pcap, script } from '../../support/packets/packets.js';
import { describeShared } from '../../support/shared.js';

/** @param {Uint8Array} capture */
function summaryOf(capture) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return summarizeCapture(analysis.ingest);
}

/** @param {...string} lines */
const summaryOfScript = (...lines) => summaryOf(pcap(script({}, ...lines)));

const OPEN = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', 'client ACK'];

test('packets, segments, bytes and time', () => {
  const { clientToServer, serverToClient, seconds, flows } = summaryOfScript(
    ...OPEN,
    '+1ms client data 100',
    '+20ms server data 3x1460',
    'server data 200',
    'client ACK',
    '+5ms server again 4',
    'client FIN',
    'server FIN',
  );
  expect(flows).toBe(1);
  expect(clientToServer).toMatchObject({
    packets: 5,
    fullSegments: 0,
    partialSegments: 1,
    payloadBytes: 100,
    uniqueBytes: 100,
    applicationBytes: 100,
    retransmissions: 0,
    flights: 1,
    creditOnlySegments: 0,
  });
  expect(serverToClient).toMatchObject({
    packets: 7,
    fullSegments: 3,
    partialSegments: 2,
    payloadBytes: 4780,
    uniqueBytes: 4580,
    retransmissions: 1,
  });
  expect(seconds).toBeCloseTo(0.02003, 6);
  expect(serverToClient.throughput).toBeCloseTo(4580 / Number(seconds), 0);
});

test('timestamps make full segments smaller; without a handshake the largest is full', () => {
  expect(
    summaryOfScript(
      'client SYN mss 1460 ts',
      'server SYN-ACK mss 1460 ts',
      'client ACK',
      'server data 2x1448',
      'server data 10',
    ).serverToClient,
  ).toMatchObject({ fullSegments: 2, partialSegments: 1 });
  expect(
    summaryOf(pcap(script({ established: true }, 'server data 3x1200', 'server data 400'))).serverToClient,
  ).toMatchObject({ fullSegments: 3, partialSegments: 1 });
});

describe('round trips', () => {
  const flight = [
    'server data 2x1000',
    'client ACK',
    '+20ms server data 2x1000',
    'client ACK',
    '+20ms server data 1000',
  ];
  /** A flight begins once the one before is acknowledged. @type {[string, string[], number][]} */
  const cases = [
    ['none', [...OPEN, 'client data 10'], 0],
    ['one', [...OPEN, 'client data 10', '+20ms server data 10x1000'], 1],
    [
      'at the receiver',
      [
        ...OPEN,
        'client data 10',
        '+20ms server data 2x1000',
        'client ACK',
        '+20ms server data 2x1000',
        'client ACK',
        '+20ms server data 1000',
      ],
      3,
    ],
    [
      'at the receiver, what was under way before the acknowledgement left',
      [
        ...OPEN,
        'client data 10',
        '+20ms server data 1000',
        'client ACK',
        '+1ms server data 1000',
        'client ACK',
        '+1ms server data 1000',
      ],
      1,
    ],
    [
      'at the sender',
      [
        'client SYN mss 1460',
        'server SYN-ACK mss 1460',
        '+20ms client ACK',
        ...flight.map((line) => line.replace('+20ms ', '').replace(/^client/, '+20ms client')),
      ],
      3,
    ],
    ['without a handshake', flight, 3],
  ];
  test.each(cases)('%s', (_name, lines, expected) => {
    const isOpen = lines[0].startsWith('client SYN');
    expect(summaryOf(pcap(script({ established: !isOpen }, ...lines))).serverToClient.flights).toBe(expected);
  });
});

test('connections are added up, and the time is from the first request of all to the last byte', () => {
  const one = script({}, ...OPEN, 'client data 100', '+20ms server data 1460');
  const other = script({ client: '10.0.0.1:40001', startNs: 5e8 }, ...OPEN, 'client data 50', '+20ms server data 10');
  const { flows, seconds, clientToServer, serverToClient } = summaryOf(pcap(merge(one, other)));
  expect([flows, clientToServer.payloadBytes, serverToClient.payloadBytes]).toEqual([2, 150, 1470]);
  expect(seconds).toBeCloseTo(0.52, 3);
});

test('round trips are the time to the last acknowledgement in the shortest of them', () => {
  const { roundTrips } = summaryOfScript(
    'client SYN mss 1460',
    '+20ms server SYN-ACK mss 1460',
    'client ACK',
    'client data 100',
    '+20ms server data 1460',
    'client ACK',
    '+40ms server data 1460',
    'client ACK',
  );
  expect(roundTrips).toBeCloseTo(3, 1);
  expect(summaryOfScript(...OPEN).roundTrips).toBe(null); // no data
});

test('differences are to the first, and null where a figure is missing', () => {
  const first = summaryOfScript(...OPEN, 'client data 100', '+20ms server data 4x1000');
  const slow = summaryOfScript(...OPEN, 'client data 100', '+40ms server data 4x1000', 'client ACK');
  expect(differenceOf(first, first)).toMatchObject({ seconds: 0, bandwidthLost: 0 });
  const difference = differenceOf(first, slow);
  expect(difference.clientToServer).toMatchObject({ packets: 1, payloadBytes: 0 });
  expect(difference.bandwidthLost).toBeCloseTo(0.5, 2);
  expect(differenceOf(slow, first).bandwidthLost).toBe(0); // faster: nothing is lost
  expect(differenceOf(first, summaryOfScript(...OPEN, 'client data 4x1000', '+20ms server ACK')).bandwidthLost).toBe(
    null,
  ); // data the other way
  expect(differenceOf(first, summaryOfScript(...OPEN))).toMatchObject({
    seconds: null,
    bandwidthLost: null,
    serverToClient: { throughput: null },
  });
});

test("the project's own captures of the same document", () => {
  const of = (/** @type {string} */ name) =>
    summaryOf(readFileSync(new URL(`../../../fixtures/pcaps/${name}`, import.meta.url)));
  const plain = of('mux-plain.pcap');
  const mux = of('mux-1996.pcap');
  expect([plain.serverToClient.applicationBytes, plain.clientToServer.creditOnlySegments]).toEqual([6067, 0]);
  expect([
    mux.serverToClient.applicationBytes,
    mux.clientToServer.creditOnlySegments,
    mux.clientToServer.creditMessages,
  ]).toEqual([6067 + 69, 1, 2]);
  expect(differenceOf(plain, mux).bandwidthLost).toBeGreaterThan(0.5);
});

describeShared("W3C's experiment", 'pcaps/webmux', (folder) => {
  test('packets, segments of credit alone, and the lost quarter of the bandwidth', () => {
    const [a, b, c] = ['w96-a-64k-plain-http', 'w96-b-64k-credit4096', 'w96-c-64k-credit2048'].map((name) =>
      summaryOf(readFileSync(`${folder}/${name}.pcap`)),
    );
    expect(
      [a, b, c].map(({ clientToServer, serverToClient }) => [
        serverToClient.packets,
        clientToServer.packets,
        serverToClient.fullSegments,
        clientToServer.creditOnlySegments,
      ]),
    ).toEqual([
      [49, 30, 44, 0],
      [57, 57, 26, 25],
      [92, 89, 40, 41],
    ]);
    expect([a, b, c].map(({ seconds }) => Math.round(Number(seconds) * 1e4))).toEqual([542, 554, 720]);
    expect(differenceOf(a, c).bandwidthLost).toBeCloseTo(0.247, 2);
  });
});
