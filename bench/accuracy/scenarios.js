/**
 * The captures with known truth beside the checkout, each connection's estimate beside what the sending kernel logged.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';

const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url));
/** Sent by Linux, and by other stacks. */
export const SETS = Object.freeze({ linux: join(SHARED, 'pcaps/truth'), others: join(SHARED, 'pcaps/stacks') });
const TOOLS = join(SHARED, 'tools');

/** Why accuracy cannot be measured here; null where it can. */
export function whatIsMissing() {
  const missing = [...Object.values(SETS), join(TOOLS, 'kinds/sender/direction.mjs')].filter(
    (path) => !existsSync(path),
  );
  return missing.length === 0
    ? null
    : `${missing.join(' and ')} not there: accuracy is measured against the kernel's own log of recorded transfers, kept beside the checkout.`;
}

/** The scorer's own modules, so that there is one definition of each figure. @param {string} path below tools */
const tool = (path) => import(pathToFileURL(join(TOOLS, path)).href);

/**
 * One direction of one connection in one capture.
 * @typedef {object} Scored
 * @property {any} figures as the scorer's `scoreDirection` gives them
 * @property {any} estimate as `analyze --sender` prints it
 * @property {any[]} rows the kernel's log
 * @property {any} scenario
 * @property {string} path of the capture
 * @property {any} link what the link emulator did to this direction
 * @property {'sender' | 'receiver' | 'middle'} vantage
 * @property {string} cc
 * @property {number} offset of the estimate's times
 */

/** @param {string} set of `SETS` @returns {AsyncGenerator<Scored>} */
export async function* scoredDirections(set) {
  const [{ readCapture, sinceBase }, { readJson, walk }, truths, { scoreDirection }] = await Promise.all([
    tool('lib/capture.mjs'),
    tool('lib/files.mjs'),
    tool('lib/truth.mjs'),
    tool('kinds/sender/direction.mjs'),
  ]);
  for (const file of walk(set)) {
    if (!file.endsWith('.json') || !existsSync(join(set, file.replace(/json$/, 'truth.csv.gz')))) continue;
    const scenario = readJson(join(set, file));
    if (scenario.category === 'quic' || !scenario.captures) continue;
    for (const { path, end } of truths.captures(set, scenario)) {
      const capture = readCapture(path);
      const truth = truths.readTruth(join(set, scenario.truth), capture.base);
      const analysis = analysed(path);
      const offset = sinceBase(analysis.ingest.describe().startEpoch, capture.base);
      for (const [conn, about] of Object.entries(scenario.connections)) {
        if (!(about.data_out > 0) || !truth.has(conn)) continue;
        const { local, remote } = truths.parseConnection(conn);
        const isClients = local.address === scenario.client;
        const rows = truth.get(conn);
        const frames = capture.tcp.filter((/** @type {any} */ f) => f.sport === local.port && f.dport === remote.port);
        const estimate = estimateOf(analysis, local.port, remote.port);
        const vantage = end === 'middle' ? 'middle' : farOrNear(end === (isClients ? 'client' : 'server'));
        const figures = scoreDirection({ rows, about, vantage, frames, estimate, offset });
        yield {
          figures,
          estimate,
          rows,
          scenario,
          path,
          link: scenario.link?.[isClients ? 'client_to_server' : 'server_to_client'] ?? {},
          vantage,
          cc: about.cc,
          offset,
        };
      }
    }
  }
}

/** @param {boolean} isNear @returns {'sender' | 'receiver'} */
const farOrNear = (isNear) => (isNear ? 'sender' : 'receiver');

/** @param {string} path */
function analysed(path) {
  const analysis = new OpenedAnalysis();
  const bytes = readFileSync(path);
  analysis.ingest.push(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
  analysis.ingest.end();
  return analysis;
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {number} from port
 * @param {number} to port
 * @returns {any} null where there is none
 */
function estimateOf(analysis, from, to) {
  for (let flow = 0; flow < analysis.connections.count; flow++) {
    const { client, server } = analysis.connections.row(flow);
    const isClients = client.port === from && server.port === to;
    if (!isClients && !(client.port === to && server.port === from)) continue;
    analysis.ingest.verdicts.refresh(flow);
    return (
      analysis.opened
        .describeSenders(flow)
        .find(({ direction }) => direction === (isClients ? 'clientToServer' : 'serverToClient')) ?? null
    );
  }
  return null;
}
