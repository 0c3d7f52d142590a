/** Heads that lie in the core's memory are scanned by the core: they come out the same, and go on the same where more of them comes. */
import fc from 'fast-check';
import { Head } from '../../../lib/protocols/http1/head.js';
import { MAX_HEADER_FIELDS, MAX_HEAD_BYTES, MAX_METHOD_BYTES, MAX_START_LINE_BYTES } from '../../../lib/protocols/http1/limits.js';
import { createCore } from '../../../lib/engine/engine.js';
import { HeadScanner } from '../../../lib/engine/head-scanner.js';

const ROOM_BYTES = MAX_HEAD_BYTES + 4096;
const core = createCore(), at = core.allocate(ROOM_BYTES), memory = new Uint8Array(core.memory.buffer, at, ROOM_BYTES);
const scanner = new HeadScanner({ ...core, buffer: core.memory.buffer });

/** Pieces that lines are made of, and what breaks them. */
const PIECES = [
  '\n', '\r\n', '\r', ' ', '\t', ':', ',', 'a', 'é', '\0', '\x7f', '\r\n\r\n', ' folded\r\n', `x: ${'y'.repeat(40)}\r\n`, 'Host: example.org\r\n',
  'content-length: 5\r\n', 'Content-Length: 6\r\n', 'Content-Length : 5, 5\r\n', 'CONTENT-LENGTH:\r\n 7\r\n',
  'Content-Length: 99999999999999999999\r\n', 'Content-Length: 5 x\r\n', 'Content-Length 5\r\n', 'Content-Lengthy: 5\r\n',
  'Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: gzip, chunked ;q\r\n', 'transfer-encoding: identity\r\n',
  'Transfer-Encoding: gzip\r\n', 'Transfer-Encoding: chunked,, \r\n', 'Transfer-Encoding: chunkedly\n', 'Transfer-Encoding:\r\n',
];
const BEGINNINGS = [
  'GET / HTTP/1.1\r\n', 'HTTP/1.1 200 OK\r\n', 'POST /x HTTP/1.0\n', 'HEAD /a b c HTTP/1.1\r\n', 'CONNECT a:1 HTTP/1.1\r\n',
  'HTTP/1.0 404\r\n', 'HTTP/1.1 304\n', 'HTTP/1.1 099 X\r\n', 'HTTP/1.1 20x\r\n', 'HTTP/2.0 200 OK\r\n', 'HTTPS /x HTTP/1.1\r\n', 'H',
  'M-SEARCH * HTTP/1.1\r\n', 'X /a b HTTP/1.1\r\n', 'X /a b c HTTP/1.1\r\n', 'PUT /\rx HTTP/1.1\r\n', 'GET HTTP/1.1\r\n',
  'GET  HTTP/1.1\r\n', 'GET /\x7f HTTP/1.1\r\n', 'PROPFIND /é HTTP/1.2\r\n', 'REPOR', 'TRACE', 'DELETE ', ' GET / HTTP/1.1\r\n', 'GET\t/ HTTP/1.1\r\n', '',
];
const joined = (/** @type {string[]} */ pieces) => fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join(''));
const anyBytes = fc.uint8Array({ maxLength: 60 });
const text = fc.tuple(fc.constantFrom(...BEGINNINGS), joined(PIECES)).map(([first, rest]) => Buffer.from(first + rest, 'latin1'));
const growing = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }).map((all) => all.sort((a, b) => a - b));

/**
 * What a scan comes to, the bytes at hand growing by the steps.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} length
 * @param {number[]} steps
 * @param {number} expected
 * @param {boolean} commonMethodOnly
 * @param {HeadScanner|null} by
 */
function scanned(bytes, start, length, steps, expected, commonMethodOnly, by) {
  const head = new Head(), found = [];
  head.reset(expected, commonMethodOnly);
  head.scanner = by;
  for (const step of [...steps, 1]) {
    const end = start + Math.floor(step * length);
    if (end === start) continue;
    found.push(head.scan(bytes, start, end));
    if (found[found.length - 1] !== 0) break;
  }
  return { ...head, scanner: null, found };
}

/** @param {Uint8Array} bytes @param {number} start @param {number[]} steps @param {number} expected @param {boolean} common */
function compare(bytes, start, steps, expected, common) {
  const { length } = bytes;
  memory.fill(10, 0, start + length + 64).set(bytes, start);
  const elsewhere = memory.slice(0, start + length + 64);
  expect(scanned(memory, start, length, steps, expected, common, scanner)).toEqual(scanned(elsewhere, start, length, steps, expected, common, null));
}

test('a head is the same, whether the core looks through it or not, in one piece and in many', () => {
  const heads = fc.oneof({ weight: 5, arbitrary: text }, anyBytes), kinds = fc.constantFrom(0, 1, 2);
  fc.assert(fc.property(heads, fc.nat(50), growing, kinds, fc.boolean(), (bytes, start, steps, expected, common) => {
    compare(bytes, start, steps, expected, common);
  }), { numRuns: 3000 });
});

test('so it is where every single byte is the last one that is there', () => {
  const bytes = Buffer.from('OPTIONS /a HTTP/1.1\r\nHost: b\r\n folded\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc');
  for (let length = 1; length <= bytes.length; length++) compare(bytes.subarray(0, length), 3, [], 0, false);
});

test.each([
  ['the method', (/** @type {number} */ d) => `${'M'.repeat(MAX_METHOD_BYTES + d)} / HTTP/1.1\r\n\r\n`],
  ['the request line', (/** @type {number} */ d) => `GET /${'x'.repeat(MAX_START_LINE_BYTES - 16 + d)} HTTP/1.1\r\n\r\n`],
  ['the status line', (/** @type {number} */ d) => `HTTP/1.1 200 ${'x'.repeat(MAX_START_LINE_BYTES - 15 + d)}\r\n\r\n`],
  ['the number of fields', (/** @type {number} */ d) => `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(MAX_HEADER_FIELDS + d)}content-length: 4\r\n\r\n`],
  ['the head', (/** @type {number} */ d) => `GET / HTTP/1.1\r\na: ${'b'.repeat(MAX_HEAD_BYTES - 23 + d)}\r\n\r\n`],
])('both have the same limit for %s', (_, made) => {
  for (const beyond of [-2, -1, 0, 1, 2]) compare(Buffer.from(made(beyond)), 1, [], 0, false);
});

test('of bytes elsewhere it says so', () => {
  expect(scanner.scan(new Head(), new Uint8Array(10), 0, 10)).toBe(-1);
});
