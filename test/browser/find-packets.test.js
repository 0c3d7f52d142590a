import { accessibilityViolations, describeWithBrowser, fixture, idle, launchBrowser, openPage, serve } from './support/browser.js';

describeWithBrowser('finding packets across connections', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('./support/browser.js').Served} */
  let server;
  let id = '';

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await serve();
    id = await server.upload(fixture('curl-parallel.pcap'));
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('a key opens the search; what is found leads to its packet', async () => {
    const { page, complaints, close } = await openPage(browser, `${server.url}/captures/${id}`);
    await page.keyboard.press('p');
    const sheet = page.getByRole('dialog', { name: 'Find packets' }), field = sheet.getByRole('combobox');
    await field.fill('syn');
    await sheet.getByRole('listitem').first().waitFor();
    await idle(page);
    const { packets } = await (await fetch(`${server.url}/api/captures/${id}/find?text=syn`)).json();
    expect(await sheet.getByRole('listitem').count()).toBe(packets.length);
    expect(await sheet.getByRole('status').innerText()).toBe(`${packets.length} packets`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await field.fill('no such thing');
    await sheet.getByText('Nothing in this capture.').waitFor();
    const last = packets.at(-1);
    await field.fill(`frame ${last.frame}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/connections/${last.flow}?v=1&frame=${last.frame}`);
    await idle(page);
    expect(await page.locator('.hover-card .card-corner').innerText()).toBe(`frame ${last.frame}`);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a search that is too long is refused in a sentence', async () => {
    const answer = await fetch(`${server.url}/api/captures/${id}/find?text=${'x'.repeat(5000)}`);
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, 'bad_request']);
  });
});
