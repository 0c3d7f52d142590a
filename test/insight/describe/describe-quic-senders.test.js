import { describeQuicSenders } from '../../../lib/insight/describe/describe-quic-senders.js';
import { QuicPath } from '../../../lib/quicflow/recovery/path.js';
import { recover } from '../../../lib/quicflow/recovery/recover.js';
import { script } from '../../quicflow/recovery/script.js';

const PACKETS = 10;
const DATA_BYTES = 1160;

/** A server that sends a window of ten packets, twenty in the next round trip, of which one is lost, and ends. */
function transfer() {
  const lines = ['0 c 1rtt 0 60 stream:0:0:20:fin', '0.1 s 1rtt 0 30 ack:0'];
  let pn = 1;
  const send = (/** @type {number} */ ms, /** @type {number} */ offset) =>
    lines.push(`${ms} s 1rtt ${pn++} 1200 stream:0:${offset * DATA_BYTES}:${DATA_BYTES}`);
  for (let k = 0; k < PACKETS; k++) send(0.2 + k / 100, k);
  for (let k = 0; k < PACKETS; k++) {
    lines.push(`${50 + k} c 1rtt ${k + 1} 40 ack:0-${k + 1}`);
    for (let more = 0; more < 2; more++) send(50.01 + k + more / 100, PACKETS + 2 * k + more);
  }
  lines.push('103 c 1rtt 12 40 ack:0-14+16-20');
  send(103.1, 14);
  lines.push('130 c 1rtt 13 40 max_data:999999', '153 c 1rtt 14 40 ack:0-14+16-31');
  return lines.join('\n');
}

const recovery = recover(script(transfer()), { parameters: [{ initial_max_data: 100_000 }, {}] });
const senders = describeQuicSenders('q0', new QuicPath(recovery), recovery.directions);
const server = senders[1];

test('a direction with data is described each', () => {
  expect(senders.map(({ direction }) => direction)).toEqual(['clientToServer', 'serverToClient']);
  expect(server).toMatchObject({ flow: 'q0', vantage: 'sender', maxDatagramBytes: 1200, initialWindowBytes: 12_000 });
});

test('the window is what is in flight while it is full', () => {
  const { time, bytes, confidence } = server.cwnd;
  const at = time.findIndex((seconds) => seconds >= 0.05) - 1;
  expect(bytes[at]).toBe(12_000);
  expect(Math.max(...bytes)).toBe(24_000);
  expect(confidence).toHaveLength(time.length);
});

test('round trips, credit, losses', () => {
  expect(server.rtt.seconds[0]).toBeCloseTo(0.0498, 4);
  expect(server.minRtt).toBeCloseTo(0.04898, 5);
  expect(server.credit).toEqual({ time: [0, 0.13], bytes: [100_000, 999_999] });
  expect(server.losses).toEqual([
    { space: 'app', pn: 15, frame: expect.any(Number), time: 0.103, cause: 'packet_threshold', spurious: false },
  ]);
  expect(server.limits.map(({ limit }) => limit)).toContain('congestion_window');
  expect(server.phases[0]).toMatchObject({ phase: 'slow_start' });
});
