/** What a host's kernel recorded is in a report: of the connections in it, and without private data where redacted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { download, hostLogOfText, serverRecord } from '../support/host/record.js';
import { contentOf, madeReport, written } from './support/made-report.js';

const folder = mkdtempSync(join(tmpdir(), 'selfclock-host-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

const capture = download({ bytes: 1_500_000, isHeldByWindow: true });
const path = written(join(folder, 'download.pcap'), capture);
const record = serverRecord(capture, {
  words: ({ ms }) =>
    `ourownone rtt:41.5/2 mss:1448 cwnd:20 ssthresh:30 unacked:12 bytes_retrans:1448 delivery_rate 6000000bps ` +
    `busy:${ms}ms rwnd_limited:${0.95 * ms}ms(95.0%) app_limited`,
});
/** Of a connection that is not in the capture. */
const OTHERS = 'ESTAB 0 0 10.66.66.66:22 10.77.77.77:4711 cubic cwnd:10 bytes_acked:100';
const withOthers = record.replace(/\n@/g, `\n${OTHERS}\n@`);

/** @param {import('../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis */
const answersOf = ({ opened, findings }) => ({
  senders: opened.describeSenders(0),
  kernels: opened.kernels(0),
  found: findings.ofConnection(0),
  sentence: findings.verdict(0).sentence,
});

test("the report says of a sender's kernel what its capture says, and rests on it alike", async () => {
  const { analysis, restored } = await madeReport(path, { hostLog: hostLogOfText(withOthers) });
  const expected = answersOf(analysis);
  expect(expected.kernels).toHaveLength(1);
  expect(expected.sentence).toMatch(/server's kernel: [\d.]+ s \(rwnd_limited\)$/);
  expect(answersOf(await restored())).toEqual(expected);
});

test('sockets of connections that are not in the report are left out', async () => {
  const { state } = await madeReport(path, { hostLog: hostLogOfText(withOthers) });
  expect(state.sockets).toHaveLength(1);
  expect(contentOf({ head: {}, state })).not.toMatch(/10\.(66|77)\./);
  const { state: ofNone } = await madeReport(path, { hostLog: hostLogOfText(withOthers), flows: [] });
  expect(ofNone.sockets).toEqual([]);
  expect((await madeReport(path)).state.sockets).toEqual([]);
});

test('redacted it keeps the figures, neither addresses nor names', async () => {
  const hostLog = hostLogOfText(withOthers);
  const [{ local, peer }] = hostLog.sockets.sockets.values();
  const report = await madeReport(path, { hostLog, isRedacted: true });
  const [{ algorithm, ...socket }] = report.state.sockets ?? [];
  expect(algorithm).toBeNull();
  expect([socket.local, socket.peer]).toEqual(expect.arrayContaining([expect.stringMatching(/^198\.18\.0\.[12]:/)]));
  for (const end of [local, peer, 'ourownone']) expect(contentOf(report)).not.toContain(end.replace(/:\d+$/, ''));
  const figures = ({ difference, samples, clock } = report.analysis.opened.kernels(0)[0]) => [
    difference,
    samples,
    clock,
  ];
  expect(figures((await report.restored()).opened.kernels(0)[0])).toEqual(figures());
});
