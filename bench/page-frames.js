/* global document, location, requestAnimationFrame, WheelEvent, PointerEvent */
/**
 * What frames cost in the page: from the first callback of a frame until everything of it is painted, and the main
 * thread's processor time, which other programs on the machine do not stretch.
 */

const FRAMES = 40;
const NAIVE_FRAMES = 5;
/** @typedef {'nothing'|'zoom'|'pan'|'out'|'hover'|'naive'} Phase */
/**
 * `cpuMs` is the mean of a frame; `eachCpuMs` has each, in a further run, with what measuring adds.
 * @typedef {{ wallMs: number[], cpuMs: number, eachCpuMs?: number[] }} Cost
 */

/**
 * @param {import('playwright-core').Page} page with the whole connection drawn
 * @param {{ withNaive: boolean, surface?: string, withEach?: boolean }} options `surface`: selector of what the pointer
 *   acts on; `withEach`: measures the processor time of single frames too
 * @returns {Promise<Partial<Record<Phase, Cost>>>}
 */
export async function measureFrames(page, { withNaive, surface = '.plot-overlay', withEach = false }) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpuMs = async () =>
    1000 *
    ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  const eachFrame = async (/** @type {Phase} */ phase) => {
    const each = [];
    for (let from = 0; from < FRAMES; from++) {
      const beforeMs = await cpuMs();
      await frames(page, phase, surface, { from, count: 1 });
      each.push((await cpuMs()) - beforeMs);
    }
    return each;
  };
  /** @type {Partial<Record<Phase, Cost>>} */
  const costs = {};
  await markFrames(page);
  for (const phase of /** @type {const} */ (['nothing', 'zoom', 'pan', 'out', 'hover'])) {
    const beforeMs = await cpuMs();
    const wallMs = await frames(page, phase, surface);
    costs[phase] = { wallMs, cpuMs: ((await cpuMs()) - beforeMs) / FRAMES };
    if (withEach) costs[phase].eachCpuMs = await eachFrame(phase);
  }
  if (!withNaive) return costs;
  await prepareNaive(page);
  const beforeMs = await cpuMs();
  const wallMs = await naiveFrames(page);
  costs.naive = { wallMs, cpuMs: ((await cpuMs()) - beforeMs) / NAIVE_FRAMES };
  return costs;
}

/**
 * When a frame's first callback began, be it the page's own: `frameBegan` of the page.
 * @param {import('playwright-core').Page} page
 */
const markFrames = (page) =>
  page.evaluate(() => {
    const scope = /** @type {any} */ (globalThis);
    const plain = requestAnimationFrame;
    let frame = -1;
    scope.requestAnimationFrame = (/** @type {FrameRequestCallback} */ callback) =>
      plain((timeMs) => {
        if (timeMs !== frame) scope.frameBegan = performance.now();
        frame = timeMs;
        callback(timeMs);
      });
  });

/**
 * @param {import('playwright-core').Page} page @param {string} phase @param {string} surface
 * @param {{ from: number, count: number }} [which]
 * @returns {Promise<number[]>}
 */
const frames = (page, phase, surface, { from, count } = { from: 0, count: FRAMES }) =>
  page.evaluate(
    async ([what, begin, end, selector]) => {
      const target = /** @type {HTMLElement} */ (document.querySelector(selector));
      const box = target.getBoundingClientRect();
      const wheel = (/** @type {number} */ deltaY, /** @type {number} */ deltaX = 0) =>
        target.dispatchEvent(
          new WheelEvent('wheel', {
            clientX: box.left + Math.min(700, box.width / 2),
            clientY: box.top + Math.min(300, box.height / 2),
            deltaY,
            deltaX,
            ctrlKey: deltaX === 0,
            bubbles: true,
            cancelable: true,
          }),
        );
      /** @type {Record<string, (i: number) => unknown>} */
      const acts = {
        nothing: () => undefined,
        zoom: () => wheel(-40),
        pan: () => wheel(0, 30),
        out: () => wheel(40),
        hover: (i) =>
          target.dispatchEvent(
            new PointerEvent('pointermove', {
              clientX: box.left + 300 + i * 10,
              clientY: box.top + 300 + Math.sin(i) * 60,
              pointerType: 'mouse',
              bubbles: true,
            }),
          ),
      };
      /** @type {number[]} */
      const figures = [];
      for (let i = begin; i < end; i++) {
        figures.push(
          await new Promise((resolve) => {
            acts[what](i);
            requestAnimationFrame(() => {
              const channel = new MessageChannel();
              channel.port1.onmessage = () => resolve(performance.now() - /** @type {any} */ (globalThis).frameBegan);
              channel.port2.postMessage(0);
            });
          }),
        );
        await new Promise((resolve) => {
          setTimeout(resolve, 1);
        });
      }
      return figures;
    },
    /** @type {const} */ ([phase, from, from + count, surface]),
  );

/**
 * What the diagram would cost without reduction: a box for each segment, a line through every acknowledgement.
 * @param {import('playwright-core').Page} page
 */
const prepareNaive = (page) =>
  page.evaluate(async () => {
    const { decodeColumnFrame } = await import(/** @type {any} */ ('/lib/shared/columns/column-frame.js'));
    const { rows, columns } = decodeColumnFrame(
      await (await fetch(`/api${location.pathname}/packets?measured=0`)).arrayBuffer(),
    );
    const box = /** @type {HTMLElement} */ (document.querySelector('.plot-overlay')).getBoundingClientRect();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: box.width, height: box.height });
    Object.assign(canvas.style, { position: 'fixed', inset: '0', pointerEvents: 'none' });
    document.body.append(canvas);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const last = columns.time[rows - 1];
    const most = Math.max(columns.seq[rows - 1], columns.ack[rows - 1]);
    /** @type {any} */ (globalThis).naiveRedraw = () => {
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = '#45b3a0';
      context.strokeStyle = '#a4efa9';
      context.beginPath();
      for (let row = 0; row < rows; row++) {
        const x = (columns.time[row] / last) * box.width;
        const lengthPx = (columns.length[row] / most) * box.height;
        if (lengthPx > 0) context.fillRect(x, (1 - columns.seq[row] / most) * box.height, 1.5, Math.max(1.5, lengthPx));
        else context.lineTo(x, (1 - columns.ack[row] / most) * box.height);
      }
      context.stroke();
    };
  });

/** @param {import('playwright-core').Page} page @returns {Promise<number[]>} */
const naiveFrames = (page) =>
  page.evaluate(async (count) => {
    /** @type {number[]} */
    const figures = [];
    for (let i = 0; i < count; i++) {
      figures.push(
        await new Promise((resolve) => {
          requestAnimationFrame(() => {
            const beganMs = performance.now();
            /** @type {any} */ (globalThis).naiveRedraw();
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - beganMs);
            channel.port2.postMessage(0);
          });
        }),
      );
    }
    return figures;
  }, NAIVE_FRAMES);
