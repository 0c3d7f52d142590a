/** A figure as a PNG: the browser draws the SVG that the server made. */
import { download } from '../connection/head/exports.js';

/** Pixels of the picture a CSS pixel. */
const SHARPNESS = 2;

/**
 * @param {string} svg a file of its own, with its size in its viewBox
 * @param {string} name of the file
 * @returns {Promise<void>}
 * @throws {Error} the browser cannot draw it
 */
export async function downloadPng(svg, name) {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [, , width, height] = String(drawing.getAttribute('viewBox')).split(' ').map(Number);
  drawing.setAttribute('width', String(width));
  drawing.setAttribute('height', String(height));
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' }),
  );
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: width * SHARPNESS,
      height: height * SHARPNESS,
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    /** @type {Blob|null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('The browser made no picture of it; take the SVG.');
    download(name, blob);
  } finally {
    URL.revokeObjectURL(address);
  }
}
