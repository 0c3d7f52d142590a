import { plottedReader } from '../shared/filter/plotted.js';
import { inSteps } from './in-steps.js';

/** Most groups of points; the smaller others are merged into one. */
export const MAX_POINT_KINDS = 7;

/** What points may be grouped by: the verdict's part, as a name. */
const KINDS = /** @type {Record<string, (verdict: import('../insight/verdict/verdict.js').Verdict) => string>} */ ({
  finding: ({ title }) => title,
  limit: ({ limit }) => limit?.cause ?? '',
});

/**
 * Two figures of connections, and their groups: the column frame `connection-points` of docs/protocol.md. Verdicts of
 * many connections take a while, so other work runs in between.
 * @param {Pick<import('../analysis/quic/all-connections.js').AllConnections, 'count'|'numberOf'|'filtered'>}
 *   connections
 * @param {{ verdict: (index: number) => import('../insight/verdict/verdict.js').Verdict }} findings
 * @param {Uint32Array} rows indexes of connections
 * @param {{ x: import('../shared/filter/plotted.js').PlottedFigure,
 *   y: import('../shared/filter/plotted.js').PlottedFigure, by: 'none'|'finding'|'limit' }} asked
 * @param {() => Promise<void>} turn settled after other work has run
 * @returns {Promise<import('../shared/columns/column-frame.js').ColumnFrame>}
 */
export async function plottedConnections(connections, findings, rows, asked, turn) {
  const [readX, readY] = [asked.x, asked.y].map((figure) => plottedReader(connections.filtered, figure));
  const kindOf = KINDS[asked.by];
  const flow = new Uint32Array(rows.length);
  const x = new Float64Array(rows.length);
  const y = new Float64Array(rows.length);
  const kinds = new Uint16Array(rows.length);
  /** @type {Map<string, { number: number, count: number }>} */
  const known = new Map();
  await inSteps(
    rows.length,
    (at) => {
      const index = rows[at];
      flow[at] = connections.numberOf(index);
      x[at] = readX(index);
      y[at] = readY(index);
      if (kindOf === undefined) return;
      const name = kindOf(findings.verdict(index));
      const kind = known.get(name) ?? { number: known.size, count: 0 };
      kind.count++;
      kinds[at] = kind.number;
      known.set(name, kind);
    },
    turn,
  );
  const { names, placeOf } = commonest(known);
  return {
    kind: 'connection-points',
    rows: rows.length,
    meta: { total: connections.count, kinds: names },
    columns: { flow, x, y, kind: Uint8Array.from(kinds, (number) => placeOf[number] ?? 0) },
  };
}

/**
 * @param {Map<string, { number: number, count: number }>} known
 * @returns {{ names: (string|null)[], placeOf: number[] }} the most frequent first, null last for all others
 */
function commonest(known) {
  const sorted = [...known].sort(([, a], [, b]) => b.count - a.count || a.number - b.number);
  const hasOthers = sorted.length > MAX_POINT_KINDS;
  const listed = sorted.slice(0, MAX_POINT_KINDS).map(([name]) => name);
  /** @type {number[]} */
  const placeOf = [];
  sorted.forEach(([, { number }], place) => {
    placeOf[number] = Math.min(place, MAX_POINT_KINDS);
  });
  return { names: hasOthers ? [...listed, null] : listed, placeOf };
}
