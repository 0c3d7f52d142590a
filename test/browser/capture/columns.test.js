import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pcap, script } from '../../support/packets/packets.js';
import { accessibilityViolations, describeWithBrowser, idle, query } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

describeWithBrowser('the columns of the connections table', () => {
  const { ids, server, visit } = withServer({ captures: ['vlan.pcap', 'curl-parallel.pcap', 'fast-retransmit.pcap'] });

  const heads = async (/** @type {import('playwright-core').Page} */ page) =>
    (await page.getByRole('columnheader').filter({ visible: true }).allInnerTexts()).map((text) => text.trim());
  /** @param {import('playwright-core').Page} page @param {string} key */
  const cell = (page, key) => page.locator(`.vt-row .column-${key}`).first().innerText();

  test('say what they are: to the pointer, the keyboard, in the chooser; a key lists all in view', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids['fast-retransmit.pcap']}`);
    const mark = page.locator('.figure-mark');
    const sheet = (/** @type {string} */ name) => page.getByRole('dialog', { name, exact: true });
    await page.locator('.column-repeats .sort-button').hover();
    expect(await mark.getAttribute('title')).toMatch(/^retransmitted segments with payload/);
    await mark.click();
    expect(await sheet('Retransmitted').innerText()).toMatch(/How[^]*Source[^]*Accuracy/);
    await page.keyboard.press('Escape');
    expect(query(page)).toEqual({});
    await page.mouse.move(0, 0);
    await page.locator('.column-flow .sort-button').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await sheet('Number').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Loss rate').hover();
    await page.keyboard.press('Shift+I');
    expect(await sheet('Loss rate').innerText()).toMatch(/Here\s+\d/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.locator('.popover-choice', { hasText: 'RTT' }).hover();
    await mark.click();
    await sheet('RTT').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('.second').first().click();
    await page.keyboard.press('Shift+I');
    const all = await sheet('Figures in view').innerText();
    for (const name of ['Connections table', 'Verdict', 'Capture', 'Retransmission rate', 'Findings']) {
      expect(all).toContain(name);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('are chosen one after the other, stay over a reload, and go back to what fits', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids['curl-parallel.pcap']}`);
    const usual = await heads(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: /^Host/ }).check();
    await page.getByRole('checkbox', { name: 'Rate' }).check();
    await page.getByRole('checkbox', { name: 'Bytes over time' }).uncheck();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const chosen = await heads(page);
    expect(chosen).toEqual(expect.arrayContaining(['Host', 'Rate']));
    expect(chosen).not.toContain('Bytes over time');
    await page.reload();
    await idle(page);
    expect(await heads(page)).toEqual(chosen);
    expect(await cell(page, 'host')).toMatch(/^[\w.:-]+$/);
    expect(await cell(page, 'rate')).toMatch(/bit\/s$/);
    await page.getByRole('button', { name: /^Rate/ }).click();
    await idle(page);
    expect(query(page)).toMatchObject({ sort: 'rate', order: 'desc' });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'As many as fit' }).click();
    await page.keyboard.press('Escape');
    expect(await heads(page)).toEqual(usual);
    expect(complaints).toEqual([]);
    await close();
  });

  test('rows are chosen to be compared, filtered to, copied and saved', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids['curl-parallel.pcap']}`);
    const boxes = page.getByRole('checkbox', { name: /^Choose connection/ });
    await page.locator('.vt-row').first().hover();
    await boxes.first().click();
    await boxes.nth(1).click({ modifiers: ['Shift'] });
    expect(await page.locator('.foot-chosen').innerText()).toContain('2 connections chosen');
    expect(await page.locator('.foot-chosen a').getAttribute('href')).toMatch(/^\/compare\?of=[^&]+%2F0%2C[^&]+%2F1$/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Connections as CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('connections.csv');
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['flow', '0', '1']);
    await page.getByRole('button', { name: 'Filter them out' }).click();
    await page.waitForURL((url) => url.searchParams.get('text') === '!(flow in {0, 1})');
    await page.getByRole('button', { name: 'Filter to them' }).click();
    await page.waitForURL('**text=flow+in+**');
    await idle(page);
    expect(await page.locator('.vt-row').count()).toBe(2);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await page.locator('.foot-chosen').isVisible()).toBe(false);
    await page.getByRole('grid', { name: 'Connections' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await page.locator('.row-choose:checked').waitFor();
    await page.keyboard.press('Control+c');
    await page.getByText('Row copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0\t127\.0\.0\.1/);
    const { x, y } = /** @type {{ x: number, y: number }} */ (
      await page.locator('.vt-row .column-server').first().boundingBox()
    );
    await page.mouse.click(x + 10, y + 5, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy cell' }).click();
    await page.getByText('Cell copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[\w.]+:\d+$/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a row of a long IPv6 address with a name shows both, and the port', async () => {
    const ends = { client: '[2001:db8:1234:5678:9abc:def0:1234:1]:40000', server: '[2001:db8:1:2:3:4:5:6]:8080' };
    const lines = [
      'client SYN',
      'server SYN-ACK',
      'client ACK',
      'client PSH "GET / HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n"',
    ];
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-ipv6-'));
    const path = join(folder, 'named.pcap');
    await writeFile(path, pcap(script(ends, ...lines)));
    const { page, close } = await visit(`/captures/${await server.upload(path)}`);
    const cell = page.locator('.connection-row .endpoint.is-named').first();
    await cell.waitFor();
    const places = await cell.evaluate((element) =>
      [element.closest('.vt-row'), ...element.children].map((part) => {
        const { top, bottom } = /** @type {Element} */ (part).getBoundingClientRect();
        return { top, bottom };
      }),
    );
    const [row, ...parts] = places;
    expect(parts).toHaveLength(3);
    for (const { top, bottom } of parts) {
      expect(top).toBeGreaterThanOrEqual(row.top);
      expect(bottom).toBeLessThanOrEqual(row.bottom);
    }
    const verdict = page.locator('.vt-row .verdict-lines').first();
    const cut = await verdict.evaluate((one) => [
      one.scrollWidth - one.clientWidth,
      Math.max(0, one.scrollHeight - one.clientHeight),
      (one.textContent ?? '').length > 10,
    ]);
    expect(cut).toEqual([0, 0, true]); // in two lines, where one has no room
    await close();
    await rm(folder, { recursive: true });
  });

  test('VLAN, times, share and limit are those of the connection; a narrow window scrolls', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids['vlan.pcap']}`, { width: 700 });
    const all = ['vlan', 'firstTime', 'lastTime', 'retransmittedShare', 'limit', 'stream', 'protocol', 'verdict'];
    await page.evaluate((keys) => localStorage.setItem('selfclock-columns', JSON.stringify(keys)), all);
    await page.reload();
    await idle(page);
    expect(await cell(page, 'vlan')).toMatch(/^\d+(, \d+)*$/);
    expect(await cell(page, 'firstTime')).toMatch(/^\d\d:\d\d:\d\d\.\d{6}$/);
    expect(await cell(page, 'stream')).toBe('0');
    const table = page.locator('.vt');
    const { inner, outer } = await table.evaluate((element) => ({
      inner: element.scrollWidth,
      outer: element.clientWidth,
    }));
    expect(inner).toBeGreaterThan(outer);
    const rowEnd = await page
      .locator('.vt-row .column-lastTime')
      .first()
      .evaluate((element) => element.getBoundingClientRect().right);
    const headEnd = await page
      .locator('.connection-heads .column-lastTime')
      .evaluate((element) => element.getBoundingClientRect().right);
    expect(Math.abs(rowEnd - headEnd)).toBeLessThan(1);
    expect(complaints).toEqual([]);
    await close();
  });
});
