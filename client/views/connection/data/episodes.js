/**
 * Loss episodes: from the first retransmission until everything sent before it is acknowledged. Shaded in the
 * time–sequence pane, listed beside it.
 */
/**
 * An episode as the server describes it (docs/metrics.md), with times in nanoseconds.
 * @typedef {{ direction: number, startNs: number, repairNs: number, endNs: number, cause: string, trigger: string|null,
 *   bytesLost: number,
 *   bytesResent: number, packetsResent: number, durationNs: number, costNs: number|null }} Episode
 */

const SHADE = 0.07;
/** Episodes that end in one pixel column are drawn as one. */
const NARROWEST = 1.5;

/** @param {number} seconds */
const inNs = (seconds) => Math.round(seconds * 1e9);

/**
 * @param {import('../../../state/answer-types.js').LossEpisode[]} described
 * @returns {[Episode[], Episode[]]} by direction, each by start
 */
export function placeEpisodes(described) {
  /** @type {[Episode[], Episode[]]} */
  const placed = [[], []];
  for (const {
    direction,
    start,
    repair,
    end,
    cause,
    trigger,
    bytesLost,
    bytesResent,
    packetsResent,
    duration,
    costSeconds,
  } of described) {
    const from = direction === 'clientToServer' ? 0 : 1;
    placed[from].push({
      direction: from,
      startNs: inNs(start),
      repairNs: inNs(repair ?? start),
      endNs: end === null ? Infinity : inNs(end),
      cause,
      trigger,
      bytesLost,
      bytesResent,
      packetsResent,
      durationNs: duration === null ? Infinity : inNs(duration),
      costNs: costSeconds === null ? null : inNs(costSeconds),
    });
  }
  for (const episodes of placed) episodes.sort((a, b) => a.startNs - b.startNs);
  return placed;
}

/**
 * A pale background for each, with an edge at the top. Those that follow each other within a pixel are drawn as one.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 */
export function drawEpisodes(renderer, { model, direction, x, colours }, pane) {
  const right = x.leftPx + x.widthPx;
  /** @type {{ from: number, to: number, colour: string }[]} */
  const stretches = [];
  for (const { startNs, endNs, cause } of model.episodes[direction]) {
    if (startNs > x.range.endNs) break;
    if (endNs < x.range.startNs) continue;
    const before = stretches.at(-1);
    const from = Math.max(x.x(startNs), x.leftPx, before?.to ?? 0);
    const to = Math.max(Math.min(x.x(Math.min(endNs, x.range.endNs)), right), x.x(startNs) + NARROWEST);
    if (to <= from) continue;
    const colour = cause === 'loss' ? colours.retx : colours.ooo;
    if (before && before.colour === colour && from - before.to < 1) before.to = to;
    else stretches.push({ from, to, colour });
  }
  for (const { from, to, colour } of stretches) {
    renderer.rect({ x: from, y: pane.top + 1, width: to - from, height: pane.height - 1 }, { colour, alpha: SHADE });
    renderer.rect({ x: from, y: pane.top + 1, width: to - from, height: 2 }, { colour, alpha: 0.7 });
  }
}
