import { jumpedDownload } from '../support/packets/clock-jump.js';
import { describeWithBrowser, idle } from './support/browser.js';
import { drawnTexts, recordTexts } from './support/drawn-texts.js';
import { withServer } from './support/with-server.js';

describeWithBrowser("notes outside the connection's own view", () => {
  const { server, ids, visit } = withServer({ captures: ['mux-1998.pcap'] });
  let id = '';

  beforeAll(() => {
    id = ids['mux-1998.pcap'];
  });

  test('stand as flags in lanes, waterfall and streams, with their words while the pointer is near', async () => {
    const { page, complaints, close } = await visit(`/captures/${id}/lanes`);
    const { start, end } = (await (await fetch(`${server.url}/api/captures/${id}/connections?limit=1`)).json()).rows[0];
    await page.evaluate(
      async ([capture, time]) => {
        const answer = await fetch(`/api/captures/${capture}/notes`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ flow: 0, time, frame: null, text: 'The <b>credit</b> ran out here' }),
        });
        if (!answer.ok) throw new Error(await answer.text());
      },
      /** @type {const} */ ([id, Math.round(((start + end) / 2) * 1e9)]),
    );
    await recordTexts(page, 'plot-overlay');
    for (const path of ['lanes', 'connections/0/messages?mode=waterfall', 'connections/0/messages?mode=streams']) {
      await page.goto(`${server.url}/captures/${id}/${path}`);
      await idle(page);
      const box = await page.locator('.plot-overlay').boundingBox();
      if (!box) throw new Error(`${path} has no diagram`);
      const said = 'Connection 0: The <b>credit</b> ran out here';
      expect(await drawnTexts(page)).not.toContain(said);
      let isSaid = false;
      for (let x = box.x + box.width * 0.3; x < box.x + box.width && !isSaid; x += 12) {
        await page.mouse.move(x, box.y + 60);
        await idle(page);
        isSaid = (await drawnTexts(page)).includes(said);
      }
      expect([path, isSaid]).toEqual([path, true]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test('a capture clock that was set forward is marked and named in the diagram', async () => {
    const sent = await fetch(`${server.url}/api/captures?name=jump.pcap`, {
      method: 'POST',
      body: Buffer.from(jumpedDownload()),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { capture } = await sent.json();
    const { page, complaints, close } = await visit(`/captures/${capture.id}/connections/0`);
    await page.locator('.verdict').getByText('Capture clock set forward').first().waitFor();
    // Each pane clears its own part of the canvas: all that was ever drawn is kept.
    await page.addInitScript(() => {
      /** @type {Set<string>} */
      const said = new Set();
      const draw = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function fillText(...args) {
        said.add(args[0]);
        draw.apply(this, args);
      };
      Object.assign(globalThis, { said });
    });
    await page.reload();
    await page.waitForFunction(() => {
      const { said } = /** @type {{ said: Set<string> }} */ (/** @type {unknown} */ (globalThis));
      return [...said].some((text) => /^Clock set forward, 1:00:00\sh$/.test(text));
    });
    expect(complaints).toEqual([]);
    await close();
  });
});
