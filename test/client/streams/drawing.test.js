/** What is drawn and said of streams and sessions that share a connection. */
import { drawStreams } from '../../../client/views/streams/draw-streams.js';
import { selectionLines } from '../../../client/views/streams/selected-frames.js';
import { isShown, streamsFrom } from '../../../client/views/streams/stream-model.js';
import { frameCard, laneTitle, sentenceOf, stallCard } from '../../../client/views/streams/stream-words.js';
import { groundOf } from '../../../client/views/timeline/axis.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { http2Session } from '../../protocols/http2/http2-session.js';
import { muxBytes } from '../../support/mux.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));

/** @param {{ endpoint: 0|1, bytes: Uint8Array }[]} sent @param {Parameters<typeof streamsFrom>[1]} [requests] */
function streamsOf(sent, requests = []) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(sentCapture(sent));
  analysis.ingest.end();
  return streamsFrom(/** @type {ArrayBuffer} */ (encodeColumnFrame(analysis.opened.lanes(0)).buffer), requests);
}

const mux = (/** @type {Parameters<typeof muxBytes>[1][]} */ ...messages) =>
  Buffer.concat(messages.map((message) => muxBytes('1998', message)));

/** A session that runs out of credit, and whose id is used again. */
const MUX = [
  {
    endpoint: /** @type {const} */ (0),
    bytes: mux({ session: 2, syn: 80 }, { session: 2, payload: 'GET / HTTP/1.1\r\n\r\n', fin: true }),
  },
  { endpoint: /** @type {const} */ (1), bytes: mux({ session: 2, payload: 'a'.repeat(16_384) }) },
  { endpoint: /** @type {const} */ (0), bytes: mux({ session: 2, credit: 100 }) },
  { endpoint: /** @type {const} */ (1), bytes: mux({ session: 2, payload: 'b'.repeat(50), fin: true }) },
  { endpoint: /** @type {const} */ (0), bytes: mux({ session: 2, syn: 80 }, { session: 2, payload: 'GET' }) },
];

/** @param {ReturnType<typeof streamsOf>} streams @param {{ direction?: number, credit?: boolean }} [look] */
function drawn(streams, { direction = 1, credit = true } = {}) {
  const range = {
    startNs: Math.min(...streams.lanes.map(({ startNs }) => startNs)),
    endNs: Math.max(...streams.lanes.map(({ endNs }) => endNs)),
  };
  const ground = groundOf({ range, leftPx: 200, width: 1214, height: 700, colours });
  const renderer = recordingRenderer();
  drawStreams(renderer, {
    ground,
    streams,
    lanes: streams.lanes.filter(isShown),
    offset: 0,
    direction,
    credit,
    bottom: 560,
  });
  return renderer;
}

test('WebMUX: a lane a use of an id, with its balance as steps, its stall shaded, a mark for each grant', () => {
  const streams = streamsOf(MUX);
  const shown = streams.lanes.filter(isShown);
  expect(shown.map((lane) => laneTitle(streams, lane))).toEqual(['Session 2', 'Session 2, use 2']);
  expect([shown[0].bytes, shown[0].grants]).toEqual([
    [18, 16_434],
    [0, 1],
  ]);
  const { calls } = drawn(streams);
  expect(calls.filter(({ call, style }) => call === 'hatch' && style.colour === 'win')).toHaveLength(1);
  expect(calls.filter(({ call, style }) => call === 'polygon' && style.colour === 'win')).toHaveLength(1);
  const balance = calls.find(({ call, style }) => call === 'polyline' && style.colour === 'win')?.coordinates ?? [];
  const heights = balance.filter((_, i) => i % 2 === 1);
  expect(Math.max(...heights) - Math.min(...heights)).toBe(46);
  expect(sentenceOf(streams, 1)[0]).toMatch(/^Credit · 1 stall, .* summed\.$/);
  expect(sentenceOf(streams, 0)).toEqual([
    'Credit never ran out.',
    expect.stringMatching(/^ 2 sessions share the connection\. At least 16\.\d kB was left, /),
  ]);
  expect(stallCard(streams, shown[0], shown[0].stalls[0]).lines.map(([label]) => label)).toEqual([
    'From',
    'To',
    'Granted',
  ]);
  const grant = shown[0].rows.find((row) => streams.types[streams.columns.type[row]] === 'AddCredit') ?? -1;
  expect(frameCard(streams, shown[0], grant)).toMatchObject({
    title: 'AddCredit · Session 2',
    lines: expect.arrayContaining([
      ['Grants', '100 B'],
      ['Left to send', '100 B'],
    ]),
  });
});

test('credit can be left out', () => {
  const { calls } = drawn(streamsOf(MUX), { credit: false });
  expect(calls.filter(({ style }) => style.colour === 'win')).toEqual([]);
});

test("HTTP/2: the connection's own window and each stream's; bytes in their order below", async () => {
  const sent = await http2Session([{ headers: { ':path': '/a' } }, { headers: { ':path': '/b' } }], 'x'.repeat(40_000));
  const streams = streamsOf(sent, [
    { stream: 1, method: 'GET', target: '/a', startNs: 0 },
    { stream: 3, method: 'GET', target: '/b', startNs: 1 },
  ]);
  const renderer = drawn(streams);
  expect(streams.lanes.map((lane) => laneTitle(streams, lane))).toEqual(['Connection', 'Stream 1', 'Stream 3']);
  expect(streams.lanes[0].bytes[1]).toBe(80_000);
  expect(renderer.texts()).toEqual(
    expect.arrayContaining(['GET /a', 'GET /b', 'On the wire', 'server → client, byte order']),
  );
  const inBytes = renderer.calls.filter(
    ({ call, box, style }) => call === 'rect' && (box?.y ?? 0) > 562 && style.colour === 's2c',
  );
  const end = Math.max(...inBytes.map(({ box }) => (box?.x ?? 0) + (box?.width ?? 0)));
  expect(Math.round(end)).toBeGreaterThan(1195);
  const byLane = new Set(inBytes.map(({ box }) => box?.y));
  expect(byLane.size).toBe(3);
});

test('a selection is told by the frames that begin in it, what they were granted and where they stalled', () => {
  const streams = streamsOf(MUX);
  const of = (/** @type {number} */ direction, /** @type {number} */ endNs) =>
    Object.fromEntries(selectionLines({ streams, direction }, { startNs: 0, endNs }));
  const end = Math.max(...streams.lanes.map(({ endNs }) => endNs));
  expect(of(1, end)).toMatchObject({
    Sessions: '1',
    Grants: '1, 100 B',
    Stalls: expect.stringMatching(/^1, .* summed$/),
    'Switches between them': '0',
  });
  expect(of(1, end)['Bytes, payload']).toMatch(/^16\.\d kB, 16\.4 kB, /);
  expect(of(0, end)).toMatchObject({ Sessions: '2', Grants: '–', Stalls: '–', 'Switches between them': '1' });
  expect(of(1, 1)).toMatchObject({ Sessions: '0', Stalls: '–' });
});
