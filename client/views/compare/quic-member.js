/**
 * A QUIC connection as one side of the comparison: the data of all its streams, in the order in which it was first
 * sent; where it is not decrypted, its datagrams. Its first byte is that of TCP, so that both are counted alike.
 */
import { FIRST_BYTE } from '../../../lib/shared/tcp-numbers.js';
import { BarSeries, LineSeries } from '../../plot/series-columns.js';
import { SenderData } from '../connection/data/sender-data.js';
import { packetsFrom } from '../quic/data/packets.js';
import { senderFrom } from '../quic/data/sender.js';
import { sequenceFrom } from '../quic/data/sequence.js';
import { flightsOf, longestOf, timeOfLastNewByte } from './member.js';

/** @typedef {import('../../state/api.js').Api} Api */
/** @typedef {import('./member.js').Member} Member */
/** @typedef {import('./member.js').ComparedModel} ComparedModel */
/** @typedef {import('../quic/data/packets.js').Packets} Packets */
/** @typedef {import('../quic/data/sequence.js').Sequence} Sequence */
/** @typedef {import('../quic/data/sender.js').Sender} Sender */

/** Kinds of packets, as `quic-packets` has them. */
const INITIAL = 0;
const OF_DATA = [1, 5];
const OF_READY_CLIENT = [2, 5];
/** All its packets are measured. */
const WHOLE = { sketch: false };

/**
 * @param {Api} api
 * @param {Pick<Member, 'of' | 'letter' | 'name' | 'flow' | 'summary' | 'difference'>} given
 * @param {AbortSignal} signal
 * @returns {Promise<Member>}
 */
export async function quicMember(api, given, signal) {
  const { of, flow } = given;
  const packets = packetsFrom(await api.quicPackets(of.id, flow, WHOLE, signal));
  const sequences = await Promise.all(
    [0, 1].map(async (direction) => {
      const by = packets.isOpen[direction] ? 'data' : 'bytes';
      return sequenceFrom(await api.quicSequence(of.id, flow, { direction, by, ...WHOLE }, signal));
    }),
  );
  const direction = highestOf(sequences[0]) > highestOf(sequences[1]) ? 0 : 1;
  const sender = senderFrom(await api.quicSender(of.id, flow, { direction, ...WHOLE }, signal));
  const model = modelOf(packets, sequences, sender, flow);
  const series = model.series[direction];
  const lastDataNs = series.segments.count > 0 ? timeOfLastNewByte(series) : model.originNs;
  const { acks } = series;
  const isAcknowledged = acks.count > 0 && acks.low[acks.count - 1] >= FIRST_BYTE + highestOf(sequences[direction]);
  const requestNs = firstDataNs(model, 0);
  const senders = sendersOf(sender);
  const endNs = isAcknowledged ? acks.times[acks.count - 1] : lastDataNs;
  return {
    ...given,
    model,
    full: null,
    direction,
    lastDataNs,
    endNs,
    isAcknowledged,
    isPart: false,
    senders,
    heldBack: longestOf(senders.of[direction], { startNs: requestNs, endNs }),
    creditOnly: new Set(),
    alignNs: { syn: model.originNs, request: requestNs, byte: firstDataNs(model, 1) },
    handshakeNs: handshakeOf(packets),
    flights: flightsOf(model, direction),
    payloadBytes: highestOf(sequences[direction]),
    maxInFlightBytes: sender.meta.vantage === 'sender' ? highestValue(sender.flight) : null,
    largestSegment: largest(model, direction),
  };
}

/**
 * @param {Packets} packets @param {Sequence[]} sequences @param {Sender} sender @param {number} flow
 * @returns {ComparedModel}
 */
function modelOf(packets, sequences, sender, flow) {
  const { time, direction, frame } = packets.columns;
  const series = sequences.map((sequence) => ({
    acks: shifted(sequence.acks),
    segments: raised(sequence.fresh),
    retransmissions: raised(sequence.again),
    lateArrivals: new BarSeries(),
    inFlight: sequence.direction === sender.meta.direction ? sender.flight : new LineSeries(),
  }));
  for (const { lateArrivals } of series) lateArrivals.summarise();
  const length = new Float64Array(packets.rows);
  for (const sequence of sequences) addLengths(length, packets, sequence);
  const { rtt, spin } = sender;
  const samples = rtt.count > 0 ? rtt : spin;
  return {
    flow: { flow, transport: 'quic' },
    columns: { rows: packets.rows, time: /** @type {Float64Array} */ (time), direction, length, frame },
    series,
    originNs: packets.rows > 0 ? time[0] : 0,
    rttNs: lowestValue(samples),
  };
}

/** What limited the direction of the data. @param {Sender} sender @returns {NonNullable<Member['senders']>} */
function sendersOf({ causes }) {
  const data = new SenderData();
  data.causes = causes;
  return { of: [data, data], facts: [null, null], kernels: [null, null], isSketch: false, range: null, detail: null };
}

/** Bytes of data in each packet. @param {Float64Array} length @param {Packets} packets @param {Sequence} sequence */
function addLengths(length, { columns }, { fresh, again, by }) {
  for (const { count, row: rows, low, high } of [fresh, again]) {
    for (let bar = 0; bar < count; bar++) {
      const row = rows.values[bar];
      if (by !== 'bytes' || OF_DATA.includes(columns.type[row])) length[row] += high[bar] - low[bar];
    }
  }
}

/** @param {LineSeries} line */
function shifted(line) {
  const series = new LineSeries();
  for (let i = 0; i < line.count; i++) series.push(line.times[i], line.low[i] + FIRST_BYTE, line.row.values[i]);
  series.summarise();
  return series;
}

/** @param {BarSeries} bars */
function raised(bars) {
  const series = new BarSeries();
  for (let i = 0; i < bars.count; i++) {
    series.push(bars.times[i], bars.low[i] + FIRST_BYTE, bars.high[i] + FIRST_BYTE, bars.row.values[i]);
  }
  series.summarise();
  return series;
}

/** @param {Sequence} sequence @returns {number} bytes of data, each once */
function highestOf({ fresh: { count, high } }) {
  let highest = 0;
  for (let i = 0; i < count; i++) highest = Math.max(highest, high[i]);
  return highest;
}

/** @param {LineSeries} line */
function highestValue({ count, low }) {
  let highest = 0;
  for (let i = 0; i < count; i++) highest = Math.max(highest, low[i]);
  return highest;
}

/** @param {LineSeries} line @returns {number|null} null: it is empty */
function lowestValue({ count, low }) {
  let lowest = Infinity;
  for (let i = 0; i < count; i++) lowest = Math.min(lowest, low[i]);
  return Number.isFinite(lowest) ? lowest : null;
}

/** @param {ComparedModel} model @param {number} direction */
function firstDataNs({ columns: { rows, direction: directions, length, time }, originNs }, direction) {
  for (let row = 0; row < rows; row++) if (directions[row] === direction && length[row] > 0) return time[row];
  return originNs;
}

/** @param {ComparedModel} model @param {number} direction */
function largest({ columns: { rows, direction: directions, length } }, direction) {
  let most = 1;
  for (let row = 0; row < rows; row++) if (directions[row] === direction) most = Math.max(most, length[row]);
  return most;
}

/**
 * From the client's first packet to its first behind the server's answer.
 * @param {Packets} packets @returns {number|null} null: that is not there
 */
function handshakeOf({ rows, columns: { type, direction, time } }) {
  let beganNs = -1;
  let isAnswered = false;
  for (let row = 0; row < rows; row++) {
    if (direction[row] === 1) isAnswered ||= beganNs >= 0;
    else if (type[row] === INITIAL && beganNs < 0) beganNs = time[row];
    else if (isAnswered && OF_READY_CLIENT.includes(type[row])) return time[row] - beganNs;
  }
  return null;
}
