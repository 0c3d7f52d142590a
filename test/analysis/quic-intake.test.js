/** QUIC on its way into the analysis, wherever its secrets are. */
import { readWithLateSecrets } from '../../lib/analysis/late-secrets.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { QuicConnections } from '../../lib/analysis/quic/quic-connections.js';
import { readBytes } from '../../lib/capture/file/read-capture.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { ethernet, ipv4, join, udp, zeros } from '../packet/bytes.js';
import { quicCapture } from '../quicflow/capture.js';

/** @param {Uint8Array} bytes @param {number} chunkBytes */
const read = (bytes, chunkBytes) =>
  readWithLateSecrets(async (keyLog) => {
    const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog });
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      analysis.ingest.push(bytes.slice(at, at + chunkBytes));
      await analysis.ingest.ready();
    }
    analysis.ingest.end();
    return analysis;
  });

test.each([[false], [true]])(
  'all packets are opened by secrets in the capture; behind them: %s',
  async (areSecretsLast) => {
    for (const chunkBytes of [100, 1e6]) {
      const { ingest } = await read(quicCapture({ areSecretsLast }), chunkBytes);
      const { quic } = ingest;
      expect(quic?.packets.count).toBe(6);
      expect(quic?.connections[0].sent.map(({ openedOf }) => openedOf.reduce((a, b) => a + b))).toEqual([3, 3]);
      expect(ingest.names.at('10.0.0.2', 0)).toMatchObject({ name: 'www.example.test', from: 'sni' });
    }
  },
);

test('QUIC is followed as it comes: connections, packets and what they say can be asked at any time', async () => {
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers });
  const bytes = quicCapture();
  /** @type {unknown[][]} */
  const seen = [];
  for (let at = 0; at < bytes.length; at += 100) {
    analysis.ingest.push(bytes.slice(at, at + 100));
    await analysis.ingest.ready();
    const connections = QuicConnections.of(analysis.ingest);
    const flow = connections?.describe(0);
    const streams = [...(connections?.dataOf(0).streams() ?? [])];
    const now = [flow?.state, analysis.ingest.quic?.packets.count, streams.length];
    if (flow !== undefined && String(now) !== String(seen.at(-1))) seen.push(now);
  }
  expect(seen).toEqual([
    ['initial_sent', 1, 0],
    ['handshake', 3, 0],
    ['handshake', 5, 1],
    ['established', 6, 1],
  ]);
});

test('whoever reads a file waits for what reads QUIC', async () => {
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers });
  await readBytes(quicCapture(), analysis.ingest);
  expect(analysis.ingest.describe()).toMatchObject({ quicPackets: 6, quicConnections: 1, tcpPackets: 0 });
});

test('a capture without QUIC loads nothing, and says nothing of it', async () => {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(new Uint8Array(0));
  await analysis.ingest.ready();
  expect(analysis.ingest.quic).toBeNull();
});

describe('an ICMP error that quotes a datagram', () => {
  /** "Port unreachable" for a datagram between two ports of 10.0.0.1 and 10.0.0.2. @param {[number, number]} ports */
  const unreachable = (ports) => {
    const quoted = ipv4(udp(zeros(100), ports), { protocol: 17 }).slice(0, 28);
    return ethernet(ipv4(join([3, 3, 0, 0, 0, 0, 0, 0], quoted), { protocol: 1, host: 9 }));
  };

  test.each([[100], [1e6]])(
    'is told of the connection whose datagram it was; chunks of %d bytes',
    async (chunkBytes) => {
      const frames = [unreachable([50000, 443]), unreachable([50001, 443])];
      const { ingest } = await read(quicCapture({ frames }), chunkBytes);
      const flow = QuicConnections.of(ingest)?.describe(0);
      expect(flow?.icmpErrors).toMatchObject({
        total: 1,
        errors: [{ frame: 2, kind: 'port_unreachable', direction: 'clientToServer', from: '10.0.0.9' }],
      });
      expect(flow?.findings).toMatchObject([{ code: 'unreachable', severity: 'note', evidence: { frames: [2] } }]);
    },
  );
});
