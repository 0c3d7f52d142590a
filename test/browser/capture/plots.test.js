import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { merge, pcap, script } from '../../support/packets/packets.js';
import { accessibilityViolations, describeWithBrowser, idle, query, sidewaysOverflow } from '../support/browser.js';
import { drawnTexts, recordTexts } from '../support/drawn-texts.js';
import { withServer } from '../support/with-server.js';

/** @typedef {import('playwright-core').Page} Page */

const RTTS_MS = [10, 20, 40, 80];

/** Connections of one exchange each, whose round trips differ. */
const fourConnections = () =>
  pcap(
    merge(
      ...RTTS_MS.map((rtt, i) =>
        script(
          { client: `10.0.0.1:${5000 + i}` },
          `+${i * 100}ms client SYN mss 1460`,
          `+${rtt}ms server SYN-ACK mss 1460`,
          '+0.1ms client ACK',
          '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n"',
          `+${rtt}ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"`,
          '+0.1ms client ACK',
        ),
      ),
    ),
  );

describeWithBrowser('plots of a capture', () => {
  const { ids, server, visit } = withServer();

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-plots-'));
    await writeFile(join(folder, 'four.pcap'), fourConnections());
    ids.four = await server.upload(join(folder, 'four.pcap'));
    await rm(folder, { recursive: true });
  });

  const open = (rest = '', options = {}) => visit(`/captures/${ids.four}/plots${rest}`, options);
  /** Drags over the left part of the plot, as a share of its width. @param {Page} page @param {number} share */
  async function drag(page, share) {
    const box = await page.locator('.plots-brush .overlay').boundingBox();
    if (box === null) throw new Error('There is no brush.');
    await page.mouse.move(box.x + 2, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * share, box.y + box.height - 2, { steps: 8 });
    await page.mouse.up();
    await idle(page);
  }

  test('a tab leads to them; what is brushed is a filter of the table that finds the same connections', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids.four}`);
    await page.getByRole('link', { name: 'Plots' }).click();
    await page.waitForURL('**/plots');
    await idle(page);
    await drag(page, 0.5);
    expect(await page.locator('.plots-selected').innerText()).toMatch(/^2 connections selected/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show in the table' }).click();
    await page.waitForURL('**text=rtt**');
    await idle(page);
    expect(await page.locator('.vt-row').count()).toBe(2);
    expect(query(page).text).toMatch(/^rtt >= [\d.]+ ms && rtt <= [\d.]+ ms && rate >= [\d.]+ && rate <= [\d.]+$/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys go from point to point, say what each is, select and open', async () => {
    const { page, complaints, close } = await open();
    await page.locator('.plots-surface').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.plots-stage > [role=status]').innerText()).toMatch(/^Connection 0, RTT min 10/);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await idle(page);
    expect(await page.locator('.plots-selected').innerText()).toMatch(/^2 connections selected/);
    await page.keyboard.press('Escape');
    expect(await page.locator('.plots-selected').isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/connections/1');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a distribution has its axis and figures, what is chosen stands in the URL, and files have what is drawn', async () => {
    const { page, complaints, close } = await open('?plot=ecdf&by=none', { width: 390, height: 844 });
    await recordTexts(page);
    expect(await drawnTexts(page)).toEqual(expect.arrayContaining(['Connections at or below', '100 %', 'RTT min']));
    expect(await page.locator('.lanes-head .swatches').innerText()).toMatch(/All: 4, median 20/);
    expect(await sidewaysOverflow(page)).toBe(0);
    await page.getByRole('combobox', { name: 'x', exact: true }).selectOption('Payload');
    await idle(page);
    expect(query(page)).toMatchObject({ plot: 'ecdf', x: 'bytes' });
    await page.getByRole('button', { name: 'Scatter' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Points (CSV)' }).click();
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('flow,bytes (bytes),rate (bit/s)');
    expect(lines).toHaveLength(5);
    expect(complaints).toEqual([]);
    await close();
  });

  test('over time there is a pane for each measure and a line for each filter, zoomed and read by keys', async () => {
    const { page, complaints, close } = await open('?plot=time');
    await recordTexts(page);
    expect(await drawnTexts(page)).toEqual(expect.arrayContaining([expect.stringMatching(/^Packets in /)]));
    expect(await page.locator('.lanes-head .second').innerText()).toMatch(/24 packets, 300 B, .*0 retransmissions/);
    await page.getByRole('button', { name: 'RTT' }).click();
    await page.getByRole('button', { name: 'Keep as a series' }).click();
    await page.getByRole('combobox', { name: 'Filter connections' }).fill('rtt > 30 ms');
    await page.waitForURL('**text=rtt**');
    await idle(page);
    expect(query(page)).toMatchObject({ plot: 'time', series: '*', panes: 'bits,packets,retransmissions,rtt' });
    expect(await page.locator('.plots-series').innerText()).toMatch(/rtt > 30 ms\s+All connections/);
    await page.locator('.lanes-scroller').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.lanes-stage > [role=status]').innerText()).toMatch(
      /Packets rtt > 30 ms: 0,All connections: 1;.*RTT, median, 5 to 95 % /,
    );
    await page.keyboard.press('w');
    await page.waitForURL('**zoom=**');
    await idle(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the series All connections' }).click();
    await page.getByRole('button', { name: 'ECDF' }).click();
    await idle(page);
    expect(query(page)).toEqual({ plot: 'ecdf', text: 'rtt > 30 ms' });
    await page.goBack();
    await idle(page);
    expect(query(page)).toMatchObject({ plot: 'time', text: 'rtt > 30 ms' });
    expect(complaints).toEqual([]);
    await close();
  });
});
