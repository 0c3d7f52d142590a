/**
 * Draws what a reader is going to see who zooms in and points, on a canvas that nobody sees, while the page has nothing else to do. The browser runs code that
 * it has seldom run many times slower: without this the first frames of the first gesture took twice as long as the later ones.
 */
import { canvasLayer } from '../../plot/canvas-layer.js';
import { zoomAbout } from '../../plot/time-scale.js';
import { boxOf, drawPane, sceneOf } from './diagram.js';
import { packetAt } from './packets/hit-test.js';
import { drawOverlay } from './panes/overlay.js';

/** Each shows so much of what the one before showed, down to a hundredth of the connection. */
const FACTOR = 0.7;
const ZOOMS = 13;
/** The longest that one pane takes at first; less time is left to the browser. */
const LEAST_IDLE_MS = 5;
const POINTS = 12;
const REACH_PX = 12;

/** @typedef {() => void} Step one pane at one zoom */

/**
 * @param {object} given
 * @param {() => import('./diagram.js').Given} given.given
 * @param {() => import('../../plot/time-scale.js').TimeRange} given.range that is in view
 * @param {() => import('./view-state.js').Unit} given.unit
 * @param {import('./diagram.js').Diagram} given.diagram
 */
export function createRehearsal({ given, range, unit, diagram }) {
  /** @type {Iterator<void>|null} */
  let steps = null;
  let handle = 0;

  /** A step each time that it is asked. */
  function* rehearse() {
    const layer = canvasLayer('plot-rehearsal');
    let seen = range();
    diagram.keepShown();
    yield;
    for (let i = 0; i < ZOOMS; i++) {
      seen = zoomAbout(seen, FACTOR, (seen.startNs + seen.endNs) / 2, given().model.limits);
      yield* drawn(layer, seen);
      // What has been recorded for the canvas is let go.
      layer.resize(0, 0);
    }
  }

  /** @param {import('../../plot/canvas-layer.js').CanvasLayer} layer @param {import('../../plot/time-scale.js').TimeRange} seen */
  function* drawn(layer, seen) {
    const place = diagram.layout, scene = sceneOf(given(), seen, unit(), place);
    layer.resize(place.leftPx + place.widthPx, place.height);
    for (const pane of place.panes) {
      /** @type {import('./diagram.js').DrawnPane|undefined} */
      let made;
      layer.drawParts([{ box: boxOf(scene, pane), paint: (renderer) => { made = drawPane(renderer, scene, pane, { withWhole: false }); } }]);
      yield;
      if (pane.id === 'sequence' && made) point(layer, scene, place, pane, made.scale);
    }
  }

  /**
   * @param {import('../../plot/canvas-layer.js').CanvasLayer} layer
   * @param {import('../timeline/grid.js').Scene} scene
   * @param {import('./panes/layout.js').Layout} place
   * @param {import('./panes/layout.js').Pane} pane
   * @param {import('../../plot/value-scale.js').ValueScale} scale
   */
  function point(layer, scene, place, { top, height }, scale) {
    for (let i = 0; i < POINTS; i++) {
      const x = place.leftPx + (place.widthPx * i) / POINTS, row = packetAt(scene, scale, x, top + height / 2, REACH_PX);
      layer.draw((renderer) => drawOverlay(renderer, scene, place, scale, { span: null, row, cursorNs: scene.x.time(x) }));
    }
  }

  /** @param {IdleDeadline} deadline */
  function goOn(deadline) {
    while (deadline.timeRemaining() > LEAST_IDLE_MS) if (steps?.next().done) return;
    handle = requestIdleCallback(goOn);
  }

  return {
    /** Once; later calls do nothing. */
    begin() {
      if (steps) return;
      steps = rehearse();
      handle = requestIdleCallback(goOn);
    },
    destroy: () => cancelIdleCallback(handle),
  };
}
