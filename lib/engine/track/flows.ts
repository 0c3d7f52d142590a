// The flow table: which connection a segment belongs to. lib/tcpflow/tables/flow-table.js has the rules. One
// table of slots has two kinds of entries:
//
//   addresses and ports of both ends      ──▶ the latest stream's first connection
//   stream, who sends, VLANs and tunnels  ──▶ the connection of the stream in these, where it is not the first
import { MIN_TIMEOUT_NS } from '../base/repair-times';
import { DIR_BIT, FLOW_BIT, TCP } from '../base/enums';
import { allocate, reserve } from '../base/memory';
import * as batch from '../base/batch';
import { directionOf, flowAt, openFlowBlock, spaceOf, timesAt } from '../base/flow-blocks';
import { hashOfNine, hashOfThree } from './keyed-hash';
import { FLOWS_PER_BLOCK, FLOW_BLOCK_BITS, Flow, FlowTimes } from '../base/flow-layout';
import { Scoped, scopedOf, shareState } from './shared-stream';
import { openStreamBlock, openStreams } from '../base/stream-state';

const SYN_ACK: i32 = 0x12;

/** A segment continues a connection in another VLAN when its numbers are at most this far from the latest. */
const CONTINUES_WITHIN: i32 = 1 << 20;

const FIRST_SLOTS: i32 = 1024;
/** All slots of a smaller table are in the processor's cache. */
const LARGE_SLOTS: i32 = 32768;

/** Kept in memory, see memory.ts. */
@unmanaged
class Table {
  /** [hash, flow + 1] pairs, linear probing. */
  slots: usize;
  slotMask: i32;
  slotsUsed: i32;
  flows: i32;
  streams: i32;
  /** Slots and connections probed without a match, for the tests that bound the length of searches. */
  detours: u32;
  /** A dummy result, so that the compiler does not remove the loads of `askForSlots`. */
  touched: i32;
}
const table: Table = changetype<Table>(reserve(offsetof<Table>()));

/** The segment found last re-used the addresses and ports of an older connection. */
export let reused: bool = false;

/** By the first instance, once. */
export function startTable(): void {
  table.slots = allocate(FIRST_SLOTS << 3);
  table.slotMask = FIRST_SLOTS - 1;
}

export function flowCount(): i32 {
  return table.flows;
}
export function streamCount(): i32 {
  return table.streams;
}
export function searchDetours(): u32 {
  return table.detours;
}

/** Four words, as two of 64 bits. */
// @ts-ignore: decorator
@inline
function sameAddress(a: usize, b: usize): bool {
  return load<i64>(a, 8) == load<i64>(b, 8) && load<i64>(a) == load<i64>(b);
}

const asked: usize = reserve(<usize>batch.BATCH_CAPACITY * 4);

/**
 * Prefetches the slots for the batch's SYNs: together, as they are far apart in a large table, and one by one each
 * would wait 0.3 µs for the memory. The slots of open connections are in the cache.
 */
export function askForSlots(count: i32): void {
  if (table.slotMask < LARGE_SLOTS) return;
  let end = asked;
  let touched = 0;
  for (let i = 0; i < count; i++) {
    if ((batch.u16At(batch.flags, i) & SYN_ACK) != TCP.SYN) continue;
    store<u32>(end, <u32>(table.slots + ((<usize>(hashOf(i) & table.slotMask)) << 3)));
    end += 4;
  }
  for (let at = asked; at < end; at += 4) touched += load<i32>(<usize>load<u32>(at));
  table.touched = touched;
}

/** Hash of both end points, the same for both directions: ordered without a branch, which would be mispredicted. */
function hashOf(i: i32): i32 {
  const source = batch.addressAt(batch.sourceAddress, i);
  const destination = batch.addressAt(batch.destinationAddress, i);
  return hashOfEnds(batch.u8At(batch.ipVersion, i), source, destination, batch.i32At(batch.ports, i));
}

// @ts-ignore: decorator
@inline
function hashOfEnds(ipVersion: i32, source: usize, destination: usize, ports: i32): i32 {
  if (ipVersion != 4) return hashOfIpv6(source, destination, ports);
  const sender = ((<u64>load<u32>(source, 12)) << 16) | (<u64>(ports >>> 16));
  const receiver = ((<u64>load<u32>(destination, 12)) << 16) | (<u64>(ports & 0xffff));
  const low = min(sender, receiver);
  const high = max(sender, receiver);
  return hashOfThree(<u32>(low >> 16), <u32>(high >> 16), (<u32>(low << 16)) | ((<u32>high) & 0xffff));
}

function hashOfIpv6(source: usize, destination: usize, ports: i32): i32 {
  const high = load<u64>(source);
  const low = load<u64>(source, 8);
  const otherHigh = load<u64>(destination);
  const otherLow = load<u64>(destination, 8);
  const isTurned =
    i32(low > otherLow) |
    (i32(low == otherLow) & (i32(high > otherHigh) | (i32(high == otherHigh) & i32(ports >>> 16 > (ports & 0xffff)))));
  return isTurned ? hashOfNine(destination, source, rotl<i32>(ports, 16)) : hashOfNine(source, destination, ports);
}

/** Of a stream's connection. @param endpoint of the stream's first connection that sends in that scope */
function hashOfScope(stream: i32, endpoint: i32, scope: i32): i32 {
  return hashOfThree(stream, scope, endpoint);
}

/**
 * The connection of the batch's segment i, times 2, plus the endpoint that sent it; the segments before it in the batch
 * have been tracked.
 */
export function find(i: i32): i32 {
  const again = i > 0 ? findAgain(batch.i32At(batch.flowEnd, i - 1) >> 1, i) : -1;
  reused = false;
  return again < 0 ? findByHash(i) : again;
}

/**
 * If segment i continues the connection of the previous one: `find`'s result then, as nothing was opened since; else
 * −1.
 */
function findAgain(index: i32, i: i32): i32 {
  const flow = flowAt(index);
  if (flow.scopeOrdinal != 0 || (batch.u16At(batch.flags, i) & SYN_ACK) == TCP.SYN) return -1;
  const endpoint = endpointOf(
    flow,
    batch.u8At(batch.ipVersion, i),
    batch.addressAt(batch.sourceAddress, i),
    batch.addressAt(batch.destinationAddress, i),
    batch.i32At(batch.ports, i),
  );
  return endpoint >= 0 && directionOf(flow, endpoint).scope == batch.i32At(batch.scope, i)
    ? (index << 1) | endpoint
    : -1;
}

function findByHash(i: i32): i32 {
  const source = batch.addressAt(batch.sourceAddress, i);
  const destination = batch.addressAt(batch.destinationAddress, i);
  const ports = batch.i32At(batch.ports, i);
  const hash = hashOf(i);
  const slots = table.slots;
  const slotMask = table.slotMask;
  let slot = hash & slotMask;
  for (;;) {
    const at = slots + ((<usize>slot) << 3);
    const head = load<i32>(at, 4) - 1;
    if (head < 0) break;
    if (load<i32>(at) == hash && flowAt(head).scopeOrdinal == 0) {
      const endpoint = endpointOf(flowAt(head), batch.u8At(batch.ipVersion, i), source, destination, ports);
      if (endpoint >= 0) return inStream(head, endpoint, at, i);
    }
    slot = (slot + 1) & slotMask;
    table.detours++;
  }
  const flow = open(i, table.streams++);
  fill(slot, hash, flow);
  return flow << 1;
}

/** A segment known only from a quotation, as in an ICMP error. */
@unmanaged
class Quoted {
  ipVersion: i32;
  source0: i32;
  source1: i32;
  source2: i32;
  source3: i32;
  destination0: i32;
  destination1: i32;
  destination2: i32;
  destination3: i32;
  ports: i32;
  scope: i32;
}
const sought: Quoted = changetype<Quoted>(reserve(offsetof<Quoted>()));

/** Where `findQuoted` reads from: the words of `Quoted`, written by lib/tcpflow/tables/icmp-errors.js. */
export const quoted: usize = changetype<usize>(sought);

/**
 * The connection of a quoted segment, times 2, plus the endpoint that sent it; −1: the table has none. Never opens a
 * connection. Of a stream's connections the one in the same VLANs and tunnels, if there is one, else the first.
 */
export function findQuoted(): i32 {
  const source = quoted + offsetof<Quoted>('source0');
  const destination = quoted + offsetof<Quoted>('destination0');
  const ipVersion = sought.ipVersion;
  const ports = sought.ports;
  const hash = hashOfEnds(ipVersion, source, destination, ports);
  let slot = hash & table.slotMask;
  for (;;) {
    const at = table.slots + ((<usize>slot) << 3);
    const head = load<i32>(at, 4) - 1;
    if (head < 0) break;
    if (load<i32>(at) == hash && flowAt(head).scopeOrdinal == 0) {
      const endpoint = endpointOf(flowAt(head), ipVersion, source, destination, ports);
      if (endpoint >= 0) return inQuotedScope(head, endpoint);
    }
    slot = (slot + 1) & table.slotMask;
    table.detours++;
  }
  return -1;
}

function inQuotedScope(head: i32, endpoint: i32): i32 {
  const flow = flowAt(head);
  if (directionOf(flow, endpoint).scope == sought.scope) return (head << 1) | endpoint;
  const scoped = findScope(flow.stream, endpoint, sought.scope);
  return scoped >= 0 ? (scoped << 1) | sideOf(scoped, endpoint) : (head << 1) | endpoint;
}

function fill(slot: i32, hash: i32, flow: i32): void {
  store<i32>(table.slots + ((<usize>slot) << 3), hash);
  store<i32>(table.slots + ((<usize>slot) << 3), flow + 1, 4);
  if (++table.slotsUsed * 2 > table.slotMask) growSlots();
}

/** The endpoint of the connection that sent the segment; −1: it belongs to another. */
function endpointOf(flow: Flow, ipVersion: i32, source: usize, destination: usize, ports: i32): i32 {
  if (flow.ipVersion != ipVersion) return -1;
  const first = changetype<usize>(flow) + offsetof<Flow>('address00');
  const second = changetype<usize>(flow) + offsetof<Flow>('address10');
  if (flow.ports == ports && sameAddress(first, source) && sameAddress(second, destination)) return 0;
  if (flow.ports == rotl<i32>(ports, 16) && sameAddress(second, source) && sameAddress(first, destination)) return 1;
  return -1;
}

/**
 * A SYN with another number opens a new stream; otherwise it belongs to the stream's connection in the same VLAN and
 * tunnel. An endpoint that has sent nothing yet on the first connection is assumed to answer there, if what it answers
 * was in that scope or there is no other connection. One that continues the first connection stays in it.
 */
function inStream(head: i32, endpoint: i32, slot: usize, i: i32): i32 {
  if (
    (batch.u16At(batch.flags, i) & SYN_ACK) == TCP.SYN &&
    opensAnew(flowAt(head), endpoint, batch.i32At(batch.seq, i))
  ) {
    const flow = open(i, table.streams++);
    store<i32>(slot, flow + 1, 4);
    reused = true;
    return flow << 1;
  }
  const first = flowAt(head);
  const scope = batch.i32At(batch.scope, i);
  const here = directionOf(first, endpoint).scope;
  if (here == scope) return (head << 1) | endpoint;
  const isFree = here < 0 && (first.shared == 0 || directionOf(first, 1 - endpoint).scope == scope);
  if (isFree) return claim(head, endpoint, scope);
  return first.shared == 0 && continues(head, endpoint, i) ? move(head, endpoint, scope) : inScope(head, endpoint, i);
}

/**
 * Whether a segment in a VLAN or tunnel without a connection of its own continues the stream's first connection, as
 * after a failover or the migration of a virtual machine: it is not a SYN, its numbers are near the latest, and it is
 * not a copy of an earlier segment, as in a capture on both sides of a router. So it has new bytes, or acknowledges new
 * ones, or is retransmitted after a time-out; a duplicate ACK counts once the other end has moved.
 */
function continues(head: i32, endpoint: i32, i: i32): bool {
  const flags = batch.u16At(batch.flags, i);
  const flow = flowAt(head);
  const fwd = directionOf(flow, endpoint);
  const rev = directionOf(flow, 1 - endpoint);
  if (flags & TCP.SYN || (flags & TCP.ACK) == 0 || (fwd.bits & rev.bits & DIR_BIT.BASE_KNOWN) == 0) return false;
  const ahead = batch.i32At(batch.seq, i) - fwd.referenceSeq;
  const acked = batch.i32At(batch.ack, i) - rev.referenceSeq;
  if (!isNear(ahead) || !isNear(acked)) return false;
  const times = timesAt(head);
  const length = batch.i32At(batch.payloadLength, i);
  const isNew = length > 0 ? ahead >= 0 : acknowledged(times, 1 - endpoint, acked);
  // a routed copy comes much sooner than a retransmission
  if (
    isNew ||
    (batch.f64At(batch.timeNs, i) - times.end >= MIN_TIMEOUT_NS && isSentAgain(times, endpoint, ahead, length))
  )
    return true;
  return length == 0 && (flow.bits & FLOW_BIT.MOVED) != 0 && rev.scope == batch.i32At(batch.scope, i);
}

function isNear(distance: i32): bool {
  return distance > -CONTINUES_WITHIN && distance < CONTINUES_WITHIN;
}

/** Whether an acknowledgement of the endpoint's bytes is higher than all before. */
function acknowledged(times: FlowTimes, endpoint: i32, ahead: i32): bool {
  const space = spaceOf(times, endpoint);
  return space.reference + <f64>ahead > space.acked;
}

/** Unacknowledged bytes, or a keep-alive, which is one byte below. */
function isSentAgain(times: FlowTimes, endpoint: i32, ahead: i32, length: i32): bool {
  const space = spaceOf(times, endpoint);
  return ahead == -1 || (length > 0 && space.reference + <f64>(ahead + length) > space.acked);
}

/** Only the stream's first connection moves: the table has no entry for its VLANs, so moving back and forth is free. */
function move(head: i32, endpoint: i32, scope: i32): i32 {
  flowAt(head).bits |= FLOW_BIT.MOVED;
  directionOf(flowAt(head), endpoint).scope = scope;
  return (head << 1) | endpoint;
}

function opensAnew(head: Flow, endpoint: i32, seq: i32): bool {
  const direction = directionOf(head.shared ? changetype<Flow>(<usize>head.shared) : head, endpoint);
  return (direction.bits & DIR_BIT.BASE_KNOWN) != 0 && direction.wsBaseSeq != seq;
}

/**
 * The connection on which the endpoint sends in the segment's scope, if not the first one: the one on which it has sent
 * there before; else the one on which the other end has, if unanswered; else the first unanswered one, as the return
 * path may be in another VLAN; else the first, if it is continued; else a new one.
 */
function inScope(head: i32, endpoint: i32, i: i32): i32 {
  const scope = batch.i32At(batch.scope, i);
  const stream = flowAt(head).stream;
  const scoped = scopedOf(shareState(head));
  const known = findScope(stream, endpoint, scope);
  if (known >= 0) return (known << 1) | sideOf(known, endpoint);
  const answered = findScope(stream, 1 - endpoint, scope);
  if (answered >= 0 && isUnseen(answered, endpoint)) return claim(answered, endpoint, scope);
  const unseen = firstUnseen(scoped, endpoint);
  if (unseen >= 0) return claim(unseen, endpoint, scope);
  if (continues(head, endpoint, i)) return move(head, endpoint, scope);
  const flow = open(i, stream);
  if (endpoint == 1) flowAt(flow).bits |= FLOW_BIT.FLIPPED;
  flowAt(flow).shared = flowAt(head).shared;
  flowAt(flow).scopeOrdinal = flowAt(scoped.last).scopeOrdinal + 1;
  flowAt(scoped.last).nextScope = flow;
  scoped.last = flow;
  addScope(flow, endpoint, scope);
  return flow << 1;
}

/** Which of a connection's endpoints is that of the stream's first connection. */
function sideOf(flow: i32, endpoint: i32): i32 {
  return flowAt(flow).bits & FLOW_BIT.FLIPPED ? 1 - endpoint : endpoint;
}

/** Whether the endpoint has sent nothing on the connection. */
function isUnseen(flow: i32, endpoint: i32): bool {
  return directionOf(flowAt(flow), sideOf(flow, endpoint)).scope < 0;
}

/**
 * The stream's first connection on which the endpoint has sent nothing; −1: there is none. Those skipped are never
 * examined again.
 */
function firstUnseen(scoped: Scoped, endpoint: i32): i32 {
  let flow = endpoint == 0 ? scoped.unseen0 : scoped.unseen1;
  while (!isUnseen(flow, endpoint) && flow != scoped.last) {
    flow = flowAt(flow).nextScope;
    table.detours++;
  }
  if (endpoint == 0) scoped.unseen0 = flow;
  else scoped.unseen1 = flow;
  return isUnseen(flow, endpoint) ? flow : -1;
}

function claim(flow: i32, endpoint: i32, scope: i32): i32 {
  const side = sideOf(flow, endpoint);
  directionOf(flowAt(flow), side).scope = scope;
  if (flowAt(flow).scopeOrdinal != 0) addScope(flow, endpoint, scope);
  return (flow << 1) | side;
}

/** @returns the connection with that entry, −1: none has it */
function findScope(stream: i32, endpoint: i32, scope: i32): i32 {
  const hash = hashOfScope(stream, endpoint, scope);
  const slotMask = table.slotMask;
  let slot = hash & slotMask;
  for (;;) {
    const at = table.slots + ((<usize>slot) << 3);
    const index = load<i32>(at, 4) - 1;
    if (index < 0) break;
    if (load<i32>(at) == hash && isInScope(index, stream, endpoint, scope)) return index;
    slot = (slot + 1) & slotMask;
    table.detours++;
  }
  return -1;
}

function isInScope(index: i32, stream: i32, endpoint: i32, scope: i32): bool {
  const flow = flowAt(index);
  return flow.scopeOrdinal != 0 && flow.stream == stream && directionOf(flow, sideOf(index, endpoint)).scope == scope;
}

function addScope(flow: i32, endpoint: i32, scope: i32): void {
  const hash = hashOfScope(flowAt(flow).stream, endpoint, scope);
  const slotMask = table.slotMask;
  let slot = hash & slotMask;
  for (; load<i32>(table.slots + ((<usize>slot) << 3), 4) != 0; slot = (slot + 1) & slotMask) table.detours++;
  fill(slot, hash, flow);
}

function open(i: i32, stream: i32): i32 {
  const index = table.flows++;
  if ((index & (FLOWS_PER_BLOCK - 1)) == 0) {
    openStreamBlock(index >>> FLOW_BLOCK_BITS);
    openFlowBlock(index >>> FLOW_BLOCK_BITS);
  }
  const flow = flowAt(index);
  const times = timesAt(index);
  flow.ipVersion = batch.u8At(batch.ipVersion, i);
  memory.copy(changetype<usize>(flow) + offsetof<Flow>('address00'), batch.addressAt(batch.sourceAddress, i), 16);
  memory.copy(changetype<usize>(flow) + offsetof<Flow>('address10'), batch.addressAt(batch.destinationAddress, i), 16);
  flow.ports = batch.i32At(batch.ports, i);
  flow.nextScope = -1;
  flow.stream = stream;
  flow.firstRow = -1;
  flow.lastRow = -1;
  times.start = times.end = batch.f64At(batch.timeNs, i);
  times.handshakeRtt = -1;
  for (let endpoint = 0; endpoint < 2; endpoint++) {
    const direction = directionOf(flow, endpoint);
    const space = spaceOf(times, endpoint);
    direction.scope = -1;
    direction.windowScale = -1;
    direction.unackedRow = -1;
    direction.wsWindow = -1;
    space.acked = -1;
    space.retransmittedEnd = -1;
  }
  openStreams(index);
  directionOf(flow, 0).scope = batch.i32At(batch.scope, i);
  guessRoles(flow, batch.u16At(batch.flags, i));
  return index;
}

/** By the SYN; else the lower port counts as the server's, as most services listen on low ports. */
function guessRoles(flow: Flow, flags: i32): void {
  if ((flags & SYN_ACK) == TCP.SYN) return;
  if ((flags & SYN_ACK) == SYN_ACK) {
    flow.client = 1;
    return;
  }
  flow.client = flow.ports >>> 16 < (flow.ports & 0xffff) ? 1 : 0;
  flow.bits |= FLOW_BIT.ROLE_GUESSED;
}

function growSlots(): void {
  const old = table.slots;
  const oldMask = table.slotMask;
  const slotMask = oldMask * 2 + 1;
  const slots = allocate((<usize>slotMask + 1) << 3);
  table.slotMask = slotMask;
  table.slots = slots;
  for (let k = 0; k <= oldMask; k++) {
    const from = old + ((<usize>k) << 3);
    if (load<i32>(from, 4) == 0) continue;
    let slot = load<i32>(from) & slotMask;
    while (load<i32>(slots + ((<usize>slot) << 3), 4) != 0) slot = (slot + 1) & slotMask;
    store<i64>(slots + ((<usize>slot) << 3), load<i64>(from));
  }
}
