/** A capture tool that ends is started again, and told; series stay bounded whatever clients name. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Capturing } from '../../lib/fleet/watch/capturing.js';
import { begun } from '../../lib/fleet/watch/health.js';
import { MAX_SERVICES, WatchMetrics } from '../../lib/fleet/watch/metrics.js';
import { Problems } from '../../lib/fleet/watch/problems.js';
import { addToSeries, deleteOldSeries, overTime, readSeries, stepSeconds } from '../../lib/fleet/watch/series.js';
import { MAX_WAITING_FILES, SpanQueue } from '../../lib/fleet/watch/span-queue.js';

const health = () => begun(null, { name: 'tap "1"', source: 'eth0', isCapturing: true });

/** @param {{ interface?: string }} [options] */
function capturing({ interface: name = 'eth0' } = {}) {
  /** @type {string[]} */
  const told = [];
  const problems = new Problems((sentence) => told.push(sentence));
  const watch = {
    health: health(),
    /** @type {Problems['tell']} */
    tell: (place, sentence) => {
      problems.tell(place, sentence);
      problems.tell('reading', null); // a file was read meanwhile
    },
  };
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
  return { one, watch, ends, problems, told };
}

test('a tool that ends is started again, also when that fails at first; it is told once, with gap and counts', async () => {
  const { one, watch, ends, problems, told } = capturing();
  await one.start();
  const stop = new AbortController();
  const going = one.goOn(stop.signal);
  ends[0]({ reason: 'The interface eth0 went away.' });
  while (watch.health.gaps.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(watch.health).toMatchObject({ state: 'running', gaps: [{ reason: 'The interface eth0 went away.' }] });
  expect(watch.health.gapSeconds).toBeGreaterThan(2.9);
  expect(watch.health.capture).toEqual({ received: 20, kernel: 3, interface: null });
  expect(told).toEqual(['The interface eth0 went away.']);
  expect(problems.latest).toBeNull();
  stop.abort();
  await going;
  expect(one.hasEnded).toBe(true);
}, 10_000);

test('an outage is told once, whatever else is told meanwhile; a new one is told again', () => {
  /** @type {string[]} */
  const told = [];
  const problems = new Problems((sentence) => told.push(sentence));
  problems.tell('spans', 'It does not answer.');
  for (const file of ['a', 'b', 'b', null]) problems.tell('reading', file);
  problems.tell('spans', 'It still does not answer.');
  expect(told).toEqual(['It does not answer.', 'a', 'b']);
  expect(problems.latest).toBe('It does not answer.');
  problems.tell('spans', null);
  expect(problems.latest).toBeNull();
  problems.tell('spans', 'It does not answer.');
  expect(told).toHaveLength(4);
});

test('files whose spans wait are bounded, and outlive the watch', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-spans-'));
  const queue = await SpanQueue.open(folder);
  const pushedOut = [];
  for (let i = 0; i <= MAX_WAITING_FILES; i++) pushedOut.push(await queue.add({ path: String(i), after: 0 }));
  expect([pushedOut.indexOf(true), queue.length]).toEqual([MAX_WAITING_FILES, MAX_WAITING_FILES]);
  expect((await SpanQueue.open(folder)).length).toBe(MAX_WAITING_FILES);
  rmSync(folder, { recursive: true });
});

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
  metrics.add({ packets: 1, connections: 1, startEpoch: '0', durationSeconds: 60, services });
  const { text, type } = await metrics.exposition();
  expect(type).toMatch(/^application\/openmetrics-text/);
  const connections = text.split('\n').filter((line) => line.startsWith('selfclock_connections_total{'));
  expect(connections).toHaveLength(MAX_SERVICES + 1);
  expect(connections[0]).toBe('selfclock_connections_total{server="10.0.0.1",port="443",service="\\"a\\"\\n0"} 1');
  expect(connections.at(-1)).toBe('selfclock_connections_total{server="other",port="",service="other"} 50');
  expect(text).toContain('selfclock_request_wait_seconds_bucket{le="0.005",server="other",port="",service="other"} 50');
  expect(text).toContain('selfclock_watch_starts_total{watch="tap \\"1\\""} 1');
  expect(text).not.toContain('selfclock_watch_kernel_dropped_packets_total{'); // the tool has not told
});

test('what files came to is kept by the day: added up by the step, the last where one was read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-series-'));
  const noon = 1_700_049_600; // 2023-11-15 12:00
  const figures = (/** @type {number} */ start, retransmittedPackets = 1) => ({
    ...{ packets: 600, connections: 2, startEpoch: `${start}.5`, durationSeconds: 60 },
    services: [/** @type {any} */ ({ dataPackets: 50, retransmittedPackets })],
  });
  await addToSeries(folder, 'a', 'old', figures(noon, 50));
  await addToSeries(folder, 'a', 'a', figures(noon));
  await addToSeries(folder, 'b', 'b', figures(noon + 60));
  await addToSeries(folder, 'c', 'c', figures(noon + 86_400));
  await addToSeries(folder, 'none', 'none', { ...figures(0), startEpoch: null });
  await addToSeries(folder, 'no date', 'no date', { ...figures(0), startEpoch: '99999999999999999' });
  appendFileSync(join(folder, 'series/2023-11-16.jsonl'), '{"path": "cut off');
  const two = await readSeries(folder, { from: noon, to: noon + 3600 });
  expect(overTime(two, 300)).toEqual({
    columns: ['time', 'capture', 'packets', 'packets_per_second', 'connections', 'retransmitted_percent'],
    rows: [['2023-11-15 12:00:00', 'a', 1200, 10, 4, 2]],
    isCut: false,
  });
  expect(overTime(two, 60).rows).toHaveLength(2);
  expect([900, 7200, 7201, 86_400, 1e9].map((to) => stepSeconds({ from: 0, to }))).toEqual([
    60, 60, 300, 900, 2_592_000,
  ]);
  await deleteOldSeries(folder, '2023-11-16');
  expect((await readSeries(folder, { from: 0, to: 2 * noon })).map(({ capture }) => capture)).toEqual(['c']);
  rmSync(folder, { recursive: true });
});
