/** What holds of a connection's path whatever is captured. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { connectionOptions, connectionPackets } from '../../../lib/tcpflow/connection/connection-packets.js';
import { PathAnalysis } from '../../../lib/tcpflow/sender/connection-path.js';
import { Conversation, pcap } from '../../support/packets/packets.js';
import { conversation, sending } from '../../support/packets/sendings.js';
import fc from '../../support/properties.js';

/** @param {Uint8Array} bytes */
function analysed(bytes) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  const packets = connectionPackets(analysis.ingest.tcp, 0);
  return { packets, path: new PathAnalysis(packets, connectionOptions(analysis.ingest.tcp, 0)) };
}

/** Everything that is told, times as they are. @param {PathAnalysis} path */
function told(path) {
  return [0, 1].map((direction) => {
    const flight = path.flight(direction);
    const samples = path.senderSamples(direction);
    const { count, rttNs, method } = path.roundTrips[direction];
    return {
      vantage: path.vantages[direction],
      rtt: [...rttNs.subarray(0, count)],
      method: [...method.subarray(0, count)],
      flight: [...flight.bytes.subarray(0, flight.count)],
      packets: [...flight.packet.subarray(0, flight.count)],
      samples: [...samples.rttNs.subarray(0, samples.count)],
    };
  });
}

test('never more is in flight than was sent, never less than nothing; no time runs back', () => {
  fc.assert(
    fc.property(fc.array(sending, { maxLength: 60 }), (sendings) => {
      const { packets, path } = analysed(conversation({}, sendings));
      for (const direction of [0, 1]) {
        const sentBytes = packets.length.reduce(
          (sum, length, i) => sum + (packets.direction[i] === direction ? length + 1 : 0),
          0,
        );
        const { count, bytes, timeNs, confidence } = path.flight(direction);
        const highest = packets.endOffset.reduce(
          (most, end, i) => (packets.direction[i] === direction ? Math.max(most, end) : most),
          0,
        );
        for (let k = 0; k < count; k++) {
          expect(bytes[k]).toBeGreaterThanOrEqual(0);
          expect(bytes[k]).toBeLessThanOrEqual(sentBytes + highest);
          expect(confidence[k]).toBeLessThanOrEqual(1);
          if (k > 0) expect(timeNs[k]).toBeGreaterThanOrEqual(timeNs[k - 1]);
        }
        expect([...path.senderSamples(direction).rttNs].every((ns) => ns >= 0)).toBe(true);
        const order = path.orderAtSender(direction);
        expect([...order.packet].sort((a, b) => a - b)).toEqual(Array.from({ length: packets.count }, (_, i) => i));
      }
    }),
    { numRuns: 60 },
  );
});

test('neither the initial sequence numbers nor the ports change anything', () => {
  fc.assert(
    fc.property(
      fc.array(sending, { maxLength: 40 }),
      fc.nat(2 ** 32 - 1),
      fc.nat(2 ** 32 - 1),
      (sendings, clientIsn, serverIsn) => {
        const plain = told(analysed(conversation({}, sendings)).path);
        const moved = told(
          analysed(conversation({ clientIsn, serverIsn, client: '10.0.0.1:50001', server: '10.0.0.2:8443' }, sendings))
            .path,
        );
        expect(moved).toEqual(plain);
      },
    ),
    { numRuns: 40 },
  );
});

test('10 000 segments above a hole, each reported by SACK with all before it', () => {
  const talk = new Conversation({ established: true });
  talk.send('client', { flags: 16, payload: new Uint8Array(100) }).send('server', { flags: 16 });
  for (let i = 0; i < 10_000; i++) {
    talk.send('client', { flags: 16, seq: 201 + i * 10, payload: new Uint8Array(10), afterNs: 10_000, lost: true });
    talk.send('server', { flags: 16, ack: 101, sack: [[201, 211 + i * 10]], afterNs: 1_000 });
  }
  const { path } = analysed(pcap(talk.packets));
  const { count, bytes } = path.flight(0);
  expect(count).toBe(20_001);
  expect([bytes[1], bytes[count - 1]]).toEqual([110, 100]);
});
