import { createModel, takePath } from '../../../client/views/connection/data/model.js';
import { nextEvent, nextOfKind } from '../../../client/views/connection/packets/next-mark.js';
import { announcementOf, factsOf, linksOf, noteOf } from '../../../client/views/connection/packets/packet-facts.js';
import { spanStatistics } from '../../../client/views/connection/side/span-statistics.js';
import { flowOf } from '../support/connection.js';
import { columnsOf, ONE_LOSS, pathOf } from '../support/packet-columns.js';

const model = createModel(flowOf(), columnsOf(ONE_LOSS), [], '1795172160.822163000');
await takePath(model, await pathOf(ONE_LOSS));
const REPEAT = 10;

test('the card of a repeat names its first sending and what acknowledged it', () => {
  const { title, frame, lines } = factsOf(model, REPEAT);
  expect([title, frame]).toEqual(['Retransmission, fast', 11]);
  expect(Object.fromEntries(lines)).toMatchObject({
    'First sent': 'in frame 5, 23.0 ms earlier',
    Acknowledged: 'by frame 12 after 20.0 ms',
    Bytes: '101 – 201, 100 B',
  });
  expect(linksOf(model, REPEAT)).toEqual({
    firstSending: 4,
    acknowledgement: 11,
    acknowledged: null,
    releasedBy: 9,
    released: null,
  });
});

/** The second segment came late; the fourth was retransmitted, though the receiver had it. */
const judged = createModel(
  flowOf({ clientToServer: { rtt: { min: 0.03 } }, serverToClient: { rtt: { min: 0.01 } } }),
  columnsOf([
    { at: 0, from: 'client', seq: 0, flags: 2 },
    { at: 30, from: 'server', seq: 0, ack: 1, flags: 18 },
    { at: 30, from: 'client', ack: 1 },
    { at: 50, from: 'server', seq: 201, bytes: 100 },
    {
      at: 52,
      from: 'server',
      seq: 1,
      bytes: 200,
      verdict: 'reordered',
      evidence: ['hole_age', 'timestamp_order'],
      confidence: 0.99,
      analysis: ['retransmission'],
    },
    { at: 53, from: 'client', ack: 301 },
    {
      at: 353,
      from: 'server',
      seq: 201,
      bytes: 100,
      verdict: 'retransmission',
      kind: 'rto',
      needed: false,
      evidence: ['already_seen', 'already_acked', 'silence', 'dsack'],
      confidence: 0.9,
      analysis: ['retransmission'],
    },
    { at: 360, from: 'client', ack: 301, sack: [[201, 301]] },
  ]),
  [],
  null,
);

test('the card of a repeat says whether it was needed, by what, how sure that is, and what Wireshark says', () => {
  const { title, lines } = factsOf(judged, 6);
  expect(title).toBe('Retransmission, timeout, spurious');
  expect(Object.fromEntries(lines)).toMatchObject({
    Needed: 'no, the receiver had it',
    Confidence: '90 %',
    Wireshark: 'retransmission, not spurious: differs',
    Evidence: [
      'Its bytes were seen before, in frame 4',
      'Its bytes had been acknowledged already, in frame 6',
      'Preceded by 300 ms of silence, as long as a timer waits',
      'A D-SACK reports it as received twice, in frame 8',
    ],
  });
});

test('where Wireshark takes reordering for a repeat, card and note say so', () => {
  expect(Object.fromEntries(factsOf(judged, 4).lines)).toMatchObject({
    Verdict: 'reordered on the way',
    Wireshark: 'retransmission: differs',
    Evidence: [
      'The hole was open for 2.00 ms, less than a round trip of 40.0 ms',
      "Its timestamp is earlier than the segment above's",
    ],
  });
  expect(noteOf(judged, 4)).toBe('out of order · Wireshark: retransmission');
  expect(Object.keys(Object.fromEntries(factsOf(judged, 3).lines))).not.toContain('Wireshark');
});

test('the card of an acknowledgement names what it acknowledges anew', () => {
  expect(Object.fromEntries(factsOf(model, 11).lines)).toMatchObject({
    Acknowledges: 'up to 401',
    New: '300 B, to the end of frame 7',
    'Round trip': '20.0 ms',
  });
});

test.each([
  [0, 'SYN'],
  [1, 'SYN, ACK'],
  [7, 'acknowledges 100 B · RTT 20.0 ms'],
  [9, 'duplicate ACK 2 · SACK 201 – 401'],
  [REPEAT, 'retransmitted, fast, first in 5'],
])('the note of row %d is "%s"', (row, note) => {
  expect(noteOf(model, row)).toBe(note);
});

test.each(
  /** @type {[Partial<import('../support/packet-columns.js').Packet>, string][]} */ ([
    [{ from: 'server', seq: 100, bytes: 1, verdict: 'keep_alive', analysis: ['keep_alive'] }, 'keep-alive'],
    [{ from: 'server', seq: 100, verdict: 'keep_alive', analysis: ['keep_alive'] }, 'keep-alive'],
    [{ from: 'server', seq: 100, analysis: ['keep_alive'] }, 'keep-alive'],
    [{ from: 'client', ack: 101, analysis: ['keep_alive_ack'] }, 'keep-alive ACK'],
    [{ from: 'client', ack: 101, analysis: ['zero_window_probe_ack'] }, 'window probe ACK'],
    [{ from: 'client', ack: 101, window: 20_000, analysis: ['window_update'] }, 'window update'],
  ]),
)('%j has a note: %s', (packet, note) => {
  const packets = columnsOf([
    { at: 0, from: 'server', seq: 1, bytes: 100 },
    { at: 10, from: 'client', ack: 101 },
    { at: 1000, from: 'server', ...packet },
  ]);
  expect(noteOf(createModel(flowOf(), packets, [], null), 2)).toBe(note);
});

test('a mark is announced in words', () => {
  expect(announcementOf(model, REPEAT)).toBe('frame 11, retransmission, fast, 100 bytes, 0.044 s');
});

test("the clock is known from the capture's start", () => {
  expect(model.dayNs).toBe((1_795_172_160 % 86_400) * 1e9 + 822_163_000);
  const before1970 = createModel(
    flowOf(),
    columnsOf([{ at: 0, from: 'server', seq: 1, bytes: 100 }]),
    [],
    '-5.900000000',
  );
  expect(before1970.dayNs).toBe(86_394.1e9);
});

test('keys go to the next of the kind and to the next event', () => {
  expect(nextOfKind(model, 1, -1, 15e6, 1)).toBe(3);
  expect(nextOfKind(model, 1, 3, 0, 1)).toBe(4);
  expect(nextOfKind(model, 1, 8, 0, 1)).toBe(9);
  expect(nextOfKind(model, 1, 6, 0, 1)).toBe(-1);
  expect(nextEvent(model, 1, -1, 15e6, 1)).toBe(REPEAT);
  expect(nextEvent(model, 1, REPEAT, 0, -1)).toBe(1);
});

test('statistics of a span', () => {
  const statistics = spanStatistics(model, 1, { startNs: 20.5e6, endNs: 64e6 });
  expect(statistics).toMatchObject({
    packets: 8,
    segments: 4,
    sentBytes: 400,
    acks: 4,
    duplicateAcks: 2,
    acknowledgedBytes: 400,
    retransmitted: 1,
    longestSilenceNs: 20e6,
  });
  expect(statistics.rttNs).toEqual({ min: 20e6, median: 20e6, p95: 20e6 });
  expect(statistics.goodput).toBeCloseTo((400 * 8) / 0.0435, 0);
});

test('statistics of a span leave out by how much the clock of the capture was set forward', () => {
  const span = { startNs: 20.5e6, endNs: 64e6 };
  const { longestSilenceNs = NaN, goodput } = spanStatistics(model, 1, span);
  const { time } = model.columns;
  const at = time.findIndex((ns, row) => row > 0 && ns > span.startNs && ns - time[row - 1] === longestSilenceNs);
  const jumped = { ...model, clockJumps: [{ startNs: time[at - 1], endNs: time[at] }] };
  const statistics = spanStatistics(jumped, 1, span);
  expect(statistics.spanNs).toBe(43.5e6 - 20e6);
  expect(statistics.longestSilenceNs).toBeLessThan(20e6);
  expect(statistics.goodput).toBeCloseTo((goodput * 43.5) / 23.5, 0);
});

test('statistics of an empty span claim nothing', () => {
  expect(spanStatistics(model, 1, { startNs: 50e6, endNs: 60e6 })).toMatchObject({
    packets: 0,
    segments: 0,
    sentBytes: 0,
    acknowledgedBytes: 0,
    rttNs: null,
    longestSilenceNs: null,
  });
});
