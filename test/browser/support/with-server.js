import { fixture, launchBrowser, openPage, serve } from './browser.js';

/** @typedef {import('./browser.js').Served} Served */

/**
 * A browser and a server for the tests of the `describe` in which it is called: started before the first of them,
 * closed after the last.
 *
 * @param {{ captures?: string[], standardInput?: boolean, indexed?: string[] }} [given] `captures`: files of
 *   fixtures/pcaps that the server has read by then; `standardInput`: it reads a capture from `server.write`;
 *   `indexed`: such files in the tables that are opened
 * @returns {{ server: Served, ids: Record<string, string>, visit: (address?: string, options?:
 *   import('./browser.js').PageOptions) =>
 *   ReturnType<typeof openPage> }} `server` and `ids` (of the captures, by file name) are filled in before the first
 *   test; `visit` opens an address, of this server where it is a path
 */
export function withServer({ captures = [], standardInput = false, indexed = [] } = {}) {
  const server = /** @type {Served} */ ({});
  /** @type {Record<string, string>} */
  const ids = {};
  /** @type {import('playwright-core').Browser} */
  let browser;
  beforeAll(async () => {
    browser = await launchBrowser();
    Object.assign(server, await serve({ standardInput, indexed: indexed.map(fixture) }));
    for (const name of captures) ids[name] = await server.upload(fixture(name));
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  return {
    server,
    ids,
    visit: (address = '/', options = {}) => openPage(browser, new URL(address, server.url).href, options),
  };
}
