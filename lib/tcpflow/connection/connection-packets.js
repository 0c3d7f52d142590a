import { ColumnRoom } from '../../engine/columns.js';
import { OCCURRENCE } from '../../engine/enums.js';
import { DIR, FLOW } from '../../engine/flow-fields.js';
import { PACKET_COLUMN_NAMES, PACKET_COLUMNS, PacketColumns } from '../../engine/table-columns.js';
import { joined } from '../../shared/columns/joined.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { occurrencesFrom } from '../tables/occurrences.js';
import { windowShift } from './window-scale.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('../tables/row-lists.js').Gathering} Gathering */
/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('../../transport/tcp/tcp-packets.js').ConnectionOptions} ConnectionOptions */

const NONE = new Int32Array(0);
const NOTHING = Object.freeze(occurrencesFrom(new Int32Array(OCCURRENCE.COUNT)));

/**
 * The packets of one connection: the input of its analysers. The columns are consecutive in memory, in their order.
 * @implements {TcpPackets}
 */
export class ConnectionPackets extends PacketColumns {
  /**
   * @param {number} count packets
   * @param {{ sackLeft: Float64Array, sackRight: Float64Array, controls?: Int32Array, resends?: Int32Array }} listed
   *   edges of all SACK blocks; indexes of packets with SYN, FIN or RST, and of retransmissions of data
   * @param {import('../../transport/tcp/tcp-packets.js').TcpOccurrences} [seen] kinds of packets that occur; none by
   *   default
   * @param {ColumnRoom} [room] for the columns; one of zeros by default
   */
  constructor(
    count,
    { sackLeft, sackRight, controls = NONE, resends = NONE },
    seen = NOTHING,
    room = new ColumnRoom(count, PACKET_COLUMNS.count, PACKET_COLUMNS.bytes),
  ) {
    super(room);
    this.count = count;
    /** In the other direction's offsets. */
    this.sackLeft = sackLeft;
    this.sackRight = sackRight;
    /** Entries with SYN, FIN or RST, and retransmissions with payload: ascending. */
    this.controls = controls;
    this.resends = resends;
    this.seen = seen;
  }
}

/**
 * Gathers the packets of a connection from the table: linear in its packets.
 * @param {TcpTracker} tcp @param {number} flow index
 * @returns {ConnectionPackets}
 */
export function connectionPackets(tcp, flow) {
  const {
    flows,
    packets: { gathering, count: end },
  } = tcp;
  const ends = endsOf(tcp, flow);
  const first = flows.int(flow, FLOW.FIRST_ROW);
  const listed = gathering.list(first, end);
  if (listed < gathering.most) return copied(gathering, gathering.gather(listed, ends, 0, 0));
  return gathered(gathering, ends, gathering.count(first, end), (from) =>
    from === 0 ? gathering.list(first, end) : gathering.listNext(end),
  );
}

/**
 * Rows of a connection's packets, in capture order, that the table has now: more may be added concurrently.
 * @param {TcpTracker} tcp @param {number} flow index
 */
export function connectionRows({ flows, packets }, flow) {
  const rows = new Int32Array(flows.int(flow, FLOW.PACKETS));
  const { blocks, count } = packets;
  let found = 0;
  for (let row = flows.int(flow, FLOW.FIRST_ROW); row >= 0 && row < count; found++) {
    rows[found] = row;
    row = blocks[row >> ROW_BLOCK_BITS].next[row & ROW_BLOCK_MASK];
  }
  return rows.subarray(0, found);
}

/**
 * Gathers some packets of a connection: entry i of each column is that of rows[i].
 * @param {TcpTracker} tcp @param {number} flow index @param {Int32Array} rows ascending
 * @returns {ConnectionPackets}
 */
export function gatherPackets(tcp, flow, rows) {
  const { gathering } = tcp.packets;
  const sackBlocks = countSackBlocks(tcp.packets, rows);
  return gathered(gathering, endsOf(tcp, flow), { count: rows.length, sackBlocks }, (from) =>
    gathering.listThese(rows.subarray(from, from + gathering.most)),
  );
}

/**
 * Gathers packets piece by piece.
 * @param {Gathering} gathering
 * @param {import('../tables/row-lists.js').Ends} ends
 * @param {{ count: number, sackBlocks: number }} size
 * @param {(from: number) => number} listFrom lists a piece, from that packet on, and returns its length
 */
function gathered(gathering, ends, { count, sackBlocks }, listFrom) {
  const packets = new ConnectionPackets(count, {
    sackLeft: new Float64Array(sackBlocks),
    sackRight: new Float64Array(sackBlocks),
  });
  /** @type {Int32Array[]} */
  const controls = [];
  /** @type {Int32Array[]} */ const resends = [];
  for (let from = 0, sackStart = 0; from < count;) {
    const piece = copied(gathering, gathering.gather(listFrom(from), ends, from, sackStart));
    for (const name of PACKET_COLUMN_NAMES) packets[name].set(piece[name], from);
    packets.sackLeft.set(piece.sackLeft, sackStart);
    packets.sackRight.set(piece.sackRight, sackStart);
    from += piece.count;
    sackStart += piece.sackLeft.length;
    controls.push(piece.controls);
    resends.push(piece.resends);
    packets.seen = piece.seen;
  }
  packets.controls = joined(Int32Array, controls);
  packets.resends = joined(Int32Array, resends);
  return packets;
}

/** @param {TcpTracker} tcp @param {number} flow index @returns {import('../tables/row-lists.js').Ends} */
function endsOf(tcp, flow) {
  const { flows } = tcp;
  const client = flows.clientEndpoint(flow);
  const server = 1 - client;
  return {
    client,
    scales: [scaleOf(windowShift(tcp, flow, client)), scaleOf(windowShift(tcp, flow, server))],
    bases: [flows.dirInt(flow, client, DIR.BASE_SEQ), flows.dirInt(flow, server, DIR.BASE_SEQ)],
  };
}

/** @param {Gathering} gathering @param {ReturnType<Gathering['gather']>} piece */
function copied({ occurrences }, piece) {
  const room = new ColumnRoom(piece.count, PACKET_COLUMNS.count, PACKET_COLUMNS.bytes, piece.buffer, piece.at);
  return new ConnectionPackets(piece.count, piece, occurrences, room);
}

/** @param {TcpTracker} tcp @param {number} flow index @returns {ConnectionOptions} */
export function connectionOptions(tcp, flow) {
  const { flows } = tcp;
  const client = flows.clientEndpoint(flow);
  const [asked, answered] = [flows.direction(flow, client), flows.direction(flow, 1 - client)];
  return {
    ipVersion: flows.at(flow).ipVersion,
    mss: [asked.mss || null, answered.mss || null],
    windowScale: [windowShift(tcp, flow, client), windowShift(tcp, flow, 1 - client)],
    synOptions: [asked.synOptions, answered.synOptions],
    baseSeq: [asked.baseSeq, answered.baseSeq],
  };
}

/** @param {number} shift @returns {number} the window's factor */
const scaleOf = (shift) => (shift > 0 ? 2 ** shift : 1);

/** SACK blocks of some packets. @param {TcpTracker['packets']} packets @param {ArrayLike<number>} rows */
export function countSackBlocks(packets, rows) {
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    count += packets.blocks[rows[i] >> ROW_BLOCK_BITS].sackCount[rows[i] & ROW_BLOCK_MASK];
  }
  return count;
}
