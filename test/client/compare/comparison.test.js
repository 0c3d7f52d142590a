import { axisMarks } from '../../../client/views/compare/axis.js';
import { changeOf, valueOf } from '../../../client/views/compare/difference-table.js';
import { figuresOf, headline } from '../../../client/views/compare/figures.js';
import { layoutOf } from '../../../client/views/compare/layout.js';
import { createMember } from '../../../client/views/compare/member.js';
import { drawComparison } from '../../../client/views/compare/plot.js';
import { queryFromState, stateFromQuery, TIMES_FROM_ALIGNMENT } from '../../../client/views/compare/state.js';
import { createModel } from '../../../client/views/connection/data/model.js';
import { SenderData } from '../../../client/views/connection/data/sender-data.js';
import { DirectionSummary } from '../../../lib/compare/capture-summary.js';
import { recordingRenderer } from '../../support/recording-renderer.js';
import { flowOf } from '../support/connection.js';
import { columnsOf } from '../support/packet-columns.js';

/** @typedef {import('../support/packet-columns.js').Packet} Packet */

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));
/** @param {number} packets */
const side = (packets) => Object.assign(new DirectionSummary(), { payloadBytes: 14000, packets });

/**
 * A request, and flights of so many segments of 1000 bytes, a round trip of 100 ms apart; taken at the server.
 * @param {string} letter @param {number[]} flights @param {number} startMs
 */
function member(letter, flights, startMs) {
  /** @type {Packet[]} */
  const packets = [
    { at: startMs, from: 'client', seq: 0, flags: 2 },
    { at: startMs, from: 'server', seq: 0, ack: 1, flags: 18 },
    { at: startMs + 100, from: 'client', ack: 1 },
    { at: startMs + 101, from: 'client', seq: 1, ack: 1, bytes: 80 },
  ];
  let seq = 1;
  flights.forEach((segments, flight) => {
    for (let i = 0; i < segments; i++, seq += 1000) {
      packets.push({ at: startMs + 102 + flight * 100 + i * 0.01, from: 'server', seq, ack: 81, bytes: 1000 });
    }
    packets.push({ at: startMs + 202 + flight * 100, from: 'client', seq: 81, ack: seq });
  });
  const model = createModel(flowOf({ serverToClient: { rtt: { min: 0.1 } } }), columnsOf(packets), [], null);
  const summary = {
    flows: 1,
    clientToServer: side(packets.filter(({ from }) => from === 'client').length),
    serverToClient: side(packets.filter(({ from }) => from === 'server').length),
  };
  return createMember({
    of: { id: letter, flow: 0 },
    letter,
    name: `${letter}.pcap`,
    flow: 0,
    model,
    summary,
    difference: letter === 'A' ? null : { bandwidthLost: 0 },
  });
}

const slow = () => member('A', [2, 4, 8], 0);
const fast = () => member('B', [14], 5000);

test('flights, alignment and ends are found', () => {
  const { flights, alignNs, endNs, isAcknowledged, payloadBytes, largestSegment } = slow();
  expect(flights.map(({ segments, bytes }) => [segments, bytes])).toEqual([
    [2, 2000],
    [4, 4000],
    [8, 8000],
  ]);
  expect(alignNs).toEqual({ syn: 0, request: 101e6, byte: 102e6 });
  expect([endNs, isAcknowledged, payloadBytes, largestSegment]).toEqual([402e6, true, 14000, 1000]);
});

test('a factor is never told as none', () => {
  const change = (/** @type {number} */ value) =>
    changeOf({ name: '', values: [1, value], write: String, change: 'factor' }, 1);
  expect([2.984, 0.15, 0.0046, 0.00007, 0].map(change)).toEqual(['× 2.98', '× 0.15', '× 0.005', '× 0.00007', '× 0.00']);
});

test('the table tells what differs, and the headline what it comes to', () => {
  const members = [slow(), fast()];
  const figures = figuresOf(members);
  const row = (/** @type {string} */ name) => {
    const figure = figures.find((one) => one.name === name);
    return figure && [valueOf(figure, 0), valueOf(figure, 1), changeOf(figure, 1)];
  };
  expect(row('Request to last byte')).toEqual(['0.301 s', '0.101 s', '−0.200 s']);
  expect(row('Round trips')).toEqual(['3.0', '1.0', '−2.0']);
  expect(row('First flight, segments')).toEqual(['2', '14', '+12']);
  expect(row('Goodput, Mbit/s')).toEqual(['0.37', '1.11', '× 2.98']);
  expect(row('Payload')).toEqual(['14.0 kB', '14.0 kB', '0']);
  expect(row('Credit messages')).toBe(undefined);
  expect(headline([fast(), slow()]).rest).toMatch(/^A's goodput is 66 % lower\. /); // the factor of the table
  expect(headline(members)).toEqual({
    strong: '14.0 kB in 0.101 s instead of 0.301 s.',
    rest: '2 round trips fewer on a 0.100 s path. 2 packets fewer.',
  });
});

test('the sentence speaks of the exchanges alone: whole captures may have lost what these have gained', () => {
  const [before, after] = [slow(), { ...fast(), difference: { bandwidthLost: 0.44 } }];
  expect(headline([before, after]).rest).not.toMatch(/goodput|bandwidth/);
  const whole = (/** @type {ReturnType<typeof slow>} */ one) => ({
    ...one,
    of: { id: one.letter, flow: null },
    summary: { ...one.summary, flows: 3 },
  });
  expect(headline([whole(before), whole(after)]).rest).toBe('2 round trips fewer on a 0.100 s path.');
});

test('what was in flight is a figure of the sender where the capture was taken there', () => {
  const inFlight = (/** @type {string | null} */ place) =>
    figuresOf([{ ...slow(), senders: place && /** @type {any} */ ({ facts: [null, { place }] }) }]).find(
      ({ name }) => name === 'Max in flight',
    )?.values;
  expect([inFlight('sender'), inFlight('receiver'), inFlight('unknown'), inFlight(null)]).toEqual([
    [8000],
    [null],
    [null],
    [null],
  ]);
});

/** @param {import('../../../client/views/compare/state.js').Arrangement} arrangement */
function drawn(arrangement) {
  const renderer = recordingRenderer();
  const members = [slow(), fast()];
  const layout = layoutOf({ width: 1000, height: 700, members: 2, arrangement });
  drawComparison(renderer, {
    members,
    layout,
    range: { startNs: -10e6, endNs: 320e6 },
    align: 'request',
    isOverlaid: arrangement === 'overlaid',
    colours,
  });
  return { renderer, layout };
}

test('overlaid, both begin at the request, the difference is measured out and flights are counted', () => {
  const { renderer, layout } = drawn('overlaid');
  expect(renderer.texts()).toEqual(
    expect.arrayContaining([
      'request',
      '1 RTT',
      '3 RTT',
      '0.200 s, 2.0 round trips',
      '8 segments',
      '14 segments',
      'A last byte',
      'B last byte',
    ]),
  );
  const bars = (/** @type {string} */ colour) =>
    renderer.calls
      .filter(({ call, style }) => call === 'lines' && style.colour === colour && style.width === 2)
      .flatMap(({ coordinates }) => coordinates ?? []);
  const firstX = layout.leftPx + (11 / 330) * layout.widthPx;
  expect(Math.abs(bars('ink2')[0] - firstX)).toBeLessThan(0.01);
  expect(Math.abs(bars('s2c')[0] - firstX)).toBeLessThan(0.01);
});

test('stacked, each has its own plot on one scale, with its packets below', () => {
  const { renderer, layout } = drawn('stacked');
  expect(layout.panes.map(({ kind, members }) => [kind, ...members])).toEqual([
    ['axis'],
    ['sequence', 0],
    ['ribbon', 0],
    ['packets', 0],
    ['sequence', 1],
    ['ribbon', 1],
    ['packets', 1],
  ]);
  expect(renderer.texts()).toEqual(expect.arrayContaining(['A  A.pcap', 'B  B.pcap', '0.301 s', '0.101 s']));
  expect(renderer.texts().filter((text) => text === 'Packets').length).toBe(2);
});

test.each(/** @type {const} */ (['overlaid', 'stacked']))(
  '%s, what held each one back stands in a ribbon of its own, moved as its packets are',
  (arrangement) => {
    const renderer = recordingRenderer();
    const members = [slow(), fast()];
    const range = { startNs: -10e6, endNs: 320e6 };
    const stretch = { cause: 'congestion_window', fromNs: 100e6, toNs: 200e6 };
    for (const member of members) {
      const sender = new SenderData();
      const { request } = member.alignNs;
      sender.causes.start.push(request + stretch.fromNs);
      sender.causes.end.push(request + stretch.toNs);
      sender.causes.name.push(stretch.cause);
      member.senders = {
        of: [new SenderData(), sender],
        facts: [null, null],
        kernels: [null, null],
        isSketch: false,
        range: null,
        detail: null,
      };
    }
    const layout = layoutOf({ width: 1000, height: 700, members: 2, arrangement });
    drawComparison(renderer, {
      members,
      layout,
      range,
      align: 'request',
      isOverlaid: arrangement === 'overlaid',
      colours,
    });
    const ribbons = layout.panes.filter(({ kind }) => kind === 'ribbon');
    const painted = renderer.calls
      .filter(({ call, style }) => call === 'rect' && style.colour === 'cwnd')
      .map(({ box }) => /** @type {any} */ (box));
    const atPx = (/** @type {number} */ ns) =>
      layout.leftPx + ((ns - range.startNs) / (range.endNs - range.startNs)) * layout.widthPx;
    const columns = [Math.floor(atPx(stretch.fromNs)), Math.ceil(atPx(stretch.toNs))];
    expect(painted.map(({ x, width }) => [x, x + width])).toEqual(ribbons.map(() => columns));
    painted.forEach(({ y, height }, i) =>
      expect([y >= ribbons[i].top, y + height <= ribbons[i].top + ribbons[i].height]).toEqual([true, true]),
    );
    expect(renderer.texts()).toEqual(expect.arrayContaining(['Limited by, A', 'Limited by, B', 'cwnd']));
  },
);

test('ends close to each other have their labels one below the other', () => {
  const renderer = recordingRenderer();
  const members = [member('A', [2, 4, 8], 0), member('B', [2, 4, 9], 0), member('C', [14], 0)];
  const layout = layoutOf({ width: 1000, height: 700, members: 3, arrangement: 'overlaid' });
  drawComparison(renderer, {
    members,
    layout,
    range: { startNs: -10e6, endNs: 620e6 },
    align: 'request',
    isOverlaid: true,
    colours,
  });
  const yOf = (/** @type {string} */ letter) =>
    Number(renderer.calls.find(({ text }) => text === `${letter} last byte`)?.y);
  expect([yOf('B') - yOf('A'), yOf('C') - yOf('A')]).toEqual([15, 0]);
});

test('counts of segments stand clear of each other and of ends, however little room there is', () => {
  const renderer = recordingRenderer();
  const members = [member('A', [2, 4, 8, 16], 0), member('B', [3, 5, 9], 0)];
  const layout = layoutOf({ width: 390, height: 500, members: 2, arrangement: 'overlaid' });
  drawComparison(renderer, {
    members,
    layout,
    range: { startNs: -10e6, endNs: 450e6 },
    align: 'request',
    isOverlaid: true,
    colours,
  });
  const boxes = renderer.calls
    .filter(({ text }) => / segments$| last byte$/.test(String(text)))
    .map(({ text, x, y, style }) => {
      const width = renderer.textWidth(String(text), style);
      return {
        text,
        left: Number(x) - (style.align === 'right' ? width : 0),
        right: Number(x) + (style.align === 'right' ? 0 : width),
        y: Number(y),
      };
    });
  expect(boxes.filter(({ text }) => / segments$/.test(String(text))).length).toBeGreaterThan(4);
  const over = boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter((b) => a.left < b.right && b.left < a.right && Math.abs(a.y - b.y) < 14)
      .map((b) => [a.text, b.text]),
  );
  expect(over).toEqual([]);
  for (const { left, right } of boxes) {
    expect([left >= layout.leftPx, right <= layout.leftPx + layout.widthPx]).toEqual([true, true]);
  }
});

test('of a connection too long for the page no flights are told, and its bytes by where the last one stands', () => {
  const { of, letter, name, flow, full, summary, difference } = slow();
  const model = /** @type {import('../../../client/views/connection/data/model.js').Model} */ (full);
  const whole = slow();
  const sketch = createMember({
    of,
    letter,
    name,
    flow,
    summary,
    difference,
    model: { ...model, columns: { ...model.columns, sketch: 3_000_000 } },
  });
  expect([sketch.isPart, sketch.flights, sketch.payloadBytes, sketch.endNs]).toEqual([
    true,
    [],
    whole.payloadBytes,
    whole.endNs,
  ]);
  const figure = figuresOf([whole, sketch]).find((one) => one.name === 'Flights');
  expect(figure && [valueOf(figure, 0), valueOf(figure, 1), changeOf(figure, 1)]).toEqual(['3', '–', '']);
});

test('labels of the axis never overlap, round trips first', () => {
  const marks = axisMarks({ startNs: -10e6, endNs: 320e6 }, 900, 100e6, 'SYN', (label) => label.length * 6);
  expect(marks.filter(({ strong }) => strong).map(({ label }) => label)).toEqual(['SYN', '1 RTT', '2 RTT', '3 RTT']);
  const placed = marks
    .map(({ atNs, label }) => ({ at: (atNs * 900) / 330e6, half: label.length * 3 }))
    .sort((a, b) => a.at - b.at);
  for (let i = 1; i < placed.length; i++) {
    expect(placed[i].at - placed[i - 1].at).toBeGreaterThan(placed[i].half + placed[i - 1].half);
  }
});

test.each([
  [
    'of=a/1,b&align=syn&layout=stacked&from=5&to=9&span=-1_6',
    'of=a%2F1%2Cb&align=syn&layout=stacked&from=5&to=9&span=-1_6',
  ],
  ['of=a,%3Cb%3E&align=x&layout=y&from=9&to=5&span=7', 'of=a'],
  ['', 'of='],
])('the URL %s is read as %s', (given, expected) => {
  const query = Object.fromEntries(new URLSearchParams(given));
  const times = TIMES_FROM_ALIGNMENT.write(TIMES_FROM_ALIGNMENT.read(query));
  expect(String(new URLSearchParams({ ...queryFromState(stateFromQuery(query)), ...times }))).toBe(expected);
});
