import {
  accessibilityViolations,
  describeWithBrowser,
  fixture,
  idle,
  press,
  serve,
  sidewaysOverflow,
} from './support/browser.js';
import { withServer } from './support/with-server.js';

describeWithBrowser('the page around the views', () => {
  const { ids, visit } = withServer({ captures: ['curl-parallel.pcap'] });
  /** @type {string} */
  let id;

  beforeAll(() => {
    id = ids['curl-parallel.pcap'];
  });

  test('links, back, forward and reload keep to the URL', async () => {
    const { page, complaints, close } = await visit();
    await page.getByRole('link', { name: 'curl-parallel.pcap' }).click();
    await page.getByRole('heading', { name: 'curl-parallel.pcap' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/captures/${id}`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Captures', exact: true }).waitFor();
    await page.goForward();
    await page.reload();
    await page.getByRole('heading', { name: 'curl-parallel.pcap' }).waitFor();
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Captures' }).click();
    await page.getByRole('heading', { name: 'Captures', exact: true }).waitFor();
    expect(await page.title()).toBe('Captures – Selfclock');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a page of connections asks once for each module that it loads, and has been told of all of them', async () => {
    const { page, complaints, close } = await visit(`/captures/${id}/connections/0`);
    await idle(page);
    const { hinted, asked } = await page.evaluate(() => ({
      hinted: [...document.querySelectorAll('link[rel="modulepreload"]')].map(
        (link) => /** @type {HTMLLinkElement} */ (link).href,
      ),
      asked: performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\/(client|lib)\/.*\.js$/.test(name) && !name.endsWith('/early-theme.js')),
    }));
    expect(asked.length).toBeGreaterThan(150);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((address) => !hinted.includes(address))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the theme follows the system until it is switched, and is then remembered', async () => {
    const { page, close } = await visit('/', { theme: 'light' });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe('rgb(245, 246, 248)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectSoon(page, 'rgb(14, 17, 22)');
    await page.getByRole('button', { name: 'Switch between dark and light' }).click();
    expect(await ground()).toBe('rgb(245, 246, 248)');
    await page.reload();
    expect(await ground()).toBe('rgb(245, 246, 248)');
    await close();
  });

  test("the key sheet opens with ?, lists the view's keys, holds focus and gives it back", async () => {
    const { page, close } = await visit();
    await page.getByRole('link', { name: 'curl-parallel.pcap' }).focus();
    await press(page, '?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await sheet.getByText('Rename the capture').isVisible()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('curl-parallel.pcap');
    await close();
  });

  test('the command palette opens anywhere with Ctrl+K, finds by letters, and does what is taken', async () => {
    const { page, complaints, close } = await visit();
    await page.keyboard.press('/');
    await press(page, 'Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill('curlpar');
    expect(await palette.getByRole('option').first().innerText()).toContain('curl-parallel.pcap');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/captures/*');
    await idle(page);
    await press(page, 'Control+k');
    await page.keyboard.type('show rate');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Rate' }).waitFor();
    await page.keyboard.press('Escape');
    await press(page, 'Control+k');
    await page.keyboard.type('target contains chunk');
    await palette.getByRole('option', { name: /^Connection \d+ · / }).waitFor();
    await palette.getByRole('combobox').fill('1');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/connections/1');
    await idle(page);
    await page.keyboard.press(']');
    await page.waitForURL('**/connections/2');
    await idle(page);
    await page.keyboard.press(']');
    await page.getByText('This is the last connection.').waitFor();
    await page.keyboard.press('[');
    await page.waitForURL('**/connections/1');
    await press(page, 'Control+k');
    await page.keyboard.press('Escape');
    expect(await palette.count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys typed into a field are text', async () => {
    const { page, close } = await visit();
    await page.keyboard.press('/');
    await page.keyboard.type('t?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('t?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  test('the code of a view comes when its tab is pointed at', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids['curl-parallel.pcap']}`);
    const code = page.waitForResponse((response) => response.url().endsWith('/views/waterfall/index.js'));
    await page.locator('.view-tab', { hasText: 'Waterfall' }).hover();
    await code;
    expect(new URL(page.url()).pathname).not.toContain('waterfall');
    expect(complaints).toEqual([]);
    await close();
  });

  test('says that the server is gone, keeps what is shown, and finds it again', async () => {
    const own = await serve();
    const ownId = await own.upload(fixture('handshake-get.pcap'));
    const { page, close } = await visit(`${own.url}/captures/${ownId}`);
    const rows = page.getByRole('grid').getByRole('row');
    await rows.nth(1).waitFor();
    await own.kill();
    await page.getByText('Connection to the server lost').waitFor();
    expect(await rows.count()).toBe(2);
    // A connection that is being opened says nothing else than the bar does.
    expect(await page.getByText('stays usable').count()).toBe(0);
    const again = await serve({ port: own.port, data: own.data });
    const lost = page.getByText('Connection to the server lost');
    // The page may have tried by itself just before.
    await page
      .getByRole('button', { name: 'Try now' })
      .click()
      .catch(async (error) => {
        if ((await lost.count()) > 0) throw error;
      });
    await lost.waitFor({ state: 'detached' });
    // The server reads the capture anew: rows may go for a moment.
    await rows.nth(1).waitFor();
    await idle(page);
    expect(await rows.count()).toBe(2);
    await close();
    await again.close();
  });

  test('a view whose script the lost server did not send comes when it is back; a capture deleted elsewhere is said to be', async () => {
    const own = await serve();
    const ownId = await own.upload(fixture('handshake-get.pcap'));
    const { page, close } = await visit(`${own.url}/captures/${ownId}`);
    await own.kill();
    await page.getByText('Connection to the server lost').waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Lanes' }).click();
    expect(await page.getByRole('alert').filter({ hasText: 'This view cannot be shown' }).innerText()).toContain(
      'the server, which does not respond',
    );
    const again = await serve({ port: own.port, data: own.data });
    await page.getByRole('application', { name: 'Lanes of connections' }).waitFor({ timeout: 30_000 });
    await page.getByRole('status').filter({ hasText: '1 connection to' }).waitFor();
    await fetch(`${again.url}/api/captures/${ownId}`, { method: 'DELETE' });
    await page.getByText('This capture is no longer in the library').waitFor();
    expect(await page.getByRole('application', { name: 'Lanes of connections' }).isVisible()).toBe(true);
    await close();
    await again.close();
  });

  test('an address that does not exist says so', async () => {
    const { page, close } = await visit('/');
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const alert = page.getByRole('alert').first();
    for (const [view, questions] of /** @type {const} */ ([
      ['/connections/0', ['/connections/0', '/connections/0/packets']],
      ['/lanes', ['/lanes/order', '/notes']],
      ['/plots', ['/points']],
      ['/plots?plot=time', ['/io', '/notes']],
      ['', ['']],
    ])) {
      asked.length = 0;
      await page.goto(new URL(`/captures/nothing${view}`, page.url()).href);
      await alert.waitFor();
      await idle(page);
      const path = '/api/captures/nothing';
      expect(asked.filter((address) => address.startsWith(path)).sort()).toEqual(questions.map((each) => path + each));
      expect(await alert.innerText()).toContain('There is no such capture');
      expect(await page.getByRole('searchbox').count()).toBe(0);
      expect(await page.getByRole('navigation', { name: 'Views' }).isVisible()).toBe(false);
      expect(await page.getByRole('link', { name: 'All captures', exact: true }).getAttribute('href')).toBe('/');
    }
    expect(await page.getByRole('link', { name: 'Download' }).count()).toBe(0);
    await close();
  });

  test('with forced colours and reduced motion the page still reads', async () => {
    const { page, close } = await visit();
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    expect(await page.getByRole('link', { name: 'curl-parallel.pcap' }).isVisible()).toBe(true);
    expect(await sidewaysOverflow(page)).toBe(0);
    await close();
  });
});

/**
 * @param {import('playwright-core').Page} page
 * @param {string} colour that the page's ground is about to have
 */
async function expectSoon(page, colour) {
  await page.waitForFunction((wanted) => getComputedStyle(document.body).backgroundColor === wanted, colour);
}
