import { describeWithBrowser } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

describeWithBrowser('boxes and dots written as pixels', () => {
  const { visit } = withServer({ captures: ['fast-retransmit.pcap'] });

  test.each([1, 2])('look as the canvas itself draws them, at %s device pixels each', async (ratio) => {
    const { page, complaints, close } = await visit();
    const { worst, mean, inked, flushed } = await page.evaluate(async (scale) => {
      const address = '/client/plot/';
      const { PixelBoxes } = await import(`${address}pixel-boxes.js`);
      const { canvasRenderer } = await import(`${address}renderer.js`);
      const canvasOf = () => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [400 * scale, 200 * scale];
        return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      };
      /** @param {number} count @param {(i: number) => number[]} of */
      const many = (count, of) => ({
        values: Float32Array.from(Array.from({ length: count }, (_, i) => of(i)).flat()),
        length: count * 4,
      });
      let blits = 0;
      /** @param {CanvasRenderingContext2D} context @param {boolean} asPixels */
      const draw = (context, asPixels) => {
        const pixels = asPixels ? new PixelBoxes(context) : null;
        const renderer = canvasRenderer(context, pixels);
        const { drawImage } = context;
        context.drawImage = /** @type {any} */ (
          (/** @type {any[]} */ ...given) => {
            blits++;
            return Reflect.apply(drawImage, context, given);
          }
        );
        context.setTransform(scale, 0, 0, scale, 0, 0);
        pixels?.begin(scale);
        renderer.rect({ x: 0, y: 0, width: 400, height: 200 }, { colour: '#13171d' });
        renderer.clipped({ x: 20, y: 10, width: 340.5, height: 170 }, () => {
          renderer.columns(
            many(360, (i) => [i, 60 + 30 * Math.sin(i / 9), i + 1, 190]),
            { colour: '#45b3a0', alpha: 0.16, width: 0 },
          );
          renderer.columns(
            many(360, (i) => [i, 60 + 30 * Math.sin(i / 9), i + 1, 62 + 30 * Math.sin((i + 1) / 9)]),
            { colour: '#45b3a0', width: 1.25 },
          );
          renderer.lines(
            many(300, (i) => [i * 1.3 + 0.5, 20.3 + (i % 40), i * 1.3 + 0.5, 31.9 + (i % 90)]),
            { colour: '#c06dc6', width: 1.5, alpha: 0.8 },
          );
          renderer.text('R', 200, 60, { colour: '#e8565f' });
          renderer.lines(
            many(200, (i) => [i * 2.1, 100.25 + (i % 7), i * 2.1 + 9, 100.25 + (i % 7)]),
            { colour: '#f7dc3a', width: 1.25 },
          );
        });
        pixels?.flush();
        return context.getImageData(0, 0, context.canvas.width, context.canvas.height).data;
      };
      const plain = draw(canvasOf(), false);
      const before = blits;
      const written = draw(canvasOf(), true);
      let worstSeen = 0;
      let inkedSeen = 0;
      let sum = 0;
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

  /**
   * The canvas makes a polygon of so small a circle, which shows in its pixels; what is asked here is where a dot is,
   * and how large.
   */
  test('dots have their place and their size, cut where the pane ends', async () => {
    const { page, complaints, close } = await visit();
    const { dots, outside } = await page.evaluate(async () => {
      const address = '/client/plot/';
      const radius = 1.8;
      const apart = 9.63;
      const count = 100;
      const { PixelBoxes } = await import(`${address}pixel-boxes.js`);
      const { canvasRenderer } = await import(`${address}renderer.js`);
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1000, 40];
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      const pixels = new PixelBoxes(context);
      const renderer = canvasRenderer(context, pixels);
      const clip = { x: 0, y: 0, width: 980, height: 24 };
      const places = Array.from({ length: count }, (_, i) => [6 + i * apart, 10 + (i % 7) * 0.137]);
      const at = (/** @type {number[][]} */ points) => ({
        values: Float32Array.from(points.flat()),
        length: points.length * 2,
      });
      pixels.begin(1);
      renderer.clipped(clip, () => {
        renderer.dots(at(places), radius, { colour: '#ffffff' });
        // Half of each lies below the pane; what lies over another of its colour adds nothing.
        renderer.dots(at([...places, ...places].map(([x]) => [x, 24])), radius, { colour: '#ff0000', alpha: 0.5 });
      });
      pixels.flush();
      const { data } = context.getImageData(0, 0, 1000, 40);
      const opacity = (/** @type {number} */ x, /** @type {number} */ y) => data[4 * (y * 1000 + x) + 3] / 255;
      const seen = places.map(([x, y]) => {
        let sum = 0;
        let sumX = 0;
        let sumY = 0;
        let half = 0;
        for (let column = Math.floor(x) - 4; column < x + 4; column++) {
          for (let row = 4; row < 17; row++) {
            [sum, sumX, sumY] = [
              sum + opacity(column, row),
              sumX + opacity(column, row) * (column + 0.5),
              sumY + opacity(column, row) * (row + 0.5),
            ];
          }
          for (let row = 18; row < 24; row++) half += opacity(column, row);
        }
        return {
          area: sum / (Math.PI * radius ** 2),
          x: sumX / sum - x,
          y: sumY / sum - y,
          half: half / (Math.PI * radius ** 2),
        };
      });
      return { dots: seen, outside: data.subarray(4 * 24 * 1000).some((value) => value > 0) };
    });
    expect(dots).toHaveLength(100);
    for (const { area, x, y, half } of dots) {
      expect(Math.abs(area - 1)).toBeLessThan(0.03);
      expect(Math.abs(x)).toBeLessThan(0.08);
      expect(Math.abs(y)).toBeLessThan(0.08);
      expect(Math.abs(half - 0.25)).toBeLessThan(0.02);
    }
    expect(outside).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  });
});
