/* eslint max-lines: ["error", { "max": 520, "skipBlankLines": true, "skipComments": true }] -- one table */
import { DUPLICATE_THRESHOLD, FIRST_BYTE, PROTOCOL_TCP, SMALL_BYTES } from '../shared/tcp-numbers.js';
/**
 * The only definition of the engine's memory layout: `npm run build:core` makes the code for the engine
 * (AssemblyScript, in memory) and its readers (JavaScript, which a test compares) from it (scripts/generate-layout.js).
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
/** Most SACK blocks in a TCP header. */
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
 * @property {boolean} [sparse] 0 in most packets: not written where all are 0, so that its pages take no memory
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
  column('scope', 'i32', 'batch', "VLANs and tunnels around it: 0 none, else an id of the decoder's `scopes`."),
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
  column('payloadLength', 'i32', 'batch', 'Payload bytes by the IP header, even where the snap length cut them.'),
  column('length', 'i32', 'row packet', 'Payload bytes by the IP header.', { from: 'payloadLength' }),
  column('recordLength', 'i32', 'batch', "As Wireshark counts them: up to the frame's record; below 0: not known."),
  column('payloadCaptured', 'i32', 'batch', 'Payload bytes that are in the capture.'),
  column('captured', 'u16', 'row packet', 'Payload bytes that are in the capture; 65535: that many or more.'),
  column('window', 'u16', 'batch row packet', 'As in the header, unscaled.'),
  column('windowBytes', 'f64', 'packet', 'Scaled, where it is known by how much (`ConnectionOptions.windowScale`).'),
  column('flags', 'u16', 'batch row packet', 'Bits of `TCP`.'),
  column('urgent', 'u16', 'batch row packet', 'Urgent pointer.', SPARSE),
  column('analysis', 'u16', 'row packet', 'Bits of `ANALYSIS`.'),
  column('evidence', 'u16', 'row', 'Bits of `EVIDENCE` for the verdict.'),
  column('verdict', 'u8', 'row packet', 'Of `VERDICT`: a first one, and the final one when the capture has ended.'),
  column('judgement', 'u8', 'row packet', 'Kind and need of a retransmission (verdict.js); 0 until it is known.'),
  column('confidenceOff', 'u8', 'row', "Bits in which a verdict's confidence differs from that of a first verdict."),
  column(
    'options',
    'u8',
    'batch row packet',
    'Bits of `OPTION`; the columns of a value count only where its bit is set.',
    SPARSE,
  ),
  column(
    'optionOrder',
    'i32',
    'batch',
    'Kinds of options in order, unless timestamps alone: three bits each, ten at most; above them `SIGNED`.',
  ),
  column('mss', 'i32', 'batch'),
  column('windowScale', 'u8', 'batch', 'Shift count, at most 14.'),
  column('tsValue', 'i32', 'batch row packet', 'Timestamps option, bit pattern; 0 without it.', SPARSE),
  column('tsEcho', 'i32', 'batch row packet', 'Timestamps option, bit pattern; 0 without it.', SPARSE),
  column('ipId', 'u16', 'batch row packet', 'IPv4 identification; 65535 for IPv6.'),
  column('ttl', 'u8', 'batch row packet', 'Time to live, or hop limit.'),
  column('ecn', 'u8', 'batch row packet', "The IP header's two ECN bits: 3 = congestion experienced.", SPARSE),
  column('dscp', 'u8', 'batch row', "The IP header's differentiated services code point (RFC 2474).", SPARSE),
  column('checksum', 'u8', 'batch', 'One of `CHECKSUM`.'),
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

/** Connections are kept in blocks that never move: so many in one, as a power of two, and blocks at the most. */
export const FLOW_BLOCK_BITS = 10;
export const FLOW_BLOCKS = 2 ** 14;
/** Counters of a direction's analysis flags. */
export const FLAG_COUNTERS = 15;

/**
 * Words in the engine's memory that JavaScript reads by index: a class in AssemblyScript, in JavaScript an object of
 * indexes by `constant`, of 64-bit words by `constant_F`. 64-bit words come first.
 * @typedef {object} Struct
 * @property {string} name of the class
 * @property {string} constant
 * @property {string} doc
 * @property {Field[]} fields
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {'i32' | 'u32' | 'f64'} type
 * @property {string} [doc]
 * @property {number} [each] words; 1 by default
 * @property {string} [any] how readers of any transport call it (lib/transport), of whose conversations all have it
 * @property {string} [tcp] the same where it is TCP's own
 */

/** @param {Field['type']} type @returns {(name: string, doc?: string, each?: number) => Field} */
const fieldOf = (type) => (name, doc, each) => ({ name, type, doc, each });
const i32 = fieldOf('i32');
const u32 = fieldOf('u32');
const f64 = fieldOf('f64');
/** Offers a field to the readers of any transport. @param {Field} field @param {string} [name] @returns {Field} */
const any = (field, name = field.name) => ({ ...field, any: name });
/** Offers a field to TCP's readers. @param {Field} field @param {string} [name] @returns {Field} */
const tcp = (field, name = field.name) => ({ ...field, tcp: name });

/**
 * A connection's state is in three places, so that a packet of one of 100 000 connections touches a few neighbouring
 * cache lines:
 *
 *   ints     [ Flow | Direction of endpoint 0 | Direction of endpoint 1 ]
 *   floats   [ FlowTimes | Space of endpoint 0 | Space of endpoint 1 ]
 *   streams  [ Stream of endpoint 0 | Stream of endpoint 1 ]
 *
 * Endpoint 0 sent the connection's first captured packet. A direction is named by the endpoint that sends. Times are
 * ns since the capture's first packet, offsets unwrapped sequence numbers.
 * @type {Struct[]}
 */
export const STRUCTS = [
  {
    name: 'Flow',
    constant: 'FLOW',
    doc: 'Words of a connection as a whole.',
    fields: [
      any(i32('ipVersion')),
      i32('address0', 'Of endpoint 0, big-endian words.', 4),
      i32('address1', 'Of endpoint 1.', 4),
      i32('ports', 'Port of endpoint 0 in the upper 16 bits, of endpoint 1 in the lower.'),
      i32('nextScope', 'Next connection of the same Wireshark stream, in another VLAN or tunnel; −1 none.'),
      i32('scopeOrdinal', 'How many such connections came before in the stream.'),
      any(i32('stream', "Number of the stream, as Wireshark's `tcp.stream`.")),
      any(i32('bits', 'Bits of `FLOW_BIT`.')),
      i32('client', 'Which endpoint is the client: 0 or 1.'),
      any(i32('firstRow')),
      any(i32('lastRow')),
      any(i32('packets')),
      i32(
        'shared',
        "Where the state of Wireshark's stream lies, when this is not all of it (shared-stream.ts); 0: here.",
      ),
    ],
  },
  {
    name: 'FlowTimes',
    constant: 'FLOW',
    doc: '64-bit words of a connection as a whole.',
    fields: [
      any(f64('start'), 'startNs'),
      any(f64('end'), 'endNs'),
      any(f64('synTime', 'Time of the latest SYN without ACK.'), 'openingNs'),
      any(f64('handshakeRtt', "Wireshark's iRTT."), 'handshakeNs'),
    ],
  },
  {
    name: 'Direction',
    constant: 'DIR',
    doc: 'Words of a direction.',
    fields: [
      tcp(i32('bits', 'Bits of `DIR_BIT`.')),
      any(i32('scope', 'The VLANs and tunnels this direction is seen in; −1 while nothing was sent.')),
      tcp(i32('baseSeq', 'Wire sequence number of offset 0: the SYN, or one before the first byte seen.')),
      i32('referenceSeq', 'A recent wire sequence number, of offset `reference`, against which others are unwrapped.'),
      any(i32('packets')),
      any(i32('dataPackets')),
      any(i32('retransmittedPackets')),
      any(i32('reorderedPackets')),
      tcp(i32('mss')),
      tcp(i32('windowScale', 'Shift offered: −1 not known (no SYN seen), −2 known not to scale.')),
      tcp(i32('synOptions', 'Bits of `OPTION`, and `SIGNED`, ever seen in a SYN of this direction.')),
      tcp(i32('synOrder', "The first SYN's options in their order, as a batch's `optionOrder`; 0 without any.")),
      tcp(
        i32('synHeader', "The first SYN's window, above it its TTL (8 bits), and a bit: its IP identification was 0."),
      ),
      i32('maxInFlight'),
      any(i32('rttSamples')),
      i32('initialWindowBytes'),
      i32('initialWindowSegments'),
      i32('unackedRow', "The connection's oldest packet row that this direction's acknowledgements have not passed."),
      tcp(i32('syns', 'Packets with SYN.')),
      tcp(i32('fins')),
      tcp(i32('resets')),
      i32('wsNextSeq', "What Wireshark's analyser remembers, `ws…`: wire numbers; 0 = not set, as there."),
      i32('wsMaxSeqToBeAcked'),
      i32('wsLastAck'),
      i32('wsWindow'),
      i32('wsDuplicateAcks'),
      i32('wsLastFlags'),
      i32('wsBaseSeq'),
      i32('islands', 'The list of bytes seen above the first hole (received-ranges.ts); 0 none.'),
      u32('flagCounts', 'Where the counters of analysis flags are (flag-counts.ts); 0 none was counted.'),
      i32('firstBaseSeq', "The base as it was first, by which rows' wire numbers are known (row-columns.ts)."),
      i32('rightWithData', 'Segments with data whose checksum is right.'),
      i32('rightWithout', 'The same without data.'),
      i32('wrongChecksums', 'Segments whose checksum is wrong.'),
      i32('stamp', 'TS.Recent of RFC 7323: the timestamp that a later one may not fall below, with `STAMPED`.'),
      i32('firstOldStamp', 'Of timestamps that went back, with `STAMPS_REFUSED`.'),
      i32('lastOldStamp'),
      i32(
        'farSeq',
        'Wire number at the end of the latest segment far beyond the window, and its row plus one; 0: none.',
      ),
      i32('farRow'),
      i32('farAck', 'The latest acknowledgement of what was never sent, with `ACKED_FAR`.'),
    ],
  },
  {
    name: 'Space',
    constant: 'DIR',
    doc: '64-bit words of a direction.',
    fields: [
      f64('reference', 'Offset of `referenceSeq`.'),
      f64('seenEnd', 'End of the bytes seen without a hole, from the first on.'),
      f64('highest', 'Highest end of any segment, FIN included.'),
      f64('acked', "Highest acknowledgement by the other side of this direction's bytes; −1 none yet."),
      f64('retransmittedEnd', 'End of the highest bytes that were retransmitted; −1 none.'),
      any(f64('bytes')),
      any(f64('uniqueBytes')),
      any(f64('retransmittedBytes')),
      any(f64('rttMin'), 'rttMinNs'),
      any(f64('rttMax'), 'rttMaxNs'),
      f64('rttSum'),
      f64('rttSquares'),
      f64('wsNextSeqTime'),
      f64('wsLastAckTime'),
    ],
  },
  {
    name: 'Stream',
    constant: 'STREAM',
    doc: "Words of a direction's stream: how far its bytes are delivered (track/deliver.ts).",
    fields: [
      f64('delivered', 'Delivered in order up to this offset.'),
      f64('nextNeeded', 'Offset of the next byte that the sink needs; Infinity: none.'),
      f64('finOffset', 'Offset of the FIN; Infinity while none was passed.'),
      i32('bits', 'Bits of `STREAM_BIT`, and what the shifts below say.'),
      i32('deliveredFrame', 'The frame with the last byte in order; 0: none yet.'),
    ],
  },
  {
    name: 'Http1Event',
    constant: 'HTTP1_EVENT',
    doc: 'An event of the HTTP/1 parser about a message.',
    fields: [
      f64('startOffset'),
      f64('startNs'),
      f64('endOffset', 'How far the message has come.'),
      f64('bodyBytes'),
      f64('endNs', 'Infinity where only the frame is known.'),
      i32('startFrame'),
      i32('endFrame'),
      i32('kind', 'Of `HTTP1_KIND`.'),
      i32('status'),
      i32('minorVersion', 'Of HTTP/1; 2: it is HTTP/0.9.'),
      i32('method', 'Of `HTTP1_METHOD`.'),
      i32('headBytes'),
      i32('headAt', 'Offset of the head in the buffer of heads; −1: none.'),
      i32('messages', 'Messages of the direction, this one included.'),
      i32('isOtherOpaque', 'Whether the other direction carries something other than HTTP.'),
      i32('notes', 'Bits of `NOTE`.'),
      i32('isWhole', 'Whether an ended message is complete.'),
      i32('content', 'Of `HTTP1_CONTENT`: what the head declares.'),
      i32('unused', 'Fills the event up to a multiple of eight bytes.'),
    ],
  },
];

/** Above the bits of `STREAM_BIT`, with endpoint 0: the client by the content, 1 + endpoint; 0 not known. */
export const STREAM_CLIENT_SHIFT = 8;
/** The same with endpoint 1: where the connection is read as HTTP/1 (http1/direct.ts), its number plus one; 0: not. */
export const STREAM_PLACE_SHIFT = 8;

/** Constants of the engine that other rooms have as well. */
export const SHARED_CONSTANTS = [
  { name: 'PROTOCOL_TCP', type: 'i32', value: PROTOCOL_TCP, doc: undefined },
  { name: 'DUPLICATE_THRESHOLD', type: 'i32', value: DUPLICATE_THRESHOLD, doc: undefined },
  { name: 'FIRST_BYTE', type: 'f64', value: FIRST_BYTE, doc: undefined },
  { name: 'SMALL_BYTES', type: 'i32', value: SMALL_BYTES, doc: undefined },
];

/** Those that the page reads in column frames as well. */
export const CONSTANTS_OF_PAGE = [
  { name: 'KIND_MASK', type: 'i32', value: 7, doc: "Bits of the column `judgement` for a retransmission's kind." },
  {
    name: 'SPURIOUS_SHIFT',
    type: 'i32',
    value: 3,
    doc: 'Above these bits: 0 unknown whether the retransmission was spurious, 1 needed, 2 spurious.',
  },
  { name: 'SPURIOUS', type: 'i32', value: 2, doc: 'Of a judgement above `SPURIOUS_SHIFT`: it was not needed.' },
];

/** Constants of both languages. */
export const CONSTANTS = [
  { name: 'ORDER_BITS', type: 'i32', value: 3, doc: 'Of a kind in the column `optionOrder`.' },
  { name: 'ORDER_WIDTH', type: 'i32', value: 30, doc: 'Of the column `optionOrder`.' },
  {
    name: 'SIGNED',
    type: 'i32',
    value: 2 ** 30,
    doc: 'Above them, and above the bits of `OPTION`: it is signed (TCP MD5, RFC 2385; TCP-AO, RFC 5925).',
  },
  { name: 'REFUSAL_SHIFT', type: 'i32', value: 12, doc: 'Below a `REFUSAL` in the column `flags` of a row.' },
  { name: 'REFUSED', type: 'i32', value: 0x7000, doc: 'Its bits there.' },
  { name: 'FAST_OPEN_EXPERIMENT', type: 'i32', value: 0xf989, doc: 'RFC 7413 section 4.1.1.' },
  // Linux answers within 20 to 80 us on an idle host; stacks in user space (gVisor, smoltcp, FreeBSD's as a library)
  // after 40 to 500 us, virtual machines and interrupt moderation after up to 1 ms, a workstation of 1996 after 3 ms.
  {
    name: 'PROMPT_NS',
    type: 'f64',
    value: 250e3,
    doc: 'A later answer to an acknowledgement waited for the pacing clock, if the sender paces.',
  },
  { name: 'SAME_SEGMENTS', type: 'f64', value: 1, doc: 'A window is steady within so many segments.' },
  // Hosts' clocks tick: each 1 to 4 ms (Linux), 10 ms (Solaris, older BSD), 500 ms (lwIP, which fires later still).
  {
    name: 'TIMER_TRIPS',
    type: 'f64',
    value: 1.5,
    doc: 'A timer fires after two round trips at the soonest (RFC 8985 section 7.2), measured ones vary …',
  },
  { name: 'TIMER_TICK_NS', type: 'f64', value: 5e6, doc: '… and clocks tick: this much later.' },
  { name: 'DEFERRED_SHARE', type: 'f64', value: 1 / 3, doc: 'Linux leaves up to this share of a window unused …' },
  { name: 'DEFERRED_SEGMENTS', type: 'f64', value: 3, doc: '… or so many segments (tcp_tso_should_defer).' },
  { name: 'MAX_WINDOW_SCALE', type: 'i32', value: 14, doc: 'Larger shifts count as this one (RFC 7323 section 2.3).' },
  { name: 'PLAIN', type: 'u8', value: 255, doc: "Confidence, in 255ths, of a row's first verdict that is obvious …" },
  { name: 'FIRST_SIGHT', type: 'u8', value: 128, doc: '… and of others, which classifying changes.' },
  { name: 'LONG_COLUMN', type: 'i32', value: 1024, doc: 'Columns so long begin some cache lines apart.' },
  { name: 'VLANS', type: 'i32', value: 4096, doc: 'Identifiers of VLANs (IEEE 802.1Q).' },
  { name: 'MAX_HEADER_FIELDS', type: 'i32', value: 2000, doc: 'Header fields of a message; more are passed over.' },
  {
    name: 'LONGEST_FIRST_TIMEOUT_NS',
    type: 'f64',
    value: 3e9,
    doc: "No stack's initial RTO is longer: lwIP 3 s, others 1 s at most.",
  },
];

/**
 * Numbers that have names in both languages: one after the other, or a bit each.
 * @typedef {object} Enum
 * @property {string} name
 * @property {string} doc
 * @property {string[]} values by number, or by bit where `isBits`; '-': not used
 * @property {boolean} isBits
 * @property {Record<string, string>} [docs] of values
 * @property {'i32' | 'u8'} [type] in AssemblyScript; i32 by default
 * @property {string} [list] of the names in lower case, in JavaScript, which prints them
 * @property {boolean} [hasNull] the first is null in that list
 */

/** @typedef {Pick<Enum, 'docs' | 'type' | 'list' | 'hasNull'>} EnumOptions */

/** @param {string} name @param {string} doc @param {string} names @param {EnumOptions} [more] @returns {Enum} */
const numbers = (name, doc, names, more) => ({ name, doc, values: names.split(/\s+/), isBits: false, ...more });

/** @param {string} name @param {string} doc @param {string} names @param {EnumOptions} [more] @returns {Enum} */
const bits = (name, doc, names, more) => ({ ...numbers(name, doc, names, more), isBits: true });

export const ENUMS = [
  // In rows alone: bits 12 to 14 a `REFUSAL`, and UNPROVED, a wrong checksum of which the rest will tell what it means.
  bits(
    'TCP',
    "TCP header flags, as in the header's 12 bits.",
    'FIN SYN RST PSH ACK URG ECE CWR AE - - - - - - UNPROVED',
  ),
  numbers(
    'REFUSAL',
    'Why its receiver does not take a segment (track/refusal.ts), in a row in bits 12 to 14 of its flags.',
    'NONE CHECKSUM WINDOW TIMESTAMP SIGNATURE UNSENT RESET HANDSHAKE',
    {
      list: 'REFUSALS',
      hasNull: true,
      docs: {
        CHECKSUM: 'Damaged on the way.',
        WINDOW: 'Beyond the receive window by more than a window: not of this connection.',
        TIMESTAMP: 'Its timestamp went back (PAWS, RFC 7323 section 5).',
        SIGNATURE: 'Not signed where the other end signs (TCP MD5, RFC 2385; TCP-AO, RFC 5925).',
        UNSENT: 'Acknowledges what was never sent.',
        RESET: 'A reset outside the window.',
        HANDSHAKE: 'Answers a SYN without acknowledging it: of an earlier connection.',
      },
    },
  ),
  bits(
    'OPTION',
    'TCP options of a segment.',
    'MSS WINDOW_SCALE SACK_PERMITTED TIMESTAMPS SACK MPTCP FAST_OPEN BROKEN',
    {
      docs: {
        BROKEN:
          'There may be others: cut by the snap length, of impossible length, or SACK without a block, as in Wireshark.',
      },
    },
  ),
  numbers('ORDER', 'Kinds of options in their order.', '- NOP MSS WINDOW_SCALE SACK_PERMITTED TIMESTAMPS END OTHER'),
  bits('STANDING', 'State of a segment in its connection.', 'RESET_IGNORED ROLE_GUESSED REFUSED', {
    type: 'u8',
    docs: {
      RESET_IGNORED: 'A reset that the receiver ignores (track/reset.ts).',
      REFUSED: 'Its receiver does not take its data, unless it acknowledges them.',
      ROLE_GUESSED: 'No handshake has shown the client yet.',
    },
  }),
  // UNKNOWN: the segment is not complete; OFFLOADED: filled in by the sender's network card, after the capture point.
  numbers('CHECKSUM', "A segment's checksum.", 'UNKNOWN RIGHT WRONG OFFLOADED', { type: 'u8' }),
  bits(
    'FLOW_BIT',
    'Bits of a connection.',
    'ROLE_GUESSED RESET RTT_OF_HANDSHAKE_KNOWN - SYN_TIME_KNOWN FLIPPED NEEDS_VERDICTS URGENT MOVED ICMP_ERROR',
    {
      docs: {
        FLIPPED: 'Endpoint 0 is endpoint 1 of the shared state.',
        NEEDS_VERDICTS: 'Not all of it is original data, in order and once: it needs the passes for verdicts.',
        URGENT: 'An urgent pointer was seen.',
        MOVED: 'A direction continued in another VLAN or tunnel.',
        ICMP_ERROR: 'An ICMP error quotes a segment of it; set by lib/tcpflow/tables/icmp-errors.js.',
      },
    },
  ),
  bits(
    'DIR_BIT',
    'Bits of a direction.',
    'BASE_KNOWN SYN_SEEN DATA_SEEN STAMPED HAS_HOLES DATA_ACKED ACKED_FAR STAMPS_REFUSED STAMPS_TAKEN OPENING',
    {
      docs: {
        STAMPS_TAKEN: 'The other end echoes timestamps that went back: it does not mind.',
        OPENING: 'The last segment with SYN or ACK was a SYN: Wireshark does not scale the window yet.',
      },
    },
  ),
  bits(
    'STREAM_BIT',
    "Bits of a direction's stream.",
    'ENDED HAS_HELD HAS_RECENT SKIMMED FIN_PASSED RESET_PASSED ROLE_GUESSED GAPS_REPORTED',
    {
      docs: {
        HAS_RECENT: 'The reassembler may have delivered bytes to compare with.',
        SKIMMED: 'The sink searches for the start of a message (http1/skim.ts).',
        ROLE_GUESSED: 'With endpoint 0: as of the segment delivered, no handshake has shown the client.',
        GAPS_REPORTED: 'The sink wants calls for all gaps, even before the byte that it wants next.',
      },
    },
  ),
  bits(
    'SURVEY',
    'Properties by which connections are searched (track/find-flows.ts).',
    'UNENDED NEEDS_VERDICTS EVENTFUL',
    {
      docs: {
        UNENDED: 'A stream is not delivered to its end.',
        EVENTFUL: 'Long, reset, needing verdicts, opened more than once, with a zero window or an ICMP error.',
      },
    },
  ),
  bits(
    'ANALYSIS',
    "Wireshark's analysis flags.",
    `RETRANSMISSION FAST_RETRANSMISSION SPURIOUS_RETRANSMISSION OUT_OF_ORDER LOST_SEGMENT
     ACK_LOST_SEGMENT DUPLICATE_ACK KEEP_ALIVE KEEP_ALIVE_ACK WINDOW_FULL WINDOW_UPDATE ZERO_WINDOW
     ZERO_WINDOW_PROBE ZERO_WINDOW_PROBE_ACK REUSED_PORTS`,
    { list: 'ANALYSIS_FLAGS' },
  ),
  numbers(
    'VERDICT',
    'Verdict of a segment with sequence space, by our own rules.',
    'NONE ORIGINAL RETRANSMISSION REORDERED DUPLICATE_IN_CAPTURE KEEP_ALIVE WINDOW_PROBE CORRUPTED REFUSED',
    {
      type: 'u8',
      list: 'VERDICTS',
      hasNull: true,
      docs: { REFUSED: 'Beyond the receive window (`REFUSAL.WINDOW`): no byte of the stream.' },
    },
  ),
  numbers('KIND', 'What triggered a retransmission.', 'NONE FAST RTO TLP SYN PROBE', {
    type: 'u8',
    list: 'KINDS',
    hasNull: true,
  }),
  bits(
    'EVIDENCE',
    'Evidence of a verdict (docs/metrics.md explains each).',
    `ALREADY_SEEN HOLE_AGE TIMESTAMP_ORDER IP_ID_ORDER SAME_IP_ID SAME_HEADER ALREADY_ACKED
     DUPLICATE_ACKS SILENCE EPISODE DSACK TIMESTAMP_ECHO EARLY_ACK WINDOW ANSWERED TAIL`,
    { list: 'EVIDENCES' },
  ),
  numbers('ROUND_TRIP_METHOD', 'How a sample of the round trip was taken.', 'SEQUENCE_ACK SACK TIMESTAMP HANDSHAKE', {
    type: 'u8',
    list: 'ROUND_TRIP_METHODS',
  }),
  numbers('ORDER_METHOD', 'How the order of packets at the sender was found.', 'CAPTURED SHIFTED ECHOES', {
    list: 'ORDER_METHODS',
  }),
  numbers('UNNUMBERED', 'Why packets have no usable numbers; NONE: they have.', 'NONE FEW ZERO RANDOM', {
    list: 'UNNUMBERED_NAMES',
    hasNull: true,
  }),
  numbers('TRIGGER', 'What triggered a burst.', 'NOTHING ACK DATA'),
  numbers(
    'SENDER_STATE',
    'State of the sender after a burst, as in Linux: Open, Recovery, Loss, CWR.',
    'OPEN RECOVERY LOSS REDUCED',
  ),
  numbers('PACING', 'Whether a sender paces its segments.', 'NONE BBR FIXED UNKNOWN', { list: 'PACINGS' }),
  numbers(
    'LIMIT',
    'What limited a sender.',
    'CONGESTION_WINDOW RECEIVE_WINDOW SEND_BUFFER APPLICATION NETWORK HANDSHAKE IDLE',
    { list: 'LIMITS' },
  ),
  bits(
    'NOTE',
    "Anomalies of a message, as bits of the message table's column `notes`.",
    `BARE_LF FOLDED_FIELD INVALID_FIELD DUPLICATE_CONTENT_LENGTH CONFLICTING_CONTENT_LENGTH
     INVALID_CONTENT_LENGTH CONTENT_LENGTH_IGNORED UNKNOWN_TRANSFER_CODING INVALID_CHUNK HEAD_CUT
     BYTES_MISSING HEAD_TOO_LONG TOO_MANY_FIELDS CHUNK_LINE_TOO_LONG TRAILER_TOO_LONG HEAD_NOT_KEPT
     COMPRESSED CONTENT_LENGTH_NOT_MET INVALID_STATUS BYTES_MISSING_BEFORE`,
  ),
  bits(
    'WARNING',
    "What happened to a connection's messages.",
    `LIMIT_EXCEEDED TOO_MANY_MESSAGES TOO_MANY_OUTSTANDING FRAMING_LOST BYTES_MISSING MUX_FRAMING_LOST
     MUX_LIMIT_EXCEEDED TLS_UNDECRYPTABLE HEADERS_TOO_LONG`,
  ),
  numbers('HTTP1_KIND', 'Kinds of message.', 'UNKNOWN REQUEST RESPONSE'),
  numbers('HTTP1_CONTENT', 'Content that is read for what it says.', 'OTHER GRPC EVENTS DOCUMENT', {
    docs: { EVENTS: 'Server-sent events.', DOCUMENT: 'JSON or XML of a response: it may say what failed.' },
  }),
  numbers('HTTP1_METHOD', 'Methods that matter to framing.', 'OTHER HEAD CONNECT'),
  numbers('HTTP1_STATE', 'State of a direction of HTTP/1.', 'START IN_HEAD IN_BODY LOST OPAQUE ENDED TUNNEL SIMPLE', {
    docs: {
      START: 'Between messages.',
      LOST: 'Looking for the next plausible start line.',
      OPAQUE: 'Not HTTP (any more).',
      TUNNEL: 'After an upgrade or a CONNECT, with a parser.',
      SIMPLE: 'After a simple request (HTTP/0.9) that is not answered yet.',
    },
  }),
  bits(
    'HTTP1_CONNECTION',
    'Facts about a connection for the parser of HTTP/1.',
    'MID_CONNECTION PASSES_BODIES WANTS_BODIES IN_STREAMS',
    {
      docs: {
        MID_CONNECTION: "The capture may have started after the connection's first bytes.",
        PASSES_BODIES: 'Directly over TCP: the stream has its own position, so bytes of bodies need not be passed in.',
        WANTS_BODIES: 'The bytes of bodies are wanted.',
        IN_STREAMS: 'Directly over TCP, in the streams of this memory.',
      },
    },
  ),
  numbers(
    'OCCURRENCE',
    "Places of words on packets gathered (track/occurrences.ts); pairs: of the client's packets, the server's.",
    `PACKETS - DATA - RESENT - LONGEST - VERDICTS - FLAGS - ECN - SHUT - TTL - UNPUSHED - UNPUSHED_TIMES -
    DOUBLE_SACKS - SMALL_PUSHED - STALL_MS - ALL_FLAGS ANALYSIS BACKWARDS PAUSE_MS BARE_RUN SAME_IDS CONTROLS RESENDS COUNT`,
  ),
  bits('HTTP1_WISH', 'Requests of an HTTP/1 direction to its streams.', 'TELL_GAPS SKIM SKIM_OTHER WAKE_OTHER CLOSE', {
    docs: {
      TELL_GAPS: 'Also gaps before the wanted byte.',
      SKIM: "To skip cut segments without a start line's version.",
      WAKE_OTHER: 'The other direction resumes at its next byte.',
      CLOSE: 'Nothing of the connection is wanted any more.',
    },
  }),
];

/** Those that the page reads in column frames as well. */
export const ENUMS_OF_PAGE = ['TCP', 'REFUSAL', 'ANALYSIS', 'VERDICT'];
