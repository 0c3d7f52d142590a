/**
 * The parts of D3 that the page uses, as a module: of its array functions the round steps and ticks of scales. D3's own
 * module of them is loaded by index.html as a classic script (its UMD file), which runs before any module does.
 */

const { d3 } = /** @type {{ d3: typeof import('d3') }} */ (/** @type {unknown} */ (globalThis));

export const { tickStep, ticks } = d3;
