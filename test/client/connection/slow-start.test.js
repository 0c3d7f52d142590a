import { timeScale } from '../../../client/plot/time-scale.js';
import { valueScale } from '../../../client/plot/value-scale.js';
import { SenderData } from '../../../client/views/connection/data/sender-data.js';
import { drawEndOfSlowStart, drawThreshold } from '../../../client/views/connection/panes/slow-start.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));
const PANE = { id: 'window', top: 0, height: 100 };
const x = timeScale({ startNs: 0, endNs: 1e9 }, 0, 1000);

/** @param {number[]} thresholds bytes, a burst every 0.1 s @param {{ time: number }|null} exit */
function sceneOf(thresholds, exit = null) {
  const data = new SenderData();
  thresholds.forEach((threshold, i) => data.push(i * 1e8, { cwnd: 5, low: 5, high: 5, threshold }, true, i));
  const facts = [null, { slowStartExit: exit }];
  const sender = { of: [new SenderData(), data], facts, isSketch: false, range: null, detail: null };
  return /** @type {any} */ ({ model: { sender }, direction: 1, x, colours });
}

test('the threshold is drawn from where it is set, and not where nothing sets it', () => {
  const renderer = recordingRenderer();
  const scale = valueScale({ extent: [0, 100], topPx: 0, bottomPx: 100 });
  drawThreshold(renderer, sceneOf([NaN, NaN, 50, 50, NaN, NaN]), scale);
  const [{ coordinates }] = /** @type {any[]} */ (renderer.calls.filter(({ call }) => call === 'lines'));
  const px = Array.from({ length: coordinates.length / 4 }, (_, i) => coordinates[4 * i]);
  expect(Math.min(...px)).toBeGreaterThanOrEqual(200);
  expect(Math.max(...px)).toBeLessThan(400);
});

test('the end of slow start is marked where it is in view', () => {
  const words = (/** @type {number} */ time) => {
    const renderer = recordingRenderer();
    drawEndOfSlowStart(renderer, sceneOf([NaN], { time }), /** @type {any} */ (PANE));
    return renderer.calls.filter(({ call }) => call === 'text').length;
  };
  expect([words(0.5), words(1.5)]).toEqual([1, 0]);
});
