import { idle } from './browser.js';

/**
 * Loads the page again with every text that its canvases draw written down.
 * @param {import('playwright-core').Page} page
 * @param {'plot-data'|'plot-overlay'} [layer] the canvas that is listened to
 */
export async function recordTexts(page, layer = 'plot-data') {
  await page.addInitScript((wanted) => {
    /** @type {string[]} */
    const texts = [];
    const draw = CanvasRenderingContext2D.prototype.fillText;
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.fillText = function fillText(...args) {
      if (this.canvas.className === wanted) texts.push(args[0]);
      draw.apply(this, args);
    };
    CanvasRenderingContext2D.prototype.clearRect = function clearRect(...args) {
      if (this.canvas.className === wanted) texts.length = 0;
      clear.apply(this, args);
    };
    Object.assign(globalThis, { drawnTexts: texts });
  }, layer);
  await page.reload();
  await idle(page);
}

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} what the latest drawing says */
export const drawnTexts = (page) => page.evaluate(() => [.../** @type {any} */ (globalThis).drawnTexts]);
