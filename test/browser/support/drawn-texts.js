import { idle } from './browser.js';

/**
 * Loads the page again with every text that its canvases draw written down.
 * @param {import('playwright-core').Page} page
 */
export async function recordTexts(page) {
  await page.addInitScript(() => {
    /** @type {string[]} */
    const texts = [];
    const draw = CanvasRenderingContext2D.prototype.fillText;
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.fillText = function fillText(...args) {
      if (this.canvas.className === 'plot-data') texts.push(args[0]);
      draw.apply(this, args);
    };
    CanvasRenderingContext2D.prototype.clearRect = function clearRect(...args) {
      if (this.canvas.className === 'plot-data') texts.length = 0;
      clear.apply(this, args);
    };
    Object.assign(globalThis, { drawnTexts: texts });
  });
  await page.reload();
  await idle(page);
}

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} what the latest drawing says */
export const drawnTexts = (page) => page.evaluate(() => [.../** @type {any} */ (globalThis).drawnTexts]);
