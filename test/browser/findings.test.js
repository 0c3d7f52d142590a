import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { sentence } from '../../client/base/format.js';
import { MAX_EXAMINED_PACKETS } from '../../lib/insight/findings/worth-examining.js';
import { longConnection } from '../support/packets/long-connection.js';
import { merge, pcap, script } from '../support/packets/packets.js';
import { accessibilityViolations, describeWithBrowser, idle, look, sidewaysOverflow } from './support/browser.js';
import { withServer } from './support/with-server.js';

/** @typedef {import('playwright-core').Page} Page */

/** A capture in which two connections are refused, and one is well. */
const refusedTwice = () =>
  pcap(
    merge(
      script(
        {},
        'client SYN',
        '+20ms server SYN-ACK',
        '+10ms client ACK',
        'client data 100',
        '+20ms server ACK',
        'server data 100',
        '+10ms client ACK',
        'client FIN',
        '+20ms server FIN',
        '+10ms client ACK',
      ),
      ...[5000, 5001].map((port) =>
        script({ client: `10.0.0.9:${port}` }, '+200ms client SYN', '+20ms server RST-ACK'),
      ),
    ),
  );

const names = ['timeout.pcap', 'zero-window.pcap', 'refused.pcap', 'handshake-get.pcap'];

describeWithBrowser('findings on the page', () => {
  const { server, ids: captures, visit } = withServer({ captures: names });

  /**
   * @param {string} name
   * @param {string} [rest] of the path
   * @param {import('./support/browser.js').PageOptions} [options]
   */
  const open = (name, rest = '', options = {}) => visit(`/captures/${captures[name]}${rest}`, options);

  /** @param {string} name @param {string} [rest] @returns {Promise<any>} */
  const asked = async (name, rest = '/findings') =>
    (await fetch(`${server.url}/api/captures/${captures[name]}${rest}`)).json();

  test('stand beside the connections, worst first, and the worst of each in its row', async () => {
    const { page, complaints, close } = await open('timeout.pcap');
    const { summary, findings } = await asked('timeout.pcap');
    const ill = findings.filter((/** @type {any} */ { code }) => code !== 'all_well');
    expect(summary).toMatch(/\.$/);
    const shown = await page.locator('.capture-findings .finding').allInnerTexts();
    expect(shown.length).toBe(ill.length);
    ill.forEach((/** @type {any} */ { title, message, advice }, /** @type {number} */ i) => {
      for (const text of [`${title}.`, message, advice]) expect(shown[i]).toContain(sentence(text));
    });
    const { time } = await asked('timeout.pcap', '/time');
    await page.locator('.capture-side .time-bar li').first().waitFor();
    expect(await page.locator('.capture-side .time-bar li').count()).toBe(time.waits.length);
    expect(time.waits.length).toBeGreaterThan(1);
    expect(summary.startsWith(`${await page.locator('.connection-row .verdict-words').first().textContent()}.`)).toBe(
      true,
    );
    await page.getByRole('columnheader', { name: 'Verdict' }).getByRole('button').click();
    await page.waitForURL('**?sort=verdict&order=desc');
    const file = await page.getByRole('link', { name: 'Findings of all connections as CSV' }).getAttribute('href');
    expect(await (await fetch(`${server.url}${file}`)).text()).toMatch(/^flow,code,title,/);
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await close();
  });

  test('say whose the waited time was in the waterfall too, of the capture and of a connection', async () => {
    for (const [of, view] of [
      ['', '/waterfall?page=all'],
      ['/connections/0', '/messages'],
    ]) {
      const { page, complaints, close } = await open('handshake-get.pcap', `${of}${view}`);
      await page.locator('.time-bar li').first().waitFor();
      const { time } = await asked('handshake-get.pcap', `${of}/time`);
      const shown = await page.locator('.time-bar li').allInnerTexts();
      expect(shown.map((text) => text.replace(/ [^ ]+ [^ ]+$/, ''))).toEqual(
        time.waits.map((/** @type {any} */ { words }) => words),
      );
      expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
      await close();
    }
  });

  test('of several connections have the table show these, worst first as it stands where something is wrong', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'selfclock-refused-'));
    writeFileSync(join(folder, 'several.pcap'), refusedTwice());
    const { page, complaints, close } = await visit();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).first().click();
    await (await chooser).setFiles(join(folder, 'several.pcap'));
    await page.waitForURL('**/captures/*');
    rmSync(folder, { recursive: true });
    await page.locator('[role=columnheader][aria-sort=descending]', { hasText: 'Verdict' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.locator('.capture-findings .finding', { hasText: 'refused' }).click();
    await page.waitForURL('**text=finding+%3D%3D+connection_refused**');
    await idle(page);
    expect(await page.locator('.vt-row').count()).toBe(2);
    await page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click();
    await page.waitForURL('**sort=flow&order=asc**');
    expect(complaints).toEqual([]);
    await close();
  });

  test('lead to their evidence: zoomed to, packets marked, in the URL; once more and the marks are gone', async () => {
    const { page, complaints, close } = await open('timeout.pcap');
    await page.locator('.capture-findings .finding').first().click();
    await page.waitForURL('**/connections/0?**finding=**');
    await idle(page);
    const { findings } = await asked('timeout.pcap', '/connections/0');
    const first = page.locator('.connection-side .finding').first();
    expect(new URL(page.url()).searchParams.get('finding')).toBe(findings[0].code);
    expect(await first.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.verdict strong').innerText()).toContain(findings[0].title);
    const rings = () =>
      page.locator('.plot-overlay').evaluate((canvas) => {
        const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
        return /** @type {HTMLCanvasElement} */ (canvas)
          .getContext('2d')
          ?.getImageData(0, 0, width, height)
          .data.some((value) => value > 0);
      });
    expect(await rings()).toBe(true);
    const row = page
      .locator('.table-row', {
        has: page.locator('.cell:first-child', { hasText: new RegExp(`^${findings[0].evidence.frames[0]}$`) }),
      })
      .first();
    await row.waitFor();
    const table = await page.getByRole('grid', { name: 'Packets' }).boundingBox();
    const box = await row.boundingBox();
    // The head of the table, and the first row below it.
    expect(Math.round(Number(box?.y) - Number(table?.y))).toBeLessThan(2 * Number(box?.height) + 10);
    await first.click();
    await idle(page);
    expect([await first.getAttribute('aria-pressed'), await rings(), complaints]).toEqual(['false', false, []]);
    await close();
  });

  test('are beside what held the data back, as sums and stretch by stretch, and beside the inferred window', async () => {
    const { page, complaints, close } = await open('zero-window.pcap', '/connections/0');
    expect(await page.locator('.pane-head-ribbon').innerText()).toBe('Limited by');
    const sums = page.locator('.held-back-list li');
    expect(await sums.first().innerText()).toMatch(/^Zero window\s+\d\.\d{3} s$/);
    await page.getByText('Each period in view').click();
    expect(await page.locator('.held-back-spans li').first().innerText()).toMatch(
      /^[A-Z][\w\s,-]+\d\.\d{4} – \d\.\d{4} s$/,
    );
    expect(await page.locator('.pane-head-window').innerText()).toContain('cwnd, inferred');
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await close();
  });

  test('of a connection longer than is looked at with the others come behind these, and stand in its row', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'selfclock-')), 'long.pcap');
    writeFileSync(path, longConnection());
    captures['long.pcap'] = await server.upload(path);
    rmSync(dirname(path), { recursive: true });
    const { page, complaints, close } = await open('long.pcap');
    const verdict = page.locator('.connection-row .verdict-words').first();
    await page.locator('.connection-row').filter({ hasText: 'Receive window limited' }).waitFor();
    await page.goto(`${server.url}/captures/${captures['long.pcap']}/connections/0?finding=receive_window_limited`);
    await idle(page);
    const {
      packets,
      findings: [worst],
    } = await asked('long.pcap', '/connections/0');
    expect([packets > MAX_EXAMINED_PACKETS, worst.code]).toEqual([true, 'receive_window_limited']);
    expect(await page.locator('.verdict strong').innerText()).toContain(worst.title);
    const shown = page.locator('.connection-side .finding').first();
    expect([await shown.innerText(), await shown.getAttribute('aria-pressed')]).toEqual([
      expect.stringContaining(sentence(worst.message)),
      'true',
    ]);
    await page.goBack();
    await idle(page);
    expect(await verdict.innerText()).toContain(worst.title);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  test('say so where nothing is wrong, the table in the words of the list of captures', async () => {
    const { page, close } = await open('handshake-get.pcap');
    expect(await page.locator('.capture-findings').innerText()).toContain('Nothing is wrong with the connection.');
    expect(await page.locator('.connection-row .verdict-words').first().innerText()).toBe('Nothing wrong');
    await close();
  });

  test('have room on a phone, dark and light', async () => {
    for (const rest of ['', '/connections/0']) {
      const { page, complaints, close } = await open('timeout.pcap', rest, { width: 390, height: 844 });
      for (const theme of /** @type {const} */ (['dark', 'light'])) {
        await look(page, theme, 390);
        expect([await sidewaysOverflow(page), await accessibilityViolations(page), complaints]).toEqual([0, [], []]);
      }
      if (rest !== '') expect(await page.evaluate(heightOfLegend)).toEqual([true, 0]);
      await close();
    }
  });
});

/** @returns {[isThere: boolean, px: number]} by how much the bar of waited time moves what is below when it comes */
function heightOfLegend() {
  const bar = /** @type {HTMLElement} */ (document.querySelector('.time-bar'));
  const below = () => bar.nextElementSibling?.getBoundingClientRect().top ?? NaN;
  const isThere = bar.querySelectorAll('li').length > 0;
  const known = below();
  bar.replaceChildren();
  return [isThere, known - below()];
}
