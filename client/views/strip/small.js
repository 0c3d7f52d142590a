/** The strip in little, to be looked at only: drawn again with its size and the theme. */
import { el } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { theme } from '../../base/theme.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { drawStrip } from './draw-strip.js';

/** @typedef {import('./strip-data.js').Strip} Strip */

/** @type {WeakMap<Element, () => void>} */
const draws = new WeakMap();
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) draws.get(target)?.();
});
theme.subscribe(() => {
  for (const element of document.querySelectorAll('.strip-small')) draws.get(element)?.();
});

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
      drawStrip(renderer, strip, { ...place, top: 0, height }, theme.colours());
    });
  };
  const ask = () => beforePaint(draw);
  draws.set(element, ask);
  sizes.observe(element);
  return {
    element,
    /** @param {Strip|null} next */
    set(next) {
      strip = next;
      ask();
    },
  };
}
