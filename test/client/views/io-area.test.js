/** The graph over time: round trips by interval. */
import { drawIo, MEASURES } from '../../../client/views/plots/draw-io.js';
import { groundOf } from '../../../client/views/timeline/axis.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));
const zeros = new Float64Array(3);
const frame = {
  startNs: 0,
  intervalNs: 10e6,
  packets: zeros,
  bytes: zeros,
  retransmissions: zeros,
  rttP5: Float64Array.of(10e6, NaN, 20e6),
  rttMedian: Float64Array.of(20e6, NaN, 20e6),
  rttP95: Float64Array.of(40e6, NaN, 20e6),
};
const ground = groundOf({ range: { startNs: 0, endNs: 30e6 }, leftPx: 180, width: 800, height: 300, colours });

test('an area from the 5th to the 95th percentile stands behind the median, where there are samples', () => {
  const renderer = recordingRenderer();
  drawIo(renderer, { ground, frames: [frame, frame], panes: ['rtt'] });
  const areas = renderer.calls.filter(({ call, style }) => call === 'rect' && style.alpha !== undefined);
  expect(areas).toHaveLength(4);
  const [first, second] = areas.map(({ box }) => box);
  expect(first?.width).toBeCloseTo(ground.x.widthPx / 3);
  expect(first?.height).toBeGreaterThan(100);
  expect(second?.height).toBe(1);
  expect(renderer.calls.findLastIndex(({ call }) => call === 'rect')).toBeGreaterThan(0);
  expect(MEASURES.rtt.valueWords(NaN)).toBe('no sample');
});
