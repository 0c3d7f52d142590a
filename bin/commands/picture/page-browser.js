/* global location, addEventListener -- of the page */
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { OWN_REPORT } from '../../../lib/shared/report/report-page.js';

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

/**
 * @typedef {object} Drawing
 * @property {() => Promise<readonly string[]>} pieces of the page of a report
 * @property {string} place the view's path below the capture's
 * @property {string | null} key of the report: the page that drew it last draws the next view of it; null: none does
 *
 * @typedef {{ width: number, height: number, isDark: boolean }} Look
 * @typedef {{ key: string | null, page: Page, close: () => Promise<void> }} Opened
 * @typedef {import('playwright-core').Page} Page
 */

/** A browser without a window, started when it is first needed, that draws pages of one file, one after the other. */
export class PageBrowser {
  /** @type {Promise<import('playwright-core').Browser> | null} */
  #browser = null;
  /** The last page: to load it takes most of the time. @type {Opened | null} */
  #kept = null;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /**
   * @template T
   * @param {Drawing} drawing
   * @param {Look} look
   * @param {(page: Page) => Promise<T>} take what is wanted of it once it is drawn
   * @returns {Promise<T>}
   */
  drawn(drawing, look, take) {
    const drawn = this.#turn.then(() => this.#drawn(drawing, look, take));
    this.#turn = drawn.catch(() => undefined);
    return drawn;
  }

  /** @template T @param {Drawing} drawing @param {Look} look @param {(page: Page) => Promise<T>} take */
  async #drawn({ key, pieces, place }, look, take) {
    const wanted = key === null ? null : JSON.stringify([key, look]);
    const kept = wanted !== null && this.#kept?.key === wanted ? this.#kept : null;
    this.#kept = kept === null ? this.#kept : null;
    const opened = kept ?? { key: wanted, ...(await this.#open(pieces, place, look)) };
    try {
      if (kept !== null) await goTo(kept.page, place);
      await idle(opened.page);
      const taken = await take(opened.page);
      if (wanted !== null) await this.#keep(opened);
      return taken;
    } finally {
      if (this.#kept !== opened) await opened.close();
    }
  }

  /** @param {Opened} opened */
  async #keep(opened) {
    await this.#kept?.close();
    this.#kept = opened;
  }

  /** @param {Drawing['pieces']} pieces @param {string} place @param {Look} look */
  async #open(pieces, place, { width, height, isDark }) {
    const [browser, made] = await Promise.all([this.#started(), pieces()]);
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-picture-'));
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: isDark ? 'dark' : 'light' });
    const close = async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    };
    try {
      const file = join(folder, 'report.html');
      await writeFile(file, made, { mode: 0o600 });
      const page = await context.newPage();
      page.setDefaultTimeout(MAX_DRAWING_MS);
      await page.goto(`${pathToFileURL(file).href}${hashOf(place)}`);
      return { page, close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  async #started() {
    this.#browser ??= launch();
    try {
      return await this.#browser;
    } catch (error) {
      this.#browser = null;
      throw error;
    }
  }

  async close() {
    await this.#turn;
    await this.#kept?.close();
    await (await this.#browser?.catch(() => null))?.close();
  }
}

/** @param {string} place */
const hashOf = (place) => `#/captures/${OWN_REPORT}${place}`;

/** @param {Page} page that shows a report @param {string} place another view of it */
const goTo = (page, place) =>
  page.evaluate(
    (hash) =>
      new Promise((resolve) => {
        if (location.hash === hash) return resolve(null);
        addEventListener('hashchange', resolve, { once: true });
        location.hash = hash;
      }),
    hashOf(place),
  );

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
