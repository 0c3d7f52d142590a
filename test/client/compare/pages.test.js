/** Pages against each other: which requests are the same, what differs, how it is drawn. */
import { changeOf, valueOf } from '../../../client/views/compare/difference-table.js';
import { drawPages, rowHigh, TOP } from '../../../client/views/compare/pages/draw-pages.js';
import {
  headline,
  pageFigures,
  requestFigures,
  selectionLines,
  waitFigures,
} from '../../../client/views/compare/pages/figures.js';
import { comparedPage } from '../../../client/views/compare/pages/load.js';
import { mainPages } from '../../../client/views/compare/pages/main-pages.js';
import { matchRequests } from '../../../client/views/compare/pages/match.js';
import { cardOf } from '../../../client/views/compare/pages/screen.js';
import { queryFromState, stateFromQuery } from '../../../client/views/compare/pages/state.js';
import { groundOf } from '../../../client/views/timeline/axis.js';
import { waterfallFrom } from '../../../client/views/waterfall/waterfall-rows.js';
import { PageVerdicts } from '../../../lib/analysis/messages/page-verdicts.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { pageCapture } from '../../support/packets/page-capture.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));

/** @param {Parameters<typeof pageCapture>[0][]} given */
const compared = (...given) => comparedPages(given, false);

/** @param {Parameters<typeof pageCapture>[0][]} given @param {boolean} isHeld whether it is known what held them */
function comparedPages(given, isHeld) {
  const pages = given.map((one, i) => {
    const analysis = new OpenedAnalysis();
    analysis.ingest.push(pageCapture(one));
    analysis.ingest.end();
    const { buffer } = encodeColumnFrame(analysis.overview.waterfalls.ofPage(0));
    const letter = 'ABCD'[i];
    const of = { id: letter, page: '0' };
    const page = /** @type {import('../../../lib/protocols/model/pages.js').Page} */ (
      analysis.overview.waterfalls.page(0)
    );
    const verdict = isHeld ? new PageVerdicts(analysis.ingest).of(page) : null;
    const name = `${letter}.pcap`;
    return comparedPage(waterfallFrom(/** @type {ArrayBuffer} */ (buffer)), { of, letter, name, verdict });
  });
  return { pages, slots: matchRequests(pages.map(({ rows }) => rows)), align: /** @type {const} */ ('start') };
}

const BEFORE = { paths: ['/a.css', '/b.js', '/c.png'], connections: 1 };
/** Another host, another version behind the `?`, one less, one more, half of the server's time. */
const AFTER = { host: 'b.test:8080', paths: ['/a.css?v=2', '/new.js', '/c.png'], connections: 1, thinkMs: 5 };

test('what held each page is compared by cause, and leads where it differs most', () => {
  const { pages, slots } = comparedPages([BEFORE, { ...BEFORE, thinkMs: 50 }], true);
  const [server] = waitFigures(pages);
  expect([server.name, ...server.values.map((ns) => Math.round((ns ?? 0) / 1e6))]).toEqual([
    'Server think time',
    40,
    200,
  ]);
  expect(headline(pages, slots).rest).toContain('Largest difference: server think time, +');
});

test('of two captures the largest pages are compared, the same where both have it; of what is no page none', () => {
  const page = (/** @type {number} */ number, /** @type {string} */ url, requests = 1, isPage = true) => ({
    page: number,
    url,
    requests,
    isPage,
  });
  const first = [
    page(1, 'http://a.test/poll', 9, false),
    page(2, 'http://a.test/shop?v=1', 5),
    page(3, 'http://a.test/', 2),
  ];
  expect(mainPages(first, [page(1, 'http://a.test/', 8), page(2, 'https://b.test/shop', 3)])).toEqual([1, 1]);
  expect(mainPages(first, [page(1, 'http://a.test/', 8), page(2, 'https://b.test/other', 9)])).toEqual([1, 1]);
  expect(mainPages(first, [page(1, 'http://a.test/api', 300, false)])).toBeNull();
  expect(mainPages([], first)).toBeNull();
});

test('the same request stands in one row, by path where host and query differ; what one alone has, where it came', () => {
  const { slots } = compared(BEFORE, AFTER);
  expect(slots.map((slot) => slot.map((row) => row?.target ?? null))).toEqual([
    ['/index.html', '/index.html'],
    ['/a.css', '/a.css?v=2'],
    [null, '/new.js'],
    ['/b.js', null],
    ['/c.png', '/c.png'],
  ]);
});

test('of several alike the surest match wins, then the order; a third page finds both', () => {
  const row = (/** @type {string} */ target, host = 'a') => /** @type {any} */ ({ method: 'GET', host, target });
  const targets = matchRequests([
    [row('/x?1'), row('/x?2'), row('/x?2')],
    [row('/x?2'), row('/x?3'), row('/y')],
    [row('/y', 'b'), row('/x?9', 'b')],
  ]).map((slot) => slot.map((one) => one?.target ?? null));
  expect(targets).toEqual([
    ['/x?1', '/x?3', '/x?9'],
    [null, '/y', '/y'],
    ['/x?2', '/x?2', null],
    ['/x?2', null, null],
  ]);
});

test.each([
  ['hexadecimal digits', '/js/app.3f9c2b1.js', '/js/app.77aa01c.js'],
  ['a long digest', `/a-${'0f'.repeat(32)}.css`, `/a-${'e1'.repeat(32)}.css`],
  ['a digest alone', '/static/4be1f08a77.chunk.js', '/static/99c0ffee12.chunk.js'],
  ['base 32', '/chunk-4QGWVXZL.js', '/chunk-ABCDEFGH.js'],
  ['base 64', '/assets/index-BfY3k_9x.js', '/assets/index-D-iWrgTa.js'],
])('what differs by a hash of %s in the name of a file is one request, and is told', (_what, before, after) => {
  const row = (/** @type {string} */ target) => /** @type {any} */ ({ method: 'GET', host: 'a', target });
  expect(matchRequests([[row(before)], [row(after)]])).toHaveLength(1);
  const shown = compared({ ...BEFORE, paths: [before] }, { ...AFTER, paths: [after] });
  expect(headline(shown.pages, shown.slots).rest).toMatch(
    /1 request matched by name without what looks like a hash\.$/,
  );
  expect(cardOf(shown.slots[1], shown.pages, 'start').lines).toMatchObject([
    ['A', expect.arrayContaining([before])],
    ['B', expect.arrayContaining([after])],
    ['B − A', '−5.00 ms'],
  ]);
});

test.each([
  ['nothing tells which of several it became', ['/chunk-4QGWVXZL.js', '/chunk-5AGWVXZL.js'], ['/chunk-6BGWVXZL.js']],
  ['it had a place already', ['/a.3f9c2b1.js', '/b.js'], ['/a.3f9c2b1.js', '/a.77aa01c.js']],
  ['words and numbers are no hashes', ['/chapter12.html', '/photo-0001.png'], ['/chapter13.html', '/photo-0002.png']],
  [
    'nor what stands in the path, or has no ending',
    ['/3f9c2b1/a.js', '/commit/3f9c2b1'],
    ['/77aa01c/a.js', '/commit/77aa01c'],
  ],
])('no match: %s', (_why, ...pages) => {
  const row = (/** @type {string} */ target) => /** @type {any} */ ({ method: 'GET', host: 'a', target });
  const targets = new Set(pages.flat());
  expect(matchRequests(pages.map((page) => page.map(row)))).toHaveLength(targets.size);
});

test('a name that is too long for its room goes on in a second line, where there are two pages or more', () => {
  const long = '/a-name-that-is-longer-than-the-room-for-names.css';
  const ground = groundOf({ range: { startNs: 0, endNs: 200e6 }, leftPx: 132, width: 390, height: 600, colours });
  const texts = [1, 2].map((pages) => {
    const renderer = recordingRenderer();
    const shown = compared(...Array.from({ length: pages }, () => ({ ...BEFORE, paths: [long] })));
    drawPages(renderer, { ...shown, ground, offset: 0 });
    return renderer.texts().filter((text) => text.length > 4 && long.includes(text.replace('…', '')));
  });
  expect(texts).toEqual([['a-name-that-i…'], ['a-name-that-i', 's-longer-than…']]);
});

test('a page that has nothing in common stands below', () => {
  const row = (/** @type {string} */ target) => /** @type {any} */ ({ method: 'GET', host: 'a', target });
  const targets = matchRequests([[row('/a'), row('/b')], [row('/c')]]).map((slot) => slot.map((one) => one?.target));
  expect(targets).toEqual([
    ['/a', undefined],
    ['/b', undefined],
    [undefined, '/c'],
  ]);
});

test('figures, what was waited for and the requests that differ most, each with its change', () => {
  const { pages, slots } = compared(BEFORE, AFTER);
  const cells = (/** @type {import('../../../client/views/compare/difference-table.js').Figure[]} */ figures) =>
    Object.fromEntries(figures.map((one) => [one.name, [valueOf(one, 0), valueOf(one, 1), changeOf(one, 1)]]));
  expect(cells(pageFigures(pages))).toMatchObject({
    Total: ['0.149 s', '0.129 s', '−20.0 ms'],
    'First byte': ['52.0 ms', '47.0 ms', '−5.00 ms'],
    'TTFB, median': ['30.0 ms', '25.0 ms', '−5.00 ms'],
    Requests: ['4', '4', '0'],
    Connections: ['1', '1', '0'],
    Bodies: ['2.0 kB', '2.0 kB', '0'],
  });
  expect(cells(waitFigures(pages))).toMatchObject({ 'Waiting for the server': ['0.120 s', '0.100 s', '−20.0 ms'] });
  expect(cells(requestFigures(slots, 3))).toEqual({
    'index.html': ['30.0 ms', '25.0 ms', '−5.00 ms'],
    'a.css': ['30.0 ms', '25.0 ms', '−5.00 ms'],
    'c.png': ['30.0 ms', '25.0 ms', '−5.00 ms'],
  });
  expect(headline(pages, slots)).toEqual({
    strong: 'B 0.129 s instead of 0.149 s.',
    rest: 'Largest difference: waiting for the server, −20.0 ms. 1 request only in A. 1 request only in B.',
  });
});

test('of three pages only what no other has is one alone', () => {
  const { pages, slots } = compared(BEFORE, { ...AFTER, paths: ['/b.js'] }, AFTER);
  expect(headline(pages, slots).rest).toMatch(/ms\. 1 request only in C\.$/);
});

test('bars of a request lie below each other in its row, on one axis; the card and the selection tell both', () => {
  const shown = compared(BEFORE, AFTER);
  const ground = groundOf({ range: { startNs: 0, endNs: 200e6 }, leftPx: 300, width: 1314, height: 600, colours });
  const renderer = recordingRenderer();
  drawPages(renderer, { ...shown, ground, offset: 0 });
  const connects = renderer.calls.filter(({ call, style }) => call === 'frame' && style.colour === 'c2s');
  expect(connects).toHaveLength(2);
  expect(renderer.calls.filter(({ call, style }) => call === 'lines' && style.dash)).toHaveLength(2);
  const scrolled = recordingRenderer();
  drawPages(scrolled, { ...shown, ground: { ...ground, height: TOP + 10 }, offset: rowHigh(2) * 4 });
  expect(scrolled.calls.filter(({ call, style }) => call === 'frame' && style.colour === 'c2s')).toHaveLength(0);
  const card = cardOf(shown.slots[1], shown.pages, 'start');
  expect(card).toMatchObject({
    title: 'GET /a.css',
    lines: [
      ['A', expect.any(Array)],
      ['B', expect.any(Array)],
      ['B − A', '−5.00 ms'],
    ],
  });
  expect(cardOf(shown.slots[2], shown.pages, 'start').lines[0]).toEqual(['A', 'not requested']);
  expect(selectionLines(shown, { startNs: 30e6, endNs: 60e6 }).map(([letter]) => letter)).toEqual(['A', 'B']);
});

test('what is shown stands in the URL, nonsense left out, four pages at most', () => {
  const query = { pages: 'a/0,b/all', align: 'byte' };
  expect(queryFromState(stateFromQuery(query))).toEqual(query);
  expect(stateFromQuery({ pages: 'a,b/x,c/1,c/2,c/3,c/4,c/5', align: 'never' })).toMatchObject({
    pages: ['1', '2', '3', '4'].map((page) => ({ id: 'c', page })),
    align: 'start',
  });
});
