import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Programs that can draw the page, the least first. */
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
/** Until a page is drawn. */
const MAX_DRAWING_MS = 30_000;

/** @returns {string | null} `$SELFCLOCK_BROWSER`, or a browser in the search path */
export function findBrowser() {
  if (process.env.SELFCLOCK_BROWSER) return process.env.SELFCLOCK_BROWSER;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of BROWSERS) {
    const found = folders.map((folder) => join(folder, name)).find(isProgram);
    if (found !== undefined) return found;
  }
  return null;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A browser without a window, started when it is first needed, that draws pages of one file. */
export class PageBrowser {
  /** @type {Promise<import('playwright-core').Browser> | null} */
  #browser = null;

  /**
   * @template T
   * @param {readonly string[]} pieces of a page
   * @param {{ width: number, height: number, isDark: boolean }} look
   * @param {(page: import('playwright-core').Page) => Promise<T>} take what is wanted of it once it is drawn
   * @returns {Promise<T>}
   */
  async drawn(pieces, { width, height, isDark }, take) {
    this.#browser ??= launch();
    const browser = await this.#browser.catch((error) => {
      this.#browser = null;
      throw error;
    });
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-picture-'));
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: isDark ? 'dark' : 'light' });
    try {
      const file = join(folder, 'report.html');
      await writeFile(file, pieces, { mode: 0o600 });
      const page = await context.newPage();
      page.setDefaultTimeout(MAX_DRAWING_MS);
      await page.goto(pathToFileURL(file).href);
      await idle(page);
      return await take(page);
    } finally {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  async close() {
    await (await this.#browser?.catch(() => null))?.close();
  }
}

/** Waits until nothing is being fetched or drawn. @param {import('playwright-core').Page} page */
export async function idle(page) {
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached' });
}

/** @returns {Promise<import('playwright-core').Browser>} */
async function launch() {
  const executablePath = findBrowser();
  if (executablePath === null) {
    throw new Error('A picture needs Chromium: install it, or name it in SELFCLOCK_BROWSER.');
  }
  const { chromium } = await import('playwright-core').catch(() => {
    throw new Error("A picture needs the package playwright-core: run npm ci in Selfclock's folder.");
  });
  // Chromium's own sandbox cannot be had as root, as in many containers.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
