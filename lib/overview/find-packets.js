/** Finding packets across a capture's connections: by frame number, flag, address, or content of a message. */
import { byFrame } from '../shared/by-frame.js';
import { CE } from '../shared/tcp-numbers.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../transport/packets.js';
import { ANALYSIS } from '../transport/tcp/analysis-flags.js';
import { TCP } from '../transport/tcp/header.js';
import { MAX_FOUND_PACKETS, MAX_SEARCHED_HEADS } from './limits.js';

/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */
/**
 * @typedef {{ flow: number, frame: number, index?: number, seconds: number, what: string }} Found `flow`: number of the
 *   connection; `index`: place in the datagram, where it has several packets; `what`: why it was found
 */
/**
 * The same in connections beside TCP's.
 * @typedef {object} OtherPackets
 * @property {(frame: number) => Iterable<Found>} ofFrame
 * @property {(text: string) => Iterable<Found>|null} matching in the order of frames; null: it is no word for a packet
 * @property {(text: string, heads: { left: number }) => Iterable<Found>} ofConnections by address, name or message;
 *   `heads`: whose fields are still searched
 */
/** @typedef {{ packets: Found[], isCut: boolean }} FoundPackets `isCut`: there may be more */
/** @typedef {(block: import('../transport/tcp/tcp-packets.js').TcpRowBlock, at: number) => boolean} Test */

/** RFC 9293 section 3.1, RFC 3168 section 6.1. */
const FLAGS = { fin: 1, syn: 2, rst: 4, psh: 8, urg: 32, ece: 64, cwr: 128 };
const { ACK } = TCP;

/** @param {number} bits of Wireshark's flags @returns {Test} */
const flagged = (bits) => (block, at) => (block.analysis[at] & bits) !== 0;

/** Synonyms of the flags' own names. @type {Record<string, Test>} */
const WORDS = {
  reset: (block, at) => (block.flags[at] & FLAGS.rst) !== 0,
  ce: (block, at) => block.ecn[at] === CE,
  retransmission: flagged(ANALYSIS.retransmission | ANALYSIS.fast_retransmission | ANALYSIS.spurious_retransmission),
  sack: (block, at) => block.sackCount[at] > 0,
};

/** Wireshark's fields, without a value, and their equivalents here. @type {[RegExp, string][]} */
const IN_WIRESHARK = [
  [/^frame\.number\s*(?:==|eq)\s*/, 'frame '],
  [/^(?:ipv?6?\.(?:addr|src|dst)|http\.host)\s*(?:==|eq)\s*/, ''],
  [/^(?:tcp|udp)\.(?:port|srcport|dstport)\s*(?:==|eq)\s*/, ':'],
  [/^http\.(?:host|request\.(?:full_)?uri)\s+(?:contains|==|eq)\s*/, ''],
  [/^tcp\.analysis\./, ''],
  [/^tcp\.flags\.push/, 'psh'],
  [/^tcp\.flags\./, ''],
  [/^quic\.packet_number\s*(?:==|eq)\s*/, 'pn '],
  [/^quic\.stream\.stream_id\s*(?:==|eq)\s*/, 'stream '],
  [/^quic\.frame_type\s*(?:==|eq)\s*/, 'frame type '],
  [/^quic\.long\.packet_type\s*(?:==|eq)\s*/, 'long type '],
  [/^tls\.handshake\.extensions_server_name\s+(?:contains|==|eq)\s*/, ''],
];
/** A comparison in Wireshark's syntax as a search term. @param {string} typed lower case */
function inOurWords(typed) {
  const found = IN_WIRESHARK.find(([field]) => field.test(typed));
  if (found === undefined) return typed;
  const rest = typed.replace(found[0], '').replace(/\s*==\s*(?:1|true)$/, '');
  return found[1] + rest.replace(/^"(.*)"$/, '$1');
}

/** @param {string} word lower case @returns {Test|null} */
function testFor(word) {
  if (Object.hasOwn(WORDS, word)) return WORDS[word];
  const name = word.replaceAll(/[ -]/g, '_');
  if (Object.hasOwn(ANALYSIS, name)) return flagged(ANALYSIS[/** @type {keyof typeof ANALYSIS} */ (name)]);
  const bit = Object.hasOwn(FLAGS, word) ? FLAGS[/** @type {keyof typeof FLAGS} */ (word)] : 0;
  // Every SYN of an end that offers ECN has ECE and CWR, which are no marks (RFC 3168 section 6.1.1).
  const without = bit === FLAGS.ece || bit === FLAGS.cwr ? FLAGS.syn : 0;
  return bit === 0 ? null : (block, at) => (block.flags[at] & (bit | without)) === bit;
}

/**
 * @param {TcpTransport} tcp @param {MessageAnalysis} messages
 * @param {string} typed a frame number, a flag or Wireshark's name for a kind of segment, a kind, number, frame or fate
 *   of a QUIC packet, an address with or without its port, part of a URL or a host, or of a header or trailer field;
 *   each also as a Wireshark comparison
 * @param {OtherPackets|null} [other]
 * @returns {FoundPackets} in the order of the capture, or of its connections
 */
export function findPackets(tcp, messages, typed, other = null) {
  const text = inOurWords(typed.trim().toLowerCase());
  const frame = /^(?:frame\s*)?([1-9]\d{0,15})$/.exec(text);
  if (text === '') return { packets: [], isCut: false };
  if (frame) return taken(byFrame(packetsOfFrame(tcp, Number(frame[1])), other?.ofFrame(Number(frame[1])) ?? []));
  const test = testFor(text);
  const ofOther = other?.matching(text) ?? null;
  if (test === null && ofOther === null) return taken(ofAllConnections(tcp, messages, text, other));
  const segments = test === null ? [] : packetsWith(tcp, test, Object.hasOwn(FLAGS, text) ? '' : text);
  return taken(byFrame(segments, ofOther ?? []));
}

/** @param {Iterable<Found>} found @returns {FoundPackets} */
function taken(found) {
  /** @type {Found[]} */
  const packets = [];
  for (const one of found) {
    if (packets.length === MAX_FOUND_PACKETS) return { packets, isCut: true };
    packets.push(one);
  }
  return { packets, isCut: false };
}

/** @param {TcpTransport} tcp @param {number} row @param {string} what @returns {Found} */
function foundAt({ flows, packets }, row, what) {
  const block = packets.blocks[row >> ROW_BLOCK_BITS];
  const at = row & ROW_BLOCK_MASK;
  return {
    flow: flows.number(block.flowEnd[at] >> 1),
    frame: block.frame(at),
    seconds: packets.timeNs(row) / 1e9,
    what,
  };
}

/** @param {TcpTransport} tcp @param {number} frame may hold several segments, in tunnels */
function* packetsOfFrame(tcp, frame) {
  const { packets } = tcp;
  const frameOf = (/** @type {number} */ row) => packets.frame(row);
  let low = 0;
  let high = packets.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (frameOf(middle) < frame) low = middle + 1;
    else high = middle;
  }
  for (; low < packets.count && frameOf(low) === frame; low++) yield foundAt(tcp, low, `frame ${frame}`);
}

/**
 * @param {import('../transport/tcp/tcp-packets.js').TcpRowBlock} block
 * @param {number} at
 * @returns {string} "SYN ACK"
 */
const flagWords = (block, at) =>
  [...Object.entries(FLAGS), ['ack', ACK]]
    .filter(([, bit]) => (block.flags[at] & Number(bit)) !== 0)
    .map(([name]) => String(name).toUpperCase())
    .join(' ');

/** @param {TcpTransport} tcp @param {Test} test @param {string} what empty: the flags of each */
function* packetsWith(tcp, test, what) {
  const { packets } = tcp;
  for (let row = 0; row < packets.count; row++) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    if (test(block, at)) yield foundAt(tcp, row, what || flagWords(block, at));
  }
}

/**
 * @param {TcpTransport} tcp @param {MessageAnalysis} messages @param {string} text lower case
 * @param {OtherPackets|null} other
 */
function* ofAllConnections(tcp, messages, text, other) {
  const heads = { left: MAX_SEARCHED_HEADS };
  const { flows, packets } = tcp;
  const at = {
    number: (/** @type {number} */ flow) => flows.number(flow),
    timeOfFrame: (/** @type {number} */ frame) => packets.timeOfFrame(frame),
  };
  for (let flow = 0; flow < flows.count; flow++) {
    const end = [0, 1].find((endpoint) => isEndpoint(flows.endpoint(flow, endpoint), text));
    if (end !== undefined) yield foundAt(tcp, flows.at(flow).firstRow, FIRST_PACKET);
    else yield* messagesWith(messages, flow, { text, heads, ...at });
  }
  if (other !== null) yield* other.ofConnections(text, heads);
}

export const FIRST_PACKET = 'first packet of the connection';

/** @param {{ address: string, port: number }} endpoint @param {string} text lower case */
export const isEndpoint = ({ address, port }, text) =>
  address === text || `:${port}` === text || `${address}:${port}` === text || `[${address}]:${port}` === text;

/**
 * By target, then by header and trailer fields of requests and responses.
 * @param {MessageAnalysis} messages @param {number} flow index
 * @param {object} search
 * @param {string} search.text lower case
 * @param {{ left: number }} search.heads whose fields are still searched
 * @param {(flow: number) => number} search.number of a connection
 * @param {(frame: number) => number} search.timeOfFrame ns
 * @returns {Generator<Found>}
 */
export function* messagesWith(messages, flow, { text, heads, number, timeOfFrame }) {
  const isNamed = messages.searchTexts(flow).some((one) => one.toLowerCase().includes(text));
  if (!isNamed && heads.left <= 0) return;
  for (const index of messages.messagesOf(flow)) {
    if (!isNamed && heads.left-- <= 0) return;
    const message = messages.describe(index);
    const what = nameWith(message, text) ?? fieldWith(message.headers, text);
    const trailer = what === null ? fieldWith(message.trailers ?? [], text) : null;
    if (what === null && trailer === null) continue;
    const frame = trailer === null ? message.firstFrame : message.lastFrame;
    yield { flow: number(flow), frame, seconds: timeOfFrame(frame) / 1e9, what: what ?? trailer ?? '' };
  }
}

/** @param {import('../protocols/describe-message.js').Message} message @param {string} text */
function nameWith({ kind, method, host, target }, text) {
  const isFound = kind === 'request' && `${host ?? ''} ${target ?? ''}`.toLowerCase().includes(text);
  return isFound ? `${method ?? ''} ${host ?? ''}${target ?? ''}` : null;
}

/** Characters shown of a field. */
const MAX_FIELD_TEXT = 120;

/** @param {[name: string, value: string][]} fields @param {string} text */
function fieldWith(fields, text) {
  const lines = fields.map(([name, value]) => `${name}: ${value}`);
  return lines.find((line) => line.toLowerCase().includes(text))?.slice(0, MAX_FIELD_TEXT) ?? null;
}
