import { decodeColumnFrame, encodeColumnFrame } from '../../lib/shared/columns/column-frame.js';
import { describeFlow } from '../../lib/tcpflow/describe/flow-object.js';
import { packetFrame } from '../../lib/tcpflow/frames/packet-frame.js';
import { pcap, script } from '../support/packets/packets.js';
import { packetsOf, track } from '../support/track.js';

const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80', serverIsn: 4294966000 };
const HANDSHAKE = ['client SYN mss 1460 ws 7 sack', '+20ms server SYN-ACK mss 1400 ws 3 sack', '+20ms client ACK'];

/** @param {...string} lines after a handshake */
const analyse = (...lines) => track(pcap(script(ENDS, ...HANDSHAKE, ...lines)));

/** @param {...string} lines @returns {string[]} of each packet after the handshake: verdict and flags */
function judged(...lines) {
  return packetsOf(analyse(...lines))
    .slice(3)
    .map(({ verdict, flags }) => [verdict ?? '–', ...flags].join(' '));
}

describe('verdicts and flags', () => {
  it.each([
    ['data in order', ['server data 2x100', '+20ms client ACK'], ['original', 'original', '–']],
    [
      'bytes seen before are a retransmission',
      ['server data 100', '+300ms server again 1'],
      ['original', 'retransmission retransmission'],
    ],
    [
      'bytes already acknowledged are sent again without need',
      ['server data 100', '+20ms client ACK', '+300ms server again 1'],
      ['original', '–', 'retransmission retransmission spurious_retransmission'],
    ],
    [
      'a hole that is filled after a round trip is a repair, after less a reordering',
      [
        'server data 100 uncaptured lost',
        'server data 100',
        '+1ms server again 1',
        'server data 100 uncaptured lost',
        'server data 100',
        '+60ms server again 3',
      ],
      ['original lost_segment', 'reordered out_of_order', 'original lost_segment', 'retransmission retransmission'],
    ],
    [
      'duplicate ACKs, then the fast retransmission',
      [
        'server data 100 lost',
        'server data 3x100',
        '+20ms client ACK 1',
        'client ACK 1',
        'client ACK 1',
        '+1ms server again 1',
      ],
      [
        'original',
        'original',
        'original',
        'original',
        '– duplicate_ack',
        '– duplicate_ack',
        '– duplicate_ack',
        'retransmission retransmission fast_retransmission',
      ],
    ],
    [
      'a closed window, its probe and the answer',
      ['server data 100', '+20ms client ACK win 0', '+200ms server data 1', '+20ms client ACK 101 win 0'],
      ['original', '– zero_window', 'window_probe zero_window_probe', '– zero_window zero_window_probe_ack'],
    ],
    [
      'a keep-alive and its answer',
      ['server data 100', '+20ms client ACK', '+9s server seq 100 data 1', '+20ms client ACK'],
      ['original', '–', 'keep_alive keep_alive', '– keep_alive_ack'],
    ],
    [
      'an acknowledgement of what was not captured',
      ['server data 100 uncaptured', '+20ms client ACK'],
      ['– ack_lost_segment'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(judged(...lines)).toEqual(expected);
  });
});

describe('statistics', () => {
  it('count bytes once and bytes sent again apart', () => {
    const { serverToClient } = describeFlow(
      analyse('server data 5x1000', '+20ms client ACK', '+1s server again 2', '+20ms client ACK').flows,
      0,
    );
    expect(serverToClient).toMatchObject({
      packets: 7,
      dataPackets: 6,
      bytes: 6000,
      uniqueBytes: 5000,
      retransmittedPackets: 1,
      retransmittedBytes: 1000,
      outOfOrderPackets: 0,
      mss: 1400,
      windowScale: 3,
      sackPermitted: true,
      timestamps: false,
      maxInFlightBytes: 5000,
      initialWindowBytes: 5000,
      initialWindowSegments: 5,
    });
  });

  it('say null where the capture cannot tell', () => {
    const tcp = track(pcap(script({ ...ENDS, established: true }, 'server data 10')));
    const { serverToClient, clientToServer, handshakeRtt } = describeFlow(tcp.flows, 0);
    expect(handshakeRtt).toBeNull();
    expect(serverToClient).toMatchObject({
      mss: null,
      windowScale: null,
      sackPermitted: null,
      initialWindowBytes: null,
      rtt: { samples: 0, min: null },
    });
    expect(clientToServer).toMatchObject({ packets: 0, maxInFlightBytes: null });
  });

  it('leave out a round trip over which the clock was set back', () => {
    const packets = script(
      ENDS,
      'client SYN',
      '+10ms server SYN-ACK',
      '+10ms client ACK',
      '+10ms server data 100',
      '+30ms client ACK',
      '+10ms server data 100',
      '+30ms client ACK',
    );
    packets[4].timeNs = packets[3].timeNs - 5e6;
    expect(describeFlow(track(pcap(packets)).flows, 0).serverToClient.rtt).toMatchObject({
      samples: 2,
      min: 0.01,
      max: 0.03,
    });
  });

  it('scale windows unless an end did not offer to', () => {
    expect(packetsOf(analyse('client ACK win 100')).at(-1)?.window).toBe(12800);
    const unscaled = track(pcap(script(ENDS, 'client SYN ws 7', 'server SYN-ACK', 'client ACK win 100')));
    expect(packetsOf(unscaled).at(-1)?.window).toBe(100);
  });
});

describe('RTT samples', () => {
  /** @param {...string} lines @returns {number[]} in ms, of the server's data */
  const samples = (...lines) =>
    packetsOf(analyse(...lines))
      .slice(3)
      .flatMap(({ rtt, direction }) =>
        rtt !== null && direction === 'clientToServer' ? [Math.round(rtt * 1e5) / 100] : [],
      );

  it('run from a segment to the acknowledgement of its last byte', () => {
    expect(samples('server data 100', '+30ms client ACK', '+1ms server data 2x100', '+40ms client ACK')).toEqual([
      30, 40,
    ]);
  });

  it('are not taken of what was sent twice (Karn)', () => {
    expect(samples('server data 100', '+300ms server again 1', '+30ms client ACK')).toEqual([]);
  });

  it('are not taken while the receiver waited for something older', () => {
    expect(
      samples(
        'server data 100 lost',
        'server data 100',
        '+300ms server again 1',
        '+30ms client ACK',
        'server data 100',
        '+30ms client ACK',
      ),
    ).toEqual([30]);
  });

  it('give the handshake', () => {
    expect(describeFlow(analyse().flows, 0).handshakeRtt).toBe(0.04);
  });
});

describe('packets as columns', () => {
  it('hold unwrapped offsets, SACK blocks and samples, and survive the wire', () => {
    const tcp = analyse('server data 3x1000', '+20ms client ACK 1001 sack 2001-3001');
    const encoded = encodeColumnFrame(packetFrame(tcp, 0));
    const { kind, rows, meta, columns } = decodeColumnFrame(/** @type {ArrayBuffer} */ (encoded.buffer));
    expect([kind, rows, meta.isn[1], meta.mss]).toEqual(['packets', 7, 4294966000, [1460, 1400]]);
    expect([...columns.seq]).toEqual([0, 0, 1, 1, 1001, 2001, 1]);
    expect([...columns.ack]).toEqual([-1, 1, 1, 1, 1, 1, 1001]);
    expect([...columns.sackLeft, ...columns.sackRight]).toEqual([2001, 3001]);
    expect(columns.sackCount[6]).toBe(1);
    expect([...columns.rtt].map((ns) => Math.round(ns / 1e4) / 100)).toEqual([-0, 20, 20, -0, -0, -0, 20.02]);
    expect([...columns.direction]).toEqual([0, 1, 0, 1, 1, 1, 0]);
  });
});
