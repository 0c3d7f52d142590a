import { gzipSync } from 'node:zlib';

import { HostLog, MAX_HELD_QLOG_BYTES } from '../../../lib/shared/hostlog/host-log.js';
import { serverQlog } from '../../quicflow/loss-capture.js';

/** @param {HostLog} log @param {...Uint8Array} pieces of a file */
function read(log, ...pieces) {
  const goesOn = pieces.map((piece) => log.push(piece));
  log.endFile();
  return goesOn;
}

test('a qlog, plain or packed, is held as it is, and no socket or request is read of it', () => {
  const log = new HostLog();
  const bytes = serverQlog();
  const reused = bytes.slice(0, 300);
  read(log, reused, bytes.subarray(300));
  reused.fill(0);
  read(log, gzipSync(bytes));
  expect(log.qlogs.map((pieces) => Buffer.concat(pieces))).toEqual([Buffer.from(bytes), gzipSync(bytes)]);
  expect(log.isEmpty).toBe(true);
});

test("a line of an access log in JSON with one of qlog's words is a request", () => {
  const log = new HostLog();
  const line = { time: '2026-11-20T10:00:00+00:00', trace: 'abc', request: 'GET / HTTP/1.1', status: 200 };
  read(log, new TextEncoder().encode(`${JSON.stringify({ ...line, upstream_header_time: '0.1' })}\n`));
  expect(log.qlogs).toEqual([]);
});

test('qlogs beyond what is held are not', () => {
  const log = new HostLog();
  const half = new Uint8Array(MAX_HELD_QLOG_BYTES / 2);
  half.set([0x1f, 0x8b]);
  expect(read(log, half)).toEqual([true]);
  expect(read(log, half, half)).toEqual([true, false]);
  expect(read(log, half)).toEqual([false]);
  expect(log.qlogs).toHaveLength(2);
});
