import { timeScale } from '../../../client/plot/time-scale.js';
import { SenderData } from '../../../client/views/connection/data/sender-data.js';
import { drawRibbon } from '../../../client/views/connection/panes/limits.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const MS = 1e6;
const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));

/** @param {[cause: string, fromMs: number, toMs: number][]} spans @param {number} endMs @param {number} widthPx */
function painted(spans, endMs, widthPx) {
  const { causes } = new SenderData();
  for (const [cause, fromMs, toMs] of spans) {
    causes.start.push(fromMs * MS);
    causes.end.push(toMs * MS);
    causes.name.push(cause);
  }
  const renderer = recordingRenderer();
  drawRibbon(renderer, { causes, x: timeScale({ startNs: 0, endNs: endMs * MS }, 0, widthPx), colours, topPx: 0 });
  return renderer.calls.flatMap(({ call, box, style }) =>
    box && ['rect', 'frame', 'hatch'].includes(call) ? [{ call, colour: style.colour, ...box }] : [],
  );
}

test('of many limits shorter than a pixel the longest has it, not the first', () => {
  const spans = /** @type {[string, number, number][]} */ ([['handshake', 0, 10]]);
  for (let ms = 10; ms < 10_000; ms += 10) {
    spans.push(['pacing', ms, ms + 2], ['congestion_window', ms + 2, ms + 10]);
  }
  const parts = painted(spans, 10_000, 100);
  const widest = parts.reduce((most, part) => (part.width > most.width ? part : most));
  expect(widest).toMatchObject({ call: 'rect', colour: 'cwnd', width: 100 });
});

test('a limit that has a pixel column alone fills it, however short', () => {
  expect(painted([['congestion_window', 505, 506]], 1000, 100)).toMatchObject([{ x: 50, width: 1 }]);
});

test('long ones have whole columns, up to the next', () => {
  const parts = painted(
    [
      ['congestion_window', 0, 504],
      ['receive_window', 504, 1000],
    ],
    1000,
    100,
  );
  expect(parts.map(({ x, width }) => [x, width])).toEqual([
    [0, 50],
    [50, 50],
  ]);
});
