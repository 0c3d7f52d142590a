import { pathDelay } from './path-delay.js';
import { SequenceCells } from './sequence-cells.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./send-order.js').SendOrder} SendOrder */

/**
 * What a connection's judgement is written to: entry i is the connection's i-th packet, values as in the packet table.
 * @typedef {object} Verdicts
 * @property {Uint8Array} verdict @property {Uint8Array} judgement @property {Uint16Array} evidence @property {Uint8Array} confidence
 */

/** `spurious` of a trace: it is not known yet. */
export const NOT_KNOWN = -1;

/** One direction's data and what its walks have found out; entry i of each column belongs to the connection's i-th packet. */
export class DirectionTrace {
  /**
   * @param {ConnectionPackets} packets @param {0|1} direction of the data
   * @param {{ verdicts: Verdicts, orders: [SendOrder, SendOrder], facts: import('./flow-facts.js').FlowFacts }} known
   */
  constructor(packets, direction, { verdicts, orders, facts }) {
    this.packets = packets;
    this.direction = direction;
    this.verdicts = verdicts;
    this.order = orders[direction];
    this.ackOrder = orders[1 - direction];
    this.sackPermitted = facts.sackPermitted;
    this.path = pathDelay(facts.leastDelayNs, direction);
    this.cells = new SequenceCells(packets, spaceUsers(packets, direction));
    /** The packet that bore the segment's first byte before; −1 none in the capture. */
    this.previous = new Int32Array(packets.count).fill(-1);
    /** Bytes of sequence space that had been seen before. */
    this.repeated = new Int32Array(packets.count);
    /** Of a retransmission, a value of `KIND`. */
    this.kind = new Uint8Array(packets.count);
    /** 1: a retransmission that was not needed, 0 one that was. */
    this.spurious = new Int8Array(packets.count).fill(NOT_KNOWN);
    /** 1: an acknowledgement that was captured twice. */
    this.ackCopies = new Uint8Array(packets.count);
  }
}

/** @param {ConnectionPackets} packets @param {number} sender @returns {Int32Array} of its packets that use sequence space */
function spaceUsers({ count, direction, seqOffset, endOffset }, sender) {
  const indexes = new Int32Array(count);
  let users = 0;
  for (let i = 0; i < count; i++) if (direction[i] === sender && endOffset[i] > seqOffset[i]) indexes[users++] = i;
  return indexes.subarray(0, users);
}
