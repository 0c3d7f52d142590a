/**
 * node bench/filter.js [FILTER…]
 *
 * What filters of the 200 000 connections of (d) cost: processor time of the first answer, and of one that asks the
 * same again in another order.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { OpenedAnalysis } from '../lib/analysis/opened-analysis.js';
import { AllConnections } from '../lib/analysis/quic/all-connections.js';
import { takeExaminer } from '../lib/analysis/take-examiner.js';
import { readCapture } from '../lib/capture/file/read-capture.js';
import { ConnectionIndex } from '../lib/session/connection-index.js';
import { CAPTURES } from './generator/captures.js';
import { generate } from './generator/generate.js';

const FILTERS = [
  'tcp.port == 443',
  'ip.addr == 10.0.0.0/8',
  'retransmissions > 2 % && server.port == 443',
  'http.host contains example',
  'http.host matches "^www"',
  'http.request.method == POST',
  'http.response.code >= 400',
  'tcp.analysis.retransmission',
  'frame.number == 900000',
  'finding == reset',
  'server.stack contains Windows',
  'example .css',
];

/** @param {() => Promise<unknown>} run @returns {Promise<number>} processor time, ms */
async function spentMsOf(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
}

/** @param {() => unknown} run @returns {number} processor time, ms */
function spentMs(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
}

const folder = mkdtempSync(join(tmpdir(), 'bench-filter-'));
try {
  const file = join(folder, 'd.pcap');
  const capture = CAPTURES.find(({ name }) => name === 'd');
  if (capture === undefined) throw new Error('There is no capture d.');
  generate(capture, 1, file);
  const analysis = new OpenedAnalysis({ keepMessages: true });
  await readCapture(file, analysis.ingest);
  await takeExaminer(analysis, false);
  const index = new ConnectionIndex(new AllConnections(analysis));
  const state = { version: 1, ended: true };
  const aheadMs = await spentMsOf(() => index.readAhead(async () => undefined));
  console.log(`texts made ahead, when the table has been listed: ${aheadMs} ms`);
  for (const text of process.argv.length > 2 ? process.argv.slice(2) : FILTERS) {
    let matched = 0;
    const first = spentMs(() => {
      matched = index.view({ sort: 'flow', descending: false, text }, state).rows.length;
    });
    const again = spentMs(() => index.view({ sort: 'flow', descending: true, text }, state));
    console.log(
      `${text.padEnd(48)} ${String(matched).padStart(7)} of ${analysis.connections.count}  ${first} ms, again ${again} ms`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
