/** The small "i" beside the first sentence: why that one leads. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { queueFullTwice } from '../../support/packets/queue-full-twice.js';
import { accessibilityViolations, describeWithBrowser, idle, sidewaysOverflow } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

const LABEL = 'Why this sentence';

describeWithBrowser('why a first sentence leads', () => {
  const { server, ids, visit } = withServer({ captures: ['handshake-get.pcap'] });
  beforeAll(async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'selfclock-why-')), 'queue.pcap');
    writeFileSync(path, queueFullTwice());
    ids.queue = await server.upload(path);
    rmSync(dirname(path), { recursive: true });
  });

  /** @type {[string, string, import('../support/browser.js').PageOptions][]} */
  const places = [
    ['the capture', '', { theme: 'dark' }],
    ['the capture, on a phone', '', { theme: 'light', width: 390, height: 844 }],
    ['a connection', '/connections/1', { theme: 'light' }],
    ['a connection, on a phone', '/connections/1', { theme: 'dark', width: 390, height: 844 }],
  ];
  test.each(places)('of %s: opened with the keyboard, closed with Esc', async (_what, rest, options) => {
    const { page, complaints, close } = await visit(`/captures/${ids.queue}${rest}`, options);
    const { sentence, why, sections } = await (
      await fetch(`${server.url}/api/captures/${ids.queue}${rest}/explanation`)
    ).json();
    const button = page.getByRole('button', { name: LABEL });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: LABEL });
    await dialog.getByText(`${sentence}.`).waitFor();
    await dialog.getByText(`Why: ${why}.`).waitFor();
    expect(await dialog.locator('h3').allTextContents()).toEqual(
      sections.map((/** @type {{ title: string }} */ { title }) => title),
    );
    await dialog.getByText('SYN lost: yields to Listen queue full, which says more').waitFor();
    await idle(page);
    expect([await accessibilityViolations(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await close();
  });

  test('says so if the server does not answer', async () => {
    const { page, close } = await visit(`/captures/${ids['handshake-get.pcap']}`, {
      answers: { '**/explanation': (route) => route.abort() },
    });
    await page.getByRole('button', { name: LABEL }).click();
    await page.getByRole('dialog', { name: LABEL }).getByText('The server does not respond.').waitFor();
    await close();
  });
});
