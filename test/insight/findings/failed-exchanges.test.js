/** Exchanges that failed by their answers, or whose streams were reset. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { END_HEADERS, END_STREAM, GET, HEADERS, http2Frame, PREFACE, request } from '../../support/http2-frames.js';
import { concatBytes } from '../../support/packets/frames.js';
import { ACK, Conversation, FIN, pcap, PSH, SYN } from '../../support/packets/packets.js';
import { keptSentence } from '../first-sentences/kept-sentence.js';

/** @param {string} name @param {string} value */
const field = (name, value) =>
  Uint8Array.from([0, name.length, ...Buffer.from(name), value.length, ...Buffer.from(value)]);
/** @param {number} stream @param {number} flags @param {ArrayLike<number>[]} fields */
const head = (stream, flags, ...fields) =>
  http2Frame(HEADERS, END_HEADERS | flags, stream, concatBytes(...fields.map((one) => Uint8Array.from(one))));
const reset = (/** @type {number} */ stream, /** @type {number} */ code) => http2Frame(3, 0, stream, [0, 0, 0, code]);

/** @param {['client' | 'server', Uint8Array][]} said */
function foundIn(...said) {
  const talk = new Conversation({ client: '10.0.0.1:40000', server: '10.0.0.2:443' });
  talk
    .send('client', { flags: SYN })
    .send('server', { flags: SYN | ACK, afterNs: 20e6 })
    .send('client', { flags: ACK });
  for (const [side, payload] of said) talk.send(side, { flags: ACK | PSH, payload, afterNs: 20e6 });
  talk.send('client', { flags: FIN | ACK }).send('server', { flags: FIN | ACK, afterNs: 20e6 });
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(talk.packets));
  analysis.ingest.end();
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  return (findings ?? []).filter((/** @type {any} */ { code }) =>
    /^(http2_|grpc|http_errors|requests_failed)/.test(code),
  );
}

const OK = [0x88];

test('streams that the server resets, and a connection that it gives up, lead', () => {
  const goAway = http2Frame(7, 0, 0, [0, 0, 0, 3, 0, 0, 0, 11, ...Buffer.from('calm\x1bdown')]);
  expect(
    foundIn(
      ['client', concatBytes(PREFACE, request(1, GET), request(3, GET), request(5, GET))],
      ['server', concatBytes(head(1, 0, OK), reset(1, 2), reset(3, 7), head(5, END_STREAM, OK), goAway)],
    ),
  ).toMatchObject([
    { code: 'http2_go_away', severity: 'error', direction: 'serverToClient', message: keptSentence() },
    { code: 'http2_stream_reset', severity: 'warning', message: keptSentence() },
  ]);
});

test('a client that cancels is a note; a stream that is reset without an error is nothing', () => {
  expect(
    foundIn(
      ['client', concatBytes(PREFACE, request(1, GET), request(3, GET))],
      ['client', reset(1, 8)],
      ['server', concatBytes(head(3, END_STREAM, OK), reset(3, 0))],
    ),
  ).toMatchObject([{ severity: 'note', message: keptSentence() }]);
});

test('who closes an HTTP/2 connection without an error gives nothing up', () => {
  const closed = (/** @type {number} */ error) =>
    foundIn(
      ['client', concatBytes(PREFACE, request(1, GET))],
      ['server', concatBytes(head(1, END_STREAM, OK), http2Frame(7, 0, 0, [0, 0, 0, 1, 0, 0, 0, error]))],
    ).map((/** @type {any} */ { code }) => code);
  expect([closed(2), closed(0)]).toEqual([['http2_go_away'], []]);
});

test('calls of gRPC that fail are told by their status; one that is OK is nothing', () => {
  const grpc = field('content-type', 'application/grpc');
  const ok = ['client', concatBytes(PREFACE, request(1, GET), request(3, GET))];
  const outcome = (/** @type {string} */ status) =>
    head(1, END_STREAM, field('grpc-status', status), field('grpc-message', 'n%C3%BC'));
  const answered = (/** @type {string} */ status) =>
    foundIn(
      /** @type {['client', Uint8Array]} */ (ok),
      ['server', concatBytes(head(1, 0, OK, grpc), http2Frame(0, 0, 1, [0, 0, 0, 0, 0]), outcome(status))],
      ['server', head(3, END_STREAM, OK, grpc, field('grpc-status', '0'))],
    );
  expect(answered('14')).toMatchObject([{ code: 'grpc_failed', severity: 'warning', message: keptSentence() }]);
  expect(answered('0')).toEqual([]);
});

test('an error that a response names is named, and one behind status 200 is a warning', () => {
  const cause = '{"error":{"root_cause":[{"type":"index_not_found_exception","reason":"no such index"}]}}';
  const item = '{"index":{"status":400,"error":{"type":"mapper_parsing_exception","reason":"no"}}}';
  const exchange = (/** @type {number} */ status, /** @type {string} */ body) =>
    /** @type {['client' | 'server', Uint8Array][]} */ ([
      ['client', Buffer.from('POST /_bulk HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')],
      [
        'server',
        Buffer.from(
          `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        ),
      ],
    ]);
  const ok = new Array(19).fill(exchange(200, '{}')).flat();
  expect(foundIn(...ok, ...exchange(404, cause))).toMatchObject([
    {
      code: 'http_errors',
      severity: 'note',
      message: '1 of 20 responses, 5 %, is an error: 1 with status 404 “index_not_found_exception”.',
    },
  ]);
  expect(foundIn(...ok, ...exchange(200, `{"took":1,"errors":true,"items":[${item}]}`))).toMatchObject([
    {
      code: 'http_errors',
      severity: 'warning',
      message: '1 of 20 responses, 5 %, is an error: 1 with status 200 “mapper_parsing_exception”.',
    },
  ]);
});

test("errors of HTTP are summed up: a few of the client's a note, many, and the server's, a warning", () => {
  const page = (/** @type {number[]} */ ...statuses) =>
    foundIn(
      ...statuses.flatMap((status) => [
        /** @type {['client', Uint8Array]} */ (['client', Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')]),
        /** @type {['server', Uint8Array]} */ ([
          'server',
          Buffer.from(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`),
        ]),
      ]),
    );
  expect(page(200, 500, 404, 404)).toMatchObject([
    { code: 'http_errors', severity: 'warning', message: keptSentence(), evidence: { responses: 3, ofServer: 1 } },
  ]);
  const ok = new Array(20).fill(200);
  expect(page(404, ...ok)).toMatchObject([{ code: 'http_errors', severity: 'note' }]);
  expect(page(429, ...ok)).toMatchObject([{ code: 'http_errors', severity: 'warning' }]);
  expect(page(404, 404, 404, 404, 404, ...ok)).toMatchObject([{ code: 'http_errors', severity: 'warning' }]);
  expect(page(...new Array(20).fill(404))).toMatchObject([{ code: 'requests_failed', severity: 'warning' }]);
  expect(page(...new Array(20).fill(302))).toEqual([]);
});
