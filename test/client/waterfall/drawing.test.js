/** What is drawn and said of a waterfall. */
import { missing } from '../../../client/base/format.js';
import { groundOf } from '../../../client/views/timeline/axis.js';
import { layPath } from '../../../client/views/waterfall/critical-path.js';
import { drawWaterfall, HEADS_HIGH, ROW_HIGH } from '../../../client/views/waterfall/draw-waterfall.js';
import { selectionLines } from '../../../client/views/waterfall/selected-requests.js';
import { withStream } from '../../../client/views/waterfall/stream-rows.js';
import { arranged, nextSorting } from '../../../client/views/waterfall/waterfall-columns.js';
import { waterfallLegend } from '../../../client/views/waterfall/waterfall-legend.js';
import { pageTime, waterfallFrom } from '../../../client/views/waterfall/waterfall-rows.js';
import { cellsOf, rowCard, sentenceOf, totalsOf } from '../../../client/views/waterfall/waterfall-words.js';
import { PageVerdicts } from '../../../lib/analysis/messages/page-verdicts.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { pcap, script } from '../../support/packets/packets.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));

const HALF_WAY = ['client SYN', '+20ms server SYN-ACK', '+20ms client ACK'];

/** @param {...string} lines */
const rowsOf = (...lines) => rowsAfter(HALF_WAY, lines);

/** @param {string[]} handshake @param {string[]} lines */
function rowsAfter(handshake, lines) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(script({}, ...handshake, ...lines)));
  analysis.ingest.end();
  const bytes = encodeColumnFrame(analysis.overview.waterfalls.ofConnection(0));
  return waterfallFrom(/** @type {ArrayBuffer} */ (bytes.buffer)).rows;
}

const GET = (/** @type {string} */ target) => `client PSH "GET ${target} HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"`;
const ANSWER = (status = '200 OK', type = 'text/css') =>
  `server PSH "HTTP/1.1 ${status}\\r\\nContent-Type: ${type}\\r\\nContent-Length: 3\\r\\n\\r\\nabc"`;
const LINES = [
  '+10ms ' + GET('/x/a.css?v=1'),
  '+50ms ' + ANSWER(),
  '+40ms client ACK',
  '+10ms ' + GET('/gone'),
  '+40ms ' + ANSWER('404 Not Found'),
];

test('the time of a page is what came furthest at each moment, and adds up to all of it', () => {
  const rows = rowsOf(...LINES);
  const parts = pageTime(rows);
  expect(parts[0]).toEqual({ kind: 'wait', ns: 90e6 });
  const whole = Math.max(...rows.map(({ endNs }) => endNs)) - Math.min(...rows.map(({ startNs }) => startNs));
  expect(parts.reduce((sum, { ns }) => sum + ns, 0)).toBe(whole);
  expect(pageTime([])).toEqual([]);
});

test('rows are filtered by words, and sorted with what is not known last', () => {
  const rows = rowsOf(...LINES);
  const names = (
    /** @type {import('../../../client/views/waterfall/waterfall-columns.js').Sorting} */ sorting,
    words = '',
  ) => arranged(rows, { sorting, words }).map(({ name }) => name);
  expect(names(null, '404')).toEqual(['gone']);
  expect(names(null, 'STYLE a.css')).toEqual(['a.css']);
  expect(names(nextSorting(null, 'took'))).toEqual(['a.css', 'gone']); // worst first
  expect(names(nextSorting({ key: 'took', isDescending: true }, 'took'))).toEqual(['gone', 'a.css']);
  expect(nextSorting({ key: 'took', isDescending: false }, 'took')).toBe(null);
  expect(['name', 'start', 'flow', 'wait'].map((key) => nextSorting(null, key)?.isDescending)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(totalsOf(rows, 2)).toBe('2 requests · 6 B · 1 connection · 1 domain · 1 failed');
  expect(totalsOf(rows.slice(1), 2)).toContain('1 of 2 requests');
  expect(
    totalsOf(
      rows.map((row) => ({ ...row, host: '' })),
      2,
    ),
  ).toBe('2 requests · 6 B · 1 connection · 1 failed');
});

test('the messages of a stream stand under its request, with the gaps between them', () => {
  const rows = rowsOf(
    GET('/a'),
    ANSWER(),
    GET('/events'),
    'server PSH "HTTP/1.1 200 OK\\r\\nContent-Type: text/event-stream\\r\\n\\r\\nevent: add\\ndata: 1\\n\\n"',
    '+2s server PSH "data: 22\\n\\n"',
  );
  const { request } = rows[1];
  const messages = [
    { fromClient: false, kind: 'add', start: 1, end: 1, bytes: 1 },
    { fromClient: false, kind: 'message', start: 3, end: 3, bytes: 2, gap: 2 },
  ];
  const shown = withStream(rows, { request, count: 5, messages });
  expect(shown.map((row) => [cellsOf(row).name, cellsOf(row).size, cellsOf(row).took])).toEqual([
    ['a', '3 B', expect.any(String)],
    ['events · 2 messages', expect.any(String), expect.any(String)],
    ['← add', '1 B', missing],
    ['← message', '2 B', '+2.00 s'],
    ['… 3 more messages', '2 B', '+2.00 s'],
  ]);
  expect(shown[3].phases.map(({ kind, fromNs, toNs }) => [kind, fromNs, toNs])).toEqual([
    ['blocked', 1e9, 3e9],
    ['receive', 3e9, 3e9],
  ]);
  expect(rowCard(shown[3])).toMatchObject({ title: 'message from the server' });
  expect(rowCard(shown[3]).lines[2]).toEqual(['Gap', '2.00 s since the previous one this way']);
  expect(withStream(rows, null)).toEqual(rows);
});

test('phases stand one after the other on the time axis', () => {
  const rows = rowsOf(...LINES);
  const ground = groundOf({ range: { startNs: 0, endNs: 200e6 }, leftPx: 400, width: 1414, height: 300, colours });
  const renderer = recordingRenderer();
  drawWaterfall(renderer, ground, { rows, offset: 0 });
  const first = rows[0];
  expect(first.phases.map(({ kind }) => kind)).toEqual(['connect', 'blocked', 'send', 'wait', 'deliver']);
  const connect = renderer.calls.find(({ call }) => call === 'frame');
  expect([connect?.box?.x, connect?.box?.width]).toEqual([400.5, 199]);
  const wait = renderer.calls.find(
    ({ call, style }) => call === 'rect' && style.colour === 'ink3' && style.alpha === 0.55,
  );
  expect([wait?.box?.x, wait?.box?.width].map((px) => Math.round(px ?? 0))).toEqual([650, 250]);
  const pale = renderer.calls.find(
    ({ call, style }) => call === 'rect' && style.colour === 'mCss' && style.alpha === 0.38,
  );
  expect(Math.round(pale?.box?.width ?? 0)).toBe(200);
  expect(renderer.calls.find(({ style }) => style.colour === 'mCss')?.box?.y).toBe(HEADS_HIGH + (ROW_HIGH - 12) / 2);
});

test('near the server an answer takes the client longer than is seen: until its acknowledgement, and that is said', () => {
  const near = rowsAfter(
    ['client SYN', '+1ms server SYN-ACK', '+39ms client ACK'],
    [GET('/a.css'), '+2ms ' + ANSWER(), '+45ms client ACK', '+5ms ' + GET('/b.css'), '+3ms ' + ANSWER()],
  );
  expect(near.map((row) => cellsOf(row))).toMatchObject([
    { took: '47.0 ms', trips: '1.2', wait: '2.00 ms', deliver: '45.0 ms' },
    { took: '42.0 ms', trips: '1.1', deliver: '–' },
  ]);
  expect(sentenceOf(near)).toMatch(/\. Captured near the server: “Time” is until the client ACKed the last byte\.$/);
  const far = rowsAfter(
    ['client SYN', '+39ms server SYN-ACK', '+1ms client ACK'],
    [GET('/a.css'), '+41ms ' + ANSWER(), '+6ms client ACK'],
  );
  expect([cellsOf(far[0]).took, sentenceOf(far)]).toEqual(['41.0 ms', expect.not.stringContaining('near the server')]);
});

test('a card names what was sent as the legend does', () => {
  const types = ['text/plain', 'text/html', 'font/woff2', 'text/javascript'];
  const rows = rowsAfter(
    ['client SYN', '+1ms server SYN-ACK', '+1ms client ACK'],
    types.flatMap((type) => [`+9ms ${GET('/x')}`, `+9ms ${ANSWER('200 OK', type)}`]),
  );
  const answers = rows.map((row) => String(rowCard(row).lines[0][1]).split(' · ')[1]);
  expect(answers).toEqual(['font, text', 'page', 'font, text', 'script']);
  // and no more than is there: the last, in one packet, has no bar
  expect(waterfallLegend(rows).map(([, words]) => words)).toEqual([
    'connect',
    'blocked',
    'send',
    'wait',
    'page',
    'font, text',
    'until last byte ACKed',
  ]);
});

test('the critical path is a line below its requests, from each to the next, in words on each, and in the legend', () => {
  const analysis = new OpenedAnalysis();
  const lines = [GET('/'), '+30ms ' + ANSWER(), '+9ms ' + GET('/a.css'), '+30ms ' + ANSWER('200 OK', 'text/css')];
  analysis.ingest.push(pcap(script({}, ...HALF_WAY, ...lines)));
  analysis.ingest.end();
  const { waterfalls } = analysis.overview;
  const { rows } = waterfallFrom(/** @type {ArrayBuffer} */ (encodeColumnFrame(waterfalls.ofPage(0)).buffer));
  const page = /** @type {NonNullable<ReturnType<typeof waterfalls.page>>} */ (waterfalls.page(0));
  const ground = groundOf({ range: { startNs: 0, endNs: 200e6 }, leftPx: 400, width: 1400, height: 300, colours });
  const drawn = () => {
    const renderer = recordingRenderer();
    drawWaterfall(renderer, ground, { rows, offset: 0 });
    return renderer.calls.filter(({ style }) => style?.colour === 'ink1').length;
  };
  const before = drawn();
  layPath(rows, new PageVerdicts(analysis.ingest).of(page));
  // of each request a line or more, and one that joins them
  expect(drawn() - before).toBeGreaterThanOrEqual(3);
  expect(waterfallLegend(rows).at(-1)).toEqual(['is-critical', 'critical path']);
  const words = rows.map((row) => rowCard(row).lines.find(([label]) => label === 'Critical path')?.[1]);
  expect(words[0]).toContain('it began the page');
  expect(words[1]).toEqual(
    expect.arrayContaining([expect.stringMatching(/^waited for .*: its connection became free then, inferred$/)]),
  );
  layPath(rows, null);
  expect([drawn(), rowCard(rows[0]).lines.some(([label]) => label === 'Critical path')]).toEqual([before, false]);
});

test('rows scrolled out of view are not drawn', () => {
  const renderer = recordingRenderer();
  drawWaterfall(
    renderer,
    groundOf({ range: { startNs: 0, endNs: 200e6 }, leftPx: 400, width: 1414, height: 300, colours }),
    { rows: rowsOf(...LINES), offset: ROW_HIGH * 2 },
  );
  expect(renderer.calls.some(({ style }) => style.colour === 'c2s')).toBe(false);
});

test('its table has every phase, its sentence what the time went into, its card both', () => {
  const rows = rowsOf(...LINES);
  const [first, second] = rows;
  expect(cellsOf(first)).toMatchObject({
    name: 'a.css',
    status: '200',
    size: '3 B',
    connect: '40.0 ms',
    blocked: '10.0 ms',
    wait: '50.0 ms',
    deliver: '40.0 ms',
    took: '50.0 ms',
    trips: '1.3',
    tls: '–',
  });
  expect(cellsOf(second)).toMatchObject({ status: '404', connect: '–' });
  expect(sentenceOf(rows)).toMatch(
    /^2 requests, 6 B in .*: 90\.0 ms waiting for the server, .*; median 1\.3 round trips; 1 failed\.$/,
  );
  expect(rowCard(first)).toMatchObject({
    title: 'GET /x/a.css?v=1',
    lines: expect.arrayContaining([
      ['Response', '200 · style · 3 B'],
      ['Connect', '40.0 ms'],
      ['Host', 'a'],
    ]),
  });
});

test('the sentence says how deep requests were pipelined', () => {
  const rows = rowsOf('+10ms ' + GET('/a'), GET('/b'), GET('/c'), '+50ms ' + ANSWER(), ANSWER(), '+40ms ' + ANSWER());
  expect(sentenceOf(rows)).toMatch(/^3 requests, .*; pipelined up to 3 deep\.$/);
});

test('round trips are not counted where they are far shorter than what takes the time', () => {
  const [row] = rowsOf(...LINES);
  expect(cellsOf({ ...row, rttNs: 20e3 }).trips).toBe('–');
});

test('a selection is told by the requests that were under way in it', () => {
  const rows = rowsOf(...LINES);
  const [first, second] = rows;
  const figures = (/** @type {number} */ startNs, /** @type {number} */ endNs) =>
    Object.fromEntries(selectionLines(rows, { startNs, endNs }));
  expect(figures(first.startNs, second.endNs)).toEqual({
    'Requests under way': '2, 2 begun here',
    Concurrent: 'up to 1, mean 0.5',
    Connections: '1',
    Bodies: '6 B',
    'Wait median, p95': '40.0 ms, 50.0 ms',
    'TTFB median, p95': '40.0 ms, 50.0 ms',
    'Time median, p95': '40.0 ms, 50.0 ms',
    'Failed, unanswered': '1, 0',
  });
  expect(figures(first.requestNs + 1, first.requestNs + 2)).toMatchObject({
    'Requests under way': '1, 0 begun here',
    Concurrent: 'up to 1, mean 1.0',
    'Failed, unanswered': '0, 0',
  });
  expect(figures(0, first.requestNs - 1)).toMatchObject({ 'Requests under way': '0, 0 begun here', Bodies: '0 B' });
});
