import { accessibilityViolations, describeWithBrowser, idle } from './support/browser.js';
import { withServer } from './support/with-server.js';

describeWithBrowser('the filter of connections', () => {
  const { server, ids, visit } = withServer({ captures: ['curl-parallel.pcap'] });
  let address = '';

  beforeAll(() => {
    address = `${server.url}/captures/${ids['curl-parallel.pcap']}`;
  });

  /** @param {import('playwright-core').Page} page */
  const targets = (page) => page.locator('.column-carries[role=gridcell]').allInnerTexts();

  test('completes fields and values with the keyboard, and finds', async () => {
    const { page, complaints, close } = await visit(address);
    await page.keyboard.press('/');
    await page.keyboard.type('tar');
    const options = page.getByRole('option');
    expect(await options.first().innerText()).toContain('target');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('con');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    const field = page.getByRole('combobox', { name: 'Filter connections' });
    expect(await field.inputValue()).toBe('target contains ');
    await page.keyboard.type('chunk');
    await page.waitForURL('**text=target**chunk');
    await idle(page);
    expect(await targets(page)).toEqual([expect.stringContaining('/chunks')]);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('says what is wrong where it is typed, keeps what is shown, and forgets it when it is mended', async () => {
    const { page, complaints, close } = await visit(address);
    const before = await targets(page);
    const field = page.getByRole('combobox', { name: 'Filter connections' });
    await field.fill('pakets > 3');
    await page.getByRole('alert').getByText('There is no field “pakets”; did you mean packets?').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await targets(page)).toEqual(before);
    await field.fill('packets > 3');
    await page.waitForURL('**text=packets**3');
    await idle(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await targets(page)).toEqual(before);
    expect(complaints).toEqual([]);
    await close();
  });

  test('Enter leaves what can be read for what it found; what cannot be read keeps the focus, and says at once why', async () => {
    const { page, complaints, close } = await visit(address);
    const field = page.getByRole('combobox', { name: 'Filter connections' });
    await page.keyboard.press('/');
    await page.keyboard.type('pakets > 3');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').innerText()).toContain('There is no field “pakets”');
    await page.keyboard.type('pl');
    expect(await field.inputValue()).toBe('pakets > 3pl');
    expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
    await field.fill('packets > 3');
    await page.keyboard.press('Enter');
    expect(
      await page.getByRole('grid', { name: 'Connections' }).evaluate((grid) => grid === document.activeElement),
    ).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test('one in the address that cannot be read says so, and counts nothing', async () => {
    const { page, close } = await visit(`${address}?text=pakets+%3E+3`);
    await page.getByRole('alert').getByText('The filter cannot be read').waitFor();
    expect(await page.getByText('of 0 connections').isVisible()).toBe(false);
    await close();
  });

  test('takes the names of Wireshark, offers what there is at the focus and by key, and lists it at F1', async () => {
    const { page, complaints, close } = await visit(address);
    const field = page.getByRole('combobox', { name: 'Filter connections' });
    const options = page.getByRole('option');
    await field.focus();
    expect(await options.first().innerText()).toContain('flow');
    await page.keyboard.press('Escape');
    expect(await options.count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    expect(await options.first().innerText()).toContain('flow');
    await page.keyboard.type('http.request.uri contains chunk');
    await page.waitForURL('**text=http.request.uri**');
    await idle(page);
    expect(await targets(page)).toEqual([expect.stringContaining('/chunks')]);
    await page.keyboard.press('F1');
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    expect(await sheet.innerText()).toContain('tls.handshake.extensions_server_name');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test('says that it is at work where that takes more than a moment', async () => {
    const { page, close } = await visit(address);
    await page.route('**/connections?**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    const busy = page.locator('.field-busy');
    expect(await busy.isVisible()).toBe(false);
    await page.getByRole('combobox', { name: 'Filter connections' }).fill('packets > 3');
    await busy.waitFor();
    await busy.waitFor({ state: 'hidden' });
    await close();
  });

  test('gives what it finds to Wireshark', async () => {
    const { page, close } = await visit(`${address}?text=${encodeURIComponent('flow >= 1 && flow < 3')}`);
    await page.getByRole('button', { name: 'Copy as a Wireshark filter' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('tcp.stream in {1..2}');
    await page.locator('.connection-row').nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy as a Wireshark filter' }).click();
    await page.getByText('Filter copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^tcp\.stream == [12]$/);
    await close();
  });
});
