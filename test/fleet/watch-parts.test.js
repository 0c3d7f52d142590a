/** A capture tool that ends is started again, and told; series stay bounded whatever clients name. */
import { Capturing } from '../../lib/fleet/watch/capturing.js';
import { begun } from '../../lib/fleet/watch/health.js';
import { MAX_SERVICES, WatchMetrics } from '../../lib/fleet/watch/metrics.js';

const health = () => begun(null, { name: 'tap "1"', source: 'eth0', folder: '/captures', isCapturing: true });

/** @param {{ interface?: string }} [options] */
function capturing({ interface: name = 'eth0' } = {}) {
  /** @type {string[]} */
  const problems = [];
  const watch = { health: health(), tell: (/** @type {string|null} */ problem) => void problems.push(String(problem)) };
  /** @type {((end: { reason: string }) => void)[]} */
  const ends = [];
  let fails = 0;
  const start = async (/** @type {unknown} */ _options, /** @type {(counts: object) => void} */ onStatistics) => {
    if (ends.length === 1 && fails++ === 0) throw new Error('It is not up yet.');
    const ended = new Promise((resolve) => ends.push(resolve));
    onStatistics({ received: 10, dropped: { kernel: ends.length, interface: null } });
    return { tool: 'tcpdump', ended, stop: async () => ends.at(-1)?.({ reason: 'Capturing was stopped.' }) };
  };
  const files = /** @type {any} */ ({ start });
  const one = new Capturing(files, /** @type {any} */ ({ interface: name }), watch);
  return { one, watch, ends, problems };
}

test('a tool that ends is started again, also when that fails at first; the gap and all counts are told', async () => {
  const { one, watch, ends, problems } = capturing();
  await one.start();
  const stop = new AbortController();
  const going = one.goOn(stop.signal);
  ends[0]({ reason: 'The interface eth0 went away.' });
  while (watch.health.gaps.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(watch.health).toMatchObject({ state: 'running', gaps: [{ reason: 'The interface eth0 went away.' }] });
  expect(watch.health.gapSeconds).toBeGreaterThan(2.9);
  expect(watch.health.capture).toEqual({ received: 20, kernel: 3, interface: null });
  expect(problems).toEqual(['The interface eth0 went away.', 'It is not up yet.', 'null']);
  stop.abort();
  await going;
  expect(one.hasEnded).toBe(true);
}, 10_000);

test('standard input ends once', async () => {
  const { one, watch, ends } = capturing({ interface: '-' });
  await one.start();
  ends[0]({ reason: 'It ended.' });
  await one.goOn(new AbortController().signal);
  expect([one.hasEnded, watch.health.gaps]).toEqual([true, []]);
});

test('services beyond the bound share one series; names are escaped', async () => {
  const metrics = new WatchMetrics(health);
  const service = (/** @type {number} */ i) => ({
    ...{ server: '10.0.0.1', port: 443, service: `"a"\n${i}`, connections: 1, resets: 0, zeroWindows: 0 },
    ...{ dataPackets: 7, retransmittedPackets: 1, handshakeSeconds: [0.02], rttToServerSeconds: [0.03] },
    ...{ rttToClientSeconds: [], waitSeconds: [0.5, 0.004] },
  });
  const services = Array.from({ length: MAX_SERVICES + 50 }, (_, i) => service(i));
  metrics.add({ packets: 1, connections: 1, durationSeconds: 60, services });
  const { text, type } = await metrics.told();
  expect(type).toMatch(/^application\/openmetrics-text/);
  const connections = text.split('\n').filter((line) => line.startsWith('selfclock_connections_total{'));
  expect(connections).toHaveLength(MAX_SERVICES + 1);
  expect(connections[0]).toBe('selfclock_connections_total{server="10.0.0.1",port="443",service="\\"a\\"\\n0"} 1');
  expect(connections.at(-1)).toBe('selfclock_connections_total{server="other",port="",service="other"} 50');
  expect(text).toContain('selfclock_request_wait_seconds_bucket{le="0.005",server="other",port="",service="other"} 50');
  expect(text).toContain('selfclock_watch_starts_total{watch="tap \\"1\\""} 1');
  expect(text).not.toContain('selfclock_watch_kernel_dropped_packets_total{'); // the tool has not told
});
