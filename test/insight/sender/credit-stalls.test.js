/** What held back a sender that had to wait for credit of MUX or HTTP/2. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { CAUSE, CAUSES } from '../../../lib/insight/sender/causes.js';
import { creditStalls, withCredit } from '../../../lib/insight/sender/credit-stalls.js';
import { http2Session } from '../../protocols/http2/http2-session.js';
import { muxBytes } from '../../support/mux.js';
import { sentCapture } from '../../support/packets/sent-capture.js';

/** @param {{ endpoint: number, bytes: Uint8Array }[]} sent @param {number} [muxCredit] */
function analysed(sent, muxCredit) {
  const analysis = new OpenedAnalysis({ muxCredit });
  analysis.ingest.push(sentCapture(sent));
  analysis.ingest.end();
  return analysis;
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {number} direction
 * @returns {[number, number][]} ms, from and to, in which credit is what held it back
 */
function creditSpans(analysis, direction) {
  const {
    meta,
    columns: { cause, causeStart, causeEnd, causeDirection },
  } = analysis.opened.sender(0);
  return [...cause].flatMap((value, k) =>
    meta.causes[value] === 'credit' && causeDirection[k] === direction
      ? [[causeStart[k] / 1e6, causeEnd[k] / 1e6]]
      : [],
  );
}

const mux = (/** @type {Parameters<typeof muxBytes>[1][]} */ ...messages) =>
  Buffer.concat(messages.map((message) => muxBytes('1998', message)));

/** A session whose 3000 bytes of credit are used up; the grant comes 1 ms later, the rest 1 ms behind that. */
const waiting = () => [
  { endpoint: 0, bytes: mux({ session: 2, syn: 80 }, { session: 2, payload: 'GET / HTTP/1.1\r\n\r\n', fin: true }) },
  { endpoint: 1, bytes: mux({ session: 2, payload: 'a'.repeat(3000) }) },
  { endpoint: 0, bytes: mux({ session: 2, credit: 1000 }) },
  { endpoint: 1, bytes: mux({ session: 2, payload: 'b'.repeat(500), fin: true }) },
];

test('an application without data is credit while that was used up; other causes stay', () => {
  const { APPLICATION, CONGESTION_WINDOW, CREDIT } = CAUSE;
  const span = (/** @type {number} */ startNs, /** @type {number} */ endNs, /** @type {number} */ value) => ({
    startNs,
    endNs,
    value,
  });
  const causes = [span(0, 10, APPLICATION), span(10, 12, CONGESTION_WINDOW), span(12, 30, APPLICATION)];
  expect(
    withCredit(causes, [
      { startNs: 4, endNs: 14 },
      { startNs: 20, endNs: 24 },
    ]),
  ).toEqual([
    span(0, 4, APPLICATION),
    span(4, 10, CREDIT),
    span(10, 12, CONGESTION_WINDOW),
    span(12, 14, CREDIT),
    span(14, 20, APPLICATION),
    span(20, 24, CREDIT),
    span(24, 30, APPLICATION),
  ]);
  expect(withCredit(causes, [])).toBe(causes);
});

test('the ribbon of a MUX connection tells the wait for a grant, in the direction that waited', () => {
  const analysis = analysed(waiting(), 3000);
  const [stall] = creditStalls(analysis.ingest.messages, 0, 0, Infinity, 3000)[1];
  expect(creditSpans(analysis, 1)).toEqual([[stall.startNs / 1e6, stall.endNs / 1e6]]);
  expect(stall.endNs - stall.startNs).toBe(2e6);
  expect(creditSpans(analysis, 0)).toEqual([]);
  expect(
    analysis.opened
      .describeSenders(0)
      .map(({ causes, lost }) => [causes.some(({ cause }) => cause === 'credit'), lost.credit?.seconds]),
  ).toEqual([
    [false, undefined],
    [true, 0.002],
  ]);
});

test('a wait whose end is not in the capture goes on to the last packet', () => {
  const later = {
    endpoint: 0,
    bytes: mux({ session: 4, syn: 80 }, { session: 4, payload: 'GET / HTTP/1.1\r\n\r\n', fin: true }),
  };
  const blocked = analysed([...waiting().slice(0, 2), later], 3000);
  const [stall] = creditStalls(blocked.ingest.messages, 0, 0, 9e9, 3000)[1];
  expect(stall.endNs).toBe(9e9);
  expect(creditSpans(blocked, 1)).toHaveLength(1);
  const ended = [{ endpoint: 1, bytes: mux({ session: 2, payload: 'a'.repeat(3000), fin: true }) }];
  expect(creditSpans(analysed([...waiting().slice(0, 1), ...ended, later], 3000), 1)).toEqual([]);
});

test('with more credit there is no wait', () => {
  expect(creditSpans(analysed(waiting(), 16_384), 1)).toEqual([]);
});

test('the ribbon of HTTP/2 tells used-up windows, those that overlap as one', async () => {
  const analysis = analysed(
    await http2Session([{ headers: { ':path': '/a' } }, { headers: { ':path': '/b' } }], 'x'.repeat(20_000), {
      initialWindowSize: 3000,
    }),
  );
  const stalls = creditStalls(analysis.ingest.messages, 0, 0, Infinity)[1];
  const spans = creditSpans(analysis, 1);
  expect(stalls.length).toBeGreaterThan(0);
  expect(stalls.every(({ startNs, endNs }, k) => endNs > startNs && (k === 0 || startNs > stalls[k - 1].endNs))).toBe(
    true,
  );
  expect(spans.length).toBeGreaterThan(0);
  expect(
    spans.every(([from, to]) => stalls.some(({ startNs, endNs }) => startNs <= from * 1e6 && to * 1e6 <= endNs)),
  ).toBe(true);
});

test('a connection that nothing shares has no credit to wait for', () => {
  const analysis = analysed([{ endpoint: 0, bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n') }]);
  expect(creditStalls(analysis.ingest.messages, 0, 0, Infinity)).toEqual([[], []]);
  expect(CAUSES[CAUSE.CREDIT]).toBe('credit');
});
