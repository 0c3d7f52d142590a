import { exchangesOf } from '../../../lib/protocols/model/exchanges.js';
import { describePages, pagesOf } from '../../../lib/protocols/model/pages.js';
import { Conversation } from '../support/conversation.js';

/** Steps are a millisecond apart. @param {string[]} steps */
const exchanges = (steps) => exchangesOf(new Conversation().run(steps).messages);

const GET = (/** @type {string} */ path, more = '') => `c GET ${path} HTTP/1.1\r\nHost: a.example\r\n${more}\r\n`;
const OK = (/** @type {string} */ type, body = 'ab') =>
  `s HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const ms = (/** @type {number|null} */ seconds) => (seconds === null ? null : Math.round(seconds * 1e6) / 1e3);

test('pipelined requests wait for the answers before theirs', () => {
  const timings = exchanges([GET('/1'), GET('/2'), OK('text/plain'), OK('text/plain')]).map(
    (exchange) => exchange.timings,
  );
  expect(timings.map(({ wait }) => ms(wait))).toEqual([2, 2]);
  expect(timings.map(({ headOfLine }) => ms(headOfLine))).toEqual([0, 1]);
});

test('idle time of a kept connection, and an answer that does not come', () => {
  const [, second, third] = exchanges([
    GET('/1'),
    OK('text/plain'),
    GET('/2'),
    OK('text/plain', 'x'.repeat(9)),
    GET('/3'),
  ]);
  expect(ms(second.timings.idle)).toBe(1);
  expect(third).toMatchObject({ response: null, timings: { wait: null, receive: null } });
});

test('the same for the rows of a table, with round trips', () => {
  const { analysis } = new Conversation().run([GET('/1'), GET('/2'), OK('text/plain'), OK('text/plain'), GET('/3')]);
  const timings = analysis.timingsOf(0, { handshake: 0.002, path: 0.0015 });
  expect([...timings.keys()]).toEqual([0, 1, 4]);
  expect(timings.get(1)).toEqual({
    send: 0,
    wait: 0.002,
    think: 0.001,
    receive: 0,
    headOfLine: 0.001,
    headOfLineShown: false,
    depth: 2,
    idle: 0,
    roundTrips: 1,
  });
  expect(timings.get(4)).toEqual({
    send: 0,
    wait: null,
    think: null,
    receive: null,
    headOfLine: 0,
    headOfLineShown: false,
    depth: 1,
    idle: 0.001,
    roundTrips: null,
  });
  expect(timings.get(0)?.think).toBe(0.0005);
  expect(analysis.timingsOf(0, { handshake: null, path: null }).get(0)).toMatchObject({
    roundTrips: null,
    think: null,
  });
  expect(analysis.describe(0, timings.get(0)).timings?.send).toBe(0);
});

test('a page is its document and what names it as Referer', () => {
  const referer = 'Referer: http://a.example/one\r\n';
  const all = exchanges([
    GET('/one'),
    OK('text/html'),
    GET('/style', referer),
    OK('text/css'),
    GET('/frame', referer),
    OK('text/html'),
    GET('/beacon'),
    OK('image/gif'),
    GET('/two'),
    OK('text/html; charset=utf-8'),
  ]);
  expect(
    pagesOf(all).map(({ url, exchanges: inside }) => [url, ...inside.map(({ request }) => request.target)]),
  ).toEqual([
    ['http://a.example/one', '/one', '/style', '/frame', '/beacon'],
    ['http://a.example/two', '/two'],
  ]);
});

test('an answer that begins in the frame that ended the one before was ready, and waited', () => {
  const answers = exchanges([
    `${GET('/1')}${GET('/2').slice(2)}`,
    OK('text/plain', 'x'.repeat(9)).slice(0, -4),
    `s xxxx${OK('text/plain').slice(2)}`,
  ]);
  expect(answers.map(({ timings: { headOfLineShown, depth } }) => [headOfLineShown, depth])).toEqual([
    [false, 1],
    [true, 2],
  ]);
});

test('what the exchanges of a connection come to together', () => {
  const { analysis } = new Conversation().run([
    GET('/1'),
    GET('/2'),
    OK('text/plain'),
    OK('text/plain'),
    GET('/3'),
    OK('text/plain'),
    GET('/4'),
  ]);
  expect(analysis.pipeliningOf(0, { handshake: null, path: 0.0005 })).toEqual({
    answered: 3,
    maxDepth: 2,
    depth: { time: [0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.007], requests: [1, 2, 1, 0, 1, 0, 1] },
    sendSeconds: 0,
    thinkSeconds: 0.003,
    receiveSeconds: 0,
    headOfLineSeconds: 0.001,
    headOfLineShown: 0,
    idleSeconds: 0.002,
  });
});

test('a redirect leads to the same page, an error does not begin one', () => {
  const redirect = 's HTTP/1.1 302 Found\r\nLocation: /three#part\r\nContent-Length: 0\r\n\r\n';
  const missing = 's HTTP/1.1 404 No\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nno';
  const { analysis } = new Conversation().run([
    GET('/one'),
    redirect,
    GET('/three'),
    OK('text/html', 'abc'),
    GET('/missing'),
    missing,
    GET('/four'),
    OK('text/html'),
  ]);
  const pages = describePages(analysis.exchanges(() => ({ handshake: 0.001, path: null }))).map(
    ({ summary }) => summary,
  );
  expect(pages).toMatchObject([
    {
      page: 1,
      url: 'http://a.example/one',
      start: 0.001,
      end: 0.006,
      requests: 3,
      redirects: 1,
      bytes: 5,
      connections: [0],
      connectionCount: 1,
      pipelinedRequests: 0,
      roundTrips: 5,
      pipelining: { answered: 3, maxDepth: 1 },
    },
    { page: 2, url: 'http://a.example/four', requests: 1, redirects: 0 },
  ]);
});

test('a page is one in whatever letters its URL and its host are named, and shows it as it was asked for', () => {
  const ask = (/** @type {string} */ path, /** @type {string} */ host, more = '') =>
    `c GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
  const all = exchanges([
    ask('/a b', 'Example.TEST'),
    OK('text/html'),
    ask('/a.css', 'example.test:80', 'Referer: http://example.test/a%20b#top\r\n'),
    OK('text/css'),
    ask('/b.js', 'other.test', 'Referer: HTTP://EXAMPLE.test:80/./a%20b\r\n'),
    OK('text/javascript'),
    ask('/c.gif', 'EXAMPLE.test'),
    OK('image/gif'),
  ]);
  expect(pagesOf(all).map(({ url, exchanges: inside }) => [url, inside.length])).toEqual([
    ['http://Example.TEST/a b', 4],
  ]);
});

describe('other sites belong to the page that asked for them', () => {
  const ask = (/** @type {string} */ path, /** @type {string} */ host, more = '') =>
    `c GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
  const pages = (/** @type {string[]} */ turns) =>
    pagesOf(exchanges(turns)).map(({ url, exchanges: inside }) => [url, ...inside.map(({ request }) => request.host)]);

  test('though they are told the site alone, by Referer or Origin', () => {
    expect(
      pages([
        ask('/article', 'news.test', 'Sec-Fetch-Dest: document\r\n'),
        OK('text/html'),
        ask('/a.js', 'cdn.test', 'Referer: http://news.test/\r\n'),
        OK('text/javascript'),
        ask('/a.woff2', 'fonts.test', 'Origin: http://news.test\r\n'),
        OK('font/woff2'),
        ask('/b.woff2', 'fonts.test', 'Referer: http://cdn.test/a.js\r\n'),
        OK('font/woff2'),
        ask('/', 'ads.test', 'Referer: http://news.test/\r\nSec-Fetch-Dest: iframe\r\n'),
        OK('text/html'),
      ]),
    ).toEqual([['http://news.test/article', 'news.test', 'cdn.test', 'fonts.test', 'fonts.test', 'ads.test']]);
  });

  test('but where the browser goes there, that is a page, however soon', () => {
    expect(
      pages([
        ask('/', 'news.test', 'Sec-Fetch-Dest: document\r\n'),
        OK('text/html'),
        ask('/next', 'news.test', 'Referer: http://news.test/\r\nSec-Fetch-Dest: document\r\n'),
        OK('text/html'),
        ask('/', 'other.test', 'Referer: http://news.test/\r\n'),
        OK('text/html'),
        ask('/x.gif', 'third.test', 'Origin: null\r\n'),
        OK('image/gif'),
      ]),
    ).toEqual([
      ['http://news.test/', 'news.test', 'other.test'],
      ['http://news.test/next', 'news.test'],
      ['http://third.test/x.gif', 'third.test'],
    ]);
  });
});
