/**
 * "Limited by": what kept the sender from sending more at each moment. At most one cause for each pixel column, the
 * longest in it.
 */
import { CoordinateBuffer } from '../../../plot/level-of-detail.js';
import { bisectRight } from '../../../vendor/d3.js';
import { crisp, drawGrid, plotBox } from '../../timeline/grid.js';
import { causeStyle } from './limit-styles.js';

const HATCH = { spacing: 4, width: 1.5, ground: 0.22 };
const LABEL_AIR = 10;
export const RIBBON_HIGH = 16;
/** At the foot of its pane: on a phone the title is above. */
export const RIBBON_FOOT = 4;
const line = new CoordinateBuffer();

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 */
export function drawRibbonPane(renderer, scene, pane) {
  drawGrid(renderer, scene, pane);
  const {
    model: { sender },
    series,
    direction,
    x,
    colours,
  } = scene;
  const causes = sender?.of[direction].causes ?? null;
  const topPx = pane.top + pane.height - RIBBON_FOOT - RIBBON_HIGH;
  renderer.clipped(plotBox(scene, pane), () => drawRibbon(renderer, { causes, x, colours, topPx }));
  if (causes?.name.length !== 0) return;
  const words = !(series.sent.value.last > 0) ? 'No data in this direction' : 'Not observable: too few packets';
  renderer.text(words, x.leftPx + LABEL_AIR, topPx + RIBBON_HIGH / 2, { colour: colours.ink3, plate: colours.bg1 });
}

/**
 * The ribbon itself, `RIBBON_HIGH` high. The caller clips what is outside the time scale's plot.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {{ causes: import('../data/sender-data.js').SenderData['causes']|null, x:
 *   import('../../../plot/time-scale.js').TimeScale, colours:
 *   import('../../../base/theme.js').Colours, topPx: number }} given causes: null while they are not known
 */
export function drawRibbon(renderer, { causes, x, colours, topPx }) {
  const middle = crisp(topPx + RIBBON_HIGH / 2);
  line.clear().line(x.leftPx, middle, x.leftPx + x.widthPx, middle);
  renderer.lines(line, { colour: colours.line2 });
  if (causes === null) return;
  for (const stretch of stretches(causes, x)) drawStretch(renderer, colours, topPx, stretch);
}

/**
 * Periods in view as whole pixel columns; in each the longest wins.
 * @param {import('../data/sender-data.js').SenderData['causes']} causes
 * @param {import('../../../plot/time-scale.js').TimeScale} x
 * @returns {Stretch[]}
 */
function stretches({ start, end, name }, x) {
  const columns = new LongestInColumn();
  const right = x.leftPx + x.widthPx;
  let i = Math.max(0, bisectRight(start.values, x.range.startNs, 0, name.length) - 1);
  for (; i < name.length && start.values[i] < x.range.endNs; i++) {
    const from = Math.max(x.x(start.values[i]), x.leftPx);
    const to = Math.min(x.x(end.values[i]), right);
    if (to > x.leftPx) columns.add(from, to, name[i]);
  }
  return columns.stretches();
}

/** @typedef {{ fromPx: number, toPx: number, cause: string }} Stretch */

/** Of each pixel column the cause that has most of it; columns of one cause are joined. */
class LongestInColumn {
  /** @type {Stretch[]} */
  #list = [];
  #column = -1;
  /** Pixels of the column that each cause has. @type {Map<string, number>} */
  #shares = new Map();

  /** @param {number} fromPx not before those of earlier ones @param {number} toPx @param {string} cause */
  add(fromPx, toPx, cause) {
    const first = Math.floor(fromPx);
    const last = Math.floor(toPx);
    this.#share(first, Math.min(toPx, first + 1) - fromPx, cause);
    if (last === first) return;
    if (last > first + 1) {
      this.#close();
      this.#push(first + 1, last, cause);
    }
    if (toPx > last) this.#share(last, toPx - last, cause);
  }

  /** @param {number} column @param {number} px @param {string} cause */
  #share(column, px, cause) {
    if (column !== this.#column) this.#close();
    this.#column = column;
    this.#shares.set(cause, (this.#shares.get(cause) ?? 0) + px);
  }

  #close() {
    let most = -1;
    let longest = '';
    for (const [cause, px] of this.#shares) {
      if (px <= most) continue;
      most = px;
      longest = cause;
    }
    if (most >= 0) this.#push(this.#column, this.#column + 1, longest);
    this.#shares.clear();
  }

  /** @param {number} fromPx @param {number} toPx @param {string} cause */
  #push(fromPx, toPx, cause) {
    const last = this.#list.at(-1);
    if (last?.cause === cause && last.toPx === fromPx) last.toPx = toPx;
    else this.#list.push({ fromPx, toPx, cause });
  }

  stretches() {
    this.#close();
    return this.#list;
  }
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../../base/theme.js').Colours} colours
 * @param {number} topPx
 * @param {Stretch} stretch
 */
function drawStretch(renderer, colours, topPx, { fromPx, toPx, cause }) {
  const { colour: name, pattern, short } = causeStyle(cause);
  const colour = colours[name];
  const box = { x: fromPx, y: topPx, width: toPx - fromPx, height: RIBBON_HIGH };
  if (pattern === 'hairline') return;
  if (pattern === 'solid') renderer.rect(box, { colour });
  else if (pattern === 'hatched') renderer.hatch(box, { colour, ...HATCH });
  else {
    renderer.frame(
      { x: box.x + 0.5, y: box.y + 0.5, width: Math.max(1, box.width - 1), height: box.height - 1 },
      { colour },
    );
  }
  const style = {
    colour: pattern === 'solid' ? textOn(colour) : colours.ink1,
    size: 11,
    weight: 500,
    align: /** @type {const} */ ('left'),
    ...(pattern === 'solid' ? {} : { plate: colours.bg1 }),
  };
  if (short !== '' && renderer.textWidth(short, style) + 2 * LABEL_AIR < box.width) {
    renderer.text(short, box.x + LABEL_AIR, box.y + RIBBON_HIGH / 2, style);
  }
}

/** Black or white, whichever contrasts more (WCAG's relative luminance). @param {string} colour "#rrggbb" */
function textOn(colour) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (luminance + 0.05) ** 2 > 1.05 * 0.056 ? '#0E1116' : '#FFFFFF';
}
