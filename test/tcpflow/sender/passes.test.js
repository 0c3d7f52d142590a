/**
 * The core's passes over a connection against the same in plain JavaScript (test/support/oracle/sender/), on any
 * packets.
 */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { TCP } from '../../../lib/engine/segment-batch.js';
import { connectionOptions, connectionPackets } from '../../../lib/tcpflow/connection/connection-packets.js';
import { PathAnalysis } from '../../../lib/tcpflow/sender/connection-path.js';
import { flightSeries } from '../../../lib/tcpflow/sender/flight-series.js';
import { MAX_SENDER_PACKETS, SenderPasses } from '../../../lib/tcpflow/sender/passes.js';
import { roundTrips } from '../../../lib/tcpflow/sender/round-trips.js';
import { senderOrder } from '../../../lib/tcpflow/sender/sender-order.js';
import { senderSamples } from '../../../lib/tcpflow/sender/sender-samples.js';
import { TRIGGER } from '../../../lib/transport/bursts.js';
import { VERDICT } from '../../../lib/transport/verdict.js';
import { burstsOf as plainBursts } from '../../support/oracle/sender/bursts.js';
import { flightSeries as plainFlight } from '../../support/oracle/sender/flight-series.js';
import { roundTrips as plainRoundTrips } from '../../support/oracle/sender/round-trips.js';
import { senderOrder as plainOrder } from '../../support/oracle/sender/sender-order.js';
import { senderSamples as plainSamples } from '../../support/oracle/sender/sender-samples.js';
import { SequencePieces } from '../../support/oracle/sender/sequence-pieces.js';
import { silencesOf } from '../../support/oracle/sender/silences.js';
import { isSpaced } from '../../support/oracle/sender/spaced.js';
import { connectionOf } from '../../support/packets/connection.js';
import { Conversation, pcap } from '../../support/packets/packets.js';
import { conversation, sending } from '../../support/packets/sendings.js';
import fc from '../../support/properties.js';

/** Blocks of SACK, of which some tell of what came above a hole, some of what came twice, and some make no sense. */
const blocks = fc.array(
  fc.tuple(fc.nat(4000), fc.integer({ min: 1, max: 2500 })).map(([left, length]) => [left + 1, left + 1 + length]),
  { minLength: 1, maxLength: 3 },
);
const reporting = fc
  .tuple(sending, fc.option(blocks, { freq: 2 }))
  .map(([one, sack]) => (sack === null ? one : { ...one, sack }));

const known = fc.record({
  sendings: fc.array(reporting, { maxLength: 80 }),
  sackPermitted: fc.boolean(),
  timestamps: fc.boolean(),
  mss: fc.constantFrom(90, 500, 1000),
  judgements: fc.array(fc.nat(23), { minLength: 1, maxLength: 10 }),
  vantage: fc.constantFrom(
    { place: 'sender', senderNs: 1e4, confidence: 0.9 },
    { place: 'middle', senderNs: 1e7, confidence: 0.9 },
    { place: 'receiver', senderNs: 0.2e6, confidence: 1 },
    { place: 'unknown', senderNs: null, confidence: 0 },
  ),
  clockedNs: fc.constantFrom(0.4e6, 1e6, 3.5e6),
  byBytes: fc.boolean(),
  direction: fc.constantFrom(0, 1),
  echoes: fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
  echoesMarks: fc.boolean(),
});

/** @param {Uint8Array} bytes */
function analysed(bytes) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  const packets = connectionPackets(analysis.ingest.tcp, 0);
  return { packets, path: new PathAnalysis(packets, connectionOptions(analysis.ingest.tcp, 0)) };
}

/** Its columns as far as they are filled, and its numbers and words. @param {{ count: number }} table */
const rowsOf = (table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, column]) => [
      name,
      ArrayBuffer.isView(column)
        ? [.../** @type {Float64Array} */ (/** @type {unknown} */ (column)).subarray(0, table.count)]
        : column,
    ]),
  );

test('samples, orders, flight and bursts are those of the plain walks', () => {
  fc.assert(
    fc.property(
      known,
      ({ sendings, sackPermitted, timestamps, mss, judgements, vantage, direction, echoes, ...given }) => {
        const { clockedNs, byBytes, echoesMarks } = given;
        const { packets, path } = analysed(conversation({}, sendings, { sackPermitted, timestamps, mss: 1460 }));
        const passes = new SenderPasses(packets);
        const pieces = new SequencePieces(packets, direction);
        for (let i = 0; i < packets.count; i++) {
          if (packets.verdict[i] === VERDICT.RETRANSMISSION) packets.judgement[i] = judgements[i % judgements.length];
        }
        for (let i = 0; i < packets.count; i++) if (echoes[i % echoes.length]) packets.flags[i] |= TCP.ECE;
        path.echoesMarks = echoesMarks;
        const seen = /** @type {import('../../../lib/tcpflow/sender/vantage/vantage.js').Vantage} */ (vantage);
        const windowKnown = path.windowsKnown[1 - direction];
        const order = senderOrder(passes, packets, direction, seen, windowKnown);
        const plain = plainOrder(packets, direction, seen, windowKnown);
        path.vantages[direction] = seen;
        expect({ ...rowsOf({ count: packets.count, ...order }) }).toEqual(rowsOf({ count: packets.count, ...plain }));
        expect(rowsOf(roundTrips(passes, direction))).toEqual(rowsOf(plainRoundTrips(packets, pieces)));
        expect(passes.isSpaced(direction)).toBe(isSpaced(packets, direction));
        expect(rowsOf(senderSamples(passes, direction, order))).toEqual(rowsOf(plainSamples(packets, pieces, plain)));
        expect(rowsOf(flightSeries(passes, direction, order, sackPermitted))).toEqual(
          rowsOf(plainFlight(packets, pieces, plain, sackPermitted)),
        );
        expect(rowsOf(path.bursts(direction, { mss, clockedNs, byBytes }))).toEqual(
          rowsOf(
            plainBursts(packets, direction, plain, {
              mss,
              clockedNs,
              byBytes,
              sack: path.sack,
              windowKnown: path.windowsKnown[1 - direction],
              echoesMarks,
              baseNs: plain.method === 'captured' ? 0 : (seen.senderNs ?? 0) + (seen.receiverNs ?? 0),
            }),
          ),
        );
      },
    ),
    { numRuns: 80 },
  );
});

const MS = 1e6;
/** Data of one end with pauses, of which some is neither captured nor arrives. */
const flights = fc.array(
  fc.record({
    afterNs: fc.constantFrom(0.1 * MS, 0.1 * MS, 8 * MS, 25 * MS, 400 * MS),
    length: fc.constantFrom(1000, 1000, 1000, 300),
    isPushed: fc.boolean(),
    isLost: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    isAcknowledged: fc.boolean(),
    identification: fc.constantFrom(0, 0, 1, 0x100),
  }),
  { minLength: 4, maxLength: 40 },
);

test('silences in which data was in flight are those of the plain walk', () => {
  const kinds = { hole: 0, lost: 0, held: 0 };
  fc.assert(
    fc.property(flights, fc.boolean(), fc.constantFrom(65_535, 4000), (sendings, timestamps, window) => {
      const talk = new Conversation({});
      const options = { sackPermitted: true, timestamps, mss: 1460 };
      talk.send('client', { flags: TCP.SYN, ...options, window });
      talk.send('server', { flags: TCP.SYN | TCP.ACK, afterNs: 10 * MS, ...options });
      talk.send('client', { flags: TCP.ACK });
      for (const { afterNs, length, isPushed, isLost, isAcknowledged, identification } of sendings) {
        const flags = TCP.ACK | (isPushed ? TCP.PSH : 0);
        const payload = new Uint8Array(length);
        talk.send('server', { flags, payload, afterNs, identification, lost: isLost, uncaptured: isLost });
        if (isAcknowledged && !isLost) talk.send('client', { flags: TCP.ACK, window });
      }
      const { packets, path } = analysed(pcap(talk.packets));
      const windowKnown = path.windowsKnown[0];
      const plain = plainOrder(packets, 1, path.vantages[1], windowKnown);
      expect(rowsOf({ count: packets.count, ...path.orderAtSender(1) })).toEqual(
        rowsOf({ count: packets.count, ...plain }),
      );
      const { senderNs, receiverNs } = path.vantages[1];
      const baseNs = plain.method === 'captured' ? 0 : Number(senderNs) + Number(receiverNs);
      const known = { mss: 1000, clockedNs: 3.5 * MS, byBytes: false };
      expect(rowsOf(path.bursts(1, known))).toEqual(
        rowsOf(
          plainBursts(packets, 1, plain, {
            ...known,
            sack: path.sack,
            windowKnown,
            echoesMarks: path.echoesMarks,
            baseNs,
          }),
        ),
      );
      for (const { isLost, isExact } of silencesOf(packets, 1, baseNs, windowKnown)) {
        if (isExact) kinds.hole++;
        else kinds[isLost ? 'lost' : 'held']++;
      }
    }),
    { numRuns: 120 },
  );
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(2);
});

test('connections take turns on one memory', () => {
  const one = connectionOf(
    'client SYN mss 1460 sack',
    '+40ms server SYN-ACK mss 1460 sack',
    '+50us client ACK',
    'client data 100',
    '+40ms server ACK',
  );
  const other = connectionOf(
    'client SYN mss 1460',
    '+10ms server SYN-ACK mss 1460',
    '+50us client ACK',
    'client data 300',
    '+10ms server ACK',
    'client data 10',
    '+15ms server ACK',
  );
  const told = () => [one, other].map(({ path }) => [rowsOf(path.flight(0)), rowsOf(path.senderSamples(0))]);
  const first = told();
  expect(told()).toEqual(first);
  expect(rowsOf(other.path.senderSamples(0)).rttNs).toEqual([10e6, 10e6, 15e6]);
});

test('one segment sent again and again at one time, with an acknowledgement each', () => {
  const talk = new Conversation({ established: true });
  talk.send('client', { flags: 16, payload: new Uint8Array(100) });
  for (let n = 0; n < 300; n++) talk.send('client', { flags: 16, seq: 101, payload: new Uint8Array(100), afterNs: 0 });
  talk.send('server', { flags: 16, ack: 101, afterNs: 1e6 });
  const { path } = analysed(pcap(talk.packets));
  const { trigger, count } = path.bursts(0, { mss: 100, clockedNs: 0.4e6, byBytes: false });
  expect(path.flight(0).count).toBe(1);
  expect(trigger[count - 1]).toBe(TRIGGER.ACK);
});

test('of a connection that is too long nothing is told', () => {
  const { packets } = connectionOf('client SYN', 'server SYN-ACK', 'client ACK', 'client data 100', 'server ACK');
  const long = { ...packets, count: MAX_SENDER_PACKETS + 1 };
  const passes = new SenderPasses(long);
  expect(roundTrips(passes, 0).count).toBe(0);
});
