import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { merge, pcap, script } from '../../support/packets/packets.js';
import { accessibilityViolations, describeWithBrowser, idle, sidewaysOverflow } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

/** @typedef {import('playwright-core').Page} Page */

const SHAKE = ['client SYN mss 1460', '+10ms server SYN-ACK mss 1460', 'client ACK'];
const asks = (/** @type {string} */ asked, /** @type {string} */ answered, ms = 10) => [
  `+1ms client PSH "${asked}"`,
  '+1ms server ACK',
  `+${ms}ms server PSH "${answered}"`,
];
const get = (/** @type {string} */ target, status = '200 OK', ms = 10) =>
  asks(
    `GET ${target} HTTP/1.1\\r\\nHost: shop.test\\r\\n\\r\\n`,
    `HTTP/1.1 ${status}\\r\\nContent-Length: 2\\r\\n\\r\\nok`,
    ms,
  );

/** A service that waits for its cache: routes on one connection, commands on another. */
const capture = pcap(
  merge(
    script(
      { client: '10.0.0.1:40000', server: '10.0.0.2:80' },
      ...SHAKE,
      ...[1, 2, 3, 4].flatMap((k) => get(`/orders/${k}00${k}?page=1`, '200 OK', 300 * k)),
      ...get('/health'),
      ...get('/orders/9/items', '500 Oops', 40),
    ),
    script(
      { client: '10.0.0.1:40001', server: '10.0.0.3:6379', startNs: 5e6 },
      ...SHAKE,
      ...asks('PING\\r\\n', '+PONG\\r\\n'),
      ...asks('GET user:17\\r\\n', '$2\\r\\nok\\r\\n'),
      ...asks('GET user:18\\r\\n', '$2\\r\\nok\\r\\n', 90),
      ...asks('SET <img/src=x/onerror=alert(1)> 1\\r\\n', '+OK\\r\\n'),
    ),
  ),
);

describeWithBrowser('the statements', () => {
  const { server, visit } = withServer();
  let id = '';

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-statements-'));
    await writeFile(join(folder, 'shop.pcap'), capture);
    id = await server.upload(join(folder, 'shop.pcap'));
    await rm(folder, { recursive: true });
  });

  /** @param {string} [query] @param {import('../support/browser.js').PageOptions} [options] */
  const open = (query = '', options = {}) => visit(`/captures/${id}/statements${query}`, options);
  /** @param {Page} page @returns {Promise<string[]>} */
  const shown = (page) => page.locator('.vt-row .statement-text').allInnerTexts();
  /** @param {Page} page @param {string} text of its first row, which is there now or soon */
  const first = (page, text) =>
    page.locator('.vt-row').first().locator('.statement-text').getByText(text, { exact: true }).waitFor();
  /** @param {Page} page @param {string} text @param {string} key */
  const cell = (page, text, key) =>
    page.locator('.vt-row', { hasText: text }).first().locator(`.column-${key}`).innerText();

  test('has a row for each, those that took most time first, and sorts by any column', async () => {
    const { page, complaints, close } = await open();
    await page.locator('.vt-row').first().waitFor();
    expect((await shown(page)).slice(0, 2)).toEqual(['GET shop.test/orders/{id}', 'GET user:{id}']);
    expect(await cell(page, '/orders/{id}', 'count')).toBe('4');
    expect(await cell(page, '/orders/{id}', 'total')).toBe('3.00 s');
    expect(await cell(page, '/orders/{id}', 'p50')).toBe('0.60 s');
    expect(await cell(page, '/orders/{id}/items', 'failed')).toBe('1');
    await page.getByRole('button', { name: 'Failed' }).click();
    await page.waitForURL('**sort=failed**');
    await first(page, 'GET shop.test/orders/{id}/items');
    await page.getByRole('button', { name: 'Statement', exact: true }).click();
    await page.locator('[aria-sort]', { hasText: 'Statement' }).waitFor();
    await first(page, 'GET shop.test/health');
    expect(await shown(page)).toEqual([...(await shown(page))].sort());
    await page.goBack();
    await page.waitForURL('**sort=failed**');
    await first(page, 'GET shop.test/orders/{id}/items');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a row leads to its slowest request, by key too; captured text stays text', async () => {
    const { page, complaints, close } = await open();
    await page.locator('.vt-row').first().waitFor();
    expect((await shown(page)).join()).toContain('SET <img/src=x/onerror=alert(1)>');
    await page.locator('.vt').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/connections\/0\/messages\?message=\d+$/);
    await page.getByText('/orders/4004?page=1').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('of one connection, beside its messages', async () => {
    const { page, close } = await visit(`/captures/${id}/connections/1/messages`);
    await page.getByRole('link', { name: 'Statements' }).click();
    await page.waitForURL('**/statements?flow=1');
    await page.locator('.vt-row').first().waitFor();
    expect(await shown(page)).toHaveLength(3);
    expect(await page.getByText('3 statements in 4 requests').count()).toBe(1);
    await close();
  });

  test.each([
    ['dark', { theme: 'dark' }],
    ['light', { theme: 'light' }],
    ['phone', { width: 390, height: 800 }],
  ])('%s: accessible, within the window', async (name, options) => {
    const { page, complaints, close } = await open('', /** @type {any} */ (options));
    await page.locator('.vt-row').first().waitFor();
    await idle(page);
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `statements-${name}.png`) });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
