import { DirectionSeries, valueAt } from '../../../client/views/connection/data/direction-series.js';
import { HoleList } from '../../../client/views/connection/data/holes.js';
import { createModel, extendModel } from '../../../client/views/connection/data/model.js';
import { diagramWords } from '../../../client/views/connection/head/diagram-text.js';
import { spanStatistics } from '../../../client/views/connection/side/span-statistics.js';
import { flowOf } from '../support/connection.js';
import { columnsOf, ONE_LOSS } from '../support/packet-columns.js';

/** @param {import('../support/packet-columns.js').Packet[]} packets */
function serverSeries(packets) {
  const series = new DirectionSeries(1);
  series.extend(columnsOf(packets));
  return series;
}

/** @param {{ times: Float64Array, low: Float64Array, high: Float64Array, count: number }} part */
const items = ({ times, low, high, count }) => [...Array(count).keys()].map((i) => [times[i] / 1e6, low[i], high[i]]);

test('segments, repeats and acknowledgements are told apart', () => {
  const series = serverSeries(ONE_LOSS);
  expect(items(series.segments)).toEqual([
    [20, 1, 101],
    [21, 101, 201],
    [22, 201, 301],
    [23, 301, 401],
  ]);
  expect(items(series.retransmissions)).toEqual([[44, 101, 201]]);
  expect(items(series.acks).map(([at, ack]) => [at, ack])).toEqual([
    [20, 1],
    [40, 101],
    [42, 101],
    [43, 101],
    [64, 401],
  ]);
  expect([...series.duplicateRuns.values.subarray(0, series.duplicates.count)]).toEqual([1, 2]);
  expect(items(series.pushes)).toEqual([[23, 301, 401]]);
});

test('a SYN or FIN that is retransmitted is drawn, and not counted with the data', () => {
  const syn = { at: 10, from: /** @type {const} */ ('server'), seq: 0, ack: 1, flags: 18, window: 64_000 };
  const packets = [ONE_LOSS[0], syn, { ...syn, at: 15, verdict: 'retransmission', kind: 'syn' }, ...ONE_LOSS.slice(2)];
  const model = createModel(flowOf(), columnsOf(packets), [], null);
  const [, series] = model.series;
  expect(items(series.retransmissions)).toEqual([
    [15, 0, 1],
    [44, 101, 201],
  ]);
  expect(items(series.repeatedControls)).toEqual([[15, 0, 1]]);
  expect(spanStatistics(model, 1, { startNs: 0, endNs: 1e9 })).toMatchObject({ segments: 5, retransmitted: 1 });
  expect(diagramWords(model, 1)).toContain('5 segments with data, 1 of them retransmitted, 0 out of order');
});

test('bytes in flight rise with each segment and fall with each acknowledgement', () => {
  const { inFlight } = serverSeries(ONE_LOSS);
  expect(valueAt(inFlight, 23e6)).toBe(400);
  expect(valueAt(inFlight, 40e6)).toBe(300);
  expect(valueAt(inFlight, 64e6)).toBe(0);
});

test('the first sending and the acknowledgement of a byte are found', () => {
  const series = serverSeries(ONE_LOSS);
  expect(series.firstSending(150)).toBe(4);
  expect(series.acknowledgement(201)).toBe(11);
  expect(series.acknowledgement(402)).toBeNull();
  expect(series.firstSending(500)).toBeNull();
});

test('extending with more packets gives what building at once gives', () => {
  const grown = new DirectionSeries(1);
  for (let count = 0; count <= ONE_LOSS.length; count++) grown.extend(columnsOf(ONE_LOSS.slice(0, count)));
  const whole = serverSeries(ONE_LOSS);
  for (const name of /** @type {const} */ ([
    'segments',
    'retransmissions',
    'acks',
    'edge',
    'inFlight',
    'sent',
    'highest',
  ])) {
    expect(items(grown[name])).toEqual(items(whole[name]));
  }
});

test('a window counts as closed from the first zero to the next opening', () => {
  const series = serverSeries([
    { at: 0, from: 'server', bytes: 100 },
    { at: 1, from: 'client', ack: 101, window: 0 },
    { at: 2, from: 'client', ack: 101, window: 0 },
    { at: 5, from: 'client', ack: 101, window: 500 },
    { at: 8, from: 'client', ack: 101, window: 0 },
  ]);
  expect(series.zeroWindows.count).toBe(3);
  expect([...series.closedWindows.start.values.subarray(0, 2)]).toEqual([1e6, 8e6]);
  expect([...series.closedWindows.end.values.subarray(0, 2)]).toEqual([5e6, Infinity]);
  expect(series.closedNs).toBe(4e6);
});

test('a reset by the other end is kept even without an acknowledgement number', () => {
  const series = serverSeries([
    { at: 0, from: 'server', bytes: 100 },
    { at: 1, from: 'client', ack: 51 },
    { at: 2, from: 'client', flags: 4 },
  ]);
  expect(items(series.resets).map(([at, offset]) => [at, offset])).toEqual([[2, 51]]);
});

test("without the server's verdicts Wireshark's flags decide", () => {
  const series = new DirectionSeries(1);
  series.extend(
    columnsOf(
      [
        { at: 0, from: 'server', bytes: 10 },
        { at: 1, from: 'server', bytes: 10, analysis: ['retransmission'] },
        { at: 2, from: 'server', seq: 5, bytes: 3, analysis: ['out_of_order'] },
      ],
      { verdicts: false },
    ),
  );
  expect([series.segments.count, series.retransmissions.count, series.lateArrivals.count]).toEqual([1, 1, 1]);
});

test('a hole is filled piece by piece', () => {
  const list = new HoleList();
  list.open(100, 400, 1);
  list.fill(200, 300, 5);
  list.fill(100, 200, 7);
  expect(list.holes.map(({ low, high, filledNs }) => [low, high, filledNs]).sort((a, b) => a[0] - b[0])).toEqual([
    [100, 200, 7],
    [200, 300, 5],
    [300, 400, Infinity],
  ]);
});

test('verdicts that changed since, when the whole capture was judged, are drawn as they are now', () => {
  const first = columnsOf(ONE_LOSS.map((packet) => ({ ...packet, verdict: packet.verdict && 'reordered' })));
  const model = createModel(flowOf(), first, [], null);
  expect(model.series[1].lateArrivals.count).toBe(1);
  extendModel(model, flowOf(), columnsOf(ONE_LOSS), []);
  expect([model.series[1].lateArrivals.count, model.series[1].retransmissions.count]).toEqual([0, 1]);
});

test("repeats are parted by need; without a judgement Wireshark's flag tells", () => {
  const repeat = (/** @type {Partial<import('../support/packet-columns.js').Packet>} */ more) =>
    serverSeries([...ONE_LOSS, { at: 90, from: 'server', seq: 101, bytes: 100, verdict: 'retransmission', ...more }]);
  const parts = (/** @type {DirectionSeries} */ { repairs, spurious }) => [repairs.count, spurious.count];
  expect(parts(repeat({ kind: 'tlp', needed: true }))).toEqual([2, 0]);
  expect(parts(repeat({ kind: 'tlp', needed: null }))).toEqual([2, 0]);
  expect(parts(repeat({ kind: 'tlp', needed: false }))).toEqual([1, 1]);
  expect(parts(repeat({ analysis: ['spurious_retransmission'] }))).toEqual([1, 1]);
});

test('a report of bytes that came twice is one below the acknowledgement, or inside the block behind it', () => {
  const reports = (/** @type {[number, number][]} */ sack) =>
    serverSeries([...ONE_LOSS, { at: 90, from: 'client', ack: 401, sack }]).duplicateSackRows.count;
  expect([
    reports([[101, 201]]),
    reports([[501, 601]]),
    reports([
      [501, 601],
      [501, 801],
    ]),
  ]).toEqual([1, 0, 1]);
});

test('of a window whose scale is not known nothing is drawn but that it is closed', () => {
  const columns = { ...columnsOf(ONE_LOSS), windowKnown: [false, false] };
  const series = new DirectionSeries(1);
  series.extend({
    ...columns,
    window: Array.from(columns.window, (bytes, row) => (row === columns.rows - 1 ? 0 : bytes)),
  });
  series.summarise();
  expect([series.window.count, series.edge.count, series.windowUpdates.count]).toEqual([0, 0, 0]);
  expect([series.acks.count > 0, series.zeroWindows.count]).toEqual([true, 1]);
});
