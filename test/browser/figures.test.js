import { readFile } from 'node:fs/promises';

import { accessibilityViolations, describeWithBrowser, idle, query } from './support/browser.js';
import { withServer } from './support/with-server.js';

describeWithBrowser('figures of the whole capture', () => {
  const { server, ids, visit } = withServer({ captures: ['fast-retransmit.pcap', 'refused.pcap'] });

  test('are those of the server; a row filters the table; CSV has them all', async () => {
    const id = ids['fast-retransmit.pcap'];
    const figures = await (await fetch(`${server.url}/api/captures/${id}/figures`)).json();
    const { page, complaints, close } = await visit(`/captures/${id}`);
    const section = page.getByRole('region', { name: 'Whole capture' });
    const { packets, dataPackets } = figures.retransmissions;
    expect(await section.getByRole('row', { name: /^Retransmission rate/ }).innerText()).toContain(
      `${packets} of ${dataPackets} packets with data`,
    );
    expect(await accessibilityViolations(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'Figures as CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain('Loss,Retransmission rate,');
    await section.getByRole('button', { name: 'Retransmission rate' }).click();
    await idle(page);
    expect(query(page).text).toBe('retransmissions > 0');
    expect(await page.getByRole('combobox', { name: 'Filter connections' }).inputValue()).toBe('retransmissions > 0');
    expect(complaints).toEqual([]);
    await close();
  });

  test('handshakes that failed are counted by how', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids['refused.pcap']}`);
    await page.getByRole('button', { name: 'Refused (RST)' }).click();
    await idle(page);
    expect(query(page).text).toBe('handshake == refused');
    expect(await page.locator('.vt-row').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
