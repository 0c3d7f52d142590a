import { timeScale } from '../../../client/plot/time-scale.js';
import { timeTicks } from '../../../client/plot/time-ticks.js';
import { classesFrom, classesThatOccur } from '../../../client/views/connection/data/mark-classes.js';
import { createModel, takePath } from '../../../client/views/connection/data/model.js';
import { Flight, RoundTrips } from '../../../client/views/connection/data/path-data.js';
import { drawPanes, isOf } from '../../../client/views/connection/diagram.js';
import { anchorOf, packetAt } from '../../../client/views/connection/packets/hit-test.js';
import {
  layoutPanes,
  movedPane,
  optionalShown,
  paneAt,
  switchedPane,
} from '../../../client/views/connection/panes/layout.js';
import { acknowledgedFigures } from '../../../client/views/connection/side/acknowledged-figures.js';
import { recordingRenderer } from '../../support/recording-renderer.js';
import { DRAWN_PLAINLY, flowOf } from '../support/connection.js';
import { columnsOf, ONE_LOSS, pathOf } from '../support/packet-columns.js';

/** Of the diagram, CSS pixels. */
const WIDTH = 1100;
const HEIGHT = 700;
const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));

/**
 * @param {import('../support/packet-columns.js').Packet[]} packets
 * @param {object} [view]
 * @param {import('../../../client/plot/time-scale.js').TimeRange} [view.range]
 * @param {string} [view.hide]
 * @param {any} [view.flow]
 * @param {import('../../../client/views/connection/data/path-data.js').PathData|null} [view.path]
 * @param {import('../../../client/views/connection/panes/layout.js').OptionalPane[]|null} [view.panes]
 * @param {Partial<import('../../../client/views/timeline/grid.js').DrawnAs>} [view.as]
 */
function drawn(packets, { range, hide, flow = {}, path = null, panes: shown = null, as = {} } = {}) {
  const model = createModel(flowOf(flow), columnsOf(packets), [], null);
  model.path = path;
  const layout = layoutPanes(WIDTH, HEIGHT, { messagesHeight: 0, panes: shown });
  const x = timeScale(range ?? model.limits, layout.leftPx, layout.widthPx);
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
    narrow: false,
    hidden: classesFrom(hide),
    as: { ...DRAWN_PLAINLY, ...as },
  };
  const renderer = recordingRenderer();
  const panes = drawPanes(renderer, scene, layout);
  return {
    renderer,
    scene,
    layout,
    panes,
    sequence: /** @type {NonNullable<typeof panes.sequence>} */ (panes.sequence),
  };
}

/** @param {ReturnType<typeof recordingRenderer>} renderer @param {string} colour */
const linesIn = ({ calls }, colour) => calls.filter(({ call, style }) => call === 'lines' && style.colour === colour);

test("segments are bars from first to last byte, in the direction's colour", () => {
  const { renderer, scene, sequence } = drawn(ONE_LOSS);
  const bar = linesIn(renderer, 's2c')[0].coordinates ?? [];
  const { y } = sequence.scale;
  expect(bar.slice(0, 4).map(Math.round)).toEqual([scene.x.x(20e6), y(1), scene.x.x(20e6), y(101)].map(Math.round));
});

test('a repeat bears an R and its kind, the third duplicate a 3, SACK blocks their bars', () => {
  const third = [...ONE_LOSS];
  third.splice(10, 0, { at: 43.5, from: 'client', ack: 101, analysis: ['duplicate_ack'], sack: [[201, 401]] });
  const { renderer } = drawn(third);
  expect(renderer.texts()).toEqual(expect.arrayContaining(['R', 'fast', '3']));
  expect(linesIn(renderer, 'sack').flatMap(({ coordinates }) => coordinates ?? []).length).toBe(3 * 4);
});

test('bytes that were passed over have a dotted box where they were due, and a line to where they came', () => {
  const { renderer, scene, sequence } = drawn([
    ...ONE_LOSS.slice(0, 4),
    { at: 22, from: 'server', seq: 201, ack: 1, bytes: 100 },
    { at: 40, from: 'client', ack: 101 },
    { at: 50, from: 'server', seq: 101, ack: 1, bytes: 100, verdict: 'reordered' },
    { at: 70, from: 'client', ack: 301 },
  ]);
  const [line, box] = linesIn(renderer, 'ooo').filter(({ style }) => style.dash);
  const { y } = sequence.scale;
  const due = scene.x.x(22e6);
  const rounded = (/** @type {number[]} */ list) => list.map(Math.round);
  expect(rounded((line.coordinates ?? []).slice(0, 2))).toEqual(rounded([due, y(151)]));
  expect(rounded((box.coordinates ?? []).slice(0, 8))).toEqual(
    rounded([due - 3, y(201), due + 3, y(201), due + 3, y(201), due + 3, y(101)]),
  );
});

/**
 * The second segment is retransmitted though it had come: a time-out, a report of the duplicate.
 * @type {import('../support/packet-columns.js').Packet[]}
 */
const NOT_NEEDED = [
  ...ONE_LOSS,
  {
    at: 90,
    from: 'server',
    seq: 101,
    ack: 1,
    bytes: 100,
    verdict: 'retransmission',
    kind: 'rto',
    needed: false,
    evidence: ['already_acked', 'dsack'],
    confidence: 0.99,
  },
  { at: 110, from: 'client', ack: 401, sack: [[101, 201]] },
];

test('a repeat that was not needed is hollow, its R struck; the report of it is a hollow SACK bar', () => {
  const { renderer } = drawn(NOT_NEEDED, { range: { startNs: 80e6, endNs: 120e6 } });
  expect(renderer.calls.filter(({ call }) => call === 'frame').map(({ style }) => style.colour)).toEqual(
    expect.arrayContaining(['retx', 'sack']),
  );
  expect(renderer.texts()).toEqual(expect.arrayContaining(['R', 'rto']));
  expect(
    linesIn(renderer, 'retx').some(({ style, coordinates }) => style.width === 1.25 && coordinates?.length === 4),
  ).toBe(true);
});

test.each(['repair,spurious', 'dsack', 'duplicate', 'ack', 'segment'])(
  'what is switched off (%s) is not drawn',
  (hide) => {
    const ofClass = (/** @type {ReturnType<typeof drawn>} */ { renderer }) => renderer.calls.length;
    expect(ofClass(drawn(NOT_NEEDED, { hide }))).toBeLessThan(ofClass(drawn(NOT_NEEDED)));
  },
);

test('the legend lists only what occurs', () => {
  const ids = (/** @type {import('../support/packet-columns.js').Packet[]} */ packets) =>
    classesThatOccur(createModel(flowOf(), columnsOf(packets), [], null), 1).map(({ id }) => id);
  expect(ids(NOT_NEEDED)).toEqual([
    'segment',
    'ack',
    'edge',
    'repair',
    'spurious',
    'sack',
    'dsack',
    'duplicate',
    'push',
    'handshake',
  ]);
  expect(ids([{ at: 0, from: 'server', seq: 1, bytes: 10, ecn: 3 }])).toEqual(['segment', 'congestion']);
});

test('a loss episode is shaded from its start to its end', () => {
  const episode = {
    direction: 'serverToClient',
    start: 0.021,
    repair: 0.044,
    end: 0.064,
    cause: 'loss',
    trigger: 'fast',
    bytesLost: 100,
    bytesResent: 100,
    packetsResent: 1,
    duration: 0.043,
    costSeconds: 0.02,
  };
  const { renderer, scene } = drawn(ONE_LOSS, { flow: { lossEpisodes: [episode] } });
  const shade = renderer.calls.find(({ call, style }) => call === 'rect' && style.colour === 'retx');
  expect([shade?.box?.x, (shade?.box?.x ?? 0) + (shade?.box?.width ?? 0)]).toEqual([scene.x.x(21e6), scene.x.x(64e6)]);
});

test('round trips are drawn by method: dots, dashes for timestamps, a diamond for the handshake', () => {
  const roundTrips = () => {
    const half = new RoundTrips();
    half.push('handshake', 10e6, 20e6, 2);
    half.push('timestamp', 30e6, 21e6, 3);
    half.push('sequence_ack', 40e6, 22e6, 8);
    [half.all, half.smoothed, ...Object.values(half.byMethod)].forEach((series) => series.summarise());
    return half;
  };
  const whole = /** @type {any} */ ({ place: 'sender', confidence: 1, meanings: [] });
  const path = {
    roundTrips: /** @type {[RoundTrips, RoundTrips]} */ ([roundTrips(), roundTrips()]),
    flight: /** @type {[Flight, Flight]} */ ([new Flight(), new Flight()]),
    vantages: /** @type {[any, any]} */ ([whole, whole]),
  };
  const { renderer, layout } = drawn(ONE_LOSS, { path });
  const pane = layout.panes.find(({ id }) => id === 'rtt') ?? { top: 0, height: 0 };
  const within = (/** @type {number|undefined} */ y) => y !== undefined && y > pane.top && y < pane.top + pane.height;
  const inPane = renderer.calls.filter(({ coordinates }) => coordinates && within(coordinates[1]));
  expect(inPane.filter(({ call }) => call === 'dots').map(({ coordinates }) => coordinates?.length)).toEqual([2]);
  expect(inPane.some(({ call, style }) => call === 'lines' && style.colour === 'ink3' && style.width === 1.25)).toBe(
    true,
  );
  expect(inPane.some(({ call, style }) => call === 'polygon' && style.colour === 'bg1')).toBe(true);
});

test('a zero window is lettered on the ACK line and hatched in the window pane', () => {
  const { renderer } = drawn([
    ...ONE_LOSS,
    { at: 70, from: 'client', ack: 401, window: 0 },
    { at: 90, from: 'client', ack: 401, window: 900 },
  ]);
  expect(renderer.texts()).toContain('Z');
  expect(renderer.calls.some(({ call, style }) => call === 'hatch' && style.colour === 'win')).toBe(true);
});

test.each(
  /** @type {[string, number, string][]} */ ([
    ['begins on the scale', 300, '↑ receive window up to 50 kB, above the scale'],
    ['is all above it', 40_000, '↑ receive window 40 – 50 kB, above the scale'],
  ]),
)('of a window that %s the pane tells in words what it does not draw', (_, first, words) => {
  const { renderer } = drawn(ONE_LOSS.map((packet) => ({ ...packet, window: packet.at < 30 ? first : 50_000 })));
  expect(renderer.texts()).toContain(words);
});

test('bytes that never came are hatched as not captured', () => {
  const { renderer } = drawn([
    { at: 0, from: 'client', ack: 1 },
    { at: 1, from: 'server', seq: 1, bytes: 100 },
    { at: 2, from: 'server', seq: 301, bytes: 100 },
  ]);
  expect(renderer.calls.some(({ call, style }) => call === 'hatch' && style.colour === 'ink3')).toBe(true);
});

test('a million packets cost a few coordinates a pixel, and no repeat is lost', () => {
  /** @type {import('../support/packet-columns.js').Packet[]} */
  const many = [];
  for (let i = 0; i < 60_000; i++) {
    many.push(
      i % 1000 === 999
        ? { at: i / 100, from: 'server', seq: 1 + (i - 500) * 100, bytes: 100, verdict: 'retransmission' }
        : { at: i / 100, from: 'server', seq: 1 + i * 100, bytes: 100 },
    );
    if (i % 2 === 1) many.push({ at: i / 100, from: 'client', ack: 1 + i * 100 });
  }
  const { renderer } = drawn(many);
  const total = renderer.calls.reduce((sum, { coordinates }) => sum + (coordinates?.length ?? 0), 0);
  expect(total).toBeLessThan(900 * 100);
  const repeats = linesIn(renderer, 'retx')
    .filter(({ style }) => style.width === 2)
    .at(-1);
  expect((repeats?.coordinates ?? []).length).toBe(60 * 4);
});

test('the pointer finds the mark it stands on, and the ring goes where the mark is', () => {
  const { scene, sequence } = drawn(ONE_LOSS);
  for (const row of [3, 6, 10, 11]) {
    const [x, y] = anchorOf(scene, sequence.scale, row);
    expect(packetAt(scene, sequence.scale, x, y + (row === 11 ? 0 : 2), 12)).toBe(row);
  }
  expect(packetAt(scene, sequence.scale, scene.x.x(30e6), sequence.scale.y(390), 12)).toBe(-1);
});

test('one packet alone is drawn within the diagram', () => {
  const { renderer } = drawn([{ at: 0, from: 'client', seq: 0, flags: 2 }]);
  const coordinates = renderer.calls.flatMap((call) => [...(call.coordinates ?? [])]);
  expect(coordinates.length).toBeGreaterThan(0);
  expect(coordinates.filter((value) => !(value >= 0 && value <= WIDTH))).toEqual([]);
});

test('panes fill the height, and a phone drops what it has no room for', () => {
  const desk = layoutPanes(1152, 644, { messagesHeight: 1 });
  expect(desk.height).toBe(644);
  expect(paneAt(desk, 1)?.id).toBe('overview');
  expect(paneAt(desk, 643)?.id).toBe('throughput');
  expect(layoutPanes(390, 560, { messagesHeight: 0 }).panes.map(({ id }) => id)).toEqual([
    'overview',
    'axis',
    'ribbon',
    'sequence',
    'window',
    'rtt',
  ]);
});

const SERVER_SENDS = { range: { startNs: 0, endNs: 70e6 } };

test('sequence numbers of the wire stand in the plot, segments count in full ones', () => {
  expect(drawn(ONE_LOSS, { ...SERVER_SENDS, as: { absolute: true } }).sequence.unit).toBe('wire numbers');
  expect(
    drawn(ONE_LOSS, { ...SERVER_SENDS, as: { inSegments: true } }).sequence.scale.ticks.map(({ label }) => label),
  ).toEqual(['0', '1', '2', '3', '4']);
});

test('a number of the wire goes on at zero after its end', () => {
  const columns = columnsOf(ONE_LOSS);
  columns.isn = [0, 2 ** 32 - 200];
  const model = createModel(flowOf(), columns, [], null);
  const layout = layoutPanes(WIDTH, HEIGHT, { messagesHeight: 0 });
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
    narrow: false,
    hidden: classesFrom(''),
    as: { ...DRAWN_PLAINLY, absolute: true },
  };
  const labels = drawPanes(recordingRenderer(), scene, layout).sequence?.scale.ticks.map(({ label }) => label) ?? [];
  expect(labels).toContain('4\u202f294\u202f967\u202f200');
  expect(labels).toContain('104');
});

test('as Stevens drew it: a dot at the first byte of each segment, in its colour, and no line', () => {
  const { renderer, scene, sequence, layout } = drawn(ONE_LOSS, { as: { style: 'stevens' } });
  const pane = layout.panes.find(({ id }) => id === 'sequence') ?? { top: 0, height: 0 };
  const inPane = renderer.calls.filter(
    ({ coordinates }) => coordinates && coordinates[1] > pane.top && coordinates[1] < pane.top + pane.height,
  );
  const dots = inPane.filter(({ call }) => call === 'dots');
  expect(dots.map(({ style, coordinates }) => [style.colour, (coordinates?.length ?? 0) / 2])).toEqual(
    [
      ['s2c', 4],
      ['ooo', 0],
      ['retx', 1],
    ].filter(([, count]) => count !== 0),
  );
  expect(dots[0].coordinates?.slice(0, 2).map(Math.round)).toEqual(
    [scene.x.x(20e6), sequence.scale.y(1)].map(Math.round),
  );
  expect(inPane.some(({ style }) => style.colour === 'ack')).toBe(false);
});

test('bytes acknowledged are a point an acknowledgement, beside an even pace; ACK times stand in steps of 20 ms', async () => {
  const path = await pathOf(ONE_LOSS);
  const { renderer, scene, layout } = drawn(ONE_LOSS, { path, panes: ['acked', 'delay', 'flight', 'sizes'] });
  expect(layout.panes.map(({ id }) => id)).toEqual([
    'overview',
    'axis',
    'ribbon',
    'sequence',
    'acked',
    'delay',
    'flight',
    'sizes',
  ]);
  const of = (/** @type {string} */ id, /** @type {string} */ call) => {
    const { top = 0, height = 0 } = layout.panes.find((pane) => pane.id === id) ?? {};
    return renderer.calls.filter(
      (one) => one.call === call && (one.coordinates?.[1] ?? -1) > top && (one.coordinates?.[1] ?? -1) < top + height,
    );
  };
  expect(of('acked', 'dots').map(({ coordinates }) => (coordinates?.length ?? 0) / 2)).toEqual([5]);
  expect(of('acked', 'lines').some(({ style }) => style.dash !== undefined)).toBe(true);
  const [{ coordinates: delays = [] }] = of('delay', 'dots');
  expect(delays.filter((_, i) => i % 2 === 0).map(Math.round)).toEqual(
    [20, 40, 60].map((ms) => Math.round(scene.x.x(ms * 1e6))),
  );
  expect(of('sizes', 'dots')).toHaveLength(1);
});

test('the figures of the XUDP study: the window by time and by acknowledgement, and whether they fit the rate', async () => {
  const even = Array.from({ length: 20 }, (_, i) => [
    { at: i * 10, from: /** @type {const} */ ('server'), seq: 1 + i * 500, bytes: 500, inFlight: 500 },
    { at: i * 10 + 10, from: /** @type {const} */ ('client'), ack: 501 + i * 500, rtt: 10 },
  ]).flat();
  const model = createModel(flowOf(), columnsOf(even), [], null);
  await takePath(model, await pathOf(even));
  const figures = acknowledgedFigures(model, 1);
  expect(figures).toMatchObject({ ackedBytes: 10_000, timeNs: 200e6, goodput: 400_000, meanRttNs: 10e6 });
  expect([figures?.windowByTime, figures?.windowByAck].map((packets) => Math.round(Number(packets) * 10) / 10)).toEqual(
    [1, 1],
  );
  expect(Math.abs(figures?.littleOff ?? 1)).toBeLessThan(0.01);
});

test('panes stand in the order that the reader gives them, a folded one as its title', () => {
  const layout = layoutPanes(WIDTH, HEIGHT, { messagesHeight: 0, panes: ['throughput', 'window'], folded: ['window'] });
  expect(optionalShown(layout)).toEqual(['throughput', 'window']);
  const [throughput, window] = layout.panes.slice(-2);
  expect([throughput.folded, window.folded, window.height < throughput.height]).toEqual([undefined, true, true]);
  expect(layout.height).toBe(700);
  expect(movedPane(['window', 'rtt', 'throughput'], 'throughput', 0)).toEqual(['throughput', 'window', 'rtt']);
  expect(movedPane(['window', 'rtt', 'throughput'], 'window', 9)).toEqual(['rtt', 'throughput', 'window']);
  expect(switchedPane(null, 'sizes')).toEqual(['window', 'rtt', 'throughput', 'sizes']);
  expect(switchedPane(['throughput', 'window'], 'throughput')).toEqual(['window']);
  expect(switchedPane(['sizes', 'window'], 'rtt')).toEqual(['rtt', 'sizes', 'window']);
});

test('requests under way are steps, as the server counts them; without any the pane says so', () => {
  const packets = /** @type {import('../support/packet-columns.js').Packet[]} */ ([
    { at: 0, from: 'client', seq: 0, flags: 2 },
    { at: 100, from: 'server', seq: 0, ack: 1, flags: 18 },
  ]);
  const { renderer, layout, scene } = drawn(packets, {
    panes: ['requests'],
    flow: { pipelining: { depth: { time: [0.01, 0.02, 0.05], requests: [1, 2, 0] } } },
  });
  const pane = layout.panes.at(-1);
  expect(pane?.id).toBe('requests');
  const line = renderer.calls.findLast(({ call, style }) => call === 'polyline' && style.colour === 'c2s');
  const xs = [0.01, 0.02, 0.05].map((seconds) => Math.fround(scene.x.x(seconds * 1e9)));
  expect(xs.every((x) => line?.coordinates?.includes(x))).toBe(true);
  expect(
    drawn(packets, { panes: ['requests'] }).renderer.calls.some(
      ({ text }) => text === 'No requests in this connection',
    ),
  ).toBe(true);
});

test('an ICMP error is a dot and an I where it came, unless they are switched off', () => {
  const error = { direction: 'serverToClient', time: 0.1, seq: 101, quotedFrame: null, kind: 'host_unreachable' };
  const flow = { icmpErrors: { total: 1, outside: 0, errors: [error] } };
  const marks = (/** @type {object} */ view) => drawn(NOT_NEEDED, { flow, ...view }).renderer.texts();
  expect(marks({})).toContain('I');
  expect(marks({ hide: 'icmp' })).not.toContain('I');
  expect(drawn(NOT_NEEDED).renderer.texts()).not.toContain('I');
});

test('a scene is of its range: where the view glides, each frame has another, though the choices are the same', () => {
  const { scene } = drawn(ONE_LOSS);
  const { startNs, endNs } = scene.x.range;
  const middleNs = (startNs + endNs) / 2;
  expect(isOf(scene, scene, { startNs, endNs })).toBe(true);
  expect(isOf(scene, scene, { startNs, endNs: middleNs })).toBe(false);
  expect(isOf(scene, { ...scene, as: { ...scene.as } }, { startNs, endNs })).toBe(false);
});
