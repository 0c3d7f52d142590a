import {
  drawWaterfalls,
  requestAt,
  requestWords,
  shortName,
  waterfallLayout,
} from '../../../client/views/whatif/waterfalls.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));
const waterfall = {
  names: ['/a/page.html?x=1', '/b.css'],
  replayed: [
    [0, 0, 0.1, 0.2],
    [0.1, 0.2, 0.3, 0.4],
  ],
  predicted: [
    [0, 0, 0.2, 0.4],
    [0.2, 0.4, null, null],
  ],
};
/** @type {import('../../../client/views/whatif/waterfalls.js').Answer} */
const answer = { waterfall, replay: { replayed: 0.4 }, prediction: { seconds: 0.8 }, observed: { direction: 1 } };

/** @param {number} width */
function drawn(width) {
  const renderer = recordingRenderer();
  drawWaterfalls(renderer, answer, { width, colours, dataColour: 's2c', pointed: -1 });
  return renderer;
}

test('both have one scale: what takes twice as long is twice as wide', () => {
  const renderer = drawn(1000);
  const boxes = renderer.calls
    .filter(({ call }) => call === 'rect')
    .map(({ box, style }) => ({ ...box, colour: style.colour }));
  const [replayed] = boxes.filter(({ colour }) => colour === 'ink2');
  const [predicted] = boxes.filter(({ colour }) => colour === 's2c');
  expect(Number(predicted.width) / Number(replayed.width)).toBeCloseTo(2, 6);
  expect(boxes.filter(({ colour }) => colour === 's2c')).toHaveLength(1);
  expect(renderer.texts()).toEqual(
    expect.arrayContaining(['Replayed: 0.40 s', 'Predicted: 0.80 s', 'page.html', 'b.css']),
  );
});

test('on a phone one is above the other, and lower', () => {
  const wide = waterfallLayout(200, 1000);
  const narrow = waterfallLayout(200, 380);
  expect([wide.isWide, narrow.isWide, narrow.height < wide.height]).toEqual([true, false, true]);
  expect(drawn(380).texts()).not.toContain('b.css');
});

test.each([
  [2, 1000],
  [200, 1000],
  [200, 380],
])('the pointer finds each of %i requests at a width of %i px', (requests, width) => {
  const { rowHigh, panelHigh, height } = waterfallLayout(requests, width);
  const first = Array.from({ length: panelHigh }, (_, y) => requestAt(requests, width, y)).indexOf(0);
  for (let row = 0; row < requests; row++) {
    expect(requestAt(requests, width, first + row * rowHigh + rowHigh / 2)).toBe(row);
  }
  expect(requestAt(requests, width, 2)).toBe(-1);
  expect(requestAt(requests, width, height - 1)).toBe(-1);
});

test('a request in words, and its name', () => {
  expect(requestWords(waterfall, 0)).toBe('1  page.html: replayed 0 s to 0.20 s, predicted 0 s to 0.40 s');
  expect(requestWords(waterfall, 1)).toContain('predicted not answered');
  expect(['/', '/x/', 'https://h/y?a=/b', ''].map(shortName)).toEqual(['/', '/x/', 'y', '']);
});
