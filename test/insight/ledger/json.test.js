/** `time` of `analyze --json`. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { takeExaminer } from '../../../lib/analysis/take-examiner.js';
import { MAX_TIMED_UNEXAMINED } from '../../../lib/analysis/time-queries.js';
import { MAX_TOLD_EXCHANGES, MAX_TOLD_INTERVALS } from '../../../lib/insight/describe/describe-time.js';
import { merge, pcap, script } from '../../support/packets/packets.js';

const OPTIONS = 'mss 1460 ws 7 sack';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+10us client ACK'];
const GET = 'client PSH "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"';
const OK = 'server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"';
const ONE = [...SHAKE, GET, `+440ms ${OK}`, 'client ACK'];

/** @param {string[][]} connections @param {boolean} [all] */
async function timesOf(connections, all = false) {
  const scripts = connections.map((lines, k) => {
    const ends = { client: `10.0.${k >> 8}.${k & 255}:40000`, server: '10.9.9.9:80' };
    return script(ends, ...lines);
  });
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(merge(...scripts)));
  analysis.ingest.end();
  await takeExaminer(analysis, all, { withTime: true });
  const { connections: described } = analysis;
  const flows = Array.from({ length: described.count }, (_, index) => described.describe(index).time);
  return { flows, capture: analysis.findings.times?.describeCapture(), analysis };
}

/** @param {Record<string, number> | undefined} owners */
const sumOf = (owners) => Object.values(owners ?? {}).reduce((sum, seconds) => sum + seconds, 0);

test('owners of a connection sum to its duration', async () => {
  const { flows } = await timesOf([ONE]);
  const [time] = flows;
  expect(time).toMatchObject({ start: 0, seconds: 0.48003, exchangeTotal: 2 });
  expect(sumOf(time?.owners)).toBeCloseTo(0.48003, 9);
  expect(time?.owners).toMatchObject({ server_app: 0.4 });
  expect(time?.exchanges[1]).toMatchObject({ kind: 'request', message: 0, outcome: 'answered', frames: [4, 5] });
});

test('those of a capture are connection-seconds, and shares of the wall clock', async () => {
  const { capture, analysis } = await timesOf([ONE, ONE, ONE]);
  expect(capture).toMatchObject({ connections: 3, exchanges: { total: 3, answered: 3, unanswered: 0 } });
  expect(capture?.connectionSeconds.seconds).toBeGreaterThan(analysis.ingest.durationNs / 1e9);
  expect(sumOf(capture?.connectionSeconds.owners)).toBeCloseTo(capture?.connectionSeconds.seconds ?? 0, 6);
  expect(capture?.wallClock?.seconds).toBeLessThanOrEqual(analysis.ingest.durationNs / 1e9);
  expect(sumOf(capture?.wallClock?.owners)).toBeCloseTo(capture?.wallClock?.seconds ?? 0, 9);
});

test('of very many connections some have none, unless all are asked for', async () => {
  const fine = [...SHAKE, GET, `+40ms ${OK}`, 'client ACK', '+1ms client FIN', '+40ms server FIN', 'client ACK'];
  const many = Array.from({ length: MAX_TIMED_UNEXAMINED + 2 }, () => fine);
  const count = async (/** @type {boolean} */ all) =>
    (await timesOf(many, all)).flows.filter((time) => time !== null).length;
  expect(await count(false)).toBe(MAX_TIMED_UNEXAMINED);
  expect(await count(true)).toBe(many.length);
});

test('very many exchanges are told less finely, and sum all the same', async () => {
  const more = Array.from({ length: MAX_TOLD_EXCHANGES + 5 }, () => [
    `+1ms ${GET}`,
    `+40ms ${OK}`,
    'client ACK',
  ]).flat();
  const { flows } = await timesOf([[...ONE, ...more]]);
  const [time] = flows;
  expect(time?.exchangeTotal).toBe(MAX_TOLD_EXCHANGES + 7);
  expect(time?.exchanges).toHaveLength(MAX_TOLD_EXCHANGES);
  expect(time?.intervals.length).toBeLessThanOrEqual(MAX_TOLD_INTERVALS);
  let at = time?.start;
  for (const one of time?.intervals ?? []) {
    expect(one.start).toBe(at);
    at = one.end;
  }
  expect(at).toBe(time?.end);
  expect(sumOf(time?.owners)).toBeCloseTo(time?.seconds ?? 0, 6);
});
