/**
 * node bench/lanes.js [CAPTURE]
 *
 * How smoothly the lanes of a capture's connections scroll in a real Chromium: by default those of (b), 100 000
 * connections. Against drawing one box for each connection in every frame, which is the least that a drawing of all of
 * them would cost, in the same run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { startServer } from '../server/main.js';
import { findBrowser } from '../test/support/programs.js';

const FRAMES = 240;
/** CSS pixels a frame: a slow wheel, a fast one, the bar dragged. */
const SPEEDS = [40, 400, 4000];
const POLL_MS = 100;

/** @typedef {{ median: number, p95: number }} Spread ms */
/**
 * @typedef {{ interval: Spread, script: Spread }} Measured time between frames, and of the page's own code within one
 */

/**
 * Waits until the capture has been read.
 * @param {string} origin
 * @returns {Promise<{ id: string, connections: number, packets: number }>}
 */
async function captureAt(origin) {
  for (;;) {
    const {
      captures: [capture],
    } = await (await fetch(`${origin}/api/captures`)).json();
    if (capture?.state === 'ready') return capture;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Keeps how long the page's own frame callbacks take; leaves a clock that it does not count. */
function countFrames() {
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  /** @type {number[]} */
  const spent = [];
  Object.assign(globalThis, {
    spentMs: spent,
    nextFrame: () => new Promise((resolve) => request(resolve)),
    requestAnimationFrame: (/** @type {FrameRequestCallback} */ draw) =>
      request((time) => {
        const before = performance.now();
        draw(time);
        spent.push(performance.now() - before);
      }),
  });
}

/**
 * In the page: moves the scroller by `step` a frame, or draws `boxes` in a canvas of the same size.
 * @param {{ step: number, boxes: number, frames: number }} work
 */
async function run({ step, boxes, frames }) {
  const { spentMs, nextFrame } = /** @type {any} */ (globalThis);
  const { document } = globalThis;
  const scroller = /** @type {HTMLElement} */ (document.querySelector('.lanes-scroller'));
  const canvas = Object.assign(document.createElement('canvas'), {
    width: scroller.clientWidth,
    height: scroller.clientHeight,
  });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  if (boxes > 0) scroller.append(canvas);
  spentMs.length = 0;
  const intervals = [];
  for (let frame = 0, last = performance.now(); frame < frames; frame++) {
    scroller.scrollTop += step;
    const before = performance.now();
    for (let box = 0; box < boxes; box++) {
      context.fillRect((box * 7919 + frame) % canvas.width, (box * 26 - frame * 40) % canvas.height, 8, 5);
    }
    if (boxes > 0) spentMs.push(performance.now() - before);
    await nextFrame();
    intervals.push(performance.now() - last);
    last = performance.now();
  }
  canvas.remove();
  const spread = (/** @type {number[]} */ values) => {
    const sorted = values.toSorted((a, b) => a - b);
    return { median: sorted[sorted.length >> 1] ?? 0, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
  };
  return { interval: spread(intervals), script: spread(spentMs) };
}

/** @param {string} name @param {Measured} measured */
function print(name, { interval, script }) {
  const [a, b, c, d] = [interval.median, interval.p95, script.median, script.p95].map((ms) =>
    ms.toFixed(1).padStart(7),
  );
  process.stdout.write(`${name.padEnd(34)} ${a} ${b} ms between frames, ${c} ${d} ms of script (median, p95)\n`);
}

const file = process.argv[2] ?? fileURLToPath(new URL('data/b.pcap', import.meta.url));
const dataDirectory = await mkdtemp(join(tmpdir(), 'selfclock-bench-'));
const server = await startServer({ files: [file], port: 0, dataDirectory });
const { origin } = new URL(server.url);
const capture = await captureAt(origin);
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(countFrames);
  const idle = () => page.waitForSelector('html[data-idle="true"]', { state: 'attached' });
  const before = performance.now();
  await page.goto(`${origin}/captures/${capture.id}/lanes`);
  await idle();
  process.stdout.write(
    `${capture.connections} connections, ${capture.packets} packets; first lanes ${(performance.now() - before).toFixed(0)} ms after their address was opened\n`,
  );
  print('nothing happens', await page.evaluate(run, { step: 0, boxes: 0, frames: FRAMES }));
  for (const step of SPEEDS) {
    print(`scrolling ${step} px a frame`, await page.evaluate(run, { step, boxes: 0, frames: FRAMES }));
    await idle();
  }
  print('a box for every connection', await page.evaluate(run, { step: 0, boxes: capture.connections, frames: 40 }));
} finally {
  await browser.close();
  await server.close();
  await rm(dataDirectory, { recursive: true, force: true });
}
