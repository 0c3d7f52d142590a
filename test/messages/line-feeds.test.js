/** Heads that lie in the core's memory are looked through by the core: it finds the same lines, and heads come out the same. */
import fc from 'fast-check';
import { Head } from '../../lib/messages/http1/head.js';
import { createCore } from '../../lib/tcpflow/core/core.js';
import { LineFeeds } from '../../lib/tcpflow/line-feeds.js';

const ROOM_BYTES = 4096;
const core = createCore(), at = core.allocate(ROOM_BYTES), memory = new Uint8Array(core.buffer, at, ROOM_BYTES);

/** Pieces that lines are made of, and what breaks them. */
const PIECES = ['\n', '\r\n', '\r', ' ', '\t', ':', 'a', 'Host: example.org\r\n', 'content-length: 5\r\n', 'Content-Length: 6\r\n', 'Transfer-Encoding: chunked\r\n', ' folded\r\n', `x: ${'y'.repeat(40)}\r\n`, '\0', '\r\n\r\n'];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));

test('every line feed up to the first behind an empty line is found, wherever the search begins', () => {
  fc.assert(fc.property(text, fc.nat(50), fc.nat(30), (content, start, skipped) => {
    const bytes = new TextEncoder().encode(content).subarray(0, ROOM_BYTES - start), stop = start + bytes.length, lines = new LineFeeds(core);
    memory.fill(10).set(bytes, start);
    expect(lines.begin(memory, start, stop)).toBe(true);
    for (let i = Math.min(stop, start + skipped); ; i++) {
      const expected = i < stop ? memory.indexOf(10, i) : stop;
      i = lines.next(i);
      expect(i).toBe(Math.min(stop, expected));
      if (i === stop) return;
    }
  }));
});

/** What a scan comes to, the bytes at hand growing by the steps. @param {Uint8Array} bytes @param {number} start @param {number} length @param {number[]} steps @param {LineFeeds|null} lines */
function scanned(bytes, start, length, steps, lines) {
  const head = new Head(), found = [];
  head.reset(0, false);
  head.lines = lines;
  for (const step of [...steps, 1]) found.push(head.scan(bytes, start, start + Math.floor(step * length)));
  return { ...head, lines: null, found };
}

test('a head is the same, whether the core looks through it or not, in one piece and in many', () => {
  const beginning = fc.constantFrom('GET / HTTP/1.1\r\n', 'HTTP/1.1 200 OK\r\n', 'POST /x HTTP/1.0\n');
  const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }).map((all) => all.sort((a, b) => a - b));
  fc.assert(fc.property(beginning, text, fc.nat(50), steps, (first, content, start, at) => {
    const bytes = new TextEncoder().encode(first + content).subarray(0, ROOM_BYTES - start);
    memory.fill(10).set(bytes, start);
    const elsewhere = Uint8Array.from(memory);
    expect(scanned(memory, start, bytes.length, at, new LineFeeds(core))).toEqual(scanned(elsewhere, start, bytes.length, at, null));
  }));
});

test('of bytes elsewhere it says so', () => {
  expect(new LineFeeds(core).begin(new Uint8Array(10), 0, 10)).toBe(false);
});
