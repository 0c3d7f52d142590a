/** What ss prints, with and without -O, becomes samples of sockets. */
import { HostLog } from '../../../lib/shared/hostlog/host-log.js';
import { MAX_RECORDED_SOCKETS } from '../../../lib/shared/hostlog/socket-table.js';

/** @param {string} text in pieces of bytes */
function recordOf(text) {
  const log = new HostLog();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 1000) log.push(bytes.subarray(at, at + 1000));
  log.endFile();
  return log.sockets;
}

const FIRST =
  'ESTAB 0      241816 10.9.0.1:47278 10.9.0.2:5001 timer:(on,020ms,0) ino:3881604 sk:3 cgroup:/ <-> ts sack cubic ' +
  'wscale:10,10 rto:208 rtt:7.116/10.265 mss:1448 pmtu:1500 cwnd:80 bytes_sent:204544 bytes_acked:100289 segs_out:144 ' +
  'send 130Mbps lastsnd:8 pacing_rate 156Mbps delivery_rate 18385112bps delivered:70 busy:40ms rwnd_limited:8ms(20.0%) ' +
  'sndbuf_limited:4ms(10.0%) unacked:72 minrtt:0.05';

test('a line has the window, round trip, counters and chronographs of a sender', () => {
  const record = recordOf(`@ 1795890338.162601318\n${FIRST}`);
  const socket = record.of('10.9.0.1:47278', '10.9.0.2:5001');
  expect(socket).toMatchObject({ algorithm: 'cubic', mssBytes: 1448 });
  expect(socket?.samples).toEqual({
    epochNs: [1795890338162601318n],
    cwndSegments: [80],
    ssthreshSegments: [NaN],
    srttNs: [7.116e6],
    minRttNs: [0.05e6],
    unackedSegments: [72],
    lostSegments: [0],
    bytesAcked: [100289],
    ackedSequence: [NaN],
    bytesSent: [204544],
    bytesRetransmitted: [0],
    deliveryRate: [18385112],
    busyNs: [40e6],
    receiveWindowLimitedNs: [8e6],
    sendBufferLimitedNs: [4e6],
    isAppLimited: [false],
  });
  expect(record.of('10.9.0.2:5001', '10.9.0.1:47278')).toBeNull();
});

test('two lines a socket, headings, other times and addresses are read alike', () => {
  const record = recordOf(
    [
      '2026-11-28T18:20:00,500000001+00:00',
      'State Recv-Q Send-Q Local Address:Port Peer Address:Port',
      'ESTAB 0 0 [::ffff:10.0.0.1]:443 [::ffff:10.0.0.2]:50000 ino:1 sk:1 <->',
      '\t ts sack bbr rtt:1/0.5 cwnd:12 app_limited',
      'ESTAB 0 0 [fe80::1%eth0]:22 [fe80::2]%eth0:50001',
      '\t cubic cwnd:10',
      'LISTEN 0 128 0.0.0.0:22 0.0.0.0:*',
      '1795890001',
      'ESTAB 0 0 10.0.0.1:443 10.0.0.2:50000 bbr cwnd:14',
      'Sat Nov 28 18:20:02 UTC 2026',
      'ESTAB 0 0 10.0.0.1:443 10.0.0.2:50000 bbr cwnd:15',
    ].join('\n'),
  );
  expect([...record.sockets.keys()]).toEqual(['10.0.0.1:443 10.0.0.2:50000', '[fe80::1]:22 [fe80::2]:50001']);
  const [{ algorithm, samples }] = record.sockets.values();
  expect(algorithm).toBe('bbr');
  expect(samples.cwndSegments).toEqual([12, 14, 15]);
  expect(samples.isAppLimited).toEqual([true, false, false]);
  expect(samples.epochNs).toEqual([
    BigInt(Date.UTC(2026, 10, 28, 18, 20)) * 1_000_000n + 500_000_001n,
    1795890001n * 10n ** 9n,
    BigInt(Date.UTC(2026, 10, 28, 18, 20, 2)) * 1_000_000n,
  ]);
});

test('what is no record gives nothing, and too many sockets are counted', () => {
  expect(recordOf('ESTAB 0 0 10.0.0.1:1 10.0.0.2:2 cwnd:1').samples).toBe(0); // without a time
  expect(recordOf(`1795890001\n${'x'.repeat(100_000)}\nESTAB\nESTAB 0 0 a b\n:::`).samples).toBe(0);
  const many = Array.from(
    { length: MAX_RECORDED_SOCKETS + 5 },
    (_, i) => `ESTAB 0 0 10.0.${i >> 8}.${i & 255}:1 10.0.0.2:2 cwnd:1`,
  );
  const record = recordOf(['1795890001', ...many].join('\n'));
  expect([record.sockets.size, record.leftOut]).toEqual([MAX_RECORDED_SOCKETS, 5]);
});
