/**
 * Goes through the packets of one connection as tcptrace 6.6.7 does (Ostermann, trace.c), packet by packet in the same
 * order of steps, and reports its decisions:
 *
 *   const { a2b, b2a } = replay(packets, {
 // i: entry of `packets`; from, to: Direction of its sender and receiver, after it
 *     afterPacket(i, decision, from, to) { … },
 *   });
 *
 * `decision` is one object, filled anew for every packet. Statistics are those of a `Direction`; times are µs since
 * 1970.
 */
import { OPTION, TCP } from '../../engine/segment-batch.js';
import { ACK_KIND } from './ack-kind.js';
import { Direction, NEVER } from './direction.js';
import { bookSack } from './sacks.js';
import { bookWindow, noteScaling, windowBytes } from './windows.js';

/** @typedef {import('./packets.js').TcptracePackets} TcptracePackets */

/** tcptrace's decisions about a packet. */
export class Decision {
  /** Bytes that had been seen before, SYN and FIN included; more than 0: a retransmission. */
  rexmitBytes = 0;
  /** Begins below something seen, and ends within or below it. */
  outOfOrder = false;
  /** Same sequence number and IP identification as one of the eight segments before. */
  hardwareDuplicate = false;
  /** Sent into a window of 0. */
  probe = false;
  /** One of ACK_KIND. */
  ackKind = /** @type {number} */ (ACK_KIND.NONE);
  /** RTT sample that this acknowledgement gives, µs; −1 none. */
  rttUs = -1;
  /**
   * This side's acknowledgement, its time and its window's end before this packet: where the next step of a
   * time-sequence graph begins. `NEVER`: no ACK before.
   */
  previousAck = 0;
  previousAckUs = NEVER;
  previousWindowEnd = 0;
  /** Window advertised, bytes. */
  windowBytes = 0;
  /**
   * Outstanding data after this packet, one too many as in tcptrace; −1 where it takes no sample: at SYN, RST,
   * disorder, retransmission.
   */
  owin = -1;
}

/**
 * @typedef {object} ReplayObserver
 * @property {(i: number, decision: Decision, from: Direction, to: Direction) => void} afterPacket
 */

/**
 * @typedef {object} Replayed
 * @property {Direction} a2b of the first packet's sender @property {Direction} b2a
 * @property {number} firstUs @property {number} lastUs times of the first and the last packet in capture order
 */

/**
 * @param {TcptracePackets} packets of one connection @param {ReplayObserver} [observer]
 * @returns {Replayed}
 */
export function replay(packets, observer) {
  const a2b = new Direction();
  const b2a = new Direction();
  const decision = new Decision();
  for (let i = 0; i < packets.count; i++) {
    const from = packets.direction[i] === 0 ? a2b : b2a;
    const to = from === a2b ? b2a : a2b;
    step(packets, i, from, to, decision);
    observer?.afterPacket(i, decision, from, to);
  }
  return {
    a2b,
    b2a,
    firstUs: packets.timeUs.find((timeUs) => timeUs !== NEVER) ?? NEVER,
    lastUs: packets.timeUs[packets.count - 1] ?? NEVER,
  };
}

/**
 * @param {TcptracePackets} packets
 * @param {number} i
 * @param {Direction} from
 * @param {Direction} to
 * @param {Decision} decision
 */
function step(packets, i, from, to, decision) {
  const flags = packets.flags[i];
  const now = packets.timeUs[i];
  decision.previousAck = from.ack;
  decision.previousAckUs = from.ackUs;
  decision.previousWindowEnd = from.windowEnd;
  decision.windowBytes = windowBytes(from, to, flags, packets.window[i]);
  decision.owin = -1;
  countFlags(from, flags);
  if (from.lastUs !== NEVER) from.maxIdleUs = Math.max(from.maxIdleUs, now - from.lastUs);
  from.lastUs = now;
  noteRange(packets, i, from, to);
  if (flags & TCP.ACK) from.windowEnd = (packets.ack[i] + decision.windowBytes) % 2 ** 32;
  noteOptions(packets, i, from, to);
  bookData(packets, i, from);
  from.packets++;
  if (from.scaledPackets > 0) from.scaledPackets++;
  decision.hardwareDuplicate = from.isHardwareDuplicate(packets.seq[i], packets.identification[i]);
  if (decision.hardwareDuplicate) from.hardwareDuplicates++;
  placeSegment(packets, i, from, to, decision);
  readAcknowledgement(packets, i, from, to, decision);
  if (decision.rexmitBytes > 0) {
    from.rexmitPackets++;
    from.rexmitBytes += decision.rexmitBytes;
  }
  if (flags & TCP.RST) {
    if (flags & TCP.ACK) from.ackPackets++;
    return;
  }
  bookWindow(from, to, flags, decision.windowBytes);
  if (flags & TCP.ACK) bookAck(packets, i, from, decision);
  bookInitialWindow(packets, i, from, to, decision);
  bookOutstanding(packets, i, from, to, decision);
}

/** @param {Direction} from @param {number} flags */
function countFlags(from, flags) {
  if (flags & TCP.SYN) from.syns = (from.syns + 1) & 255;
  if (flags & TCP.RST) from.resets = (from.resets + 1) & 255;
  if (flags & TCP.FIN) from.fins = (from.fins + 1) & 255;
}

/**
 * Where the stream begins and ends.
 * @param {TcptracePackets} packets
 * @param {number} i
 * @param {Direction} from
 * @param {Direction} to
 */
function noteRange({ seq, length, flags }, i, from, to) {
  const start = seq[i];
  const end = start + length[i];
  from.wraps.follow(start, end, from.syn);
  from.latestSeq = end % 2 ** 32;
  if (flags[i] & TCP.SYN) {
    from.syn = start;
    to.ack = start;
  }
  if (flags[i] & TCP.FIN) from.fin = end % 2 ** 32;
}

/** @param {TcptracePackets} packets @param {number} i @param {Direction} from @param {Direction} to */
function noteOptions({ flags, options, mss, windowScale, sackCount }, i, from, to) {
  if (options[i] & OPTION.MSS) from.mss = mss[i];
  if (options[i] & OPTION.TIMESTAMPS) from.offersTimestamps = true;
  if (options[i] & OPTION.SACK_PERMITTED) from.offersSack = true;
  if (sackCount[i] > 0) from.sacksSent++;
  noteScaling(from, to, flags[i], options[i], windowScale[i]);
}

/** @param {TcptracePackets} packets @param {number} i @param {Direction} from */
function bookData({ flags, length, urgent, cut, timeUs }, i, from) {
  const bytes = length[i];
  if (bytes === 0) return;
  from.dataPackets++;
  from.dataBytes += bytes;
  if (flags[i] & TCP.PSH) from.pushedPackets++;
  if (flags[i] & TCP.URG) {
    from.urgentPackets++;
    from.urgentBytes += urgent[i];
  }
  if (bytes > from.maxSegment) from.maxSegment = bytes;
  if (from.minSegment === 0 || bytes < from.minSegment) from.minSegment = bytes;
  if (from.firstDataUs === NEVER) from.firstDataUs = timeUs[i];
  from.lastDataUs = timeUs[i];
  if (cut[i] === 0) return;
  from.truncatedPackets++;
  from.truncatedBytes += cut[i];
}

/**
 * A segment is a probe when the other side's last window was 0, else it goes into the sequence map.
 * @param {TcptracePackets} packets
 * @param {number} i
 * @param {Direction} from
 * @param {Direction} to
 * @param {Decision} decision
 */
function placeSegment({ seq, length, flags, timeUs }, i, from, to, decision) {
  const syn = (flags[i] & TCP.SYN) >> 1;
  const fin = flags[i] & TCP.FIN;
  const space = length[i] + syn + fin;
  decision.rexmitBytes = 0;
  decision.outOfOrder = false;
  decision.probe = space > 0 && to.lastWindow === 0 && to.packets > 0 && syn === 0;
  if (space === 0) return;
  if (decision.probe) {
    from.probePackets++;
    from.probeBytes += length[i];
    return;
  }
  const { repeatedBytes, outOfOrder } = from.map.add(seq[i], space, timeUs[i], from.roundTrips);
  decision.rexmitBytes = repeatedBytes;
  decision.outOfOrder = outOfOrder;
  if (outOfOrder) from.outOfOrderPackets++;
  const repeatedFlags = (syn && from.syns > 1 ? 1 : 0) + (fin && from.fins > 1 ? 1 : 0);
  from.uniqueBytes += Math.max(0, length[i] - (repeatedBytes - repeatedFlags));
}

/**
 * @param {TcptracePackets} packets
 * @param {number} i
 * @param {Direction} from
 * @param {Direction} to whose bytes are acknowledged
 * @param {Decision} decision
 */
function readAcknowledgement({ flags, ack, length, timeUs }, i, from, to, decision) {
  decision.ackKind = ACK_KIND.NONE;
  decision.rttUs = -1;
  if ((flags[i] & TCP.ACK) === 0) return;
  const number = ack[i];
  const { roundTrips } = to;
  const repeats =
    length[i] === 0 && number === from.ack && decision.windowBytes === from.lastWindow && to.owin.balance !== 0;
  decision.ackKind = to.map.acknowledge(number, repeats, timeUs[i], roundTrips);
  if (decision.ackKind === ACK_KIND.SAMPLE) decision.rttUs = roundTrips.latest;
  if (to.syns === 1 && number === (to.syn + 1) % 2 ** 32) roundTrips.handshake = roundTrips.latest;
}

/** @param {TcptracePackets} packets @param {number} i @param {Direction} from @param {Decision} decision */
function bookAck(packets, i, from, { windowBytes: bytes }) {
  const flags = packets.flags[i];
  if (bytes === 0) from.zeroWindows++;
  from.ackPackets++;
  if (packets.length[i] === 0 && (flags & (TCP.SYN | TCP.FIN)) === 0) from.pureAcks++;
  if (packets.sackCount[i] > 0) bookSack(from, packets, i);
  from.ackUs = packets.timeUs[i];
  from.ack = packets.ack[i];
}

/**
 * Data sent before anything but the SYN is acknowledged.
 * @param {TcptracePackets} packets
 * @param {number} i
 * @param {Direction} from
 * @param {Direction} to
 * @param {Decision} decision
 */
function bookInitialWindow({ flags, ack, length }, i, from, to, { rexmitBytes }) {
  if (flags[i] & TCP.ACK && ack[i] !== (to.syn + 1) % 2 ** 32) to.dataAcked = true;
  if (length[i] === 0 || from.dataAcked || rexmitBytes > 0) return;
  from.initialWindowBytes += length[i];
  from.initialWindowPackets++;
}

/**
 * @param {TcptracePackets} packets
 * @param {number} i
 * @param {Direction} from
 * @param {Direction} to
 * @param {Decision} decision
 */
function bookOutstanding({ seq, length, flags, timeUs }, i, from, to, decision) {
  if (flags[i] & TCP.SYN || decision.outOfOrder || decision.rexmitBytes > 0) return;
  const acknowledged = to.ack === 0 ? seq[i] : to.ack - 1;
  decision.owin = from.owin.add((seq[i] + length[i] - acknowledged) | 0, timeUs[i]);
}
