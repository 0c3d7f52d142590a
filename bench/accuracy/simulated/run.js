/** A simulated run as the analyser sees it at each tap, beside what its senders knew. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { TRUTH_COLUMNS } from '../../../lib/simulator/output/truth.js';
import { runScenario } from '../../../lib/simulator/scenario/run.js';

/** A row of truth.csv. @typedef {Record<string, string>} TruthRow */
/**
 * What passed a tap, in order: who sent it, which of all sendings it was, when.
 * @typedef {{ conn: string, number: number, timeNs: number, start: number, length: number, flags: number, ack: number
 *   }} Passed
 */
/**
 * @typedef {{ at: string, place: number, bytes: Uint8Array, analysis: OpenedAnalysis, passed: Passed[] }} Tapped place:
 *   of the path, 0 at the client
 */
/**
 * @typedef {{ seed: number, complete: boolean, rows: TruthRow[], sendings: TruthRow[], taps: Tapped[] }} Truth
 *   sendings: by their number
 */

/** @param {import('../../../lib/simulator/scenario/run.js').Scenario} scenario @returns {Truth} */
export function simulated(scenario) {
  /** @type {Passed[][]} */
  const passed = scenario.path.map(() => []);
  passed.push([]);
  const watch = passed.map((list, place) => ({
    place,
    see: (/** @type {any} */ { from, number, start, length, flags, ack }, /** @type {number} */ timeNs) => {
      list.push({
        conn: `${from.local.address}:${from.local.port}>${from.remote.address}:${from.remote.port}`,
        number,
        timeNs,
        start,
        length,
        flags,
        ack,
      });
    },
  }));
  const { captures, truthCsv, summary } = runScenario(scenario, { watch });
  const rows = truthRows(String(truthCsv));
  const names = ['client', ...scenario.path.map(({ name }) => name)];
  const taps = captures.map(({ at, bytes }) => {
    const place = at === 'server' ? scenario.path.length : names.indexOf(at);
    return { at, place, bytes, analysis: analysed(bytes), passed: passed[place] };
  });
  return {
    seed: scenario.seed ?? 1,
    complete: summary.complete,
    rows,
    sendings: rows.filter(({ ev }) => ev === 'out'),
    taps,
  };
}

/** @param {string} csv @returns {TruthRow[]} */
function truthRows(csv) {
  return csv
    .split('\n')
    .slice(1, -1)
    .map((line) => {
      const cells = line.split(',');
      return Object.fromEntries(TRUTH_COLUMNS.map((name, index) => [name, cells[index]]));
    });
}

/** @param {Uint8Array} capture */
function analysed(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis;
}

/**
 * Where a tap is, as seen from who sends.
 * @param {Tapped} tap
 * @param {boolean} isClient
 * @param {number} last place of the path
 * @returns {'sender'|'middle'|'receiver'}
 */
export function vantageOf({ place }, isClient, last) {
  if (place > 0 && place < last) return 'middle';
  return (place === 0) === isClient ? 'sender' : 'receiver';
}

/** Whether a connection's end is the client, by its name in truth. @param {string} conn */
export const isClientEnd = (conn) => conn.startsWith('192.0.2.');
