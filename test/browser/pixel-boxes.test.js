import { describeWithBrowser, fixture, launchBrowser, openPage, serve } from './support/browser.js';

describeWithBrowser('boxes written as pixels', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('./support/browser.js').Served} */
  let server;

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await serve();
    await server.upload(fixture('fast-retransmit.pcap'));
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test.each([1, 2])('look as the canvas itself draws them, at %s device pixels each', async (ratio) => {
    const { page, complaints, close } = await openPage(browser, server.url);
    const { worst, mean, inked, flushed } = await page.evaluate(async (scale) => {
      const address = '/client/plot/';
      const { PixelBoxes } = await import(`${address}pixel-boxes.js`), { canvasRenderer } = await import(`${address}renderer.js`);
      const canvasOf = () => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [400 * scale, 200 * scale];
        return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      };
      /** @param {number} count @param {(i: number) => number[]} of */
      const many = (count, of) => ({ values: Float32Array.from(Array.from({ length: count }, (_, i) => of(i)).flat()), length: count * 4 });
      let blits = 0;
      /** @param {CanvasRenderingContext2D} context @param {boolean} asPixels */
      const draw = (context, asPixels) => {
        const pixels = asPixels ? new PixelBoxes(context) : null, renderer = canvasRenderer(context, pixels), { drawImage } = context;
        context.drawImage = /** @type {any} */ ((/** @type {any[]} */ ...given) => {
          blits++;
          return Reflect.apply(drawImage, context, given);
        });
        context.setTransform(scale, 0, 0, scale, 0, 0);
        pixels?.begin(scale);
        renderer.rect({ x: 0, y: 0, width: 400, height: 200 }, { colour: '#13171d' });
        renderer.clipped({ x: 20, y: 10, width: 340.5, height: 170 }, () => {
          renderer.columns(many(360, (i) => [i, 60 + 30 * Math.sin(i / 9), i + 1, 190]), { colour: '#45b3a0', alpha: 0.16, width: 0 });
          renderer.columns(many(360, (i) => [i, 60 + 30 * Math.sin(i / 9), i + 1, 62 + 30 * Math.sin((i + 1) / 9)]), { colour: '#45b3a0', width: 1.25 });
          renderer.lines(many(300, (i) => [i * 1.3 + 0.5, 20.3 + (i % 40), i * 1.3 + 0.5, 31.9 + (i % 90)]), { colour: '#c06dc6', width: 1.5, alpha: 0.8 });
          renderer.text('R', 200, 60, { colour: '#e8565f' });
          renderer.lines(many(200, (i) => [i * 2.1, 100.25 + (i % 7), i * 2.1 + 9, 100.25 + (i % 7)]), { colour: '#f7dc3a', width: 1.25 });
        });
        pixels?.flush();
        return context.getImageData(0, 0, context.canvas.width, context.canvas.height).data;
      };
      const plain = draw(canvasOf(), false), before = blits, written = draw(canvasOf(), true);
      let worstSeen = 0, inkedSeen = 0, sum = 0;
      for (let i = 0; i < plain.length; i++) {
        const apart = Math.abs(plain[i] - written[i]);
        sum += apart;
        worstSeen = Math.max(worstSeen, apart);
        if (i % 4 === 1 && plain[i] !== plain[1]) inkedSeen++;
      }
      return { worst: worstSeen, mean: sum / plain.length, inked: inkedSeen, flushed: blits - before };
    }, ratio);
    expect(inked).toBeGreaterThan(10_000);
    expect(flushed).toBe(2);
    // The browser rounds what covers a pixel in part: of 255 steps some, at edges.
    expect(worst).toBeLessThanOrEqual(24);
    expect(mean).toBeLessThan(0.25);
    expect(complaints).toEqual([]);
    await close();
  });
});
