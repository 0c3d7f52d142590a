/** When a page of a bench can be measured. */

export const PATIENCE_MS = 120_000;

/** @param {string} url of the server @returns {Promise<any>} its capture, when it has been read */
export async function readyCapture(url) {
  for (;;) {
    const {
      captures: [capture],
    } = await (await fetch(`${url}/api/captures`)).json();
    if (capture?.state === 'ready') return capture;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** @param {import('playwright-core').Page} page */
export const idle = (page) =>
  page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: PATIENCE_MS });
