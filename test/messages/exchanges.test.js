import { exchangesOf } from '../../lib/messages/exchanges.js';
import { pagesOf, urlOf } from '../../lib/messages/pages.js';
import { Conversation } from './support/conversation.js';

/** Steps are a millisecond apart. @param {string[]} steps */
const exchanges = (steps) => exchangesOf(new Conversation().run(steps).messages);

const GET = (/** @type {string} */ path, more = '') => `c GET ${path} HTTP/1.1\r\nHost: a.example\r\n${more}\r\n`;
const OK = (/** @type {string} */ type, body = 'ab') => `s HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const ms = (/** @type {number|null} */ seconds) => (seconds === null ? null : Math.round(seconds * 1e6) / 1e3);

test('pipelined requests wait for the answers before theirs', () => {
  const timings = exchanges([GET('/1'), GET('/2'), OK('text/plain'), OK('text/plain')]).map((exchange) => exchange.timings);
  expect(timings.map(({ wait }) => ms(wait))).toEqual([2, 2]);
  expect(timings.map(({ headOfLine }) => ms(headOfLine))).toEqual([0, 1]);
});

test('idle time of a kept connection, and an answer that does not come', () => {
  const [, second, third] = exchanges([GET('/1'), OK('text/plain'), GET('/2'), OK('text/plain', 'x'.repeat(9)), GET('/3')]);
  expect(ms(second.timings.idle)).toBe(1);
  expect(third).toMatchObject({ response: null, timings: { wait: null, receive: null } });
});

test('the same for the rows of a table, with round trips', () => {
  const { analysis } = new Conversation().run([GET('/1'), GET('/2'), OK('text/plain'), OK('text/plain'), GET('/3')]);
  const timings = analysis.timingsOf(0, 0.002);
  expect([...timings.keys()]).toEqual([0, 1, 4]);
  expect(timings.get(1)).toEqual({ send: 0, wait: 0.002, receive: 0, headOfLine: 0.001, idle: 0, roundTrips: 1 });
  expect(timings.get(4)).toEqual({ send: 0, wait: null, receive: null, headOfLine: 0, idle: 0.001, roundTrips: null });
  expect(analysis.timingsOf(0, null).get(0)?.roundTrips).toBeNull();
  expect(analysis.describe(0, timings.get(0)).timings?.send).toBe(0);
});

test('a page is its document and what names it as Referer', () => {
  const referer = 'Referer: http://a.example/one\r\n';
  const all = exchanges([GET('/one'), OK('text/html'), GET('/style', referer), OK('text/css'), GET('/frame', referer), OK('text/html'), GET('/beacon'), OK('image/gif'), GET('/two'), OK('text/html; charset=utf-8')]);
  expect(pagesOf(all).map(({ url, exchanges: inside }) => [url, ...inside.map(({ request }) => request.target)])).toEqual([
    ['http://a.example/one', '/one', '/style', '/frame', '/beacon'], ['http://a.example/two', '/two'],
  ]);
});

test('a request for an absolute URL is for that', () => {
  expect(urlOf(exchanges(['c GET http://b.example/x HTTP/1.1\r\nHost: a\r\n\r\n'])[0].request)).toBe('http://b.example/x');
});
