/**
 * The parts of D3 that the page uses, as a module. D3 itself is loaded by index.html as a classic script
 * (its UMD file), which runs before any module does.
 */

/** @type {typeof import('d3')} */
export const d3 = /** @type {any} */ (globalThis).d3;

export const {
  axisBottom, axisLeft, bisectCenter, bisectLeft, bisectRight, drag, format, pointer, scaleLinear, select,
  tickStep, ticks, zoom, zoomIdentity, zoomTransform,
} = d3;
