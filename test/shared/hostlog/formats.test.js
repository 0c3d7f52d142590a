/** Logs that people have are recognised by their content and read into one form. */
import { HostLog } from '../../../lib/shared/hostlog/host-log.js';

/** @param {string} text */
function logOf(text) {
  const log = new HostLog();
  log.push(new TextEncoder().encode(text));
  log.endFile();
  return log;
}

const MS = 1e6;
const epochNs = (/** @type {Parameters<typeof Date.UTC>} */ ...utc) => BigInt(Date.UTC(...utc)) * 1_000_000n;

test('the trace of tcp_probe gives window, threshold, round trip and the acknowledged sequence number', () => {
  const { sockets } = logOf(
    [
      '# tracer: nop',
      '          iperf3-77      [001] ..s1.  1234.567890: tcp_probe: family=AF_INET src=10.0.0.1:5201 dest=10.0.0.2:40000 ' +
        'mark=0x0 data_len=0 snd_nxt=0x20 snd_una=0x1f snd_cwnd=12 ssthresh=2147483647 snd_wnd=64256 srtt=41200 rcv_wnd=64256',
      '          <idle>-0       [001] ..s1.  1234.667890: tcp_probe: src=10.0.0.1:5201 dest=10.0.0.2:40000 snd_una=0x5c7 snd_cwnd=14 ssthresh=10 srtt=41000',
    ].join('\n'),
  );
  const socket = sockets.of('10.0.0.1:5201', '10.0.0.2:40000');
  expect(socket).toMatchObject({ hasEpoch: false });
  expect(socket?.samples).toMatchObject({
    epochNs: [1_234_567_890_000n, 1_234_667_890_000n],
    cwndSegments: [12, 14],
    ssthreshSegments: [NaN, 10],
    srttNs: [41.2 * MS, 41 * MS],
    ackedSequence: [0x1f, 0x5c7],
  });
});

test('a table with a heading is read by its columns, in any order', () => {
  const { sockets } = logOf(
    'TIME,LADDR,LPORT,RADDR,RPORT,SRTT_US,SND_CWND,BYTES_ACKED,COMM\n' +
      '1795890001.25,10.0.0.1,443,10.0.0.2,50000,41200,42,7000,nginx\n' +
      'garbage,,,\n1795890001.35,10.0.0.1,443,10.0.0.2,50000,,43,9000,nginx\n',
  );
  expect(sockets.of('10.0.0.1:443', '10.0.0.2:50000')?.samples).toMatchObject({
    epochNs: [1795890001250000000n, 1795890001350000000n],
    cwndSegments: [42, 43],
    srttNs: [41.2 * MS, NaN],
    bytesAcked: [7000, 9000],
  });
});

const NGINX =
  '10.0.0.2 - - [28/Nov/2026:22:20:03 +0100] "GET /a?b=1 HTTP/1.1" 200 1234 "-" "curl/8" rt=0.210 uct="0.001" uht="0.200" urt="0.201" msec=1795900803.456';

test.each([
  [
    'nginx',
    NGINX,
    { isEnd: true, epochNs: 1795900803456000000n, resolutionNs: MS, connectNs: MS, upstreamNs: 199 * MS, status: 200 },
  ],
  [
    'nginx to the second, two upstreams',
    '10.0.0.2 - - [28/Nov/2026:22:20:03 +0100] "GET /a?b=1 HTTP/1.1" 502 0 request_time=0.5 upstream_connect_time="0.100, 0.150" upstream_header_time="0.200, -"',
    { epochNs: epochNs(2026, 10, 28, 21, 20, 3), resolutionNs: 1e9, connectNs: 250 * MS, upstreamNs: 0, status: 502 },
  ],
  [
    'nginx as JSON',
    '{"time_iso8601":"2026-11-28T22:20:03+01:00","request":"GET /a?b=1 HTTP/1.1","status":200,"request_time":0.21,"upstream_connect_time":"0.001","upstream_header_time":"0.200","remote_port":"50000"}',
    { epochNs: epochNs(2026, 10, 28, 21, 20, 3), connectNs: MS, upstreamNs: 199 * MS, clientPort: 50000 },
  ],
  [
    'HAProxy',
    'Nov 28 21:20:03 lb haproxy[14389]: 10.0.0.2:50000 [28/Nov/2026:21:20:03.655] http-in static/srv1 10/40/30/69/149 200 2750 - - ---- 1/1/1/1/0 0/0 {} {} "GET /a?b=1 HTTP/1.1"',
    {
      ...{ isEnd: false, hasZone: false, epochNs: epochNs(2026, 10, 28, 21, 20, 3, 655), clientPort: 50000 },
      ...{ queueNs: 40 * MS, connectNs: 30 * MS, upstreamNs: 69 * MS },
    },
  ],
  [
    'Envoy',
    '[2026-11-28T21:20:03.310Z] "GET /a?b=1 HTTP/1.1" 200 - 0 154 221 226 "-" "curl" "id" "host" "10.0.35.28:80"',
    { isEnd: false, epochNs: epochNs(2026, 10, 28, 21, 20, 3, 310), upstreamNs: 226 * MS, connectNs: null },
  ],
])('a line of %s has the inner times of its request', (_, line, expected) => {
  const { exchanges } = logOf(`${line}\n`);
  expect(exchanges.of('GET', '/a?b=1')).toEqual([expect.objectContaining(expected)]);
});

test('what only looks like a log costs its length and gives nothing', () => {
  const started = performance.now();
  for (const line of [
    '"'.repeat(8000),
    '"A '.repeat(2700),
    '1'.repeat(8000),
    'a'.repeat(8000),
    ' '.repeat(8000),
    '{"'.repeat(4000),
  ]) {
    expect(logOf(`${line}\n`.repeat(20)).entries).toBe(0);
    expect(
      logOf(`${NGINX}\n${line}\n${`[2026-11-28T21:20:03.310Z] "GET / HTTP/1.1" 200 - ${line}\n`}`).entries,
    ).toBeLessThan(4);
  }
  expect(performance.now() - started).toBeLessThan(4000);
});
