/**
 * HTTP messages placed on the connection's axes: when their first and last byte were sent, when the last was
 * acknowledged, and which part of the sequence space they take.
 */
import { outcomeOf } from '../../../../lib/shared/message-outcome.js';
import { formatBytes } from '../../../base/format.js';
import { bisectLeft } from '../../../vendor/d3.js';
import { spanWords } from '../../timeline/times.js';
import { sequenceLength } from './packet-columns.js';

/**
 * The fields of a message used here.
 * @typedef {Pick<import('../../../state/answer-types.js').Message,
 *   'index'|'kind'|'protocol'|'carrier'|'stream'|'direction'|'method'|'target'|'host'|'status'|
 *   'start'|'end'|'firstFrame'|'lastFrame'|'headerBytes'|'bodyBytes'|'contentType'|'pair'|'pipelined'|'complete'
 *   |'streamOffset'|
 *   'endStreamOffset'|'opcode'|'oneWay'|'outcome'|'outcomeText'|'failed'>} Message
 */

/** @typedef {'mHtml'|'mCss'|'mJs'|'mImg'|'mFont'|'mData'|'retx'|'c2s'|'s2c'} MessageColour */

/**
 * @typedef {object} PlacedMessage
 * @property {Message} message
 * @property {Message|null} request of a response
 * @property {number} direction of its bytes
 * @property {number} startNs
 * @property {number} endNs
 * @property {number|null} deliveredNs when its last byte was acknowledged
 * @property {number|null} askedNs start of the request that a response answers
 * @property {number} low sequence offset of its first byte
 * @property {number} high
 * @property {MessageColour} colour
 * @property {string} name last part of the target
 * @property {number} row of the messages lane where streams share the connection
 */

/**
 * @param {Message[]} messages of one connection
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {import('./direction-series.js').DirectionSeries[]} series by direction
 * @returns {PlacedMessage[]} by start; one whose first frame is not among the packets yet is left out, one that goes on
 *   after them ends with them
 */
export function placeMessages(messages, columns, series) {
  const byIndex = new Map(messages.map((message) => [message.index, message]));
  const rowOf = frameLookup(columns);
  const placed = [];
  for (const message of messages) {
    const first = rowOf(message.firstFrame);
    const last = lastRowOf(message, columns, rowOf);
    if (first < 0 || last < 0) continue;
    const pair = message.pair === null ? null : (byIndex.get(message.pair) ?? null);
    const request = message.kind === 'response' ? pair : null;
    const askedRow = request ? rowOf(request.firstFrame) : -1;
    const direction = message.direction === 'clientToServer' ? 0 : 1;
    const [low, high] = stretchOf(message, columns, first, last);
    const ackRow = series[direction].acknowledgement(high);
    placed.push({
      message,
      request,
      direction,
      startNs: columns.time[first],
      endNs: columns.time[last],
      deliveredNs: ackRow === null ? null : columns.time[ackRow],
      askedNs: askedRow < 0 ? null : columns.time[askedRow],
      low,
      high,
      colour: colourOf(message),
      name: nameOf(request ?? message),
      row: 0,
    });
  }
  return placed.sort((a, b) => a.startNs - b.startNs);
}

/**
 * Messages are fetched after the packets, so while both grow they may reach further.
 * @param {Message} message
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {(frame: number) => number} rowOf
 */
function lastRowOf({ lastFrame }, { frame, rows }, rowOf) {
  return lastFrame > frame[rows - 1] ? rows - 1 : rowOf(lastFrame);
}

/**
 * Stream offsets count from the first data byte, sequence offsets from the SYN before it. Where the stream began
 * elsewhere (no handshake was captured), or is one inside another (TLS, MUX), whole segments represent the message.
 * @param {Message} message
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {number} first row
 * @param {number} last row
 * @returns {[number, number]}
 */
function stretchOf({ streamOffset, endStreamOffset, carrier }, columns, first, last) {
  const low = streamOffset + 1;
  const holds = carrier === 'tcp' && low >= columns.seq[first] && low < columns.seq[first] + columns.length[first];
  if (holds && endStreamOffset > streamOffset) return [low, endStreamOffset + 1];
  return [columns.seq[first], Math.max(columns.seq[first], columns.seq[last]) + sequenceLength(columns, last)];
}

/**
 * Rows by frame, where frames are not in time order.
 * @type {WeakMap<import('./packet-columns.js').PacketColumns, Map<number, number>>}
 */
const rowsByFrame = new WeakMap();

/**
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @returns {(frame: number) => number} row of a frame, −1 for none
 */
export function frameLookup(columns) {
  if (columns.reordered) {
    const rows =
      rowsByFrame.get(columns) ?? new Map(Array.from({ length: columns.rows }, (_, row) => [columns.frame[row], row]));
    rowsByFrame.set(columns, rows);
    return (frame) => rows.get(frame) ?? -1;
  }
  let last = 0;
  return (frame) => {
    // Often looked up in frame order.
    for (let row = last; row < Math.min(last + FRAMES_AHEAD, columns.rows); row++) {
      if (columns.frame[row] === frame) return (last = row);
    }
    last = bisectLeft(columns.frame, frame, 0, columns.rows);
    return columns.frame[last] === frame ? last : -1;
  };
}

const FRAMES_AHEAD = 8;

/** @param {Message} message @returns {boolean} whether it has no counterpart and is drawn as a tick */
export const isTick = ({ oneWay }) => oneWay === true;

/** @type {[RegExp, MessageColour][]} the first that fits holds */
const TYPES = [
  [/html/, 'mHtml'],
  [/css/, 'mCss'],
  [/javascript|ecmascript/, 'mJs'],
  [/^image\//, 'mImg'],
  [/font|^text\/plain/, 'mFont'],
];

/** @param {Message} message @returns {MessageColour} */
function colourOf(message) {
  const { kind, contentType } = message;
  if (kind === 'request') return 'c2s';
  if (isTick(message)) return 's2c';
  if (outcomeOf(message).isFailed) return 'retx';
  const type = (contentType ?? '').toLowerCase();
  return TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'mData';
}

/** Of a command of another protocol what it is about. @param {Message} message */
const nameOf = ({ protocol, target }) => (protocol.startsWith('http/') ? shortName(target) : (target ?? ''));

/** @param {string|null} target @returns {string} `b100000.bin` of `/files/b100000.bin?x=1` */
export function shortName(target) {
  if (!target) return '';
  const path = target.split(/[?#]/, 1)[0];
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last || path;
}

/** @param {PlacedMessage} placed @returns {[string, string]} "GET /b100000.bin", "200 · 100 kB · 788 ms" */
export function bandWords({ message, request, startNs, endNs, askedNs, deliveredNs }) {
  const of = request ?? message;
  const took = (deliveredNs ?? endNs) - (askedNs ?? startNs);
  const { text } = outcomeOf(message);
  const result = message.kind === 'response' && (text || message.outcome === undefined) ? [text || 'no status'] : [];
  return [
    `${of.method ?? of.kind} ${of.target ?? ''}`.trim(),
    [...result, formatBytes(message.bodyBytes), spanWords(took)].join(' · '),
  ];
}
