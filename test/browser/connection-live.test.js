import { accessibilityViolations, describeWithBrowser, idle, launchBrowser, openPage, serve } from './support/browser.js';
import { GrowingCapture } from './support/growing-capture.js';

/** Asks until the capture has its connection. @param {string} url @returns {Promise<string>} the capture's id */
async function withConnection(url) {
  for (;;) {
    const { captures: [capture] } = await (await fetch(`${url}/api/captures`)).json();
    if (capture?.connections > 0) return capture.id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describeWithBrowser('the connection view of a capture that grows', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('./support/browser.js').Served} */
  let server;
  const capture = new GrowingCapture();

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await serve({ standardInput: true });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('Follow keeps the last seconds in view; what the reader does turns it to Hold, and End goes back', async () => {
    server.write(capture.seconds(4));
    const id = await withConnection(server.url);
    const { page, complaints, close } = await openPage(browser, `${server.url}/captures/${id}/connections/0`);
    const follow = page.getByRole('button', { name: 'Follow', exact: true });
    const hold = page.getByRole('button', { name: 'Hold', exact: true });
    const waiting = page.getByRole('button', { name: /waiting/ });
    const drawn = (/** @type {number} */ packets) => page.waitForSelector(`.plot-data[aria-label*=" ${packets} packets"]`);
    const edge = async (/** @type {string} */ words) => Number(await page.getByRole('slider', { name: words }).getAttribute('aria-valuenow'));

    await drawn(capture.packets);
    expect(await follow.getAttribute('aria-pressed')).toBe('true');
    server.write(capture.seconds(20));
    await drawn(capture.packets);
    expect(await edge('Last moment')).toBeGreaterThan(23);
    expect(await edge('First moment')).toBeCloseTo(await edge('Last moment') - 10, 3);
    expect(new URL(page.url()).search).toBe('');

    await page.keyboard.press('a');
    await idle(page);
    expect(await hold.getAttribute('aria-pressed')).toBe('true');
    const held = await edge('First moment');
    server.write(capture.seconds(3));
    await drawn(capture.packets);
    expect(await edge('First moment')).toBeCloseTo(held, 3);
    expect(await waiting.innerText()).toBe('30 packets waiting →');
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.keyboard.press('End');
    await idle(page);
    expect(await follow.getAttribute('aria-pressed')).toBe('true');
    expect(await waiting.isVisible()).toBe(false);
    expect(await edge('Last moment')).toBeGreaterThan(26);

    await hold.click();
    server.write(capture.seconds(1));
    await waiting.click();
    await idle(page);
    expect(await edge('Last moment')).toBeGreaterThan(27);

    server.endInput();
    await follow.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
    await close();
  });
});
