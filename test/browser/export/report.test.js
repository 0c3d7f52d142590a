/** Reports: made on the server's page, and from one another; opened from the disk, without any network. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describeWithBrowser, fixture, idle } from '../support/browser.js';
import { dropFiles } from '../support/drop-files.js';
import { withServer } from '../support/with-server.js';

const CAPTURE = 'path-six.pcap';

describeWithBrowser('reports', () => {
  const { ids, visit } = withServer({ captures: [CAPTURE] });
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-reports-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;

  /** Opens a report. @param {string} path */
  async function open(path) {
    const opened = await visit(pathToFileURL(path).href);
    /** @type {string[]} */
    const requests = [];
    opened.page.on('request', (request) => {
      if (!/^(blob|data|file):/.test(request.url())) requests.push(request.url());
    });
    return { ...opened, requests };
  }

  /**
   * @param {import('playwright-core').Page} page with an export menu
   * @param {{ which?: string, redacts?: boolean, withCapture?: boolean }} [how]
   * @returns {Promise<{ path: string, name: string }>}
   */
  async function make(page, { which = 'All', redacts = true, withCapture = false } = {}) {
    await page.locator('button:visible', { hasText: /^Export$/ }).click();
    await page.getByRole('menuitem', { name: /^Report/ }).click();
    const form = page.locator('.report-form');
    await form.locator('select').selectOption(which);
    await form.getByLabel('Leave out private data').setChecked(redacts);
    if (withCapture) await form.getByLabel('Include the capture').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Create report' }).click(),
    ]);
    const path = join(folder, `${files++}.html`);
    await download.saveAs(path);
    return { path, name: download.suggestedFilename() };
  }

  test('from a connection, with the capture: the view as it was, every other view, another report', async () => {
    const served = await visit(`/captures/${ids[CAPTURE]}/connections/2?unit=kB`);
    const whole = await make(served.page, { redacts: false, withCapture: true });
    expect([whole.name, served.complaints]).toEqual(['path-six-report.html', []]);
    await served.close();

    const { page, complaints, requests, close } = await open(whole.path);
    await page.locator('.connection-view canvas').first().waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/captures\/report\/connections\/2/);
    await page.getByText(`A report on ${CAPTURE}`).waitFor();
    await page.locator('.view-tab', { hasText: 'Messages' }).click();
    await page.locator('.messages-view').waitFor();
    await page.locator('.top-bar a', { hasText: CAPTURE }).click();
    await page.locator('a[href$="/connections/5"]').first().waitFor();
    for (const tab of ['Lanes', 'Waterfall', 'What if']) {
      await page.locator('.view-tab', { hasText: tab }).click();
      await page.locator(`.${tab.toLowerCase().replace(' ', '')}-view`).waitFor();
      await idle(page);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^The capture/ }).click(),
    ]);
    expect(statSync(await download.path()).size).toBe(statSync(fixture(CAPTURE)).size);

    await page.locator('.view-tab', { hasText: 'Connections' }).click();
    const less = await make(page);
    expect({ name: less.name, complaints, requests }).toEqual({
      name: 'capture-report.html',
      complaints: [],
      requests: [],
    });
    await close();

    const again = await open(less.path);
    await again.page.getByRole('button', { name: 'Why this sentence' }).click();
    await again.page.getByRole('dialog').getByText('Found, worst first').waitFor();
    await again.page.keyboard.press('Escape');
    await again.page
      .getByText('Addresses and names are replaced, each always by the same stand-in; so are paths')
      .waitFor();
    await again.page.getByText('198.18.0.').first().waitFor();
    expect(await again.page.getByText('10.99.0.').count()).toBe(0);
    expect(await again.page.locator('a.button', { hasText: 'Download' }).count()).toBe(0);

    await dropFiles(again.page, [{ name: 'sent.html', bytes: readFileSync(whole.path) }]);
    await again.page.locator('.top-bar').getByText(CAPTURE).waitFor();
    await again.page.getByText('10.99.0.').first().waitFor();
    await again.page.getByText(`A report on ${CAPTURE}`).waitFor();
    expect(await again.page.getByText('names are replaced').count()).toBe(0);
    await again.page.locator('a.button', { hasText: 'Download' }).waitFor();
    const cut = readFileSync(less.path, 'utf8').replace(/id="report-data">[^<]*/, 'id="report-data">!');
    await dropFiles(again.page, [{ name: 'cut.html', bytes: Buffer.from(cut) }]);
    await again.page.getByText('If it is a report of Selfclock, open it in a browser.').first().waitFor();
    expect(again.complaints).toEqual([]);
    await again.close();
  });

  let listed = '';
  test('of the connections that are listed', async () => {
    const served = await visit(`/captures/${ids[CAPTURE]}?text=${encodeURIComponent('flow == 1 || flow == 3')}`);
    listed = (await make(served.page, { which: 'Those listed' })).path;
    await served.close();
    const { page, complaints, close } = await open(listed);
    await page.getByText('A report on 2 of 6 connections of a capture').waitFor();
    await page.locator('a[href$="/connections/3"]').first().waitFor();
    expect(await page.locator('a[href$="/connections/2"]').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("dropped on the server's page it opens from there, apart from that page", async () => {
    const { page, close } = await visit('/');
    await dropFiles(page, [{ name: 'sent.html', bytes: readFileSync(listed) }]);
    await page.getByText('If it is a report of Selfclock, open it in a browser.').first().waitFor();
    const [report] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .getByRole('link', { name: 'Open the page' })
        .or(page.getByRole('button', { name: 'Open sent.html' }))
        .first()
        .click(),
    ]);
    const shown = report.frameLocator('iframe');
    await shown.getByText('A report on 2 of 6 connections of a capture').waitFor();
    await shown.locator('a[href$="/connections/3"]').first().click();
    await shown.locator('.connection-view canvas').first().waitFor();
    expect(await report.frames()[1].evaluate('origin')).toBe('null');
    await close();
  });

  test.each([
    ['of a newer program', /"format":3,/, '"format":4,', 'It was made by a newer Selfclock'],
    ['with a head of other values', /"notes":\[/, '"notes":[{"text":1},', 'It is damaged or truncated'],
    ['cut', /(id="report-data">.{400})[^<]*/, '$1', 'This report is damaged or truncated'],
    ['without its data', /id="report-data">[^<]*/, 'id="report-data">!', 'It is damaged or truncated'],
  ])('one that is %s says so in a sentence', async (_what, pattern, text, sentence) => {
    const path = join(folder, `${files++}.html`);
    writeFileSync(path, readFileSync(listed, 'utf8').replace(pattern, text));
    const { page, close } = await open(path);
    await page.getByText(sentence).first().waitFor();
    await close();
  });
});
