import {
  accessibilityViolations,
  describeWithBrowser,
  idle,
  outsideWindow,
  sidewaysOverflow,
} from './support/browser.js';
import { drawnTexts, recordTexts } from './support/drawn-texts.js';
import { withServer } from './support/with-server.js';

describeWithBrowser('the multiplexing diagram', () => {
  const {
    server,
    ids: captures,
    visit,
  } = withServer({ captures: ['mux-1998.pcap', 'mux-1996.pcap', 'node-keep-alive.pcap'] });

  /** @param {string} name @param {string} [query] @param {import('./support/browser.js').PageOptions} [options] */
  const open = (name, query = '', options = {}) =>
    visit(`/captures/${captures[name]}/connections/0/messages${query}`, options);

  test("is one switch away from the waterfall of a multiplexed connection, and its lanes are the server's sessions", async () => {
    const { page, complaints, close } = await open('mux-1998.pcap');
    await page.getByRole('button', { name: 'Streams' }).click();
    await page.waitForURL('**mode=streams**');
    await idle(page);
    const { mux } = await (await fetch(`${server.url}/api/captures/${captures['mux-1998.pcap']}/connections/0`)).json();
    const rows = await page.getByRole('table', { name: 'Streams' }).getByRole('rowheader').allInnerTexts();
    expect(rows.filter((text) => text !== 'all').length).toBe(mux.sessions.length);
    await recordTexts(page);
    expect(await drawnTexts(page)).toEqual(
      expect.arrayContaining([`Session ${mux.sessions[0].session}`, 'On the wire']),
    );
    await page.getByRole('button', { name: 'client → server' }).click();
    await page.waitForURL('**dir=c2s**');
    await idle(page);
    expect(await drawnTexts(page)).toContain('client → server, byte order');
    await page.goBack();
    await idle(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys go through lanes and stalls, and zoom', async () => {
    const { page, complaints, close } = await open('mux-1996.pcap', '?mode=streams');
    await page.keyboard.press('ArrowDown');
    await idle(page);
    expect(await page.locator('.lanes-stage > [role=status]').innerText()).toMatch(/^Session \d+/);
    await page.keyboard.press('.');
    await page.keyboard.press('w');
    await page.waitForURL('**zoom=**');
    await page.keyboard.press('k');
    await page.waitForURL('**credit=0**');
    await idle(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a selection is told by the frames in it, of the direction shown', async () => {
    const { page, complaints, close } = await open('mux-1998.pcap', '?mode=streams&span=0-9000');
    const panel = page.getByRole('region', { name: 'Selection' });
    await panel.getByText('Server’s frames').waitFor();
    await page.getByRole('button', { name: 'client → server' }).click();
    await panel.getByText('Client’s frames').waitFor();
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await close();
  });

  test('a connection that nothing shares has no such switch', async () => {
    const { page, close } = await open('node-keep-alive.pcap');
    expect(await page.getByRole('button', { name: 'Streams' }).isVisible()).toBe(false);
    await close();
  });

  test('a phone shows it without scrolling sideways', async () => {
    const { page, complaints, close } = await open('mux-1998.pcap', '?mode=streams', { width: 390, height: 844 });
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await outsideWindow(page, '.lanes-head .switch')).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
