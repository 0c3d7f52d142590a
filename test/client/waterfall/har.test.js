/** A browser's HAR over the capture's own requests. */
import { entriesOf, HarError } from '../../../client/views/waterfall/har/har-file.js';
import { layOver } from '../../../client/views/waterfall/har/har-match.js';
import { differenceTable, laidSentence } from '../../../client/views/waterfall/har/har-words.js';

const START = Date.parse('2026-01-02T03:04:05.000Z');
/** How far the browser's clock is ahead, ms. */
const AHEAD = 250;

/** @param {string} url @param {number} atMs sent, since the capture began @param {object} [more] */
const entry = (url, atMs, more = {}) => ({
  startedDateTime: new Date(START + AHEAD + atMs - 10).toISOString(),
  time: 70,
  request: { url },
  response: {},
  timings: { blocked: 4, dns: 2, connect: 4, ssl: -1, send: 0, wait: 50, receive: 10 },
  ...more,
});

/** @param {string} target @param {number} atMs */
const row = (target, atMs) =>
  /** @type {import('../../../client/views/waterfall/waterfall-rows.js').WaterfallRow} */ (
    /** @type {unknown} */ ({
      host: 'a.test',
      target,
      requestNs: atMs * 1e6,
      answeredNs: (atMs + 55) * 1e6,
      beyondNs: 0,
    })
  );

/** @param {object[]} entries */
const file = (entries) => new File([JSON.stringify({ log: { entries } })], 'page.har');

test('entries are matched by address and, where one is asked for twice, by time, whatever the clocks', async () => {
  const rows = [row('/', 10), row('/poll', 200), row('/poll', 100), row('/unseen', 300)];
  const entries = await entriesOf(
    file([
      entry('https://a.test/', 10),
      entry('https://a.test:443/poll#x', 100),
      entry('https://a.test/poll', 200),
      entry('https://a.test/missing', 50),
      entry('https://a.test/cached', 60, { _fromCache: 'memory' }),
    ]),
  );
  const laid = layOver(rows, entries, START);
  expect(laid.aheadMs).toBeCloseTo(AHEAD);
  expect(rows.map((one) => Math.round((laid.seen.get(one)?.fromNs ?? NaN) / 1e6))).toEqual([0, 190, 90, NaN]);
  expect(laid.missing.map(({ url }) => url)).toEqual(['https://a.test/missing']);
  expect([laid.cached, laid.unseen]).toEqual([1, [rows[3]]]);
  expect(laidSentence('page.har', laid)).toBe(
    "page.har: 3 of the browser's 4 requests are in these rows; 1 more came from its cache; 1 of these rows are not in " +
      'the HAR; from first byte sent to last received the browser took 5.00 ms longer (median); its clock is 250 ms ahead of ' +
      "the capture's. The lines above the bars are what the browser saw.",
  );
  expect(differenceTable(laid).rows.map(([url, , , , by]) => [url, by])).toEqual([
    ['https://a.test/', '+5.00 ms'],
    ['https://a.test:443/poll#x', '+5.00 ms'],
    ['https://a.test/poll', '+5.00 ms'],
    ['https://a.test/missing', '–'],
    ['a.test/unseen', '–'],
  ]);
});

test.each([
  ['no JSON', new File(['<html>'], 'x.har'), 'It is not JSON'],
  ['another JSON', new File(['{"log":1}'], 'x.har'), 'It is not a HAR'],
  ['entries of nonsense', file([{}, entry('data:text/plain,x', 0), { request: { url: 3 } }]), 'None of its entries'],
])('%s is refused with a sentence', async (_what, given, words) => {
  await expect(entriesOf(given)).rejects.toThrow(HarError);
  await expect(entriesOf(given)).rejects.toThrow(words);
});

test('of what has nothing in common the clocks are not known, and all of either is told', async () => {
  const laid = layOver([row('/a', 0)], await entriesOf(file([entry('http://b.test/', 0)])), START);
  expect([laid.aheadMs, laid.seen.size, laid.missing.length, laid.unseen.length]).toEqual([null, 0, 1, 1]);
});
