/**
 * The one place where it is defined how the engine's memory is laid out: `npm run build:core` writes what the engine
 * (AssemblyScript) and its readers (JavaScript) need of it (scripts/generate-layout.js), and a test compares.
 *
 * A column is a line of `COLUMNS`: name, type, the tables that have it, and what stands in it.
 *
 *   batch   segments as decoded, refilled over and over (SegmentBatch)
 *   row     the packet table (PacketBlock)
 *   packet  packets of one connection, extracted from the table (ConnectionPackets)
 *
 * A column that is in two tables of one line is copied from one to the next as it is. What is computed on the way has a
 * line for each table.
 */

/** Bytes between two long columns: a power of two apart, all entries of a row would compete for the same cache sets. */
export const COLUMN_GAP_BYTES = 320;
/** Segments of a batch in the engine's memory: its columns stay in the processor's cache from one room to the next. */
export const BATCH_CAPACITY = 1024;
/** SACK blocks that fit into a TCP header beside nothing else. */
export const MAX_SACK_BLOCKS = 4;
/** Rows in a block of the packet table, as a power of two; edges of SACK blocks in one of theirs. */
export const ROW_BLOCK_BITS = 16;
export const SACK_EDGES_PER_BLOCK = 2 ** 16;

/**
 * @typedef {'u8' | 'u16' | 'i16' | 'i32' | 'f64'} ColumnType
 * @typedef {'batch' | 'row' | 'packet'} TableName
 *
 * @typedef {object} Column
 * @property {string} name
 * @property {ColumnType} type
 * @property {TableName[]} tables
 * @property {string} [doc]
 * @property {number} [each] words of an entry; 1 by default
 * @property {string} [from] the batch's column that a row's is copied from, where that has another name
 * @property {boolean} [sparse] 0 in most packets: not written where it is 0 in all, so that its pages take no memory
 */

/**
 * @param {string} name @param {ColumnType} type @param {string} tables @param {string} [doc]
 * @param {Pick<Column, 'each' | 'from' | 'sparse'>} [more]
 * @returns {Column}
 */
const column = (name, type, tables, doc, more) => ({
  name,
  type,
  tables: /** @type {TableName[]} */ (tables.split(' ')),
  doc,
  ...more,
});

const SPARSE = { sparse: true };

/** A table's columns lie in this order. 32-bit fields of the wire are signed bit patterns; `>>> 0` gives the value. */
export const COLUMNS = [
  column('row', 'i32', 'packet', 'Row of the packet table.'),
  column('frame', 'i32', 'batch', 'Frame number, from 1.'),
  column('frame', 'i32', 'packet', 'Frame number, from 1.'),
  column('frameAhead', 'i32', 'row', 'Frame − (row + 1): packets of the capture so far that are not in the table.'),
  column('timeNs', 'f64', 'batch row packet', "Integer nanoseconds since the capture's first packet."),
  column('ipVersion', 'u8', 'batch', '4 or 6.'),
  column('sourceAddress', 'i32', 'batch', 'Big-endian words; IPv4 uses the last alone, the others are 0.', { each: 4 }),
  column('destinationAddress', 'i32', 'batch', undefined, { each: 4 }),
  column('ports', 'i32', 'batch', 'Source port in the upper 16 bits, destination port in the lower.'),
  column(
    'scope',
    'i32',
    'batch',
    "The VLANs and tunnels around the packet: 0 none, else an id of the decoder's `scopes`.",
  ),
  column('seq', 'i32', 'batch', 'Sequence number, bit pattern.'),
  column('ack', 'i32', 'batch', 'Acknowledgement number, bit pattern.'),
  column('flowEnd', 'i32', 'batch', 'Connection × 2 + sending endpoint; the tracker fills it.'),
  column('dataOffset', 'f64', 'batch', 'Unwrapped offset of the first payload byte; the tracker fills it.'),
  column('ackOffset', 'f64', 'batch', "In the other direction's offsets, −1 without ACK; the tracker fills it."),
  column('standing', 'u8', 'batch', 'Bits of `STANDING`; the tracker fills it.'),
  column('flowEnd', 'i32', 'row', 'Connection × 2 + sending endpoint.'),
  column('next', 'i32', 'row', 'Next row of the same connection, −1 at its end.'),
  column('seqLow', 'i32', 'row', 'Unwrapped sequence number modulo 2^32.'),
  column('ackLow', 'i32', 'row', 'Unwrapped acknowledgement number modulo 2^32.'),
  column('seqHigh', 'i16', 'row', 'The rest of it.'),
  column('ackHigh', 'i16', 'row', 'The rest of it.'),
  column('seqAhead', 'i32', 'row', 'Sequence number on the wire − (first base of the sender + `seqLow`).'),
  column('ackAhead', 'i32', 'row', 'The same of the acknowledgement number; without ACK the number itself.'),
  column('direction', 'u8', 'packet', 'Who sent it: 0 the client, 1 the server.'),
  column('seqOffset', 'f64', 'packet'),
  column('endOffset', 'f64', 'packet', 'End of the sequence space used, SYN and FIN included.'),
  column('ackOffset', 'f64', 'packet', "In the other direction's offsets; −1 without ACK."),
  column('payloadOffset', 'i32', 'batch', "Start of the payload in the batch's `bytes`."),
  column(
    'payloadLength',
    'i32',
    'batch',
    "Payload bytes by the IP header's length, even where the snap length cut them.",
  ),
  column('length', 'i32', 'row packet', 'Payload bytes by the IP header.', { from: 'payloadLength' }),
  column(
    'recordLength',
    'i32',
    'batch',
    "Payload bytes as Wireshark counts them: no further than the frame's record; below 0: it cannot tell.",
  ),
  column('payloadCaptured', 'i32', 'batch', 'Payload bytes that are in the capture.'),
  column('captured', 'u16', 'row packet', 'Payload bytes that are in the capture; 65535: that many or more.'),
  column('window', 'u16', 'batch row packet', 'As in the header, unscaled.'),
  column('windowBytes', 'f64', 'packet', 'Scaled, where it is known by how much (`ConnectionOptions.windowScale`).'),
  column('flags', 'u16', 'batch row packet', 'Bits of `TCP`.'),
  column('urgent', 'u16', 'batch row packet', 'Urgent pointer.', SPARSE),
  column('analysis', 'u16', 'row packet', 'Bits of `ANALYSIS`.'),
  column('evidence', 'u16', 'row', 'Bits of `EVIDENCE`: what the verdict goes by.'),
  column(
    'verdict',
    'u8',
    'row packet',
    'Values of `VERDICT`: a first one, and the final one when the capture has ended.',
  ),
  column('judgement', 'u8', 'row packet', 'Kind and need of a retransmission (verdict.js); 0 until it is known.'),
  column('confidenceOff', 'u8', 'row', "Bits in which a verdict's confidence differs from that of a first verdict."),
  column(
    'options',
    'u8',
    'batch row packet',
    'Bits of `OPTION`; the columns of a value count only where its bit is set.',
    SPARSE,
  ),
  column('mss', 'i32', 'batch'),
  column('windowScale', 'u8', 'batch', 'Shift count, at most 14.'),
  column('tsValue', 'i32', 'batch row packet', 'Timestamps option, bit pattern; 0 without it.', SPARSE),
  column('tsEcho', 'i32', 'batch row packet', 'Timestamps option, bit pattern; 0 without it.', SPARSE),
  column('ipId', 'u16', 'batch row packet', 'IPv4 identification; 65535 for IPv6.'),
  column('ttl', 'u8', 'batch row packet', 'Time to live, or hop limit.'),
  column('ecn', 'u8', 'batch row packet', "The IP header's two ECN bits: 3 = congestion experienced.", SPARSE),
  column('frameLength', 'i32', 'batch', 'Bytes on the wire of the whole frame.'),
  column('sackCount', 'u8', 'batch'),
  column(
    'sackEdges',
    'i32',
    'batch',
    'Left and right edges in option order, bit patterns: block k of entry i at (4 i + k) × 2.',
    { each: MAX_SACK_BLOCKS * 2 },
  ),
  column('sackCount', 'u8', 'row'),
  column('sack', 'i32', 'row', "First SACK block's index in the table's edges; counts where `sackCount` is above 0."),
  column('sackStart', 'i32', 'packet', 'Its SACK blocks: entries sackStart … + sackCount of sackLeft and sackRight.'),
  column('sackCount', 'u8', 'packet'),
];
