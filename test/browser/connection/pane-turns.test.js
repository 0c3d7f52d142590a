import { describeWithBrowser, idle } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

/** Panes that are drawn in each frame, and others that take turns. */
const PANES = ['sequence', 'window', 'rtt', 'throughput'];

describeWithBrowser('panes that take turns while the reader pans', () => {
  const { server, ids, visit } = withServer({ captures: ['fast-retransmit.pcap'] });
  let address = '';

  beforeAll(() => {
    address = `${server.url}/captures/${ids['fast-retransmit.pcap']}/connections/0`;
  });

  test('show the same time as their neighbours in every frame, and are exact when the hand rests', async () => {
    const { page, complaints, close } = await visit();
    await page.addInitScript(() => {
      // A clock that runs ahead whenever it is read: each pane seems to take so long that a frame has no time for all
      // of them.
      const read = performance.now.bind(performance);
      let ahead = 0;
      performance.now = () => read() + (ahead += 4);
      const scope = /** @type {any} */ (globalThis);
      const draw = CanvasRenderingContext2D.prototype.drawImage;
      scope.laid = 0;
      CanvasRenderingContext2D.prototype.drawImage = function drawImage(/** @type {any[]} */ ...given) {
        const [source] = given;
        if (source.className === 'plot-data' && !source.isConnected && this.canvas.isConnected) scope.laid++;
        return Reflect.apply(draw, this, given);
      };
    });
    await page.goto(address);
    await idle(page);
    // Where no response lies over the ground lines.
    await page.click('.direction-0');
    // Closer, so that there is something to pan to.
    for (let i = 0; i < 4; i++) await page.keyboard.press('+');
    await idle(page);

    const frames = await page.evaluate(async (ids) => {
      const target = /** @type {HTMLElement} */ (document.querySelector('.plot-overlay'));
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.plot-data'));
      const box = target.getBoundingClientRect();
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      const swatch = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
      swatch.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--line1').trim();
      swatch.fillRect(0, 0, 1, 1);
      const [red, green, blue] = swatch.getImageData(0, 0, 1, 1).data;
      /** Columns of a pane's upright ground lines, one for each moment on the axis. @param {string} id */
      const linesOf = (id) => {
        const place = /** @type {HTMLElement} */ (document.querySelector(`.pane-head-${id}`)).getBoundingClientRect();
        const top = Math.round(place.top - box.top) + 2;
        const height = Math.round(place.height) - 4;
        const left = 180;
        const width = canvas.width - left - 20;
        const { data } = context.getImageData(left, top, width, height);
        const columns = [];
        for (let x = 0; x < width; x++) {
          let seen = 0;
          for (let y = 0; y < height; y++) {
            const at = (y * width + x) * 4;
            if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) seen++;
          }
          if (seen > height / 8) columns.push(left + x);
        }
        return columns;
      };
      const taken = [];
      for (let i = 0; i < 6; i++) {
        target.dispatchEvent(
          new WheelEvent('wheel', {
            clientX: box.left + 600,
            clientY: box.top + 300,
            deltaX: 17,
            bubbles: true,
            cancelable: true,
          }),
        );
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
        taken.push({ lines: ids.map(linesOf), laid: /** @type {any} */ (globalThis).laid });
      }
      return taken;
    }, PANES);
    // Some were laid as they were, or the test would say nothing.
    expect(/** @type {any} */ (frames.at(-1)).laid).toBeGreaterThan(frames[0].laid);
    const moved = frames.map(({ lines: [[first]] }) => first);
    expect(new Set(moved).size).toBeGreaterThan(4);
    for (const {
      lines: [sequence, ...others],
    } of frames) {
      expect(sequence.length).toBeGreaterThan(2);
      for (const lines of others) {
        const apart = sequence
          .slice(1, -1)
          .map((column) => Math.min(...lines.map((other) => Math.abs(other - column))));
        expect(Math.max(...apart)).toBeLessThanOrEqual(1);
      }
    }

    await idle(page);
    const picture = () =>
      page.evaluate(() => /** @type {HTMLCanvasElement} */ (document.querySelector('.plot-data')).toDataURL());
    const rested = await picture();
    // Both ways draw all panes anew.
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press('t');
      await idle(page);
    }
    expect((await picture()) === rested).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });
});
