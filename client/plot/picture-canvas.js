import { canvasRenderer } from './renderer.js';

/**
 * A drawing as pixels, for a file or for paper.
 * @param {{ width: number, height: number, ground: string, sharpness: number }} size in CSS pixels; `sharpness` pixels
 *   to each of them
 * @param {(renderer: import('./renderer.js').Renderer) => void} draw
 * @returns {HTMLCanvasElement|null} null where the browser gives no canvas
 */
export function pictureCanvas({ width, height, ground, sharpness }, draw) {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return null;
  [canvas.width, canvas.height] = [Math.ceil(width * sharpness), Math.ceil(height * sharpness)];
  context.scale(sharpness, sharpness);
  const renderer = canvasRenderer(context);
  renderer.rect({ x: 0, y: 0, width: width + 1, height: height + 1 }, { colour: ground });
  draw(renderer);
  return canvas;
}
