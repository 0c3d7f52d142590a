// Segment boundaries of each direction, recorded as packets arrive, so that sequence-intervals.ts has little to sort.
//
//   edges       │      │ top                    in order: each lies above all before it
//   packet 8           ├──────┤                 begins at the top: it is the first to begin there
//   packet 9       ├───┤                        begins below: late, as are its edges below the top
import { REFUSED, TCP } from '../base/enums';
import { Chain, addF64, addI32, newChain, rewind, latestI32, setLatestI32 } from '../base/chunked-list';
import { Facts } from './facts';
import { Packet } from './packet';
import { take } from '../base/arena';

/** No packet begins there. */
export const NO_PACKET: i32 = -1;


@unmanaged
export class Edges {
  /** The highest so far. */
  top: f64;
  /** Highest acknowledgement that the other direction bears. */
  acked: f64;
  /** Edges above all before them, f64; for each the first packet that begins there, while nothing is above it, i32. */
  ordered: Chain;
  beginners: Chain;
  /** Edges that lay below, f64; packets that begin there, i32. */
  late: Chain;
  lateBeginners: Chain;
  /** The latest packet that may affect a verdict: it uses sequence space, or may be a probe. */
  latestOfConsequence: i32;
}

let ofClient: Edges = changetype<Edges>(0);
let ofServer: Edges = changetype<Edges>(0);

/** Clears them. */
export function beginEdges(): void {
  ofClient = newEdges();
  ofServer = newEdges();
}

/** Forgets all. */
export function dropEdges(): void {
  drop(ofClient);
  drop(ofServer);
}

/** @param direction 0: the client's data */
// @ts-ignore: decorator
@inline
export function edgesOf(direction: i32): Edges {
  return direction ? ofServer : ofClient;
}

/** A packet is gathered, as the i-th. */
export function noteEdges(packet: Packet, i: i32): void {
  const own = edgesOf(packet.direction);
  const other = edgesOf(1 - packet.direction);
  const start = packet.seqOffset;
  const end = packet.endOffset;
  if (end != start || isOddlyEmpty(own, start)) own.latestOfConsequence = i;
  if (packet.ackOffset > other.acked) other.acked = packet.ackOffset;
  if (end <= start) {
    if (start > own.top) noteSent(own, i, packet);
    return;
  }
  if (start < own.top) noteLate(own, i, start);
  else noteAtTop(own, i, start);
  noteEnd(own, end);
}

/**
 * An acknowledgement without data has SEQ = SND.NXT (RFC 9293, section 3.10.7.4): everything below was sent. Only
 * within the receiver's window: otherwise it is of an earlier connection, or damaged.
 */
function noteSent(edges: Edges, i: i32, packet: Packet): void {
  if ((packet.flags & (TCP.ACK | TCP.RST | REFUSED)) != TCP.ACK) return;
  const windowBytes = packet.direction ? Facts.clientWindowBytes : Facts.serverWindowBytes;
  if (packet.seqOffset > edges.acked + windowBytes) return;
  packet.showsSent = 1;
  addOrdered(edges, packet.seqOffset, i);
}

/**
 * Whether a packet that uses no sequence space may be a probe (verdict-pass.ts): its number is not the next one, or
 * more was acknowledged than was seen.
 */
// @ts-ignore: decorator
@inline
function isOddlyEmpty(edges: Edges, seq: f64): bool {
  return edges.top > -Infinity && (seq != edges.top || edges.acked > seq);
}

function noteLate(edges: Edges, i: i32, start: f64): void {
  addF64(edges.late, start);
  addI32(edges.lateBeginners, i);
}

// @ts-ignore: decorator
@inline
function noteAtTop(edges: Edges, i: i32, start: f64): void {
  if (start > edges.top) addOrdered(edges, start, i);
  else if (latestI32(edges.beginners) == NO_PACKET) setLatestI32(edges.beginners, i);
}

// @ts-ignore: decorator
@inline
function noteEnd(edges: Edges, end: f64): void {
  if (end > edges.top) addOrdered(edges, end, NO_PACKET);
  else if (end < edges.top) addF64(edges.late, end);
}

function addOrdered(edges: Edges, edge: f64, beginner: i32): void {
  addF64(edges.ordered, edge);
  addI32(edges.beginners, beginner);
  edges.top = edge;
}

function newEdges(): Edges {
  const edges = changetype<Edges>(take(offsetof<Edges>()));
  edges.ordered = newChain();
  edges.beginners = newChain();
  edges.late = newChain();
  edges.lateBeginners = newChain();
  forget(edges);
  return edges;
}

function drop(edges: Edges): void {
  rewind(edges.ordered);
  rewind(edges.beginners);
  rewind(edges.late);
  rewind(edges.lateBeginners);
  forget(edges);
}

function forget(edges: Edges): void {
  edges.top = edges.acked = -Infinity;
  edges.latestOfConsequence = -1;
}
