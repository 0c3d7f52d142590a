/** Where words and data must not stand on each other; what panes say that have nothing to show. */
import { LetterCells } from '../../../client/plot/glyphs.js';
import { timeScale } from '../../../client/plot/time-scale.js';
import { timeTicks } from '../../../client/plot/time-ticks.js';
import { classesFrom } from '../../../client/views/connection/data/mark-classes.js';
import { createModel } from '../../../client/views/connection/data/model.js';
import { SenderData } from '../../../client/views/connection/data/sender-data.js';
import { drawPanes } from '../../../client/views/connection/diagram.js';
import { layoutPanes } from '../../../client/views/connection/panes/layout.js';
import { drawOverlay } from '../../../client/views/connection/panes/overlay.js';
import { SWITCH_HIGH } from '../../../client/views/connection/panes/time-sequence.js';
import { axisLabel } from '../../../client/views/timeline/grid.js';
import { labelBand } from '../../../client/views/timeline/message-bands.js';
import { rateWords, spanWords } from '../../../client/views/timeline/times.js';
import { recordingRenderer } from '../../support/recording-renderer.js';
import { DRAWN_PLAINLY, flowOf } from '../support/connection.js';
import { columnsOf, ONE_LOSS } from '../support/packet-columns.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));

/** @param {import('../support/packet-columns.js').Packet[]} packets @param {number} width */
function drawn(packets, width) {
  const model = createModel(flowOf({}), columnsOf(packets), [], null);
  model.sender = {
    of: [new SenderData(), new SenderData()],
    facts: [null, null],
    kernels: [null, null],
    isSketch: false,
    range: null,
    detail: null,
  };
  const layout = layoutPanes(width, 700, { messagesHeight: 0 });
  const x = timeScale(model.limits, layout.leftPx, layout.widthPx);
  const ticks = timeTicks(x.range, x.widthPx, {
    unit: 's',
    originNs: 0,
    originName: 'the SYN',
    rttNs: null,
    dayNs: null,
  });
  const scene = {
    model,
    series: model.series[1],
    direction: 1,
    x,
    ticks,
    colours,
    dataColour: 's2c',
    light: false,
    narrow: layout.narrow,
    hidden: classesFrom(undefined),
    as: DRAWN_PLAINLY,
  };
  const renderer = recordingRenderer();
  const panes = drawPanes(renderer, scene, layout);
  return { renderer, scene, layout, scale: /** @type {NonNullable<typeof panes.sequence>} */ (panes.sequence).scale };
}

test.each([390, 640])('at a width of %d data begins below the switch of directions', (width) => {
  const { layout, scale, scene } = drawn(ONE_LOSS, width);
  const pane = layout.panes.find(({ id }) => id === 'sequence');
  expect(layout.narrow).toBe(true);
  expect(scale.y(scene.series.highest.value.last)).toBeGreaterThan(Number(pane?.top) + SWITCH_HIGH);
});

/**
 * Words on the axis: of a selection, and of the cross-hair; both from the plot's left edge on.
 * @type {[string, (fromNs: number, spanNs: number) => any][]}
 */
const AXIS_WORDS = [
  ['a selection', (fromNs, spanNs) => ({ span: { startNs: fromNs, endNs: fromNs + spanNs }, row: -1 })],
  ['the cross-hair', (fromNs) => ({ span: null, row: -1, cursorNs: fromNs })],
];

test.each(AXIS_WORDS)('the words of %s leave no part of an axis label', (_, pointed) => {
  const { scene, layout, scale } = drawn(ONE_LOSS, 390);
  const renderer = recordingRenderer();
  const { x, ticks } = scene;
  const axis = layout.panes.find(({ id }) => id === 'axis');
  const spanNs = (scene.model.limits.endNs - scene.model.limits.startNs) / 9;
  for (let startNs = scene.model.limits.startNs; startNs < scene.model.limits.endNs - spanNs; startNs += spanNs / 7) {
    renderer.calls.length = 0;
    drawOverlay(renderer, scene, layout, scale, pointed(startNs, spanNs));
    const plate = /** @type {any} */ (
      renderer.calls.find(({ call, style }) => call === 'rect' && style.colour === 'bg1')
    );
    expect(plate.box.y).toBe(Number(axis?.top) + 2);
    for (const tick of ticks.ticks) {
      const { px, half } = axisLabel(renderer, x, tick);
      const isApart = px + half <= plate.box.x || px - half >= plate.box.x + plate.box.width;
      expect(isApart || (px - half >= plate.box.x && px + half <= plate.box.x + plate.box.width)).toBe(true);
    }
  }
});

test('a pane that has nothing to show says why', () => {
  const synOnly = drawn([{ at: 0, from: 'client', seq: 0, flags: 2 }], 1100).renderer.texts();
  const data = drawn(ONE_LOSS, 1100).renderer.texts();
  expect(synOnly).toEqual(
    expect.arrayContaining([
      'No data in this direction',
      'Not observable: no packet of the receiver is in the capture',
    ]),
  );
  expect(data).toContain('Not observable: too few packets');
  expect(data.filter((text) => text.startsWith('Not observable: no data'))).toEqual([]);
});

test("a pushed segment of a few bytes has its mark, smaller than a full one's", () => {
  const PSH = 24;
  const { renderer } = drawn(
    [
      ...ONE_LOSS,
      { at: 70, from: 'server', seq: 401, bytes: 1, flags: PSH },
      { at: 80, from: 'server', seq: 402, bytes: 300, flags: PSH },
    ],
    1440,
  );
  const heights = renderer.calls
    .filter(({ style }) => style.colour === 's2c' && style.width === 1.25)
    .filter(({ call, coordinates }) => call === 'polyline' && coordinates?.length === 10)
    .map(({ coordinates }) => (coordinates?.[5] ?? 0) - (coordinates?.[1] ?? 0));
  expect(heights.map(Math.round)).toEqual([7, 5, 7]);
});

test('the words of a message stand where no letter of a mark does, or nowhere', () => {
  const letters = new LetterCells();
  const band = /** @type {any} */ ({
    placed: { message: { kind: 'request', method: 'PUT', target: '/x', bodyBytes: 9 }, startNs: 0, endNs: 5e6 },
    edges: { left: 100, right: 300, top: 100, bottom: 200 },
  });
  const places = () => {
    const renderer = recordingRenderer();
    labelBand(renderer, colours, band, [letters]);
    return renderer.calls.map(({ call, x, y }) => ({ call, x, y }));
  };
  expect(places()[0]).toMatchObject({ call: 'text', x: 292, y: 174 });
  letters.take(280, 190);
  expect(places()[0]).toMatchObject({ call: 'text', x: 108, y: 112 });
  letters.take(120, 110);
  expect(places()).toEqual([]);
});

test('a length of no time and a rate of nothing have no unit that would be chance', () => {
  expect([spanWords(0), spanWords(12), rateWords(0), rateWords(1500)]).toEqual(['0 s', '12 ns', '0', '1.50 kbit/s']);
});
