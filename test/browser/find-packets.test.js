import { accessibilityViolations, describeWithBrowser, idle } from './support/browser.js';
import { withServer } from './support/with-server.js';

describeWithBrowser('finding packets across connections', () => {
  const { server, ids, visit } = withServer({ captures: ['curl-parallel.pcap'] });
  let id = '';

  beforeAll(() => {
    id = ids['curl-parallel.pcap'];
  });

  test('a key opens the search; what is found leads to its packet', async () => {
    const { page, complaints, close } = await visit(`/captures/${id}`);
    await page.keyboard.press('p');
    const sheet = page.getByRole('dialog', { name: 'Find packets' });
    const field = sheet.getByRole('combobox');
    await field.fill('syn');
    await sheet.getByRole('listitem').first().waitFor();
    await idle(page);
    const { packets } = await (await fetch(`${server.url}/api/captures/${id}/find?text=syn`)).json();
    expect(await sheet.getByRole('listitem').count()).toBe(packets.length);
    expect(await sheet.getByRole('status').innerText()).toBe(`${packets.length} packets`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await field.fill('no such thing');
    await sheet.getByText('No match in this capture.').waitFor();
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
