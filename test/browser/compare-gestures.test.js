import { describeWithBrowser, idle, query } from './support/browser.js';
import { withServer } from './support/with-server.js';

const MOVES = 40;

describeWithBrowser('pointer, fingers and keys on the comparison', () => {
  const { ids, visit } = withServer({ captures: ['fast-retransmit.pcap', 'curl-parallel.pcap'] });

  /** @param {import('./support/browser.js').PageOptions} [options] */
  const open = async (options) => {
    const opened = await visit(`/compare?of=${ids['fast-retransmit.pcap']},${ids['curl-parallel.pcap']}`, options);
    const box = await opened.page.locator('.compare-plots .plot-overlay').boundingBox();
    if (!box) throw new Error('the diagrams are not there');
    return { ...opened, box };
  };
  const spanOf = (/** @type {import('playwright-core').Page} */ page) =>
    (query(page).span ?? '').split('_').map(Number);
  const widthOf = (/** @type {import('playwright-core').Page} */ page) =>
    Number(query(page).to ?? NaN) - Number(query(page).from ?? NaN);

  /** @param {Awaited<ReturnType<typeof open>>} opened @param {number} from @param {number} to shares of the width */
  async function drag({ page, box }, from, to) {
    await page.mouse.move(box.x + box.width * from, box.y + 200);
    await page.mouse.down();
    for (let i = 1; i <= MOVES; i++) {
      await page.mouse.move(box.x + box.width * (from + ((to - from) * i) / MOVES), box.y + 200 + i);
    }
    await page.mouse.up();
    await idle(page);
  }

  test('a drag of forty moves selects and zooms nothing; Z zooms to it, Backspace leads back', async () => {
    const opened = await open();
    const { page, complaints, close } = opened;
    await drag(opened, 0.4, 0.6);
    const [from, to] = spanOf(page);
    expect(to).toBeGreaterThan(from);
    expect(query(page).from).toBeUndefined();
    expect(await page.locator('.compare-reading').innerText()).toMatch(/^Selection: .* RTT/);
    await page.keyboard.press('z');
    await idle(page);
    expect(query(page).span).toBeUndefined();
    expect(Math.abs(widthOf(page) / (to - from) - 1)).toBeLessThan(0.01);
    await page.keyboard.press('Backspace');
    await idle(page);
    expect(query(page).from).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a double click zooms to the selection, and without one closer about the pointer', async () => {
    const opened = await open();
    const { page, box, complaints, close } = opened;
    await drag(opened, 0.4, 0.6);
    const [from, to] = spanOf(page);
    await page.mouse.dblclick(box.x + box.width * 0.5, box.y + 200);
    await idle(page);
    expect(Math.abs(widthOf(page) / (to - from) - 1)).toBeLessThan(0.01);
    await page.mouse.dblclick(box.x + box.width * 0.5, box.y + 200);
    await idle(page);
    expect(Math.abs(widthOf(page) / (to - from) - 0.5)).toBeLessThan(0.01);
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys zoom and pan; a click or Esc drops the selection', async () => {
    const opened = await open();
    const { page, box, complaints, close } = opened;
    await page.keyboard.press('w');
    await idle(page);
    const width = widthOf(page);
    const { from } = query(page);
    await page.keyboard.press('d');
    await idle(page);
    expect(Number(query(page).from)).toBeGreaterThan(Number(from));
    expect(Math.abs(widthOf(page) / width - 1)).toBeLessThan(0.01);
    await drag(opened, 0.4, 0.6);
    await page.keyboard.press('Escape');
    await idle(page);
    expect(query(page).span).toBeUndefined();
    await drag(opened, 0.4, 0.6);
    await page.mouse.click(box.x + box.width * 0.8, box.y + 200);
    await idle(page);
    expect(query(page).span).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  test('two fingers zoom, one pans', async () => {
    const opened = await open({ width: 390, height: 844 });
    const { page, box, complaints, close } = opened;
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {string} */ type, /** @type {number[]} */ xs) =>
      session.send('Input.dispatchTouchEvent', {
        type: /** @type {'touchStart'} */ (type),
        touchPoints: xs.map((x, id) => ({ x: box.x + x, y: box.y + 150, id })),
      });
    await touch('touchStart', [180, 220]);
    for (let i = 1; i <= MOVES; i++) await touch('touchMove', [180 - i, 220 + i]);
    await touch('touchEnd', []);
    await idle(page);
    const width = widthOf(page);
    const { from } = query(page);
    expect(width).toBeGreaterThan(0);
    await touch('touchStart', [250]);
    for (let i = 1; i <= MOVES; i++) await touch('touchMove', [250 - 2 * i]);
    await touch('touchEnd', []);
    await idle(page);
    expect(Number(query(page).from)).toBeGreaterThan(Number(from));
    expect(Math.abs(widthOf(page) / width - 1)).toBeLessThan(0.01);
    expect(query(page).span).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });
});
