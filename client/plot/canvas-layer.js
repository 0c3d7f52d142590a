/**
 * One canvas with its renderer, sized in CSS pixels and sharp at any device pixel ratio.
 */
import { el } from '../base/dom.js';
import { PixelBoxes } from './pixel-boxes.js';
import { canvasRenderer } from './renderer.js';

/**
 * @param {string} className
 * @returns {{ canvas: HTMLCanvasElement, resize: (width: number, height: number) => void,
 *   draw: (paint: (renderer: import('./renderer.js').Renderer) => void) => void }}
 */
export function canvasLayer(className) {
  const canvas = el('canvas', { class: className });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2D canvas, which the diagrams need.');
  const pixels = new PixelBoxes(context);
  let renderer = canvasRenderer(context, pixels);
  let ratio = 1;
  let shownWidth = -1;
  let shownHeight = -1;
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
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      pixels.begin(ratio);
      paint(renderer);
      pixels.flush();
    },
  };
}
