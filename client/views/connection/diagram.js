/**
 * The stack of panes on two canvases: data below, overlay above. It draws what it is given and knows nothing of the
 * URL, the server or the keyboard.
 */
import { el } from '../../base/dom.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { RIGHT_MARGIN } from '../../plot/margins.js';
import { timeScale } from '../../plot/time-scale.js';
import { timeTicks } from '../../plot/time-ticks.js';
import { axisLabel, drawGrid, plotBox } from '../timeline/grid.js';
import { drawJumpsOnAxis } from './data/clock-jumps.js';
import { layoutPanes } from './panes/layout.js';
import { drawRibbonPane } from './panes/limits.js';
import { drawMessagesLane } from './panes/messages.js';
import { optionalPane } from './panes/optional/registry.js';
import { drawOverlay } from './panes/overlay.js';
import { drawInView, drawOutside, drawWholeConnection } from './panes/overview.js';
import { PaneTurns, stretched } from './panes/pane-turns.js';
import { drawTimeSequence } from './panes/time-sequence.js';
import { sameRange } from './view-state.js';

/** @typedef {import('../timeline/grid.js').Scene} Scene */
/** @typedef {import('./panes/layout.js').PaneId} PaneId */

/** @typedef {{ scale: import('../../plot/value-scale.js').ValueScale, unit: string }} DrawnPane */

/** @param {PaneId} id @returns {import('./panes/optional/registry.js').OptionalPaneKind['draw']|undefined} */
const drawerOf = (id) => (id === 'sequence' ? drawTimeSequence : optionalPane(id)?.draw);

/**
 * A scene without what follows from range and layout.
 * @typedef {Omit<Scene, 'x'|'ticks'|'narrow'|'dataColour'|'series'>} Given
 */

/**
 * @param {Given} given
 * @param {import('../../plot/time-scale.js').TimeRange} range
 * @param {import('./view-state.js').Unit} unit
 * @param {import('./panes/layout.js').Layout} layout
 * @returns {Scene}
 */
export function sceneOf(given, range, unit, { leftPx, widthPx, narrow }) {
  const { originNs, originName, rttNs, dayNs } = given.model;
  return {
    ...given,
    x: timeScale(range, leftPx, widthPx),
    ticks: timeTicks(range, widthPx, { unit, originNs, originName, rttNs, dayNs }),
    narrow,
    series: given.model.series[given.direction],
    dataColour: given.direction === 0 ? given.colours.c2s : given.colours.s2c,
  };
}

/**
 * @param {Scene} scene
 * @param {import('./panes/layout.js').Pane} pane
 * @returns {import('../../plot/renderer.js').Box} from one edge of the canvas to the other
 */
const boxOf = ({ x }, { top, height }) => ({ x: 0, y: top, width: x.leftPx + x.widthPx + RIGHT_MARGIN, height });

/**
 * Whether a scene shows this. The choices alone do not tell: a view that glides has the same ones in each frame.
 * @param {Scene} scene @param {Given} given @param {import('../../plot/time-scale.js').TimeRange} range
 */
export const isOf = (scene, { as, colours }, range) =>
  scene.as === as && scene.colours === colours && sameRange(scene.x.range, range);

export class Diagram {
  #data = canvasLayer('plot-data');
  #overlay = canvasLayer('plot-overlay');
  #overview = canvasLayer('plot-overview');
  element = el('div', { class: 'plots' }, this.#overview.canvas, this.#data.canvas, this.#overlay.canvas);
  /** @type {import('./panes/layout.js').Layout} */
  #layout = layoutPanes(800, 600, { messagesHeight: 0 });
  /** @type {Scene|null} */
  #scene = null;
  /** What the strip of the whole connection shows: it is drawn again only when that changes. */
  #overviewShown = '';
  /** The same of the overlay. @type {unknown[]} */
  #overlaid = [];
  /** @type {Partial<Record<PaneId, DrawnPane>>} */
  #drawn = {};
  #turns = new PaneTurns();
  /**
   * The scene that each pane shows, and whether its image has been kept.
   * @type {Map<PaneId, { of: Scene, isKept: boolean }>}
   */
  #shown = new Map();
  /** Layout and model when they were drawn. */
  #placed = '';
  #revision = -1;

  constructor() {
    this.#data.canvas.setAttribute('role', 'img');
    for (const { canvas } of [this.#overview, this.#overlay]) canvas.setAttribute('aria-hidden', 'true');
  }

  get canvas() {
    return this.#data.canvas;
  }
  get overlayCanvas() {
    return this.#overlay.canvas;
  }
  get layout() {
    return this.#layout;
  }
  get scene() {
    return this.#scene;
  }
  get drawn() {
    return this.#drawn;
  }

  /** @param {number} width @param {number} height @param {Parameters<typeof layoutPanes>[2]} content */
  resize(width, height, content) {
    const layout = layoutPanes(width, height, content);
    const least = `${layout.leastHeight}px`;
    this.#layout = layout;
    // What does not fit the room makes it grow, and the page scrolls.
    if (this.element.style.minHeight !== least) this.element.style.minHeight = least;
    this.#data.resize(width, layout.height);
    this.#overlay.resize(width, layout.height);
    this.#overview.resize(width, layout.panes[0].height);
  }

  /**
   * @param {Given} given
   * @param {import('../../plot/time-scale.js').TimeRange} range
   * @param {import('./view-state.js').Unit} unit
   * @param {{ isMoving?: boolean }} [how] `isMoving`: there is no time for more than a frame, and another follows
   * @returns {boolean} whether every pane has been drawn; if not, the same is to be drawn again
   */
  draw(given, range, unit, { isMoving = false } = {}) {
    const before = this.#scene;
    const { panes, widthPx } = this.#layout;
    const isSame = this.#revision === given.model.revision && before !== null && isOf(before, given, range);
    const scene = isMoving && isSame ? before : sceneOf(given, range, unit, this.#layout);
    this.#scene = scene;
    this.#revision = given.model.revision;
    this.#drawWhole(scene);
    const place = JSON.stringify([panes, widthPx, globalThis.devicePixelRatio]);
    if (!isMoving || place !== this.#placed) this.#drawAnew(scene, panes);
    else this.#drawSome(scene);
    this.#placed = place;
    return panes.every(({ id }) => this.#shown.get(id)?.of === scene);
  }

  /** The strip of the whole connection. @param {Scene} scene */
  #drawWhole(scene) {
    const {
      panes: [strip],
      widthPx,
    } = this.#layout;
    const {
      direction,
      model: { revision },
      colours,
    } = scene;
    const shows = [
      widthPx,
      strip.height,
      direction,
      revision,
      colours.bg1,
      colours.retx,
      globalThis.devicePixelRatio,
    ].join(' ');
    if (shows !== this.#overviewShown) this.#overview.draw((renderer) => drawWholeConnection(renderer, scene, strip));
    this.#overviewShown = shows;
  }

  /** @param {Scene} scene @param {import('./panes/layout.js').Pane[]} panes @returns {number[]} ms that each took */
  #drawAnew(scene, panes) {
    const tookMs = this.#data.drawParts(
      panes.map((pane) => ({
        box: boxOf(scene, pane),
        paint: (renderer) => {
          const made = drawPane(renderer, scene, pane, { withWhole: false });
          if (made) this.#drawn[pane.id] = made;
          else delete this.#drawn[pane.id];
        },
      })),
    );
    panes.forEach(({ id }, i) => {
      this.#turns.drawn(id, tookMs[i]);
      this.#shown.set(id, { of: scene, isKept: false });
    });
    return tookMs;
  }

  /** In the middle of a gesture: some panes are drawn, the others are laid as they were. @param {Scene} scene */
  #drawSome(scene) {
    const data = this.#data;
    const shown = this.#shown;
    const panes = new Map(this.#layout.panes.map((pane) => [pane.id, pane]));
    const paneOf = (/** @type {PaneId} */ id) => /** @type {import('./panes/layout.js').Pane} */ (panes.get(id));
    const due = [...panes.keys()].filter((id) => shown.get(id)?.of !== scene);
    const waiting = this.#turns.take(due, (id) => this.#drawAnew(scene, [paneOf(id)])[0]).map(paneOf);
    for (const pane of waiting) {
      const before = /** @type {{ of: Scene, isKept: boolean }} */ (shown.get(pane.id));
      if (!before.isKept) data.keep(boxOf(scene, pane));
      before.isKept = true;
    }
    for (const pane of waiting) {
      data.lay(
        boxOf(scene, pane),
        stretched(boxOf(scene, pane), /** @type {{ of: Scene }} */ (shown.get(pane.id)).of.x, scene.x),
      );
    }
  }

  /** @param {import('./panes/overlay.js').Pointed} pointed */
  drawOverlay(pointed) {
    const { span, row, ruler, notes = [], evidence = [], cursorNs = null } = pointed;
    const scene = this.#scene;
    const layout = this.#layout;
    const isEmpty = !span && row < 0 && !ruler && notes.length === 0 && evidence.length === 0 && cursorNs === null;
    const shows = isEmpty
      ? ['nothing', layout.height, layout.widthPx]
      : [scene, span, row, ruler, notes, evidence, cursorNs];
    if (shows.length === this.#overlaid.length && shows.every((part, i) => part === this.#overlaid[i])) return;
    this.#overlaid = shows;
    this.#overlay.draw((renderer) => {
      if (scene && this.#drawn.sequence) drawOverlay(renderer, scene, layout, this.#drawn.sequence.scale, pointed);
    });
  }
}

/**
 * @param {import('../timeline/grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {import('./panes/layout.js').Layout} layout
 * @param {{ withWhole?: boolean }} [options] whether the strip of the whole connection is drawn with what does not
 *   change from frame to frame
 * @returns {Partial<Record<PaneId, DrawnPane>>}
 */
export function drawPanes(renderer, scene, layout, { withWhole = true } = {}) {
  /** @type {Partial<Record<PaneId, DrawnPane>>} */
  const drawn = {};
  for (const pane of layout.panes) {
    const made = drawPane(renderer, scene, pane, { withWhole });
    if (made) drawn[pane.id] = made;
  }
  return drawn;
}

/**
 * @param {import('../timeline/grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {import('./panes/layout.js').Pane} pane
 * @param {{ withWhole: boolean }} options
 * @returns {DrawnPane|undefined}
 */
function drawPane(renderer, scene, pane, { withWhole }) {
  const made = drawContent(renderer, scene, pane, withWhole);
  if (pane.id !== 'overview') {
    renderer.rect(
      { x: 0, y: pane.top, width: scene.x.leftPx + scene.x.widthPx + RIGHT_MARGIN, height: 1 },
      { colour: scene.colours.line1 },
    );
  }
  return made;
}

/**
 * @param {import('../timeline/grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {import('./panes/layout.js').Pane} pane
 * @param {boolean} withWhole
 * @returns {DrawnPane|undefined}
 */
function drawContent(renderer, scene, pane, withWhole) {
  const draw = drawerOf(pane.id);
  if (!pane.folded && draw) return draw(renderer, scene, pane);
  if (!pane.folded && pane.id === 'axis') drawAxis(renderer, scene, pane);
  else if (!pane.folded && pane.id === 'ribbon') drawRibbonPane(renderer, scene, pane);
  else if (pane.id === 'overview') drawOverview(renderer, scene, pane, withWhole);
  else {
    drawGrid(renderer, scene, pane);
    if (pane.id === 'messages') drawMessagesLane(renderer, scene, pane);
  }
  return undefined;
}

/**
 * @param {import('../timeline/grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {import('./panes/layout.js').Pane} pane
 * @param {boolean} withWhole
 */
function drawOverview(renderer, scene, pane, withWhole) {
  if (withWhole) drawWholeConnection(renderer, scene, pane);
  drawOutside(renderer, scene, pane);
  if (!withWhole) drawInView(renderer, scene, pane);
}

/**
 * @param {import('../timeline/grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {import('./panes/layout.js').Pane} pane
 */
function drawAxis(renderer, scene, pane) {
  drawJumpsOnAxis(renderer, scene, pane);
  const { x, ticks, colours } = scene;
  const box = plotBox(scene, pane);
  for (const tick of ticks.ticks) {
    renderer.text(tick.label, axisLabel(renderer, x, tick).px, box.y + box.height / 2, {
      colour: colours.ink2,
      align: 'center',
    });
  }
}
