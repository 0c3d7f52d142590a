import { createModel, takePath } from '../../../client/views/connection/data/model.js';
import { released, releasedBy } from '../../../client/views/connection/data/release.js';
import { findRows } from '../../../client/views/connection/packets/find.js';
import { factsOf, linksOf } from '../../../client/views/connection/packets/packet-facts.js';
import { rulerBetween, rulerWords } from '../../../client/views/connection/panes/ruler.js';
import { ANALYSIS_FLAGS } from '../../../lib/transport/tcp/analysis-flags.js';
import { flowOf } from '../support/connection.js';
import { columnsOf, ONE_LOSS, pathOf } from '../support/packet-columns.js';

/**
 * Captured 10 ms away from the sender (there and back): an ACK sets off two segments, a third waits for the
 * application.
 * @type {import('../support/packet-columns.js').Packet[]}
 */
const CLOCKED = [
  { at: 0, from: 'server', seq: 1, bytes: 100 },
  { at: 50, from: 'client', ack: 101 },
  { at: 60, from: 'server', seq: 101, bytes: 100 },
  { at: 60.1, from: 'server', seq: 201, bytes: 100 },
  { at: 95, from: 'server', seq: 301, bytes: 100 },
  { at: 110, from: 'client', ack: 401 },
];
const rtt = { rtt: { min: 0.02 } };

async function clocked(senderNs = 10e6) {
  const model = createModel(flowOf({ clientToServer: rtt, serverToClient: rtt }), columnsOf(CLOCKED), [], null);
  const path = await pathOf(CLOCKED);
  path.vantages = /** @type {any} */ ([
    { place: 'unknown', senderNs: null, meanings: [] },
    { place: 'middle', senderNs, meanings: [] },
  ]);
  await takePath(model, path);
  return model;
}

test('a segment is linked with the ACK that let it go, as seen from where the capture was taken', async () => {
  const model = await clocked();
  expect([2, 3].map((row) => releasedBy(model, row))).toEqual([1, 1]);
  expect(releasedBy(model, 4)).toBeNull();
  expect(released(model, 1)).toEqual({ first: 2, last: 3, count: 2 });
  expect(released(model, 5)).toBeNull();
  expect([linksOf(model, 2).releasedBy, linksOf(model, 1).released]).toEqual([1, 2]);
  expect(Object.fromEntries(factsOf(model, 2).lines)['Released by']).toBe('the ACK in frame 2, 10.0 ms earlier');
  expect(Object.fromEntries(factsOf(model, 1).lines).Released).toBe('2 segments, frames 3 – 4, from 10.0 ms later');
});

test('where the way to the sender is not known nothing is linked', async () => {
  const model = await clocked();
  model.path = null;
  expect([releasedBy(model, 2), released(model, 1)]).toEqual([null, null]);
});

const model = createModel(
  flowOf({ client: { address: '10.0.0.1', port: 1234 }, server: { address: '10.0.0.2', port: 80 } }),
  columnsOf(ONE_LOSS),
  /** @type {any} */ ([
    {
      index: 0,
      kind: 'response',
      protocol: 'http/1.1',
      direction: 'serverToClient',
      method: null,
      target: null,
      host: null,
      status: 200,
      start: 0.02,
      end: 0.02,
      firstFrame: 4,
      lastFrame: 7,
      headerBytes: 10,
      bodyBytes: 10,
      contentType: 'text/HTML',
      pair: null,
      pipelined: false,
      complete: true,
    },
  ]),
  null,
);

test.each([
  ['5', [4]],
  ['frame 11', [10]],
  ['frame 99', []],
  ['syn', [0, 1]],
  ['R', [10]],
  ['retr', [10]],
  ['re', []],
  ['retransmitted', [10]],
  ['dup ack', [8, 9]],
  ['sack', [8, 9]],
  ['psh', [6]],
  ['10.0.0.2:80', [1, 3, 4, 5, 6, 10]],
  [':1234', [0, 2, 7, 8, 9, 11]],
  ['html', [3]],
  ['200', []],
  ['nothing like it', []],
  ['  ', []],
])('%j finds packets %j', (text, rows) => {
  expect(findRows(model, text)).toEqual(rows);
});

/** @type {import('../support/packet-columns.js').Packet[]} */
const FLAGGED = [
  { at: 0, from: 'client', seq: 1, bytes: 10 },
  { at: 10, from: 'server', ack: 11 },
  ...ANALYSIS_FLAGS.map((flag, i) => ({
    at: 100 + i,
    from: /** @type {const} */ ('client'),
    seq: 11,
    ack: 1,
    analysis: [flag],
  })),
];
const flagged = createModel(flowOf(), columnsOf(FLAGGED), [], null);

/** That of a segment our own verdict tells, not the flag. */
const OF_SEGMENTS = ['retransmission', 'out_of_order', 'zero_window_probe'];

test.each(ANALYSIS_FLAGS.filter((flag) => !OF_SEGMENTS.includes(flag)))(
  "Wireshark's name %j finds what bears it, however its words are parted",
  (flag) => {
    const row = 2 + ANALYSIS_FLAGS.indexOf(flag);
    for (const typed of [
      flag,
      flag.replaceAll('_', ' '),
      flag.replaceAll('_', '-').toUpperCase(),
      `tcp.analysis.${flag}`,
    ]) {
      expect([typed, findRows(flagged, typed)]).toEqual([typed, [row]]);
    }
  },
);

test.each(OF_SEGMENTS)("Wireshark's name %j finds what we take for it", (flag) => {
  const packets = columnsOf(
    /** @type {import('../support/packet-columns.js').Packet[]} */ ([
      { at: 0, from: 'server', seq: 1, bytes: 100 },
      {
        at: 30,
        from: 'server',
        seq: 1,
        bytes: 100,
        verdict: { retransmission: 'retransmission', out_of_order: 'reordered' }[flag] ?? 'window_probe',
      },
    ]),
  );
  const judged = createModel(flowOf(), packets, [], null);
  expect([flag, flag.replaceAll('_', ' '), flag.replaceAll('_', '-')].map((typed) => findRows(judged, typed))).toEqual([
    [1],
    [1],
    [1],
  ]);
});

test('the ruler tells time, round trips, bytes and slope, whichever end came first', () => {
  const from = { timeNs: 100e6, bytes: 5000 };
  const to = { timeNs: 60e6, bytes: 1000 };
  expect(rulerBetween(from, to)).toEqual({ startNs: 60e6, startBytes: 1000, endNs: 100e6, endBytes: 5000 });
  expect(rulerBetween(from, { ...to, timeNs: 100e6 })).toBeNull();
  expect(rulerWords({ ...model, rttNs: 20e6 }, { startNs: 60e6, startBytes: 1000, endNs: 100e6, endBytes: 5000 })).toBe(
    '40.0 ms · 2.0 RTT · 4.0 kB · 0.800 Mbit/s',
  );
  expect(rulerWords({ ...model, rttNs: null }, { startNs: 0, startBytes: 9000, endNs: 1e6, endBytes: 4000 })).toMatch(
    /^1\.00 ms · 5\.0 kB · 40/,
  );
  expect(rulerWords({ ...model, rttNs: null }, { startNs: 0, startBytes: 10, endNs: 1e6, endBytes: 10 })).toBe(
    '1.00 ms · 0 B',
  );
});
