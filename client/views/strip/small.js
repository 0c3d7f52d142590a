/** The strip in little, to be looked at only: drawn again with its size and the theme. */
import { el } from '../../base/dom.js';
import { redrawn } from '../../base/redrawn.js';
import { theme } from '../../base/theme.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { drawStrip } from './draw-strip.js';

/** @typedef {import('./strip-data.js').Strip} Strip */

const SMALL_GAP = 1;

export function smallStrip() {
  const { canvas, resize, draw: drawOn } = canvasLayer('strip-small-data');
  canvas.setAttribute('aria-hidden', 'true');
  const element = el('div', { class: 'strip-small' }, canvas);
  /** @type {Strip|null} */
  let strip = null;
  const draw = () => {
    const { clientWidth: width, clientHeight: height } = element;
    if (width === 0 || height === 0) return;
    resize(width, height);
    drawOn((renderer) => {
      if (strip === null) return;
      const { durationNs } = strip;
      const place = { x: (/** @type {number} */ ns) => (ns / durationNs) * width, leftPx: 0, widthPx: width };
      drawStrip(renderer, strip, { ...place, top: 0, height, gap: SMALL_GAP }, theme.colours());
    });
  };
  const ask = redrawn(element, draw);
  return {
    element,
    /** @param {Strip|null} next */
    set(next) {
      strip = next;
      element.hidden = next === null;
      ask();
    },
  };
}
