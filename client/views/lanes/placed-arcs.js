/**
 * Arcs between lanes, from a request or response to the request that it led to.
 * @param {Awaited<ReturnType<import('./lane-source.js').LaneSource['arcs']>>} found null: none
 * @param {import('./lane-source.js').LaneOrder|null} order
 * @param {ReadonlySet<string>} kinds that are shown
 * @returns {import('./draw-arcs.js').PlacedArc[]} those whose both ends have a lane
 */
export function placedArcs(found, order, kinds) {
  if (!found) return [];
  const lanes = new Map(Array.from(order?.flow ?? [], (flow, lane) => [flow, lane]));
  /** @type {import('./draw-arcs.js').PlacedArc[]} */
  const arcs = [];
  for (let i = 0; i < found.kind.length; i++) {
    const kind = /** @type {'referer'|'redirect'} */ (found.kinds[found.kind[i]]);
    const fromLane = lanes.get(found.fromFlow[i]);
    const toLane = lanes.get(found.toFlow[i]);
    if (fromLane === undefined || toLane === undefined || !kinds.has(kind)) continue;
    arcs.push({ kind, fromLane, toLane, fromNs: found.fromTime[i], toNs: found.toTime[i] });
  }
  return arcs;
}
