/**
 * Header blocks of a few bytes that refer to long fields over and over: their text is kept once, made once, and
 * bounded.
 */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { MAX_HEADER_CHARACTERS_PER_CONNECTION, MAX_HEADER_LIST_BYTES } from '../../../lib/protocols/http2/limits.js';
import { GET, literal, NEWEST, PREFACE, request } from '../../support/http2-frames.js';
import { concatBytes } from '../../support/packets/frames.js';
import { sentCapture } from '../../support/packets/sent-capture.js';

const VALUE_CHARACTERS = 3900;
const AUTHORITY = [0x41, 1, 0x61];

/** @param {Uint8Array} sent by the client */
function analysed(sent) {
  const analysis = new OpenedAnalysis();
  const capture = sentCapture([{ endpoint: 0, bytes: sent }]);
  analysis.ingest.push(capture);
  analysis.ingest.end();
  const { table } = analysis.ingest.messages;
  if (table === null) throw new Error('messages are kept');
  return { analysis, table, captureBytes: capture.length };
}

/** @param {number} requests each of which refers to the field as often @param {number} references */
const bomb = (requests, references) =>
  concatBytes(
    PREFACE,
    request(1, GET, AUTHORITY, literal('a', 'v'.repeat(VALUE_CHARACTERS))),
    ...Array.from({ length: requests }, (_, i) => request(2 * i + 3, GET, new Uint8Array(references).fill(NEWEST))),
  );

/** Whatever the page asks that reads heads. @param {OpenedAnalysis} analysis */
function askAll(analysis) {
  analysis.overview.waterfalls.ofConnection(0);
  analysis.overview.waterfalls.ofPage('all');
  analysis.overview.findPackets('no such text');
  analysis.overview.arcs();
  analysis.messages.pages();
  analysis.messages.ofConnection(0, 0, 10);
  analysis.connections.describe(0);
}

test.each([20, 80, 320])(
  '%i requests with a megabyte of header fields each: kept and made text once, whatever is asked how often',
  (requests) => {
    const { analysis, table, captureBytes } = analysed(bomb(requests, 16_000));
    expect(table.heads.heldBytes).toBeLessThanOrEqual(2 ** 20 + captureBytes);
    for (let round = 0; round < 3; round++) askAll(analysis);
    expect(table.fields.charactersMade).toBeLessThan(2 * VALUE_CHARACTERS);
  },
);

test('what header fields unpack to is bounded for a connection, which is told', () => {
  const perRequest = Math.floor(MAX_HEADER_LIST_BYTES / (VALUE_CHARACTERS + 33)) * (VALUE_CHARACTERS + 1);
  const most = Math.ceil(MAX_HEADER_CHARACTERS_PER_CONNECTION / perRequest);
  const { analysis, table } = analysed(bomb(most + 40, 300));
  const described = table.rowsOf(0).map((row) => analysis.ingest.messages.describe(row));
  const characters = described
    .flatMap(({ headers }) => headers)
    .reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  expect(characters).toBeLessThanOrEqual(MAX_HEADER_CHARACTERS_PER_CONNECTION);
  expect(described[0].host).toBe('a');
  expect(described.at(-1)).toMatchObject({ headers: [], notes: ['head_cut', 'head_not_kept'] });
  expect(analysis.connections.describe(0).warnings).toContainEqual(
    expect.objectContaining({ code: 'headers_too_long' }),
  );
});

test('below the bound nothing is told', () => {
  expect(analysed(bomb(10, 200)).analysis.connections.describe(0).warnings).toBeUndefined();
});

test.each([
  [550, 1795],
  [525, 1872],
  [500, 1960],
])('a header list just below its limit, fields of %i characters %i times, is kept whole', (length, times) => {
  const sent = concatBytes(
    PREFACE,
    request(1, GET, AUTHORITY, literal('a', 'v'.repeat(length)), new Uint8Array(times - 1).fill(NEWEST)),
  );
  const { analysis, table } = analysed(sent);
  const [message] = table.rowsOf(0).map((row) => analysis.ingest.messages.describe(row));
  expect(message.headers.filter(([name]) => name === 'a')).toHaveLength(times);
  expect(message.notes).toEqual([]);
});

test('one field as long as a block of the store is left out, and said to be', () => {
  const sent = concatBytes(PREFACE, request(1, GET, AUTHORITY, literal('a', 'v'.repeat(MAX_HEADER_LIST_BYTES - 40))));
  const { analysis, table } = analysed(sent);
  const [message] = table.rowsOf(0).map((row) => analysis.ingest.messages.describe(row));
  expect(message).toMatchObject({ host: 'a', notes: ['head_cut'] });
});

test('fields that are evicted one by one from a large table cost a step each', () => {
  const grow = [0x3f, 0xe1, 0xff, 0x3f];
  const field = [0x40, 1, 0x61, 1, 0x62];
  const fields = 40_000;
  const all = Array.from({ length: fields }, () => field).flat();
  const { analysis, table } = analysed(concatBytes(PREFACE, request(1, GET, grow, all, [0x3f, 0], all)));
  expect(analysis.ingest.messages.describe(table.rowsOf(0)[0]).headers.at(-1)).toEqual(['a', 'b']);
});
