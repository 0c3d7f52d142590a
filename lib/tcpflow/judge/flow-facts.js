import { ConnectionPackets, connectionOptions, copyRow } from '../connection/connection-packets.js';
import { ANALYSIS } from '../analysis-flags.js';
import { FLOW } from '../flow-fields.js';
import { OPTION, TCP } from '../../packet/segment-batch.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../packet-table.js';
import { LeastDelay } from './path-delay.js';
import { NumberedSteps, SendOrder } from './send-order.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */

/** Duplicate ACKs without SACK blocks, after which none are expected. */
const FEWEST_TELLING_DUPLICATES = 3;

/**
 * What the judge goes by that takes all packets of a connection to know.
 * @typedef {object} FlowFacts
 * @property {boolean} sackPermitted both offered it; where a SYN is missing: yes, as with all usual systems, unless there were duplicate ACKs and no block in any
 * @property {[number, number]} numberedSteps by sender, the client first
 * @property {[number, number]} leastDelayNs from the capture point to the receiver of a direction and back, the client's data first; NaN not known
 */

/** Taken for granted of both senders at first. */
const NUMBERED = /** @type {[number, number]} */ ([1, 1]);

/**
 * One walk over the connection's packets; another where it turns out that copies were told from repairs by numbers that a sender does not count.
 * @param {TcpTracker} tcp @param {number} flow index
 * @returns {FlowFacts}
 */
export function flowFacts(tcp, flow) {
  const { facts, asked } = walk(tcp, flow, NUMBERED), { numberedSteps } = facts;
  return numberedSteps.some((steps, sender) => steps === 0 && asked[sender]) ? walk(tcp, flow, numberedSteps).facts : facts;
}

/** @param {TcpTracker} tcp @param {number} flow @param {[number, number]} assumedSteps by sender */
function walk(tcp, flow, assumedSteps) {
  const { flows, packets } = tcp, client = flows.clientEndpoint(flow), counts = [new NumberedSteps(), new NumberedSteps()], delays = [new LeastDelay(), new LeastDelay()];
  const copies = [new CopyFinder(packets, assumedSteps[0]), new CopyFinder(packets, assumedSteps[1])], synSeen = [false, false];
  let duplicates = 0, blocks = 0;
  for (let row = flows.int(flow, FLOW.FIRST_ROW); row >= 0;) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK, sender = (block.flowEnd[at] & 1) ^ client, flags = block.flags[at];
    const timeNs = block.timeNs[at], seq = block.seqOffset[at], end = seq + block.length[at] + (flags & TCP.FIN) + ((flags & TCP.SYN) >> 1);
    if (flags & TCP.SYN) synSeen[sender] = true;
    else counts[sender].add(block.ipId[at], seq, end);
    if (flags & TCP.ACK) delays[1 - sender].acknowledged(block.ackOffset[at], timeNs);
    if (end > seq && !copies[sender].isCopy(row, seq, end)) delays[sender].sent(seq, end, timeNs);
    if (block.options[at] & OPTION.TIMESTAMPS) {
      delays[sender].stamped(block.tsValue[at], timeNs);
      delays[1 - sender].echoed(block.tsEcho[at], timeNs);
    }
    if (block.analysis[at] & ANALYSIS.duplicate_ack) duplicates++;
    blocks += block.sackCount[at];
    row = block.next[at];
  }
  const facts = {
    sackPermitted: synSeen[0] && synSeen[1] ? isSackAgreed(tcp, flow) : blocks > 0 || duplicates < FEWEST_TELLING_DUPLICATES,
    numberedSteps: /** @type {[number, number]} */ ([counts[0].steps, counts[1].steps]),
    leastDelayNs: /** @type {[number, number]} */ ([delays[0].ns, delays[1].ns]),
  };
  return { facts, asked: [copies[0].wasAsked, copies[1].wasAsked] };
}

/** @param {TcpTracker} tcp @param {number} flow */
function isSackAgreed(tcp, flow) {
  const [ofClient, ofServer] = connectionOptions(tcp, flow).synOptions;
  return (ofClient & ofServer & OPTION.SACK_PERMITTED) !== 0;
}

/** Finds segments that are the sender's latest one once more. */
class CopyFinder {
  /** Whether there was any that could be. */
  wasAsked = false;
  #packets;
  #pair = new ConnectionPackets(2, 0);
  #order;
  #latest = -1;
  #seq = 0;
  #end = 0;

  /** @param {import('../packet-table.js').PacketTable} packets @param {number} numberedSteps */
  constructor(packets, numberedSteps) {
    this.#packets = packets;
    this.#order = new SendOrder(this.#pair, numberedSteps);
  }

  /** @param {number} row @param {number} seq @param {number} end */
  isCopy(row, seq, end) {
    if (seq === this.#seq && end === this.#end && this.#latest >= 0 && this.#isSame(row)) return true;
    this.#latest = row;
    this.#seq = seq;
    this.#end = end;
    return false;
  }

  /** @param {number} row */
  #isSame(row) {
    this.wasAsked = true;
    for (const [i, at] of [this.#latest, row].entries()) copyRow(this.#pair, i, this.#packets.blocks[at >> ROW_BLOCK_BITS], at & ROW_BLOCK_MASK);
    return this.#order.isCopy(1, 0, 0);
  }
}
