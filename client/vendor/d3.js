/**
 * The parts of D3 that the page uses, as a module: of its array functions the round steps and ticks of scales. D3's own module of them is loaded
 * by index.html as a classic script (its UMD file), which runs before any module does.
 */

/** @type {typeof import('d3')} */
const d3 = /** @type {any} */ (globalThis).d3;

export const { tickStep, ticks } = d3;
