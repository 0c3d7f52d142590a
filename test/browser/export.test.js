import { readFile } from 'node:fs/promises';
import { CaptureAnalysis } from '../../lib/analysis.js';
import { accessibilityViolations, describeWithBrowser, fixture, launchBrowser, openPage, serve, sidewaysOverflow } from './support/browser.js';

describeWithBrowser('the export menu of a connection', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('./support/browser.js').Served} */
  let server;
  /** @type {string} */
  let id;

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await serve();
    id = await server.upload(fixture('curl-parallel.pcap'));
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('gives the connection\'s packets, tables and graphs as files', async () => {
    const { page, complaints, close } = await openPage(browser, `${server.url}/captures/${id}/connections/1`);
    const open = page.getByRole('button', { name: 'Export' });
    await open.click();
    const menu = page.getByRole('menu', { name: 'Export this connection' });
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
      'Packets (pcap)', 'Packets as a table (CSV)', 'Round trips (CSV)', 'Round trips at the sender (CSV)', 'Bytes in flight (CSV)', 'Graphs for xplot (tar)',
    ]);
    await page.keyboard.press('Escape');
    expect(await accessibilityViolations(page)).toEqual([]);
    /** @type {[string, RegExp][]} */
    const expected = [['Packets as a table (CSV)', /^frame,time_s,/], ['Graphs for xplot (tar)', /^a2b|^c2d|^e2f/]];
    for (const [item, begins] of expected) expect((await downloaded(page, item)).content.toString('latin1')).toMatch(begins);
    const { name, content } = await downloaded(page, 'Packets (pcap)');
    expect(name).toBe('connection-1-packets.pcap');
    const analysis = new CaptureAnalysis();
    analysis.push(content);
    analysis.end();
    const { packets } = await (await fetch(`${server.url}/api/captures/${id}/connections/1`)).json();
    expect([analysis.flowCount, analysis.tcp.packets.count]).toEqual([1, packets]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('stays within a narrow window', async () => {
    const { page, close } = await openPage(browser, `${server.url}/captures/${id}/connections/1`, { width: 390, height: 844 });
    await page.getByRole('button', { name: 'Export' }).click();
    const box = await page.getByRole('menu', { name: 'Export this connection' }).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    expect(await sidewaysOverflow(page)).toBe(0);
    await close();
  });

  /** @param {import('playwright-core').Page} page @param {string} item of the menu @returns {Promise<{ name: string, content: Buffer }>} */
  async function downloaded(page, item) {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }
});
