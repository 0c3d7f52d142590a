/**
 * One canvas with its renderer, sized in CSS pixels and sharp at any device pixel ratio.
 */
import { el } from '../base/dom.js';
import { PixelBoxes } from './pixel-boxes.js';
import { canvasRenderer } from './renderer.js';

/** @typedef {import('./renderer.js').Box} Box */
/** @typedef {(renderer: import('./renderer.js').Renderer) => void} Paint */
/**
 * @typedef {object} CanvasLayer
 * @property {HTMLCanvasElement} canvas
 * @property {(width: number, height: number) => void} resize
 * @property {(paint: Paint) => void} draw draws all of it again
 * @property {(parts: { box: Box, paint: Paint }[]) => number[]} drawParts each within its box, which is emptied first;
 *   the rest stays as it
 *   is. Gives what each took, ms
 * @property {(box: Box) => void} keep remembers what is there now, for `lay`
 * @property {(box: Box, pieces: { from: Box, to: Box }[]) => void} lay empties the box; what was kept at `from` is
 *   laid, stretched, at `to`
 */

/**
 * @param {string} className
 * @returns {CanvasLayer}
 */
export function canvasLayer(className) {
  const { canvas, context } = newCanvas(className);
  const pixels = new PixelBoxes(context);
  /** Made when something is to be kept. @type {ReturnType<typeof newCanvas>|null} */
  let kept = null;
  let renderer = canvasRenderer(context, pixels);
  let ratio = 1;
  let shownWidth = -1;
  let shownHeight = -1;
  /** Edges on whole device pixels, so that neighbours meet. @param {Box} box @returns {Box} */
  const whole = ({ x, y, width, height }) => {
    const [left, top, right, bottom] = [x, y, x + width, y + height].map((edge) => Math.round(edge * ratio) / ratio);
    return { x: left, y: top, width: right - left, height: bottom - top };
  };
  const begin = () => {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    pixels.begin(ratio);
  };
  return {
    canvas,
    resize(width, height) {
      ratio = globalThis.devicePixelRatio || 1;
      const pixelsWide = Math.max(1, Math.round(width * ratio));
      const pixelsHigh = Math.max(1, Math.round(height * ratio));
      if (canvas.width !== pixelsWide || canvas.height !== pixelsHigh) renderer = canvasRenderer(context, pixels);
      if (canvas.width !== pixelsWide) canvas.width = pixelsWide;
      if (canvas.height !== pixelsHigh) canvas.height = pixelsHigh;
      if (width === shownWidth && height === shownHeight) return;
      [shownWidth, shownHeight] = [width, height];
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    },
    draw(paint) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      begin();
      paint(renderer);
      pixels.flush();
    },
    drawParts(parts) {
      begin();
      return parts.map(({ box, paint }) => {
        const beganMs = performance.now();
        renderer.clipped(whole(box), () => {
          context.clearRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
          paint(renderer);
        });
        return performance.now() - beganMs;
      });
    },
    keep(box) {
      kept ??= newCanvas(className);
      if (kept.canvas.width !== canvas.width) kept.canvas.width = canvas.width;
      if (kept.canvas.height !== canvas.height) kept.canvas.height = canvas.height;
      const { x, y, width, height } = scaled(whole(box), ratio);
      kept.context.clearRect(x, y, width, height);
      kept.context.drawImage(canvas, x, y, width, height, x, y, width, height);
    },
    lay(box, pieces) {
      if (!kept) return;
      begin();
      const { x, y, width, height } = whole(box);
      context.clearRect(x, y, width, height);
      context.imageSmoothingEnabled = false;
      for (const { from, to } of pieces) {
        const source = scaled(from, ratio);
        context.drawImage(
          kept.canvas,
          source.x,
          source.y,
          source.width,
          source.height,
          to.x,
          to.y,
          to.width,
          to.height,
        );
      }
      context.imageSmoothingEnabled = true;
    },
  };
}

/** @param {string} className @returns {{ canvas: HTMLCanvasElement, context: CanvasRenderingContext2D }} */
function newCanvas(className) {
  const canvas = el('canvas', { class: className });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas, which the diagrams need.');
  return { canvas, context };
}

/** @param {Box} box @param {number} ratio @returns {Box} in device pixels */
const scaled = ({ x, y, width, height }, ratio) => ({
  x: x * ratio,
  y: y * ratio,
  width: width * ratio,
  height: height * ratio,
});
