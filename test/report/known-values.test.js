/** What stays in a redacted report: known values of each field, and nothing that only looks like one. */
import * as http from 'node:http';
import * as http2 from 'node:http2';

import { protocolNamed } from '../../lib/protocols/registry.js';
import { fieldLines, fieldValue, startLine } from '../../lib/report/redact/fields.js';
import { Heads } from '../../lib/report/redact/heads.js';
import { isAlpn } from '../../lib/report/redact/known/alpn.js';
import { isCommandName } from '../../lib/report/redact/known/commands.js';
import { isFieldName, METHODS, REASONS } from '../../lib/report/redact/known/http.js';
import { StandIns } from '../../lib/report/redact/stand-ins.js';

const standIns = new StandIns();
const [HTTP2, WEBSOCKET] = ['http/2', 'websocket'].map(protocolNamed);
const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';

test.each([
  ['Accept', 'text/html,application/xhtml+xml;q=0.9, image/avif ,*/*;q=0.8,application/signed-exchange;v=b3'],
  ['Accept-Charset', 'utf-8, iso-8859-1;q=0.5'],
  ['Accept-Encoding', 'gzip, deflate, br;q=1.0, zstd, *;q=0'],
  ['Accept-Language', 'de-AT,de;q=0.9,zh-hant-TW;q=0.1,es-419,*'],
  ['Accept-Ranges', 'bytes'],
  ['Allow', 'GET, M-SEARCH'],
  ['Cache-Control', 'no-store, Max-Age=3600, stale-while-revalidate=5'],
  ['Connection', 'Keep-Alive, Upgrade, HTTP2-Settings'],
  ['Content-Encoding', 'gzip'],
  ['Content-Range', 'bytes 0-99/*'],
  ['Content-Type', 'Application/JSON; charset=UTF-8'],
  ['Date', DATE],
  ['Expires', '-1'],
  ['Keep-Alive', 'timeout=5, max=100'],
  ['Range', 'bytes=0-99, 200-, -5'],
  ['Retry-After', '120'],
  ['Sec-Fetch-Mode', 'no-cors'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains; preload'],
  ['Transfer-Encoding', 'chunked'],
  ['Vary', 'Accept-Encoding, *'],
  ['content-type', 'application/grpc+proto'],
  ['grpc-timeout', '20S'],
  [':method', 'PROPFIND'],
  [':scheme', 'https'],
])('%s: %s stays', (name, value) => {
  expect(fieldValue(name, value, standIns)).toBe(value);
});

test.each([
  ['Accept', 'text/jones, text/html;jones=1;q=smith', 'xxxxxxxxxx, text/html;xxxxxxx;q=xxxxx'],
  ['Accept-Language', 'jones, de-smith, de-x-smith', 'xxxxx, xxxxxxxx, xxxxxxxxxx'],
  ['Cache-Control', 'no-store, jones, max-age=smith', 'no-store, xxxxx, max-age=xxxxx'],
  ['Connection', 'close, X-Jones', 'close, xxxxxxx'],
  ['Content-Type', 'multipart/form-data; boundary=jones', 'multipart/form-data; xxxxxxxxxxxxxx'],
  ['Content-Type', 'text/html; charset=jones', 'text/html; charset=xxxxx'],
  ['Content-Length', '12 34', 'xx xx'],
  ['Date', 'Mon, 06 Nov 1994 08:49:37 GMT', 'xxx, xx xxx xxxx xxxxxxxx xxx'],
  ['Date', `${DATE} jones`, 'xxx, xx xxx xxxx xxxxxxxx xxx xxxxx'],
  ['Keep-Alive', 'jones=1, constructor=2', 'xxxxxxx, xxxxxxxxxxxxx'],
  ['Authorization', 'gzip', 'xxxx'],
  ['constructor', 'gzip', 'xxxx'],
])('%s: %s does not stay', (name, value, expected) => {
  expect(fieldValue(name, value, standIns)).toBe(expected);
});

test('methods, reason phrases, names of header fields', () => {
  const own = new StandIns();
  expect(startLine('JONES /a HTTP/1.1', own)).toBe('xxxxx /1 HTTP/1.1');
  expect(startLine('GET /a', own)).toBe('GET /1');
  expect(startLine('HTTP/1.1 404 Not Found', own)).toBe('HTTP/1.1 404 Not Found');
  expect(startLine('HTTP/1.1 404 No Jones', own)).toBe('HTTP/1.1 404 xx xxxxx');
  expect(fieldLines('Age: 5\r\nX-Jones: 5\r\n folded: gzip\r\nx-jones:\r\n', own)).toBe(
    'Age: 5\r\nxxxxxx1: x\r\n xxxxxxx xxxx\r\nxxxxxx1:\r\n',
  );
});

test('the lists have what Node knows', () => {
  expect(http.METHODS.filter((method) => !METHODS.has(method))).toEqual([]);
  expect(Object.values(http.STATUS_CODES).filter((reason) => !REASONS.has(String(reason).toLowerCase()))).toEqual([]);
  const names = Object.entries(http2.constants).filter(([constant]) => constant.startsWith('HTTP2_HEADER_'));
  expect(names.map(([, name]) => String(name)).filter((name) => !isFieldName(name))).toEqual([]);
});

test('names of commands and outcomes', () => {
  const stays = [
    ['redis', 'CONFIG GET'],
    ['redis', '3 elements'],
    ['redis', 'WRONGTYPE'],
    ['smtp', '250'],
    ['smtp', 'mail data'],
    ['ftp', 'RETR'],
    ['postgresql', '42P01'],
    ['postgresql', '23505'],
    ['postgresql', 'XX000'],
    ['mongodb', 'find'],
    ['memcached', 'STORED'],
  ];
  expect(stays.filter(([protocol, name]) => !isCommandName(protocol, name))).toEqual([]);
  const goes = [
    ['redis', 'CONFIG JONES'],
    ['redis', 'JONES GET'],
    ['redis', 'GET '],
    ['smtp', 'RETR'],
    ['smtp', '2500'],
    ['postgresql', 'JONES'],
    ['postgresql', '42BOB'],
    ['mongodb', 'constructor'],
    ['memcached', '4711'],
    ['kafka', 'find'],
  ];
  expect(goes.filter(([protocol, name]) => isCommandName(protocol, name))).toEqual([]);
  expect(['h2', 'http/1.1', 'jones'].map(isAlpn)).toEqual([true, true, false]);
});

test('the code of a WebSocket close, not its reason; a field that heads of HTTP/2 share, once', () => {
  const close = new Heads(Buffer.from('\x03\xe8bye', 'latin1'), standIns);
  close.take(WEBSOCKET, 0, 5, true);
  expect(Buffer.from(close.redacted).toString('latin1')).toBe('\x03\xe8xxx');
  const field = 'x-jones5';
  const stored = `\0\0\0\x07\0\0\0\x01${field}`;
  const heads = ['\0\0\0\x09\0\0\0\0', '\0\0\0\x09\0\0\0\0'];
  const own = new StandIns();
  let asked = 0;
  const word = own.word.bind(own);
  own.word = (text) => {
    asked++;
    return word(text);
  };
  const all = new Heads(Buffer.from(stored + heads.join(''), 'latin1'), own);
  heads.forEach((head, i) => all.take(HTTP2, stored.length + i * head.length, head.length, true));
  expect(Buffer.from(all.redacted).toString('latin1')).toBe(stored.replace(field, 'xxxxxx1x') + heads.join(''));
  expect(asked).toBe(1);
});
