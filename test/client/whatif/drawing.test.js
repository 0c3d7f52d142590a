import { drawWhatIf, whatIfRows } from '../../../client/views/whatif/plot.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));
/** @type {import('../../../client/views/whatif/plot.js').Answer} */
const answer = {
  observed: {
    curve: [
      [0.1, 1000],
      [0.2, 3000],
      [0.4, 10_000],
    ],
  },
  curve: [
    [0.1, 5000],
    [0.2, 10_000],
  ],
  replay: { observed: 0.4 },
  prediction: { seconds: 0.2, low: 0.18, high: 0.25 },
};

test('both courses end where their bytes do, with the band over seeds between', () => {
  const renderer = recordingRenderer();
  drawWhatIf(renderer, answer, { width: 800, height: 400, colours, dataColour: 's2c' });
  const curve = (/** @type {string} */ colour) =>
    renderer.calls.find(({ call, style }) => call === 'polyline' && style.colour === colour)?.coordinates ?? [];
  const [observed, predicted] = [curve('ink2'), curve('s2c')];
  expect(predicted[predicted.length - 2]).toBeLessThan(observed[observed.length - 2]);
  expect(predicted[predicted.length - 1]).toBeCloseTo(observed[observed.length - 1], 6);
  expect(renderer.texts()).toEqual(
    expect.arrayContaining(['observed, 0.40 s', 'predicted, 0.20 s', 'Acknowledged, kB']),
  );
  const band = renderer.calls.find(({ call, style }) => call === 'rect' && style.alpha === 0.1)?.box;
  expect((band?.width ?? 0) / (predicted[predicted.length - 2] - predicted[0])).toBeCloseTo(0.07 / 0.2, 2);
});

test('the table says the same in figures', () => {
  expect(whatIfRows(answer)).toEqual([
    ['10 %', '0.10 s', '0.10 s'],
    ['25 %', '0.20 s', '0.10 s'],
    ['50 %', '0.40 s', '0.10 s'],
    ['75 %', '0.40 s', '0.20 s'],
    ['90 %', '0.40 s', '0.20 s'],
    ['100 %', '0.40 s', '0.20 s'],
  ]);
});
