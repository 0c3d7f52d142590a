import { accessibilityViolations, describeWithBrowser, idle, query } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

describeWithBrowser('the I/O panes', () => {
  const { ids, visit } = withServer({ captures: ['fast-retransmit.pcap'] });

  test('are chosen in the panel View, stand in the link, and have values and a legend under the cross-hair', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids['fast-retransmit.pcap']}/connections/0`);
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('checkbox', { name: 'Bytes per interval, both directions' }).check();
    await page.getByRole('checkbox', { name: 'Packets per interval, both directions' }).check();
    await page.keyboard.press('Escape');
    await idle(page);
    expect(query(page).panes).toContain('io-bytes,io-packets');
    const head = page.locator('.pane-head-io-packets');
    expect(await head.innerText()).toMatch(/^Packets sent\s+each \d/);
    const box = await page.locator('.plot-overlay').boundingBox();
    if (!box) throw new Error('the diagrams are not there');
    await page.mouse.move(box.x + 400, box.y + 200);
    await page.waitForFunction(() => /→ \d/.test(document.querySelector('.pane-head-io-packets')?.textContent ?? ''));
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await idle(page);
    expect(await head.isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });
});
