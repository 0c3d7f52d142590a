// The flow table: which connection a segment belongs to. The rules are told in lib/tcpflow/tables/flow-table.js.
import { allocate, reserve } from "../base/memory";
import * as batch from "../base/batch";
import { directionOf, flowAt, openFlowBlock, spaceOf, timesAt } from "../base/flow-blocks";
import { BASE_KNOWN, FLIPPED, FLOWS_PER_BLOCK, FLOW_BLOCK_BITS, Flow, ROLE_GUESSED, SYN } from "../base/layout";
import { shareState } from "./shared-stream";
import { openStreamBlock, openStreams } from "../base/stream-state";

const SYN_ACK: i32 = 0x12;

const FIRST_SLOTS: i32 = 1024;
/** Of a smaller table all slots are in the processor's cache. */
const LARGE_SLOTS: i32 = 32768;

/** Kept in memory, see memory.ts. */
@unmanaged
class Table {
  /** [hash, flow + 1] pairs, linear probing. */
  slots: usize;
  slotMask: i32;
  slotsUsed: i32;
  seed: i32;
  flows: i32;
  streams: i32;
  /** Nothing that means anything: so that the compiler leaves `askForSlots` what it loads. */
  touched: i32;
}
const table: Table = changetype<Table>(reserve(offsetof<Table>()));

/** The segment found last re-used the addresses and ports of an older connection. */
export let reused: bool = false;

/** By the first instance, once. @param seed of the hash, so that a capture cannot be made to collide */
export function startTable(seed: i32): void {
  table.slots = allocate(FIRST_SLOTS << 3);
  table.slotMask = FIRST_SLOTS - 1;
  table.seed = seed;
}

export function flowCount(): i32 { return table.flows; }
export function streamCount(): i32 { return table.streams; }
/** Mixes an end point into 32 bits (MurmurHash3's finaliser). */
function hashEndpoint(address: usize, port: i32): i32 {
  let h = table.seed ^ (load<i32>(address, 12) * <i32>0x9e3779b1) ^ ((port + 1) * <i32>0x85ebca77);
  h ^= (load<i32>(address) * <i32>0xc2b2ae3d) ^ (load<i32>(address, 4) * <i32>0x27d4eb2f) ^ (load<i32>(address, 8) * <i32>0x165667b1);
  h = (h ^ (h >>> 16)) * <i32>0x85ebca6b;
  h = (h ^ (h >>> 13)) * <i32>0xc2b2ae35;
  return h ^ (h >>> 16);
}

/** Four words, as two of 64 bits. */
// @ts-ignore: decorator
@inline
function sameAddress(a: usize, b: usize): bool {
  return load<i64>(a, 8) == load<i64>(b, 8) && load<i64>(a) == load<i64>(b);
}

const asked: usize = reserve(<usize>batch.BATCH_CAPACITY * 4);

/**
 * Loads the slots where the batch's SYNs will look for their connections: all at once, as they are far apart in a large table, and one after the other each would
 * wait 0.3 µs for the memory. The slots of connections that are open are in the cache.
 */
export function askForSlots(count: i32): void {
  if (table.slotMask < LARGE_SLOTS) return;
  let end = asked, touched = 0;
  for (let i = 0; i < count; i++) {
    if ((batch.u16At(batch.flags, i) & SYN_ACK) != SYN) continue;
    store<u32>(end, <u32>(table.slots + (<usize>(hashOf(i) & table.slotMask) << 3)));
    end += 4;
  }
  for (let at = asked; at < end; at += 4) touched += load<i32>(<usize>load<u32>(at));
  table.touched = touched;
}

/** Of both end points together. */
function hashOf(i: i32): i32 {
  const ports = batch.i32At(batch.ports, i);
  return hashEndpoint(batch.addressAt(batch.sourceAddress, i), ports >>> 16) + hashEndpoint(batch.addressAt(batch.destinationAddress, i), ports & 0xffff);
}

/** The connection of the batch's segment i, times 2, plus the endpoint that sent it; the segments before it in the batch have been followed. */
export function find(i: i32): i32 {
  const again = i > 0 ? findAgain(batch.i32At(batch.flowEnd, i - 1) >> 1, i) : -1;
  reused = false;
  return again < 0 ? findByHash(i) : again;
}

/** Whether segment i goes on with a connection, which the one before is of: `find`'s answer then, as nothing was opened since; else −1. */
function findAgain(index: i32, i: i32): i32 {
  const flow = flowAt(index);
  if (flow.scopeOrdinal != 0 || (batch.u16At(batch.flags, i) & SYN_ACK) == SYN) return -1;
  const endpoint = endpointOf(flow, i, batch.addressAt(batch.sourceAddress, i), batch.addressAt(batch.destinationAddress, i), batch.i32At(batch.ports, i));
  return endpoint >= 0 && directionOf(flow, endpoint).scope == batch.i32At(batch.scope, i) ? (index << 1) | endpoint : -1;
}

function findByHash(i: i32): i32 {
  const source = batch.addressAt(batch.sourceAddress, i), destination = batch.addressAt(batch.destinationAddress, i), ports = batch.i32At(batch.ports, i);
  const hash = hashOf(i), slots = table.slots, slotMask = table.slotMask;
  let slot = hash & slotMask;
  for (;;) {
    const at = slots + (<usize>slot << 3), head = load<i32>(at, 4) - 1;
    if (head < 0) break;
    if (load<i32>(at) == hash) {
      const endpoint = endpointOf(flowAt(head), i, source, destination, ports);
      if (endpoint >= 0) return inStream(head, endpoint, at, i, source, destination, ports);
    }
    slot = (slot + 1) & slotMask;
  }
  const flow = open(i, table.streams++);
  store<i32>(slots + (<usize>slot << 3), hash);
  store<i32>(slots + (<usize>slot << 3), flow + 1, 4);
  if (++table.slotsUsed * 2 > slotMask) growSlots();
  return flow << 1;
}

/** Which endpoint of the connection sent the segment; −1: it is of another. */
function endpointOf(flow: Flow, i: i32, source: usize, destination: usize, ports: i32): i32 {
  if (flow.ipVersion != batch.u8At(batch.ipVersion, i)) return -1;
  const first = changetype<usize>(flow) + offsetof<Flow>("address00"), second = changetype<usize>(flow) + offsetof<Flow>("address10");
  if (flow.ports == ports && sameAddress(first, source) && sameAddress(second, destination)) return 0;
  if (flow.ports == rotl<i32>(ports, 16) && sameAddress(second, source) && sameAddress(first, destination)) return 1;
  return -1;
}

/** A SYN with another number opens a new stream; else the stream's connection in the same VLAN and tunnel is meant. */
function inStream(head: i32, endpoint: i32, slot: usize, i: i32, source: usize, destination: usize, ports: i32): i32 {
  if ((batch.u16At(batch.flags, i) & SYN_ACK) == SYN && opensAnew(flowAt(head), endpoint, batch.i32At(batch.seq, i))) {
    const flow = open(i, table.streams++);
    store<i32>(slot, flow + 1, 4);
    reused = true;
    return flow << 1;
  }
  if (directionOf(flowAt(head), endpoint).scope == batch.i32At(batch.scope, i)) return (head << 1) | endpoint;
  return inScope(head, endpoint, i, source, destination, ports);
}

function opensAnew(head: Flow, endpoint: i32, seq: i32): bool {
  const direction = directionOf(head.shared ? changetype<Flow>(<usize>head.shared) : head, endpoint);
  return (direction.bits & BASE_KNOWN) != 0 && direction.wsBaseSeq != seq;
}

function inScope(head: i32, endpoint: i32, i: i32, source: usize, destination: usize, ports: i32): i32 {
  const scope = batch.i32At(batch.scope, i);
  let unseen = -1, last = head;
  for (let index = head; index >= 0; index = flowAt(index).nextScope) {
    last = index;
    const flow = flowAt(index), side = endpointOf(flow, i, source, destination, ports), here = directionOf(flow, side).scope;
    if (here == scope) return (index << 1) | side;
    if (here >= 0) continue;
    if (directionOf(flow, 1 - side).scope == scope) return claim(index, side, scope);
    if (unseen < 0) unseen = (index << 1) | side;
  }
  if (unseen >= 0) return claim(unseen >> 1, unseen & 1, scope);
  const flow = open(i, flowAt(head).stream);
  flowAt(flow).scopeOrdinal = flowAt(last).scopeOrdinal + 1;
  flowAt(last).nextScope = flow;
  flowAt(flow).shared = shareState(head);
  if (endpoint == 1) flowAt(flow).bits |= FLIPPED;
  return flow << 1;
}

function claim(flow: i32, endpoint: i32, scope: i32): i32 {
  directionOf(flowAt(flow), endpoint).scope = scope;
  return (flow << 1) | endpoint;
}

function open(i: i32, stream: i32): i32 {
  const index = table.flows++;
  if ((index & (FLOWS_PER_BLOCK - 1)) == 0) {
    openStreamBlock(index >>> FLOW_BLOCK_BITS);
    openFlowBlock(index >>> FLOW_BLOCK_BITS);
  }
  const flow = flowAt(index), times = timesAt(index);
  flow.ipVersion = batch.u8At(batch.ipVersion, i);
  memory.copy(changetype<usize>(flow) + offsetof<Flow>("address00"), batch.addressAt(batch.sourceAddress, i), 16);
  memory.copy(changetype<usize>(flow) + offsetof<Flow>("address10"), batch.addressAt(batch.destinationAddress, i), 16);
  flow.ports = batch.i32At(batch.ports, i);
  flow.nextScope = -1;
  flow.stream = stream;
  flow.firstRow = -1;
  flow.lastRow = -1;
  times.start = times.end = batch.f64At(batch.timeNs, i);
  times.handshakeRtt = -1;
  for (let endpoint = 0; endpoint < 2; endpoint++) {
    const direction = directionOf(flow, endpoint), space = spaceOf(times, endpoint);
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

/** By the SYN; else the lower port is taken for the server's, as most services listen on low ports. */
function guessRoles(flow: Flow, flags: i32): void {
  if ((flags & SYN_ACK) == SYN) return;
  if ((flags & SYN_ACK) == SYN_ACK) {
    flow.client = 1;
    return;
  }
  flow.client = (flow.ports >>> 16) < (flow.ports & 0xffff) ? 1 : 0;
  flow.bits |= ROLE_GUESSED;
}

function growSlots(): void {
  const old = table.slots, oldMask = table.slotMask, slotMask = oldMask * 2 + 1, slots = allocate((<usize>slotMask + 1) << 3);
  table.slotMask = slotMask;
  table.slots = slots;
  for (let k = 0; k <= oldMask; k++) {
    const from = old + (<usize>k << 3);
    if (load<i32>(from, 4) == 0) continue;
    let slot = load<i32>(from) & slotMask;
    while (load<i32>(slots + (<usize>slot << 3), 4) != 0) slot = (slot + 1) & slotMask;
    store<i64>(slots + (<usize>slot << 3), load<i64>(from));
  }
}
