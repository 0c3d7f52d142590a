/** What is drawn of lanes, through a renderer that only writes down. */
import { messageBox } from '../../../client/views/lanes/draw-lane.js';
import { drawLanes, laneTop } from '../../../client/views/lanes/draw-lanes.js';
import { lanesFrom } from '../../../client/views/lanes/lane-columns.js';
import { GROUP_HEAD, LaneGeometry } from '../../../client/views/lanes/lane-geometry.js';
import { hitAt } from '../../../client/views/lanes/lane-hit.js';
import { laneHeight, lookOf } from '../../../client/views/lanes/lane-look.js';
import { lanesLegend } from '../../../client/views/lanes/lanes-legend.js';
import { queryOf, stateFrom } from '../../../client/views/lanes/view-state.js';
import { groundOf } from '../../../client/views/timeline/axis.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { pcap, script } from '../../support/packets/packets.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));
const TALL = lookOf(52);
const GET = (/** @type {string} */ target) => `client PSH "GET ${target} HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"`;
const ANSWER = (/** @type {string} */ type, /** @type {string} */ status = '200 OK') =>
  `server PSH "HTTP/1.1 ${status}\\r\\nContent-Type: ${type}\\r\\nContent-Length: 3\\r\\n\\r\\nabc"`;

/** @param {...string} lines of one connection */
function laneOf(...lines) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(script({}, 'client SYN', '+20ms server SYN-ACK', '+10ms client ACK', ...lines)));
  analysis.ingest.end();
  const bytes = encodeColumnFrame(analysis.overview.lanes([0], { startNs: 0, endNs: 1e9, bins: 1000 }));
  return lanesFrom(/** @type {ArrayBuffer} */ (bytes.buffer))[0];
}

/**
 * @param {import('../../../client/views/lanes/lane-columns.js').Lane} lane
 * @param {Partial<import('../../../client/views/lanes/draw-lanes.js').LanesScene['show']>} [show]
 */
function sceneOf(lane, show = {}) {
  const geometry = Object.assign(new LaneGeometry(TALL.high), { total: 1, groups: Uint32Array.of(0), viewHeight: 300 });
  const ground = groundOf({ range: { startNs: 0, endNs: 200e6 }, leftPx: 200, width: 1214, height: 322, colours });
  return {
    ground,
    geometry,
    laneAt: () => lane,
    look: TALL,
    show: { packets: true, messages: true, acks: true, ...show },
    active: -1,
    arcs: /** @type {import('../../../client/views/lanes/draw-arcs.js').PlacedArc[]} */ ([]),
  };
}

/** @param {ReturnType<typeof sceneOf>} scene */
function drawn(scene) {
  const renderer = recordingRenderer();
  drawLanes(renderer, scene);
  return renderer;
}

const PAGE = [
  GET('/index.html'),
  '+20ms ' + ANSWER('text/html'),
  '+10ms client ACK',
  '+10ms ' + GET('/a.css'),
  '+10ms ' + ANSWER('text/css', '404 No'),
  '+10ms client ACK',
];

test('the legend has what the lanes have, with what is shown of them', () => {
  const words = (/** @type {'packets'|'both'|'messages'} */ show, /** @type {string[]} */ ...lines) =>
    lanesLegend([laneOf(...lines)], show).map(([, entry]) => entry);
  expect(words('both', 'client data 10')).toEqual(['handshake', 'idle']);
  const all = [
    'request',
    'page',
    'until last byte ACKed',
    'failed, retransmitted',
    'PSH',
    'handshake',
    'waiting',
    'idle',
  ];
  expect(words('both', ...PAGE)).toEqual(all);
  expect(words('packets', ...PAGE)).toEqual(['failed, retransmitted', 'PSH', 'handshake', 'waiting', 'idle']);
  expect(words('messages', ...PAGE)).toEqual(all.filter((entry) => entry !== 'PSH'));
});

test("requests at one place have the first one's name, and how many more there are", () => {
  expect(drawn(sceneOf(laneOf(GET('/a.css'), GET('/b.css'), GET('/c.css'), '+60ms ' + GET('/d.css')))).texts()).toEqual(
    expect.arrayContaining(['a.css +2', 'd.css']),
  );
});

test('requests stand above the life line with their names, responses below by type, failures in red', () => {
  const renderer = drawn(sceneOf(laneOf(...PAGE)));
  const middle = 22 + GROUP_HEAD + TALL.high / 2;
  const bars = (/** @type {string} */ colour) =>
    renderer.calls.filter(({ call, style }) => call === 'rect' && style.colour === colour && style.alpha === undefined);
  expect(bars('c2s').map(({ box }) => (box?.y ?? 0) < middle)).toEqual([true, true]);
  expect(bars('mHtml')).toHaveLength(1);
  expect(bars('mHtml')[0].box?.y).toBeGreaterThan(middle);
  expect(bars('retx')).toHaveLength(1);
  expect(renderer.texts()).toEqual(expect.arrayContaining(['index.html', 'a.css', '10.0.0.2:80', '0']));
});

test("where a client's endpoint has no room its address is cut, never the port", () => {
  const scene = sceneOf(laneOf(...PAGE));
  const { row } = /** @type {NonNullable<ReturnType<typeof scene.laneAt>>} */ (scene.laneAt());
  const client =
    drawn(scene)
      .texts()
      .find((text) => text.endsWith(`:${row.client.port}`)) ?? '';
  scene.ground.x = groundOf({ range: { startNs: 0, endNs: 200e6 }, leftPx: 132, width: 1214, height: 322, colours }).x;
  expect([
    client,
    drawn(scene)
      .texts()
      .find((text) => text.endsWith(`:${row.client.port}`)),
  ]).toEqual([`${row.client.address}:${row.client.port}`, expect.stringMatching(/^\d[\d.]*…:\d+$/)]);
});

test('a response is pale from its last byte to its acknowledgement', () => {
  const { calls } = drawn(sceneOf(laneOf(...PAGE)));
  const pale = calls.find(({ call, style }) => call === 'rect' && style.colour === 'mHtml' && style.alpha === 0.38);
  expect(pale?.box?.width).toBeCloseTo((10 / 200) * 1000, 0);
});

test('the handshake is an open box, waiting a line, idle dots', () => {
  const scene = sceneOf(laneOf(...PAGE));
  const { calls } = drawn(scene);
  const handshake = calls.find(({ call, style }) => call === 'frame' && style.colour === 'c2s');
  expect([handshake?.box?.x, handshake?.box?.width]).toEqual([200.5, 150]);
  const waits = calls.find(({ call, style }) => call === 'lines' && style.colour === 'ink3' && style.width === 2);
  expect(waits?.coordinates?.length).toBe(2 * 4);
  expect(calls.some(({ call, style }) => call === 'lines' && style.dash?.join() === '1,3')).toBe(true);
});

test('packets of a direction stand on their side; ACKs can be left out, and so can all packets', () => {
  const lane = laneOf(...PAGE);
  const ticks = (/** @type {ReturnType<typeof drawn>} */ { calls }, /** @type {number} */ high) =>
    calls.filter(({ call, style }) => call === 'lines' && style.width === high && style.dash === undefined);
  expect(ticks(drawn(sceneOf(lane)), 3).length).toBe(1);
  expect(ticks(drawn(sceneOf(lane, { acks: false })), 3)).toEqual([]);
  expect(ticks(drawn(sceneOf(lane)), 8).map(({ style }) => style.colour)).toEqual(
    expect.arrayContaining(['c2s', 's2c', 'ink1']),
  );
  expect(ticks(drawn(sceneOf(lane, { packets: false })), 8)).toEqual([]);
});

test('thousands of packets on a pixel cost one box, and a reset among them is still drawn', () => {
  const lane = laneOf(...Array.from({ length: 3000 }, () => 'client data 10'), '+100ms server RST');
  const renderer = drawn(sceneOf(lane));
  const data = renderer.calls.find(
    ({ call, style }) => call === 'lines' && style.colour === 'c2s' && style.width === 6,
  );
  expect(data?.coordinates?.length).toBeLessThan(40 * 4);
  expect(renderer.texts()).toContain('RST');
});

test('requests that did not wait for the answer are joined', () => {
  const lane = laneOf(GET('/1'), GET('/2'), '+30ms ' + ANSWER('text/html'), ANSWER('text/html'));
  expect(lane.messages.filter(({ pipelined }) => pipelined)).toHaveLength(1);
  const { calls } = drawn(sceneOf(lane));
  expect(
    calls.filter(({ call, style }) => call === 'lines' && style.colour === 'c2s' && style.width === 2),
  ).toHaveLength(1);
});

test('arcs are drawn between lanes in view, redirects in a colour of their own, and none of those far away', () => {
  const lane = laneOf(...PAGE);
  const scene = {
    ...sceneOf(lane),
    arcs: [
      { kind: /** @type {const} */ ('referer'), fromLane: 0, toLane: 1, fromNs: 30e6, toNs: 90e6 },
      { kind: /** @type {const} */ ('redirect'), fromLane: 0, toLane: 0, fromNs: 60e6, toNs: 80e6 },
      { kind: /** @type {const} */ ('referer'), fromLane: 500, toLane: 501, fromNs: 30e6, toNs: 90e6 },
    ],
  };
  const { calls } = drawn(scene);
  const curves = calls.filter(({ call, style }) => call === 'polyline' && style.width === 1.25);
  expect(curves.map(({ style }) => style.colour)).toEqual(['ink2', 'sack']);
  const [x, y] = curves[0].coordinates?.slice(-2) ?? [];
  expect(x).toBeCloseTo(scene.ground.x.x(90e6), 1);
  expect(y).toBeGreaterThan(curves[0].coordinates?.[1] ?? Infinity);
});

test('the pointer finds messages, packets, and the head of a lane', () => {
  const lane = laneOf(...PAGE);
  const scene = sceneOf(lane);
  const middle = 22 + GROUP_HEAD + TALL.high / 2;
  const x = scene.ground.x.x(lane.messages[0].startNs);
  expect(hitAt(scene, x + 1, middle - 12, 4)?.card?.().title).toBe('Request index.html');
  expect(hitAt(scene, scene.ground.x.x(lane.messages[1].endNs) + 3, middle + 12, 4)?.card?.().title).toBe(
    'Response index.html · 200',
  );
  expect(hitAt(scene, scene.ground.x.x(20e6), middle + 3, 4)?.card?.()).toMatchObject({
    title: 'SYN',
    lines: [
      ['Direction', 'server → client'],
      ['Time', '0.020000 s'],
    ],
  });
  expect(hitAt(scene, 50, middle, 4)?.card?.().corner).toBe('connection 0');
  expect(hitAt(scene, 50, 10, 4)).toBeNull();
  expect(hitAt(scene, 50, 300, 4)).toBeNull();
});

describe('geometry', () => {
  const geometry = Object.assign(new LaneGeometry(50), { total: 5, groups: Uint32Array.of(0, 2, 4), viewHeight: 100 });

  test('heads of servers stand between lanes', () => {
    expect([0, 1, 2, 3, 4].map((lane) => geometry.laneTop(lane))).toEqual([24, 74, 148, 198, 272]);
    expect([0, 1, 2].map((group) => geometry.headTop(group))).toEqual([0, 124, 248]);
    expect(geometry.rowsHeight).toBe(5 * 50 + 3 * GROUP_HEAD);
  });

  test('only lanes in view are drawn', () => {
    geometry.offset = 80;
    expect(geometry.lanes()).toEqual({ first: 1, end: 3 });
    expect([0, 30, 80, 130, 150].map((offset) => geometry.laneAt(offset))).toEqual([0, 0, 1, 2, 2]);
  });

  test('a million lanes stay within what browsers allow', () => {
    const huge = Object.assign(new LaneGeometry(52), { total: 1e6, groups: Uint32Array.of(0), viewHeight: 800 });
    expect(huge.bodyHeight).toBeLessThan(17e6);
    huge.moveTo(huge.laneTop(999_999));
    expect(huge.lanes().end).toBe(1e6);
  });
});

test("the view's choices stand in the URL; nonsense is passed over", () => {
  const query = { text: ':80', show: 'packets', acks: '0', arcs: 'referer', rows: 'low', flow: '7' };
  expect(queryOf(stateFrom(query))).toEqual(query);
  expect(queryOf(stateFrom({ show: 'x', acks: '2', arcs: 'y', rows: '', flow: '-1' }))).toEqual({});
});

test("a pushed packet's tick has an end of its own on its outer side", () => {
  const ends = (/** @type {boolean} */ isPushed) => {
    const data = ` "GET /a HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"`;
    const renderer = drawn(sceneOf(laneOf(`client ${isPushed ? 'PSH' : 'ACK'}${data}`)));
    return renderer.calls.filter(
      ({ call, style, coordinates }) => call === 'lines' && style.width === 1.5 && (coordinates?.length ?? 0) > 0,
    );
  };
  expect(ends(false)).toEqual([]);
  const [{ coordinates, style }] = ends(true);
  expect(style.colour).toBe('c2s');
  expect((coordinates?.[2] ?? 0) - (coordinates?.[0] ?? 0)).toBe(3);
  expect(coordinates?.[1]).toBeLessThan(22 + GROUP_HEAD + TALL.high / 2 - 8);
});

test.each([
  ['fill the page', null, { lanes: 2, groups: 1, viewHeight: 700, isLive: false }, 338],
  ['are as low as can be read when not all fit', null, { lanes: 2000, groups: 9, viewHeight: 700, isLive: false }, 18],
  ['change by steps while connections come', null, { lanes: 6, groups: 1, viewHeight: 700, isLive: true }, 104],
  [
    'are as the reader wants them',
    /** @type {const} */ ('low'),
    { lanes: 2, groups: 1, viewHeight: 700, isLive: false },
    26,
  ],
])('lanes %s', (_words, rows, room, high) => {
  expect(laneHeight(rows, room)).toBe(high);
});

test('high lanes have the payload of each pixel column, on one scale in both directions', () => {
  const lane = laneOf(...PAGE);
  const scene = { ...sceneOf(lane), look: lookOf(120) };
  const columns = drawn(scene).calls.filter(({ call, style }) => call === 'columns' && style.alpha !== undefined);
  expect(columns.map(({ style }) => style.colour)).toEqual(['c2s', 's2c']);
  expect(drawn(sceneOf(lane)).calls.filter(({ call }) => call === 'columns')).toEqual([]);
  expect([0.05, 0.5, 0.95].map((share) => lookOf(100, share).middle)).toEqual([30, 50, 70]);
});

test('low lanes have names along their upper edge, above the packets; the lowest have none', () => {
  const lane = laneOf(...PAGE);
  for (const high of [24, 33]) {
    const look = lookOf(high);
    const { calls } = drawn({ ...sceneOf(lane), look });
    const names = calls.filter(({ call, text }) => call === 'text' && lane.messages.some(({ name }) => name === text));
    expect(names).not.toEqual([]);
    const y = (names[0].y ?? 0) - laneTop({ ...sceneOf(lane), look }, 0);
    expect([y >= 5, y <= look.middle - 8]).toEqual([true, true]);
  }
  expect([lookOf(18).names, lookOf(23).names]).toEqual([null, null]);
});

test('messages on their way at once stay within their lane, however low it is', () => {
  const lane = laneOf(...Array.from({ length: 9 }, (_, i) => GET(`/${i}`)), '+50ms ' + ANSWER('text/css'));
  for (const high of [18, ...Array.from({ length: 12 }, (_, i) => 24 + i), 52, 300]) {
    for (const share of [0, 0.5, 1]) {
      const look = lookOf(high, share);
      for (const message of lane.messages) {
        const box = messageBox(sceneOf(lane).ground, lane, message, look.middle, look);
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.high ?? 0)).toBeLessThanOrEqual(high);
      }
    }
  }
});
