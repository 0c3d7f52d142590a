/**
 * How a captured body may be shown. Decided by its bytes alone, never by its declared type, and never as anything that
 * could run: text as text nodes, images of the formats below, everything else as hex.
 * Pure.
 */

import { hexLines } from '../../../lib/shared/text/printable.js';

/** Bytes of a body that are fetched for a preview. */
export const PREVIEW_BYTES = 2 * 1024 * 1024;
/** Characters of text that are shown. */
export const PREVIEW_CHARACTERS = 64_000;
/** Bytes shown as figures. */
export const PREVIEW_FIGURES = 1024;

const ascii = (/** @type {Uint8Array} */ bytes, /** @type {number} */ from, /** @type {number} */ to) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** @param {Uint8Array} bytes @returns {string|null} the type of a raster picture; vector graphics are text here */
export function pictureType(bytes) {
  if (bytes.length < 12) return null;
  if (bytes[0] === 0x89 && ascii(bytes, 1, 4) === 'PNG') return 'image/png';
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return 'image/gif';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  return ascii(bytes, 4, 12) === 'ftypavif' ? 'image/avif' : null;
}

/**
 * @param {Uint8Array} bytes
 * @param {boolean} isCut whether they are only the beginning
 * @returns {string|null} null: it is no text
 */
export function textOf(bytes, isCut) {
  const sample = bytes.subarray(0, PREVIEW_CHARACTERS);
  if (sample.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: isCut || sample.length < bytes.length });
  } catch (error) {
    if (/** @type {Error} */ (error).name !== 'TypeError') throw error;
  }
  const strange = sample.reduce(
    (count, byte) => count + Number(byte < 32 && byte !== 9 && byte !== 10 && byte !== 13),
    0,
  );
  return strange > sample.length / 100 ? null : new TextDecoder('latin1').decode(sample);
}

/** @param {Uint8Array} bytes @returns {string} lines of 16 bytes: place, figures, characters */
export const figuresOf = (bytes) => hexLines(bytes.subarray(0, PREVIEW_FIGURES)).join('\n');
