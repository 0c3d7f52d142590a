/** Places the counts of segments beside their flights: clear of one another, and of lines where there is room. */

/** @typedef {import('../../plot/renderer.js').Box} Box */
/**
 * @typedef {object} FlightMark
 * @property {number} x px of its last segment
 * @property {number} lowY px of its first byte, below `highY`
 * @property {number} highY px of its last byte
 * @property {number} ackedX px where it is acknowledged
 */
/** @typedef {{ x: number, y: number, width: number }} Placed left edge and middle of a label */

const HEIGHT = 15;
const ASIDE_PX = 9;
const STEP_PX = 16;
const MAX_STEPS = 2;
/** What it costs to cover another label, and to go a step away; over a line it costs 1. */
const OVER_LABEL = 1000;
const STEP = 0.01;
const LEFT = 0.005;

/**
 * Keeps what is taken in a plot, and finds places beside flights.
 * @param {Box} plot
 * @param {FlightMark[]} flights of all that is drawn in it
 * @param {Box[]} taken labels that are there already
 */
export function flightLabels(plot, flights, taken) {
  const labels = [...taken];
  const lines = flights.flatMap(({ x, lowY, highY, ackedX }) =>
    [x, ackedX].map((at) => ({ x: at - 1, y: highY, width: 2, height: lowY - highY })),
  );

  /** @param {Box} box */
  function costOf(box) {
    if (
      box.x < plot.x ||
      box.x + box.width > plot.x + plot.width ||
      box.y < plot.y ||
      box.y + box.height > plot.y + plot.height
    ) {
      return Infinity;
    }
    return (
      lines.filter((line) => meet(box, line)).length + OVER_LABEL * labels.filter((label) => meet(box, label)).length
    );
  }

  return {
    /**
     * @param {FlightMark} flight
     * @param {number} width px of its label
     * @returns {Placed|null} null where it would hide another label
     */
    place({ x, lowY, highY }, width) {
      let best = null;
      let least = OVER_LABEL;
      for (const { dx, dy, cost } of ways(width)) {
        const box = { x: x + dx, y: (lowY + highY) / 2 + dy - HEIGHT / 2, width, height: HEIGHT };
        const all = costOf(box) + cost;
        if (all >= least) continue;
        least = all;
        best = box;
      }
      if (best === null) return null;
      labels.push(best);
      return { x: best.x, y: best.y + HEIGHT / 2, width };
    },
  };
}

/**
 * @param {number} width
 * @returns {{ dx: number, dy: number, cost: number }[]} right of the flight and left of it, at its middle, higher and
 *   lower
 */
function ways(width) {
  const found = [];
  for (let step = 0; step <= MAX_STEPS; step++) {
    for (const dy of step === 0 ? [0] : [-step * STEP_PX, step * STEP_PX]) {
      found.push({ dx: ASIDE_PX, dy, cost: step * STEP }, { dx: -ASIDE_PX - width, dy, cost: step * STEP + LEFT });
    }
  }
  return found;
}

/** @param {Box} a @param {Box} b */
const meet = (a, b) =>
  a.x < b.x + b.width + 4 && b.x < a.x + a.width + 4 && a.y < b.y + b.height && b.y < a.y + a.height;
