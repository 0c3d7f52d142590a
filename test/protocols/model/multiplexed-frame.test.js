import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { muxBytes } from '../../support/mux.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import { http2Session } from '../http2/http2-session.js';

/** @param {{ endpoint: 0|1, bytes: Uint8Array }[]} sent */
function lanesOf(sent) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(sentCapture(sent));
  analysis.ingest.end();
  return analysis.opened.lanes(0);
}

/** @param {ReturnType<typeof lanesOf>} frame @param {number} direction @returns {string[]} `lane type bytes+content` */
function rowsOf({ rows, meta, columns }, direction) {
  const of = Array.from({ length: rows }, (_, row) => row).filter((row) => columns.direction[row] === direction);
  return of.map(
    (row) => `${columns.lane[row]} ${meta.types[columns.type[row]]} ${columns.bytes[row]}:${columns.content[row]}`,
  );
}

test('HTTP/2 frames by stream: every byte of either direction but the preface is in one of them', async () => {
  const sent = await http2Session(
    [{ headers: { ':path': '/a', ':method': 'POST' }, body: 'abc' }, { headers: { ':path': '/b' } }],
    'x'.repeat(40_000),
  );
  const frame = lanesOf(sent);
  const { meta, columns } = frame;
  expect([frame.kind, meta.protocol, meta.connections, meta.cut]).toEqual(['lanes', 'http/2', 1, false]);
  expect([...columns.laneStream]).toEqual([0, 1, 3]);
  for (const direction of [0, 1]) {
    let next = direction === 0 ? 24 : 0;
    for (let row = 0; row < frame.rows; row++) {
      if (columns.direction[row] !== direction) continue;
      expect(columns.offset[row]).toBe(next);
      next += columns.bytes[row];
    }
    expect(next).toBe(
      sent.filter(({ endpoint }) => endpoint === direction).reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
  }
  const content = (/** @type {number} */ lane) =>
    Array.from(columns.content).filter(
      (_, row) => columns.lane[row] === lane && columns.direction[row] === 1 && columns.type[row] === 0,
    );
  expect(content(1).reduce((sum, bytes) => sum + bytes, 0)).toBe(40_000);
  const first = columns.type.findIndex((type, row) => type === 0 && columns.direction[row] === 1);
  expect([columns.window[first], columns.connectionWindow[first]]).toEqual([
    65_535 - columns.content[first],
    65_535 - columns.content[first],
  ]);
});

test('WebMUX fragments by session: an id that is used again is another lane; balances and stalls', () => {
  const bytes = (/** @type {Parameters<typeof muxBytes>[1][]} */ ...messages) =>
    Buffer.concat(messages.map((message) => muxBytes('1998', message)));
  const frame = lanesOf([
    {
      endpoint: 0,
      bytes: bytes({ session: 2, syn: 80 }, { session: 2, payload: 'GET / HTTP/1.1\r\n\r\n', fin: true }),
    },
    { endpoint: 1, bytes: bytes({ session: 2, payload: 'a'.repeat(16_384) }) },
    { endpoint: 0, bytes: bytes({ session: 2, credit: 100 }) },
    { endpoint: 1, bytes: bytes({ session: 2, payload: 'b'.repeat(50), fin: true }) },
    { endpoint: 0, bytes: bytes({ session: 2, syn: 80 }, { session: 2, payload: 'GET' }) },
  ]);
  const { meta, columns } = frame;
  expect([meta.protocol, [...columns.laneStream], [...columns.laneUse]]).toEqual(['webmux', [0, 2, 2], [1, 1, 2]]);
  expect(rowsOf(frame, 0)).toEqual(['1 data 4:0', '1 data 24:18', '1 AddCredit 4:0', '2 data 4:0', '2 data 8:3']);
  expect(rowsOf(frame, 1)).toEqual(['1 data 16388:16384', '1 data 56:50']);
  expect([...columns.window]).toEqual([16_384, 16_366, 0, 100, 50, 16_384, 16_381]);
  expect([[...columns.stallLane], [...columns.stallDirection], columns.stallEnd[0] > columns.stallStart[0]]).toEqual([
    [1],
    [1],
    true,
  ]);
});

test('nothing shares a connection of HTTP/1', () => {
  const frame = lanesOf([{ endpoint: 0, bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n') }]);
  expect([frame.rows, frame.meta.protocol, frame.meta.connections]).toEqual([0, null, 0]);
});
