/**
 * Which panes are redrawn in a frame of a gesture. The time–sequence is; of the others as many as the frame has time
 * for, those first that have waited longest, and never none. What waits is shown as it was, stretched to the time in
 * view, so that all panes show the same moment at the same place.
 */

/** @typedef {import('./layout.js').PaneId} PaneId */
/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {import('../../../plot/renderer.js').Box} Box */

/** Of a frame's 16 ms: the rest is for the browser's layout and compositing. */
const DRAWING_MS = 6;
/**
 * Drawn in every frame: what the user looks at, and what costs almost nothing.
 * @type {ReadonlySet<PaneId>}
 */
const ALWAYS = new Set(/** @type {const} */ (['overview', 'axis', 'ribbon', 'messages', 'sequence']));

export class PaneTurns {
  /** What each took when it was last drawn. @type {Map<PaneId, number>} */
  #costMs = new Map();
  /** Frames since then. @type {Map<PaneId, number>} */
  #waited = new Map();

  /** @param {PaneId} id @param {number} costMs */
  drawn(id, costMs) {
    this.#costMs.set(id, costMs);
    this.#waited.set(id, 0);
  }

  /**
   * A pane's previous time predicts little when finer packets come into view, so the frame's own time counts, too.
   * @param {readonly PaneId[]} ids that are to be drawn
   * @param {(id: PaneId) => number} draw draws one, and gives the ms that it took
   * @param {number} [forMs]
   * @returns {PaneId[]} those that were not
   */
  take(ids, draw, forMs = DRAWING_MS) {
    const waited = (/** @type {PaneId} */ id) => this.#waited.get(id) ?? Infinity;
    let leftMs = forMs;
    for (const id of ids) if (ALWAYS.has(id)) leftMs -= draw(id);
    const others = ids.filter((id) => !ALWAYS.has(id)).sort((a, b) => waited(b) - waited(a));
    return others.filter((id, i) => {
      const costMs = this.#costMs.get(id) ?? 0;
      const isDrawn = i === 0 || costMs <= leftMs;
      leftMs -= isDrawn ? draw(id) : costMs;
      if (!isDrawn) this.#waited.set(id, waited(id) + 1);
      return !isDrawn;
    });
  }
}

/**
 * Where the old image of a pane is drawn.
 * @param {Box} pane
 * @param {{ range: TimeRange, leftPx: number, widthPx: number }} before the axis as it was drawn
 * @param {import('../../../plot/time-scale.js').TimeScale} x the present axis, of the same place
 * @returns {{ from: Box, to: Box }[]} the part that is still in view, if there is one; what is left and right of the
 *   plot stays
 */
export function stretched({ y, height, width }, { range, leftPx, widthPx }, x) {
  const left = { x: 0, y, width: leftPx, height };
  const right = { x: leftPx + widthPx, y, width: width - leftPx - widthPx, height };
  const beside = [left, right].map((box) => ({ from: box, to: box }));
  const startNs = Math.max(range.startNs, x.range.startNs);
  const endNs = Math.min(range.endNs, x.range.endNs);
  if (endNs <= startNs) return beside;
  const perNs = widthPx / (range.endNs - range.startNs);
  const at = (/** @type {number} */ ns) => leftPx + (ns - range.startNs) * perNs;
  const from = { x: at(startNs), y, width: at(endNs) - at(startNs), height };
  const to = { x: x.x(startNs), y, width: x.x(endNs) - x.x(startNs), height };
  return [...beside, { from, to }];
}
