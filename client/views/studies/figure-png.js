/** A figure as a PNG, in the colours of the page: the browser draws the SVG that the server made. */
import { download } from '../connection/head/exports.js';

/** Pixels of the image per CSS pixel. */
const sharpness = 2;

/**
 * An image has no stylesheet of the page, so the design's tokens are replaced by their values.
 * @param {string} svg
 */
function withValues(svg) {
  const style = getComputedStyle(document.documentElement);
  return svg.replace(/var\((--[\w-]+)\)/g, (_all, token) => style.getPropertyValue(token).trim().replaceAll('"', "'"));
}

/**
 * @param {string} svg as the page shows it, with its size in its viewBox
 * @param {string} name of the file
 * @returns {Promise<void>}
 * @throws {Error} the browser cannot draw it
 */
export async function downloadPng(svg, name) {
  const [, width, height] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number);
  const image = new Image(width, height);
  const sized = withValues(svg).replace('<svg ', `<svg width="${width}" height="${height}" `);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * sharpness;
  canvas.height = height * sharpness;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob|null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The browser cannot render it; save the SVG instead.');
  download(name, blob);
}
