// Facts about all packets of a connection, for classifying: one pass over them, and another where copies turn out to
// have been distinguished from retransmissions by IP identifications that the sender does not count.
import { ANALYSIS, OPTION, REFUSED, TCP } from '../base/enums';
import * as columns from '../base/row-columns';
import { LeastDelay, acknowledged, echoed, newDelay, sent, stamped } from './least-delay';
import { Facts } from './facts';
import { Packet, newPacket, readRow } from './packet';
import { blockOf, f64At, i32At, nextOf, placeOf, u16At, u8At } from '../base/read-rows';
import { take } from '../base/arena';
import { isCopy } from './send-order';

/** Duplicate ACKs without SACK blocks, after which none are expected. */
const FEWEST_TELLING_DUPLICATES: i32 = 3;
/**
 * IP identifications of a sender that counts its packets grow by less than this from one to the next (other connections
 * may share the counter).
 */
const LARGEST_STEP: i32 = 256;
/** Share of such steps needed to use the numbers for the order. */
const COUNTING_SHARE: f64 = 0.9;

/** A sender's packets. */
@unmanaged
class Sender {
  delay: LeastDelay;
  /**
   * Steps from one identification to another, counted where data is in order: elsewhere the order of sending is not
   * known yet.
   */
  allSteps: i32;
  smallSteps: i32;
  /** The latest identification; −1 none. */
  previousId: i32;
  /** The latest segment; −1 none. */
  row: i32;
  /** Its numbers are used to recognise copies; whether that was needed. */
  assumedSteps: i32;
  asked: bool;
  synSeen: bool;
  numberedTop: f64;
  windowBytes: f64;
  seq: f64;
  end: f64;
}

let copy: Packet = changetype<Packet>(0);
let copied: Packet = changetype<Packet>(0);

/** Which endpoint is the client. */
let client: i32 = 0;
let ofClient: Sender = changetype<Sender>(0);
let ofServer: Sender = changetype<Sender>(0);
let duplicates: i32 = 0;
let sacks: i32 = 0;
/** The largest shift of each end's windows. */
let clientShift: i32 = 0;
let serverShift: i32 = 0;

/**
 * Finds the facts of a connection.
 * @param sackAgreed both ends' SYNs have the option @param ofClientShift the largest shift of its windows
 */
export function findFacts(
  firstRow: i32,
  ofClientEnd: i32,
  sackAgreed: bool,
  ofClientShift: i32,
  ofServerShift: i32,
): void {
  client = ofClientEnd;
  clientShift = ofClientShift;
  serverShift = ofServerShift;
  copy = newPacket();
  copied = newPacket();
  passOver(firstRow, 1, 1, sackAgreed);
  if (isMistaken(ofClient, Facts.clientSteps) || isMistaken(ofServer, Facts.serverSteps))
    passOver(firstRow, Facts.clientSteps, Facts.serverSteps, sackAgreed);
}

/** @param clientSteps, serverSteps whose numbers are used to recognise copies: not 0 */
function passOver(firstRow: i32, clientSteps: i32, serverSteps: i32, sackAgreed: bool): void {
  ofClient = newSender(clientSteps);
  ofServer = newSender(serverSteps);
  duplicates = sacks = 0;
  for (let row = firstRow; row >= 0; row = nextOf(row)) note(row, blockOf(row), placeOf(row));
  Facts.sackPermitted =
    ofClient.synSeen && ofServer.synSeen ? sackAgreed : sacks > 0 || duplicates < FEWEST_TELLING_DUPLICATES;
  Facts.clientSteps = stepsOf(ofClient);
  Facts.serverSteps = stepsOf(ofServer);
  Facts.clientDelayNs = ofClient.delay.ns;
  Facts.serverDelayNs = ofServer.delay.ns;
  Facts.clientWindowBytes = ofClient.windowBytes;
  Facts.serverWindowBytes = ofServer.windowBytes;
}

function isMistaken(sender: Sender, steps: i32): bool {
  return sender.asked && sender.assumedSteps != 0 && steps == 0;
}

function note(row: i32, block: usize, at: usize): void {
  const isServer = (i32At(block, columns.FLOW_END, at) & 1) ^ client;
  const own = isServer ? ofServer : ofClient;
  const other = isServer ? ofClient : ofServer;
  const flags = u16At(block, columns.FLAGS, at);
  if (flags & REFUSED) return;
  const timeNs = f64At(block, columns.TIME_NS, at);
  const seq = columns.seqOffsetAt(block, at);
  const end = columns.endOffset(seq, i32At(block, columns.LENGTH, at), flags);
  const windowBytes = <f64>u16At(block, columns.WINDOW, at) * <f64>(1 << (flags & TCP.SYN ? 0 : shiftOf(isServer)));
  own.windowBytes = max(own.windowBytes, windowBytes);
  if (flags & TCP.SYN) own.synSeen = true;
  else if (seq >= own.numberedTop) countStep(own, u16At(block, columns.IP_ID, at), end);
  if (flags & TCP.ACK) acknowledged(other.delay, columns.ackOffsetAt(block, at), timeNs);
  if (end > seq && !isLatestAgain(own, row, seq, end, client)) sent(own.delay, seq, end, timeNs);
  if (u8At(block, columns.OPTIONS, at) & OPTION.TIMESTAMPS) {
    stamped(own.delay, i32At(block, columns.TS_VALUE, at), timeNs);
    echoed(other.delay, i32At(block, columns.TS_ECHO, at), timeNs);
  }
  if (u16At(block, columns.ANALYSIS, at) & ANALYSIS.DUPLICATE_ACK) duplicates++;
  sacks += u8At(block, columns.SACK_COUNT, at);
}

// @ts-ignore: decorator
@inline
function shiftOf(isServer: i32): i32 {
  return isServer ? serverShift : clientShift;
}

function newSender(assumedSteps: i32): Sender {
  const sender = changetype<Sender>(take(offsetof<Sender>()));
  sender.delay = newDelay();
  sender.allSteps = sender.smallSteps = 0;
  sender.previousId = sender.row = -1;
  sender.assumedSteps = assumedSteps;
  sender.asked = sender.synSeen = false;
  sender.numberedTop = -Infinity;
  sender.windowBytes = 0;
  sender.seq = sender.end = 0;
  return sender;
}

function countStep(sender: Sender, id: i32, end: f64): void {
  sender.numberedTop = end;
  const previous = sender.previousId;
  sender.previousId = id;
  if (previous < 0 || id == previous) return;
  sender.allSteps++;
  if (((id - previous) & 0xffff) < LARGEST_STEP) sender.smallSteps++;
}

function stepsOf(sender: Sender): i32 {
  return <f64>sender.smallSteps >= <f64>sender.allSteps * COUNTING_SHARE ? sender.allSteps : 0;
}

/** Whether a segment is a copy of the sender's latest one; if not it becomes the latest. */
function isLatestAgain(sender: Sender, row: i32, seq: f64, end: f64, client: i32): bool {
  if (seq == sender.seq && end == sender.end && sender.row >= 0) {
    sender.asked = true;
    readRow(copied, sender.row, client);
    readRow(copy, row, client);
    if (isCopy(copy, copied, sender.assumedSteps, 0)) return true;
  }
  sender.row = row;
  sender.seq = seq;
  sender.end = end;
  return false;
}
