/** Whose the time of a QUIC connection was, of connections that show one owner each. */
import { quicLedgerOf } from '../../../lib/insight/ledger/quic/quic-ledger.js';
import { sumsOf } from '../../../lib/insight/ledger/strip.js';

const MS = 1e6;

/** @typedef {import('../../../lib/insight/ledger/quic/quic-ledger.js').QuicTime} QuicTime */

/** @param {number} from @param {number} to ms */
const span = (from, to) => ({ startNs: from * MS, endNs: to * MS });

/**
 * A handshake of 20 ms, and a request from 20 to 21 ms that is answered from 100 to 150 ms, 10 ms from the server.
 * @param {Partial<QuicTime>} [more]
 */
function ledger(more = {}) {
  const made = quicLedgerOf({
    ...{ startNs: 0, endNs: 200 * MS, isClosed: false },
    setup: [
      { asker: 0, askedNs: 0, answerNs: 20 * MS },
      { asker: 1, askedNs: 20 * MS, answerNs: 20 * MS },
    ],
    streams: [{ asked: span(20, 21), answered: span(100, 150), isWhole: true, reset: null }],
    limits: [[], [{ ...span(0, 200), limit: 'application', stream: null }]],
    repairs: [[], []],
    halfNs: [0, 10 * MS],
    frameAt: (ns) => Math.floor(ns / MS),
    ...more,
  });
  const { intervals, startNs, endNs } = made;
  expect(intervals[0].startNs).toBe(startNs);
  expect(intervals[intervals.length - 1].endNs).toBe(endNs);
  intervals.slice(1).forEach((one, k) => expect(one.startNs).toBe(intervals[k].endNs));
  return made;
}

/** Milliseconds by owner and rule. @param {import('../../../lib/insight/ledger/flow-ledger.js').FlowLedger} ledger */
function byRule({ intervals }) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const { owner, rule, startNs, endNs } of intervals) {
    sums[`${owner} ${rule}`] = (sums[`${owner} ${rule}`] ?? 0) + (endNs - startNs) / MS;
  }
  return sums;
}

test('a round trip is the path’s, the rest of a wait the server’s, and what nobody asked for the client’s', () => {
  const made = ledger();
  expect(byRule(made)).toEqual({
    'path_to_server propagation': 20,
    'path_to_client propagation': 20,
    'client_app idle': 50,
    'unknown not_inferred': 1,
    'server_app think': 59,
    'server_app write_pause': 50,
  });
  expect(made.waitedNs).toBe(150 * MS);
  expect(made.exchanges.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['connection_setup', 'none'],
    ['request', 'answered'],
  ]);
  expect(Object.values(sumsOf(made.intervals)).reduce((sum, ns) => sum + ns, 0)).toBe(200 * MS);
});

test.each([
  ['flow_control_stream', { 'client_quic flow_control': 50 }],
  ['stream_limit', { 'client_quic stream_limit': 50 }],
  ['pacing', { 'server_quic pacing': 50 }],
  ['congestion_window', { 'path_to_client congestion_window': 25, 'path_to_server congestion_window': 25 }],
])('data that waited for %s', (limit, expected) => {
  const limits = [[], [{ ...span(0, 200), limit: /** @type {any} */ (limit), stream: null }]];
  expect(byRule(ledger({ limits }))).toMatchObject(expected);
});

test('a pause in which its sender waited to learn of a loss is the path’s; without a loss it stays the server’s', () => {
  const lossy = ledger({ repairs: [[], [{ ...span(110, 140), rule: 'pto' }]] });
  expect(byRule(lossy)).toMatchObject({ 'path_to_client pto': 30, 'server_app write_pause': 20 });
  const question = ledger({ repairs: [[{ ...span(31, 61), rule: 'pto' }], []] });
  expect(byRule(question)).toMatchObject({ 'path_to_server pto': 30, 'server_app think': 29 });
});

test('what is not decrypted, or not answered, is not known', () => {
  const closed = ledger({ isClosed: true, streams: [], limits: [[], []] });
  expect(byRule(closed)).toMatchObject({ 'unknown not_decrypted': 180 });
  expect(closed.waitedNs).toBe(20 * MS);
  const unanswered = ledger({ streams: [{ asked: span(20, 21), answered: null, isWhole: false, reset: null }] });
  expect(byRule(unanswered)).toMatchObject({ 'unknown unanswered': 180 });
  expect(unanswered.exchanges[1].outcome).toBe('unanswered');
});

test('a request whose stream an end reset is counted so, with or without an answer', () => {
  const reset = { by: 0, code: 0x10c };
  const streams = [
    { asked: span(20, 21), answered: span(100, 150), isWhole: false, reset },
    { asked: span(30, 31), answered: null, isWhole: false, reset },
  ];
  const outcomes = ledger({ streams }).exchanges.filter(({ kind }) => kind === 'request');
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['reset', 'reset']);
});

test('many streams at once cost their own number', () => {
  const streams = Array.from({ length: 20_000 }, (_, k) => ({
    asked: span(20 + k / 1e3, 21 + k / 1e3),
    answered: span(100, 150 + k / 1e3),
    isWhole: true,
    reset: null,
  }));
  const pauses = Array.from({ length: 20_000 }, (_, k) => ({ ...span(k / 100, (k + 1) / 100), stream: null }));
  const limits = [[], pauses.map((one, k) => ({ ...one, limit: /** @type {any} */ (k % 2 ? 'pacing' : 'idle') }))];
  const { intervals } = ledger({ streams, limits });
  expect(intervals.length).toBeLessThan(100_000);
}, 5000);
