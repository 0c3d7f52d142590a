import { isClientEnd, vantageOf } from './run.js';

/**
 * @typedef {{ start: number, end: number, limit: string }} Span in seconds since the epoch of the capture's first
 *   packet
 */
/**
 * @typedef {{ shares: number[], seconds: number, right: number, cells: Record<string, Record<string, number>> }}
 *   LimitCounts shares: of
 *   each direction's time; cells: seconds, by true limit, then by what was said
 */

/** What may be said of each true limit. @type {Record<string, string[]>} */
const ACCEPTED = {
  cwnd: ['congestion_window'],
  rwnd: ['receive_window'],
  nagle: ['application'],
  app: ['application'],
  idle: ['application', 'idle'],
};
const STEPS = 40;

/** @returns {LimitCounts} */
const noLimits = () => ({ shares: [], seconds: 0, right: 0, cells: {} });

/**
 * What held a sender back, from the handshake to the last acknowledgement of its data.
 * @param {import('./run.js').TruthRow[]} rows of one end
 * @param {number} originSeconds
 * @returns {Span[]}
 */
function trueLimits(rows, originSeconds) {
  const at = (/** @type {import('./run.js').TruthRow} */ row) => Number(row.time_s) - originSeconds;
  const first = rows.find(({ ev }) => ev === 'established');
  const last = rows.findLast(({ packets_out: out }) => Number(out) > 0);
  if (!first || !last) return [];
  const told = rows.filter((row) => row.ev !== 'out' && at(row) >= at(first) && at(row) <= at(last));
  return told
    .map((row, index) => ({
      start: at(row),
      end: index + 1 < told.length ? at(told[index + 1]) : at(last),
      limit: row.limit,
    }))
    .filter(({ start, end }) => end > start);
}

/**
 * Walks both at once, piece by piece.
 * @param {Span[]} truth
 * @param {Span[]} said
 * @param {number} shift of what is said
 * @param {(seconds: number, limit: string, word: string) => void} visit
 */
function overlay(truth, said, shift, visit) {
  let from = 0;
  for (const { start, end, limit } of truth) {
    while (from < said.length && said[from].end - shift <= start) from++;
    let at = start;
    for (let k = from; k < said.length && said[k].start - shift < end; k++) {
      const begin = Math.max(at, said[k].start - shift);
      const stop = Math.min(end, said[k].end - shift);
      if (begin > at) visit(begin - at, limit, 'nothing');
      if (stop > begin) visit(stop - begin, limit, said[k].limit);
      at = Math.max(at, stop);
    }
    if (at < end) visit(end - at, limit, 'nothing');
  }
}

/** @param {Span[]} truth @param {Span[]} said @param {number} shift */
function agreement(truth, said, shift) {
  let right = 0;
  let all = 0;
  overlay(truth, said, shift, (seconds, limit, word) => {
    all += seconds;
    if (ACCEPTED[limit]?.includes(word)) right += seconds;
  });
  return all === 0 ? 1 : right / all;
}

/**
 * Away from the sender what is said is by the clock of the tap: the one shift of up to a round trip that fits best.
 * @param {Span[]} truth
 * @param {Span[]} said
 * @param {number} rttSeconds
 */
function bestShift(truth, said, rttSeconds) {
  let best = 0;
  let most = -1;
  for (let step = 0; step <= STEPS; step++) {
    for (const sign of step === 0 ? [1] : [1, -1]) {
      const shift = (sign * step * rttSeconds) / STEPS;
      const share = agreement(truth, said, shift);
      if (share > most + 1e-9) [best, most] = [shift, share];
    }
  }
  return best;
}

/**
 * Limits of each direction with data at a tap, against what its sender knew, by time.
 * @param {import('./run.js').Truth} truth
 * @param {import('./run.js').Tapped} tap
 * @param {Record<string, LimitCounts>} counts by the place of the tap as seen from the sender; added to
 * @param {(direction: { conn: string, share: number, truth: Span[], said: Span[], shift: number }) => void}
 *   [onDirection]
 */
export function countLimits({ rows, taps }, { analysis, ...tap }, counts, onDirection) {
  const last = Math.max(...taps.map(({ place }) => place));
  const { startEpoch } = analysis.ingest.describe();
  const origin = Number(startEpoch);
  for (let flow = 0; flow < analysis.connections.count; flow++) {
    analysis.ingest.verdicts.refresh(flow);
    const { client, server } = analysis.connections.row(flow);
    for (const estimate of analysis.opened.describeSenders(flow)) {
      const [local, remote] = estimate.direction === 'clientToServer' ? [client, server] : [server, client];
      const conn = `${local.address}:${local.port}>${remote.address}:${remote.port}`;
      const own = rows.filter((row) => row.conn === conn);
      const spans = trueLimits(own, origin);
      const said = /** @type {Span[]} */ (estimate.limits ?? []);
      const vantage = vantageOf({ ...tap, analysis }, isClientEnd(conn), last);
      const rtts = own
        .filter(({ srtt_us: srtt }) => Number(srtt) > 0)
        .map(({ srtt_us: srtt }) => Number(srtt) / 1e6)
        .sort((a, b) => a - b);
      const shift = vantage === 'sender' ? 0 : bestShift(spans, said, rtts[rtts.length >> 1] ?? 0.1);
      if (spans.length === 0) continue;
      const share = add((counts[vantage] ??= noLimits()), spans, said, shift);
      onDirection?.({ conn, share, truth: spans, said, shift });
    }
  }
}

/**
 * @param {LimitCounts} count
 * @param {Span[]} truth
 * @param {Span[]} said
 * @param {number} shift
 * @returns {number} share of this direction's time
 */
function add(count, truth, said, shift) {
  let right = 0;
  let all = 0;
  overlay(truth, said, shift, (seconds, limit, word) => {
    const cells = (count.cells[limit] ??= {});
    cells[word] = (cells[word] ?? 0) + seconds;
    all += seconds;
    if (ACCEPTED[limit]?.includes(word)) right += seconds;
  });
  count.seconds += all;
  count.right += right;
  if (all > 0) count.shares.push(right / all);
  return all > 0 ? right / all : 1;
}
