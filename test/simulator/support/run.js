import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { TRUTH_COLUMNS } from '../../../lib/simulator/output/truth.js';
import { runScenario } from '../../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../../lib/simulator/scenario/schema.js';

/**
 * By column; those named are used most.
 * @typedef {Record<string, string> & { time_s: string, conn: string, ev: string, seq: string, len: string, retx:
 *   string, needed: string,
 *   ssthresh: string, snd_cwnd_pkts: string, limit: string }} TruthRow
 */

/** @param {unknown} scenario */
export function run(scenario) {
  return runScenario(checkScenario(scenario));
}

/** @param {string|null} csv @returns {TruthRow[]} */
export function truthRows(csv) {
  return String(csv)
    .split('\n')
    .slice(1, -1)
    .map((line) => {
      const cells = line.split(',');
      return /** @type {TruthRow} */ (Object.fromEntries(TRUTH_COLUMNS.map((name, index) => [name, cells[index]])));
    });
}

/**
 * One download, and what truth says of it: time of each data segment since the SYN, in ms, with its kind of
 * retransmission.
 * @param {{ bytes?: number, link?: object, up?: object, tcp?: object, seed?: number }} [options]
 */
export function download({ bytes = 100_000, link = {}, up = {}, tcp = {}, seed = 1 } = {}) {
  const common = { delayMs: 50, ...link };
  const result = run({
    seed,
    path: [{ name: 'path', clientToServer: { delayMs: common.delayMs, ...up }, serverToClient: common }],
    hosts: { client: { tcp }, server: { tcp } },
    traffic: [{ kind: 'bulk', from: 'server', bytes }],
    taps: [{ at: 'client' }, { at: 'server' }],
  });
  const rows = truthRows(result.truthCsv);
  const start = Number(rows[0].time_s);
  const sent = rows
    .filter(({ ev, conn }) => ev === 'out' && conn.startsWith('198.'))
    .map((row) => ({ ...row, ms: (Number(row.time_s) - start) * 1e3 }));
  return {
    ...result,
    rows,
    sent,
    data: sent.filter(({ len }) => len !== '0'),
    again: sent.filter(({ retx }) => retx !== ''),
  };
}

/** @param {Uint8Array} capture */
export function analysed(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis;
}
