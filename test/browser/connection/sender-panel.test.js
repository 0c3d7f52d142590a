import { describeWithBrowser } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

describeWithBrowser('the panel Sender and path', () => {
  const { ids, visit } = withServer({ captures: ['fast-retransmit.pcap'] });

  test('tells each with how sure it is or why it cannot be told, for the direction in view', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids['fast-retransmit.pcap']}/connections/0`);
    const panel = page.locator('.sender-facts');
    await panel.waitFor();
    expect(await panel.locator('dt').allInnerTexts()).toEqual(
      expect.arrayContaining([
        'Congestion control',
        'Initial window',
        'End of slow start',
        'Bottleneck rate',
        'Base RTT',
      ]),
    );
    for (const line of await panel.locator('.sender-lines > div').all()) {
      const words = await line.innerText();
      if (words.includes('not observable')) expect(await line.locator('.sender-reason').innerText()).toMatch(/\w+ \w+/);
    }
    expect(await panel.locator('.mechanisms').innerText()).toMatch(/In use: .*SACK/);
    const head = page.locator('.facts');
    expect(await head.innerText()).toMatch(/Initial window\s+(–|\d+ segments?, inferred)/);
    await page.getByRole('button', { name: 'client → server' }).click();
    await panel.waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
