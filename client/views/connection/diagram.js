/**
 * The stack of panes on two canvases: data below, overlay above. It draws what it is given and knows nothing of the URL,
 * the server or the keyboard.
 */
import { el } from '../../base/dom.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { timeScale } from '../../plot/time-scale.js';
import { timeTicks } from '../../plot/time-ticks.js';
import { layoutPanes } from './layout.js';
import { drawGrid, plotBox } from './grid.js';
import { drawMessagesLane } from './messages-lane.js';
import { drawOverlay } from './overlay.js';
import { drawInView, drawOutside, drawWholeConnection } from './overview.js';
import { drawRequestsPane } from './requests-pane.js';
import { drawRibbonPane } from './ribbon-pane.js';
import { drawRttPane } from './rtt-pane.js';
import { drawThroughputPane } from './throughput-pane.js';
import { drawTimeSequence } from './time-sequence.js';
import { drawWindowPane } from './window-pane.js';
import { drawAckedPane, drawDelayPane, drawFlightPane, drawSizesPane } from './acknowledged-panes.js';

/** @typedef {import('./grid.js').Scene} Scene */
/** @typedef {import('./layout.js').PaneId} PaneId */
/** @typedef {{ scale: import('../../plot/value-scale.js').ValueScale, unit: string }} DrawnPane */

/** @type {Partial<Record<PaneId, (renderer: import('./grid.js').Renderer, scene: Scene, pane: import('./layout.js').Pane) => DrawnPane>>} */
const PANES_WITH_SCALE = {
  sequence: drawTimeSequence, window: drawWindowPane, rtt: drawRttPane, throughput: drawThroughputPane,
  acked: drawAckedPane, delay: drawDelayPane, flight: drawFlightPane, sizes: drawSizesPane, requests: drawRequestsPane,
};

/** A scene without what follows from range and layout. @typedef {Omit<Scene, 'x'|'ticks'|'narrow'|'dataColour'|'series'>} Given */

/**
 * @param {Given} given
 * @param {import('../../plot/time-scale.js').TimeRange} range
 * @param {import('./view-state.js').Unit} unit
 * @param {import('./layout.js').Layout} layout
 * @returns {Scene}
 */
export function sceneOf(given, range, unit, { leftPx, widthPx, narrow }) {
  const { originNs, originName, rttNs, dayNs } = given.model;
  return {
    ...given, x: timeScale(range, leftPx, widthPx), ticks: timeTicks(range, widthPx, { unit, originNs, originName, rttNs, dayNs }), narrow,
    series: given.model.series[given.direction], dataColour: given.direction === 0 ? given.colours.c2s : given.colours.s2c,
  };
}

export function createDiagram() {
  const data = canvasLayer('plot-data');
  const overlay = canvasLayer('plot-overlay');
  const overview = canvasLayer('plot-overview');
  const element = el('div', { class: 'plots' }, overview.canvas, data.canvas, overlay.canvas);
  overview.canvas.setAttribute('aria-hidden', 'true');
  let overviewShown = '';
  data.canvas.setAttribute('role', 'img');
  overlay.canvas.setAttribute('aria-hidden', 'true');
  /** @type {import('./layout.js').Layout} */
  let layout = layoutPanes(800, 600, { messagesHeight: 0 });
  /** @type {Scene|null} */
  let scene = null;
  /** What the overlay shows: it is drawn again only when that changes. @type {unknown[]} */
  let overlaid = [];
  /** @type {Partial<Record<PaneId, DrawnPane>>} */
  let drawn = {};

  return {
    element,
    canvas: data.canvas,
    overlayCanvas: overlay.canvas,
    get layout() { return layout; },
    get scene() { return scene; },
    get drawn() { return drawn; },

    /** @param {number} width @param {number} height @param {Parameters<typeof layoutPanes>[2]} content */
    resize(width, height, content) {
      layout = layoutPanes(width, height, content);
      // What does not fit the room makes it grow, and the page scrolls.
      const least = `${layout.leastHeight}px`;
      if (element.style.minHeight !== least) element.style.minHeight = least;
      data.resize(width, layout.height);
      overlay.resize(width, layout.height);
      overview.resize(width, layout.panes[0].height);
    },

    /**
     * @param {Given} given
     * @param {import('../../plot/time-scale.js').TimeRange} range
     * @param {import('./view-state.js').Unit} unit
     */
    draw(given, range, unit) {
      const current = sceneOf(given, range, unit, layout);
      scene = current;
      const strip = layout.panes[0];
      const shows = [layout.widthPx, strip.height, given.direction, given.model.revision, given.colours.bg1, given.colours.retx, globalThis.devicePixelRatio].join(' ');
      if (shows !== overviewShown) overview.draw((renderer) => drawWholeConnection(renderer, current, strip));
      overviewShown = shows;
      data.draw((renderer) => { drawn = drawPanes(renderer, current, layout, { withWhole: false }); });
    },

    /** @param {import('./overlay.js').Pointed} pointed */
    drawOverlay(pointed) {
      const { span, row, ruler, notes = [], evidence = [], cursorNs = null } = pointed;
      const isEmpty = !span && row < 0 && !ruler && notes.length === 0 && evidence.length === 0 && cursorNs === null;
      const shows = isEmpty ? ['nothing', layout.height, layout.widthPx] : [scene, span, row, ruler, notes, evidence, cursorNs];
      if (shows.length === overlaid.length && shows.every((part, i) => part === overlaid[i])) return;
      overlaid = shows;
      overlay.draw((renderer) => {
        if (scene && drawn.sequence) drawOverlay(renderer, scene, layout, drawn.sequence.scale, pointed);
      });
    },
  };
}

/** @typedef {ReturnType<typeof createDiagram>} Diagram */

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {import('./layout.js').Layout} layout
 * @param {{ withWhole?: boolean }} [options] whether the strip of the whole connection is drawn with what does not change from frame to frame
 * @returns {Partial<Record<PaneId, DrawnPane>>}
 */
export function drawPanes(renderer, scene, layout, { withWhole = true } = {}) {
  /** @type {Partial<Record<PaneId, DrawnPane>>} */
  const drawn = {};
  const right = scene.x.leftPx + scene.x.widthPx + 14;
  for (const pane of layout.panes) {
    const draw = PANES_WITH_SCALE[pane.id];
    if (pane.folded) drawGrid(renderer, scene, pane);
    else if (draw) drawn[pane.id] = draw(renderer, scene, pane);
    else if (pane.id === 'overview') {
      if (withWhole) drawWholeConnection(renderer, scene, pane);
      drawOutside(renderer, scene, pane);
      if (!withWhole) drawInView(renderer, scene, pane);
    }
    else if (pane.id === 'axis') drawAxis(renderer, scene, pane);
    else if (pane.id === 'ribbon') drawRibbonPane(renderer, scene, pane);
    else {
      drawGrid(renderer, scene, pane);
      drawMessagesLane(renderer, scene, pane);
    }
    if (pane.id !== 'overview') renderer.rect({ x: 0, y: pane.top, width: right, height: 1 }, { colour: scene.colours.line1 });
  }
  return drawn;
}

/** @param {import('./grid.js').Renderer} renderer @param {Scene} scene @param {import('./layout.js').Pane} pane */
function drawAxis(renderer, scene, pane) {
  const { x, ticks, colours } = scene;
  const box = plotBox(scene, pane);
  for (const { timeNs, label } of ticks.ticks) {
    const half = renderer.textWidth(label, { colour: '', size: 11 }) / 2;
    const at = Math.min(Math.max(x.x(timeNs), x.leftPx + half - 4), x.leftPx + x.widthPx - half + 4);
    renderer.text(label, at, box.y + box.height / 2, { colour: colours.ink2, align: 'center' });
  }
}
