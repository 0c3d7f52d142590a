import { accessibilityViolations, describeWithBrowser, idle, serve } from '../support/browser.js';
import { GrowingCapture } from '../support/growing-capture.js';
import { withServer } from '../support/with-server.js';

/** Asks until the capture has its connection. @param {string} url @returns {Promise<string>} the capture's id */
async function withConnection(url) {
  for (;;) {
    const {
      captures: [capture],
    } = await (await fetch(`${url}/api/captures`)).json();
    if (capture?.connections > 0) return capture.id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Asks until all of the capture has been read. @param {string} url */
async function ready(url) {
  while ((await (await fetch(`${url}/api/captures`)).json()).captures[0].state !== 'ready') {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describeWithBrowser('the connection view of a capture that grows', () => {
  const { server, visit } = withServer({ standardInput: true });
  /** @type {import('../support/browser.js').Served} */
  let growing;
  const capture = new GrowingCapture();

  beforeAll(async () => {
    growing = await serve({ standardInput: true });
  });
  afterAll(async () => {
    await growing.close();
  });

  test('Follow keeps the last seconds in view; what the reader does turns it to Hold, and End goes back', async () => {
    server.write(capture.seconds(4));
    const id = await withConnection(server.url);
    const { page, complaints, close } = await visit(`/captures/${id}/connections/0`);
    const follow = page.getByRole('button', { name: 'Follow', exact: true });
    const hold = page.getByRole('button', { name: 'Hold', exact: true });
    const waiting = page.getByRole('button', { name: /waiting/ });
    const drawn = (/** @type {number} */ packets) =>
      page.waitForSelector(`.plot-data[aria-label*=" ${packets} packets"]`);
    const edge = async (/** @type {string} */ words) =>
      Number(await page.getByRole('slider', { name: words }).getAttribute('aria-valuenow'));

    await drawn(capture.packets);
    expect(await follow.getAttribute('aria-pressed')).toBe('true');
    server.write(capture.seconds(20));
    await drawn(capture.packets);
    expect(await edge('Last moment')).toBeGreaterThan(23);
    expect(await edge('First moment')).toBeCloseTo((await edge('Last moment')) - 10, 3);
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

  test('what was answered before the last packets came is fetched once more', async () => {
    const later = new GrowingCapture();
    growing.write(later.seconds(2));
    const id = await withConnection(growing.url);
    const path = `${growing.url}/api/captures/${id}/connections/0`;
    const [early, earlyPackets] = await Promise.all(
      [path, `${path}/packets?sketch=1`].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
    );
    growing.write(later.seconds(5));
    growing.endInput();
    await ready(growing.url);

    /**
     * @param {Buffer} body
     * @returns {(route: import('playwright-core').Route) => Promise<void>} answers with it once
     */
    const once = (body) => {
      let isAnswered = false;
      return (route) => {
        if (isAnswered) return route.continue();
        isAnswered = true;
        return route.fulfill({ body });
      };
    };
    const { page, complaints, close } = await visit(`${growing.url}/captures/${id}/connections/0`, {
      answers: {
        '**/api/captures/*/connections/0': once(early),
        '**/api/captures/*/connections/0/packets?*': once(earlyPackets),
      },
    });
    await page.waitForSelector(`.plot-data[aria-label*=" ${later.packets} packets"]`);
    expect(JSON.parse(String(early)).packets).toBeLessThan(later.packets);
    expect(complaints).toEqual([]);
    await close();
  });
});
