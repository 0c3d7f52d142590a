import { readFile } from 'node:fs/promises';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { accessibilityViolations, describeWithBrowser, idle, sidewaysOverflow } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

describeWithBrowser('the export menu of a connection', () => {
  const { server, ids, visit } = withServer({ captures: ['curl-parallel.pcap'] });
  /** @type {string} */
  let id;

  beforeAll(() => {
    id = ids['curl-parallel.pcap'];
  });

  test("gives the connection's packets, tables and graphs as files", async () => {
    const { page, complaints, close } = await visit(`/captures/${id}/connections/1`);
    const open = page.getByRole('button', { name: 'Export' });
    await open.click();
    const menu = page.getByRole('menu', { name: 'Export this connection' });
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
      'Follow stream',
      'This view as an image (PNG)',
      'This view as a vector image (SVG)',
      'Summary in one picture (PNG)',
      'Summary in one picture (SVG)',
      'Values of a pane (table, CSV)',
      'Copy the link to this view',
      'Packets (pcap)',
      'Packets as a table (CSV)',
      'Round trips (CSV)',
      'Round trips at the sender (CSV)',
      'Bytes in flight (CSV)',
      'Graphs for xplot (tar)',
      'Stream, both directions (text)',
      'HTTP requests with bodies (HAR)',
      'HTTP requests without bodies (HAR)',
      'Report (one HTML file)…',
      'Decode as…',
    ]);
    await page.keyboard.press('Escape');
    expect(await accessibilityViolations(page)).toEqual([]);
    /** @type {[string, RegExp][]} */
    const expected = [
      ['Packets as a table (CSV)', /^frame,time_s,/],
      ['Graphs for xplot (tar)', /^a2b|^c2d|^e2f/],
    ];
    for (const [item, begins] of expected) {
      expect((await downloaded(page, item)).content.toString('latin1')).toMatch(begins);
    }
    const entriesOf = async (/** @type {string} */ item) =>
      JSON.parse((await downloaded(page, item)).content.toString()).log.entries;
    const [entry] = await entriesOf('HTTP requests with bodies (HAR)');
    expect([entry.response.status, entry.response.content.text.length]).toEqual([200, entry.response.content.size]);
    const [bare] = await entriesOf('HTTP requests without bodies (HAR)');
    expect(bare.response.content).toEqual({ ...entry.response.content, text: undefined });
    const { name, content } = await downloaded(page, 'Packets (pcap)');
    expect(name).toBe('connection-1-packets.pcap');
    const analysis = new OpenedAnalysis();
    analysis.ingest.push(content);
    analysis.ingest.end();
    const { packets } = await (await fetch(`${server.url}/api/captures/${id}/connections/1`)).json();
    expect([analysis.connections.count, analysis.ingest.tcp.packets.count]).toEqual([1, packets]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('draws the view into files with title, capture, axes and legend, in the light theme for print', async () => {
    const { page, complaints, close } = await visit(`/captures/${id}/connections/1`);
    const svg = await downloaded(page, 'This view as a vector image (SVG)');
    expect(svg.name).toBe('curl-parallel-connection-1.svg');
    const text = svg.content.toString('utf8');
    for (const part of [
      'curl-parallel.pcap, connection 1',
      's since the SYN',
      'Time–sequence, ',
      'Segment</text>',
      'Acknowledged</text>',
      'fill="#ffffff"',
    ]) {
      expect(text).toContain(part);
    }
    const parsed = await page.evaluate((source) => {
      const read = new DOMParser().parseFromString(source, 'image/svg+xml');
      return [
        read.documentElement.nodeName,
        read.querySelector('parsererror') === null,
        read.querySelectorAll('path').length > 5,
      ];
    }, text);
    expect(parsed).toEqual(['svg', true, true]);
    const png = await downloaded(page, 'This view as an image (PNG)');
    expect([png.name, png.content.subarray(1, 4).toString(), png.content.readUInt32BE(16) > 2000]).toEqual([
      'curl-parallel-connection-1.png',
      'PNG',
      true,
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('is printed as its picture in the light theme, with what stands beside it, and is afterwards as it was', async () => {
    const { page, complaints, close } = await visit(`/captures/${id}/connections/1`);
    const shown = () =>
      page.evaluate(() => ({
        theme: document.documentElement.dataset.theme,
        pictures: document.querySelectorAll('.print-picture canvas').length,
        areVisible: ['.print-picture', '.plots', '.packet-table', '.connection-side'].map((part) =>
          document.querySelector(part)?.checkVisibility(),
        ),
      }));
    const before = await shown();
    expect(before).toEqual({ theme: 'dark', pictures: 0, areVisible: [undefined, true, true, true] });
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await shown()).toEqual({ theme: 'light', pictures: 1, areVisible: [true, false, false, true] });
    const ink = await page.locator('.print-picture canvas').evaluate((canvas) => {
      const drawn = /** @type {HTMLCanvasElement} */ (canvas);
      const { data } = /** @type {CanvasRenderingContext2D} */ (drawn.getContext('2d')).getImageData(
        0,
        0,
        drawn.width,
        drawn.height,
      );
      return { isWhite: data[0] === 255, dark: data.filter((value, i) => i % 4 === 0 && value < 100).length };
    });
    expect(ink.isWhite && ink.dark > 1000).toBe(true);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: null });
    await idle(page);
    expect(await shown()).toEqual(before);
    expect(complaints).toEqual([]);
    await close();
  });

  test('shows the values of each pane as a table, and gives them as CSV', async () => {
    const { page, complaints, close } = await visit(`/captures/${id}/connections/1`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Values of a pane' }).click();
    const sheet = page.getByRole('dialog', { name: 'Values in view' });
    await sheet.locator('tbody tr').first().waitFor();
    const { serverToClient } = await (await fetch(`${server.url}/api/captures/${id}/connections/1`)).json();
    expect(
      await sheet
        .locator('tbody td:nth-child(2)')
        .filter({ hasText: /^segment$/ })
        .count(),
    ).toBe(serverToClient.dataPackets - serverToClient.retransmittedPackets);
    await sheet.getByLabel('Pane').selectOption('sizes');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'All rows as CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines.length - 1).toBe(await sheet.locator('tbody tr').count());
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('copies a link that brings back exactly this view', async () => {
    const { page, close } = await visit(`/captures/${id}/connections/1`);
    await page.getByRole('button', { name: 'capture', exact: true }).click();
    await page.keyboard.press('w');
    await page.keyboard.press('Shift+D');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Copy the link' }).click();
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(Object.keys(Object.fromEntries(new URL(link).searchParams)).sort()).toEqual(['dir', 'unit', 'v', 'zoom']);
    expect(link).toBe(page.url());
    await close();
  });

  test('stays open when a list elsewhere scrolls by itself, and closes when its button is scrolled away', async () => {
    const { page, close } = await visit(`/captures/${id}/connections/1`);
    await page.getByRole('button', { name: 'Export' }).click();
    const entry = page.getByRole('menuitem', { name: 'Copy the link' });
    await page.locator('.table-scroller').evaluate((list) => list.dispatchEvent(new Event('scroll')));
    expect(await entry.isVisible()).toBe(true);
    // The page itself does not scroll: moved, as if it did.
    await page.evaluate(() => {
      document.body.style.marginTop = '-60px';
      document.dispatchEvent(new Event('scroll'));
    });
    expect(await entry.isVisible()).toBe(false);
    await close();
  });

  test('stays within a narrow window', async () => {
    const { page, close } = await visit(`/captures/${id}/connections/1`, { width: 390, height: 844 });
    await page.getByRole('button', { name: 'Export' }).click();
    const box = await page.getByRole('menu', { name: 'Export this connection' }).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    expect(await sidewaysOverflow(page)).toBe(0);
    await close();
  });

  /**
   * @param {import('playwright-core').Page} page
   * @param {string} item of the menu
   * @returns {Promise<{ name: string, content: Buffer }>}
   */
  async function downloaded(page, item) {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }
});
