/** Where the time of a page went: at each moment what came furthest, of all requests that were under way. */

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */
/** @typedef {import('./waterfall-rows.js').Phase['kind'] | 'idle'} Spent */

/** What counts of several at once: bytes that come, before a server that is waited for, before a way there. */
const RANK = /** @type {Spent[]} */ (['receive', 'deliver', 'wait', 'queued', 'send', 'tls', 'connect']);

/**
 * @param {readonly WaterfallRow[]} rows
 * @returns {{ kind: Spent, ns: number }[]} the parts of the time from the first request's start to the last one's end,
 *   largest first; idle: nothing was under way
 */
export function pageTime(rows) {
  const phases = rows.flatMap((row) => row.phases).filter(({ kind }) => kind !== 'blocked');
  const changes = phases.flatMap(({ kind, fromNs, toNs }) => [
    { ns: fromNs, rank: RANK.indexOf(kind), by: 1 },
    { ns: toNs, rank: RANK.indexOf(kind), by: -1 },
  ]);
  changes.sort((a, b) => a.ns - b.ns);
  const open = RANK.map(() => 0);
  /** @type {Map<Spent, number>} */
  const spent = new Map();
  let before = changes[0]?.ns ?? 0;
  for (const { ns, rank, by } of changes) {
    const kind = RANK[open.findIndex((count) => count > 0)] ?? 'idle';
    spent.set(kind, (spent.get(kind) ?? 0) + ns - before);
    open[rank] += by;
    before = ns;
  }
  return [...spent]
    .map(([kind, ns]) => ({ kind, ns }))
    .filter(({ ns }) => ns > 0)
    .sort((a, b) => b.ns - a.ns);
}
